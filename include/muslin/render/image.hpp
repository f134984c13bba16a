#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace muslin {

/// A colour as stored in a file: sRGB with eight bits per channel.
struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Pixels in rows, top row first.
class Image {
 public:
  Image() = default;
  Image(int width, int height, Rgb colour = {})
      : width_(width), height_(height), pixels_(static_cast<std::size_t>(width) * height, colour) {}

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] const std::vector<Rgb>& pixels() const { return pixels_; }

  /// Returns a pixel, which must be within the image.
  [[nodiscard]] Rgb& at(int x, int y) { return pixels_[index(x, y)]; }
  [[nodiscard]] const Rgb& at(int x, int y) const { return pixels_[index(x, y)]; }

  /// Copies `part` with its upper left corner at (x, y); parts outside the image are dropped.
  void paste(const Image& part, int x, int y);

 private:
  [[nodiscard]] std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * width_ + x; }

  int width_ = 0;
  int height_ = 0;
  std::vector<Rgb> pixels_;
};

}  // namespace muslin
