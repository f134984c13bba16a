#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace muslin {

/// A colour as stored in a file: sRGB with eight bits per channel.
struct Rgb {
  std::uint8_t red = 0;    ///< amount of red, encoded by the transfer function of sRGB
  std::uint8_t green = 0;  ///< amount of green
  std::uint8_t blue = 0;   ///< amount of blue
  /// Returns whether all channels are equal.
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Pixels in rows, top row first.
class Image {
 public:
  /// Makes an image without pixels.
  Image() = default;
  /// Makes an image of one colour; black by default. Width and height are in pixels and not negative.
  Image(int width, int height, Rgb colour = {})
      : width_(width), height_(height), pixels_(static_cast<std::size_t>(width) * height, colour) {}

  /// Returns the number of pixels in a row.
  [[nodiscard]] int width() const { return width_; }
  /// Returns the number of rows.
  [[nodiscard]] int height() const { return height_; }
  /// Returns all pixels, row by row from the top, each row from the left.
  [[nodiscard]] const std::vector<Rgb>& pixels() const { return pixels_; }

  /// Returns the pixel in column x and row y, both from 0. It must be within the image.
  /// @{
  [[nodiscard]] Rgb& at(int x, int y) { return pixels_[index(x, y)]; }
  [[nodiscard]] const Rgb& at(int x, int y) const { return pixels_[index(x, y)]; }
  /// @}

  /// Copies `part` with its upper left corner at (x, y); parts outside the image are dropped.
  void paste(const Image& part, int x, int y);

 private:
  [[nodiscard]] std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * width_ + x; }

  int width_ = 0;
  int height_ = 0;
  std::vector<Rgb> pixels_;
};

}  // namespace muslin
