#pragma once
#include <muslin/render/colour.hpp>
#include <muslin/render/image.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// Explains the colours of a picture.
struct Legend {
  std::string title;  ///< "SPEED"
  std::string low;    ///< "0"
  std::string high;   ///< "2.5 M/S"
};

/// Options of a sheet of pictures of equal size, arranged row by row. Each picture has a label in its corner; rows may
/// have titles above them, and a legend may follow at the bottom.
struct SheetOptions {
  int pictures = 1;
  int columns = 1;
  int picture_width = 480;
  int picture_height = 360;
  int gap = 4;  ///< space between pictures, and around them if there are several [pixels]
  std::optional<Legend> legend = {};
  std::vector<std::string> row_titles = {};  ///< one title above each row, or none at all
};

/// Positions of the pictures on a sheet [pixels].
struct SheetLayout {
  explicit SheetLayout(const SheetOptions& options);

  int columns = 1;
  int rows = 1;
  int width = 0;
  int height = 0;
  int legend_top = 0;  ///< pixel row at which the legend begins; the height if there is none

  struct Place {
    int x, y;
  };
  [[nodiscard]] Place place(int picture) const;
  /// Returns the position of the title of a row, if rows have titles.
  [[nodiscard]] Place title_place(int row) const;

 private:
  int title_height_, cell_width_, cell_height_, border_;
};

/// Composes a sheet from single pictures.
class ContactSheet {
 public:
  explicit ContactSheet(const SheetOptions& options);

  /// Inserts the i-th picture at its place, with its label, which may be empty, in its corner.
  void put(int picture, const Image& image, const std::string& label);
  [[nodiscard]] const Image& image() const { return image_; }

 private:
  SheetLayout layout_;
  Image image_;
};

/// Returns the default number of columns: up to four pictures form one row, more form about a square.
[[nodiscard]] int default_columns(int pictures);

}  // namespace muslin
