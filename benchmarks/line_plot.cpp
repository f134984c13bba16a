#include <algorithm>
#include <benchmarks/line_plot.hpp>
#include <cmath>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr double kWidth = 900, kHeight = 300, kLeft = 80, kRight = 230, kTop = 40, kBottom = 50;
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};

/// Returns 1, 2 or 5 times a power of ten, such that about five steps make up `range`.
double tick_step(double range) {
  const double rough = range / 5, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

double largest(const Panel& panel, bool of_x) {
  double most = 0;
  for (const Curve& curve : panel.curves)
    for (const double value : of_x ? curve.x : curve.y)
      if (std::isfinite(value)) most = std::max(most, value);
  return most > 0 ? most : 1;
}

std::string draw(const Panel& panel, double top) {
  const double max_x = largest(panel, true), max_y = 1.05 * largest(panel, false);
  const double width = kWidth - kLeft - kRight, height = kHeight - kTop - kBottom;
  const auto px = [&](double x) { return kLeft + width * x / max_x; };
  const auto py = [&](double y) { return top + kTop + height * (1 - y / max_y); };
  std::string svg =
      fmt::format("<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>\n", kLeft, top + 24, panel.title);
  for (double x = 0; x <= max_x; x += tick_step(max_x))
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:g}</text>\n", px(x), py(0) + 18, x);
  for (double y = 0; y <= max_y; y += tick_step(max_y))
    svg += fmt::format(
        "<path d=\"M{0} {1:.1f}H{2}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5:g}</text>\n",
        kLeft, py(y), kLeft + width, kLeft - 6, py(y) + 4, y);
  svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", kLeft + width / 2, py(0) + 38,
                     panel.x_title);
  svg += fmt::format("<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     top + kTop + height / 2, panel.y_title);
  for (std::size_t c = 0; c < panel.curves.size(); ++c) {
    const Curve& curve = panel.curves[c];
    const char* colour = kColours[c % std::size(kColours)];
    std::string path;
    bool is_open = false;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (std::isfinite(curve.y[i]))
        path += fmt::format("{}{:.1f} {:.1f}", is_open ? 'L' : 'M', px(curve.x[i]), py(curve.y[i]));
      is_open = std::isfinite(curve.y[i]);
    }
    const double y = top + kTop + 14 + 20 * static_cast<double>(c), x = kLeft + width + 14;
    svg += fmt::format(
        "<path d=\"{0}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"1.5\"/><path d=\"M{2} {3}h20\" stroke=\"{1}\" "
        "stroke-width=\"3\"/><text x=\"{4}\" y=\"{5}\">{6}</text>\n",
        path, colour, x, y - 4, x + 26, y, curve.name);
  }
  return svg;
}

}  // namespace

std::string line_plot(const std::vector<Panel>& panels) {
  const double height = kHeight * static_cast<double>(panels.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      kWidth, height);
  for (std::size_t p = 0; p < panels.size(); ++p) svg += draw(panels[p], kHeight * static_cast<double>(p));
  return svg + "</svg>\n";
}

}  // namespace muslin::bench
