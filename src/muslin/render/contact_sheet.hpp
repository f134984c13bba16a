#pragma once
#include <muslin/render/colour_map.hpp>
#include <muslin/render/image.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// What the colours of a picture mean.
struct Legend {
  std::string title;  ///< "SPEED"
  std::string low;    ///< "0"
  std::string high;   ///< "2.5 M/S"
};

/// Pictures of one size side by side, row after row, each with a label in its corner, titles above the rows and a
/// legend below all.
struct SheetOptions {
  int pictures = 1;
  int columns = 1;
  int picture_width = 480;
  int picture_height = 360;
  int gap = 4;  ///< between pictures; around them if there are several [pixels]
  std::optional<Legend> legend = {};
  std::vector<std::string> row_titles = {};  ///< one above each row, or none
};

/// Where the pictures stand.
struct SheetLayout {
  explicit SheetLayout(const SheetOptions& options);

  int columns = 1;
  int rows = 1;
  int width = 0;
  int height = 0;
  int legend_top = 0;  ///< row at which the legend begins; the height if there is none

  struct Place {
    int x, y;
  };
  [[nodiscard]] Place place(int picture) const;
  /// Where the title of a row is written, if rows have any.
  [[nodiscard]] Place title_place(int row) const;

 private:
  int title_height_, cell_width_, cell_height_, border_;
};

class ContactSheet {
 public:
  explicit ContactSheet(const SheetOptions& options);

  /// Puts the i-th picture in its place, and the label, which may be empty, in its corner.
  void put(int picture, const Image& image, const std::string& label);
  [[nodiscard]] const Image& image() const { return image_; }

 private:
  SheetLayout layout_;
  Image image_;
};

/// Columns for so many pictures if nobody says: up to four in a row, more in about a square.
[[nodiscard]] int default_columns(int pictures);

}  // namespace muslin
