#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/render/contact_sheet.hpp>
#include <muslin/render/label.hpp>

namespace muslin {
namespace {

constexpr Rgb kPaper = {255, 255, 255};
constexpr Rgb kInk = {72, 76, 84};
constexpr int kLegendHeight = 40;
constexpr int kBarHeight = 14;
constexpr int kLegendMargin = 16;
constexpr int kTitleHeight = 28;
constexpr int kTitleScale = 2;

/// Labels have twice the size if there is enough space.
int label_scale(int picture_width) { return picture_width >= 240 ? 2 : 1; }

void draw_legend(Image& image, const Legend& legend, int top) {
  // Title, low end, bar and high end are on one line; the bar takes the remaining width.
  const int scale = label_scale(image.width());
  const int space = kLegendMargin;
  const int words = label_width(legend.title, scale) + label_width(legend.low, scale) + label_width(legend.high, scale);
  const int bar = std::clamp(image.width() - words - 5 * space, 0, 420);
  const int text_y = top + (kLegendHeight - kLetterHeight * scale) / 2;
  int x = space;
  const auto write = [&](const std::string& text) {
    draw_label(image, text, x, text_y, scale, kInk);
    x += label_width(text, scale) + space;
  };
  write(legend.title);
  write(legend.low);
  const int bar_y = top + (kLegendHeight - kBarHeight) / 2;
  for (int column = 0; column < bar; ++column) {
    const Rgb colour = to_rgb(map_colour((column + 0.5) / bar));
    for (int row = bar_y; row < std::min(bar_y + kBarHeight, image.height()); ++row)
      if (x + column < image.width()) image.at(x + column, row) = colour;
  }
  x += bar + space;
  write(legend.high);
}

}  // namespace

SheetLayout::SheetLayout(const SheetOptions& options)
    : columns(std::min(options.columns, options.pictures)),
      rows((options.pictures + columns - 1) / columns),
      title_height_(options.row_titles.empty() ? 0 : kTitleHeight),
      cell_width_(options.picture_width + options.gap),
      cell_height_(title_height_ + options.picture_height + options.gap),
      border_(options.pictures > 1 ? options.gap : 0) {
  MUSLIN_ASSERT(options.pictures > 0 && options.columns > 0);
  width = columns * cell_width_ - options.gap + 2 * border_;
  legend_top = rows * cell_height_ - options.gap + 2 * border_;
  height = legend_top + (options.legend ? kLegendHeight : 0);
}

SheetLayout::Place SheetLayout::place(int picture) const {
  return {border_ + picture % columns * cell_width_, border_ + title_height_ + picture / columns * cell_height_};
}

SheetLayout::Place SheetLayout::title_place(int row) const {
  return {border_ + kLetterWidth, border_ + row * cell_height_ + (kTitleHeight - kLetterHeight * kTitleScale) / 2};
}

ContactSheet::ContactSheet(const SheetOptions& options)
    : layout_(options), image_(layout_.width, layout_.height, kPaper) {
  if (options.legend) draw_legend(image_, *options.legend, layout_.legend_top);
  for (int row = 0; row < static_cast<int>(options.row_titles.size()); ++row) {
    const auto [x, y] = layout_.title_place(row);
    draw_label(image_, options.row_titles[static_cast<std::size_t>(row)], x, y, kTitleScale, kInk);
  }
}

void ContactSheet::put(int picture, const Image& image, const std::string& label) {
  const auto [x, y] = layout_.place(picture);
  image_.paste(image, x, y);
  const int scale = label_scale(image.width());
  draw_label(image_, label, x + 5 * scale, y + 5 * scale, scale, kInk);
}

int default_columns(int pictures) {
  if (pictures <= 16) return std::clamp(pictures, 1, 4);
  return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(pictures))));
}

}  // namespace muslin
