#pragma once
#include <muslin/render/colour.hpp>
#include <muslin/render/image.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// Explains the colours of a picture.
struct Legend {
  std::string title;  ///< name of the quantity: "SPEED"
  std::string low;    ///< label of the dark end: "0"
  std::string high;   ///< label of the light end: "2.5 M/S"
};

/// Options of a sheet of pictures of equal size, arranged row by row. Each picture has a label in its corner; rows may
/// have titles above them, and a legend may follow at the bottom.
struct SheetOptions {
  int pictures = 1;                          ///< number of pictures; at least 1
  int columns = 1;                           ///< pictures per row; at least 1, and no more than `pictures` are used
  int picture_width = 480;                   ///< [pixels]
  int picture_height = 360;                  ///< [pixels]
  int gap = 4;                               ///< space between pictures, and around them if there are several [pixels]
  std::optional<Legend> legend = {};         ///< without a value there is no legend
  std::vector<std::string> row_titles = {};  ///< one title above each row, or none at all
};

/// Positions of the pictures on a sheet [pixels].
struct SheetLayout {
  /// Arranges the pictures of the options.
  explicit SheetLayout(const SheetOptions& options);

  int columns = 1;     ///< pictures per row
  int rows = 1;        ///< number of rows of pictures
  int width = 0;       ///< width of the sheet
  int height = 0;      ///< height of the sheet, including the legend
  int legend_top = 0;  ///< pixel row at which the legend begins; the height if there is none

  /// The upper left corner of a picture or of a title.
  struct Place {
    int x,  ///< from the left side of the sheet [pixels]
        y;  ///< from the top of the sheet [pixels]
  };
  /// Returns the place of a picture, counted from 0, row by row.
  [[nodiscard]] Place place(int picture) const;
  /// Returns the position of the title of a row, if rows have titles.
  [[nodiscard]] Place title_place(int row) const;

 private:
  int title_height_, cell_width_, cell_height_, border_;
};

/// Composes a sheet from single pictures.
class ContactSheet {
 public:
  /// Makes a white sheet with titles and legend.
  explicit ContactSheet(const SheetOptions& options);

  /// Inserts the i-th picture at its place, with its label, which may be empty, in its corner.
  void put(int picture, const Image& image, const std::string& label);
  /// Returns the sheet with the pictures inserted so far.
  [[nodiscard]] const Image& image() const { return image_; }

 private:
  SheetLayout layout_;
  Image image_;
};

/// Returns the default number of columns: up to four pictures form one row, more form about a square.
[[nodiscard]] int default_columns(int pictures);

}  // namespace muslin
