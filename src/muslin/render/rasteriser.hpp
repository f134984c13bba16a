#pragma once
#include <cstdint>
#include <limits>
#include <muslin/geometry/mesh.hpp>
#include <muslin/render/camera.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The elements to draw. Elements are numbered with triangles first, then cable segments.
struct DrawnElements {
  std::span<const Vec3> positions = {};
  std::span<const Triangle> triangles = {};
  std::span<const Segment> segments = {};
  double segment_radius = 0.0;  ///< radius of the tubes, with round joints, that represent cables [m]
};

/// The element that a sample of the raster shows.
struct Hit {
  float depth = std::numeric_limits<float>::infinity();
  std::int32_t element = -1;  ///< -1 if the sample shows no element
};

/// A part of the raster: columns [left, right) and rows [top, bottom).
struct RasterRect {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
  [[nodiscard]] bool empty() const { return left >= right || top >= bottom; }
  [[nodiscard]] int width() const { return right - left; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(width()) * (bottom - top); }
};

/// Determines what each sample of a view shows: the nearest element, or the first of equally near ones. The raster is
/// divided into square tiles, which may be drawn in parallel; each tile lists the elements that may touch it.
class Rasteriser {
 public:
  /// The elements are not copied. Nothing nearer than `near` is drawn.
  Rasteriser(const DrawnElements& elements, const View& view, int tile_side, double near);

  [[nodiscard]] std::size_t tile_count() const { return tile_elements_.size(); }
  [[nodiscard]] RasterRect tile(std::size_t index) const;
  /// Writes the samples of the tile row by row. `hits` must have tile(index).size() items.
  void draw_tile(std::size_t index, std::span<Hit> hits) const;

 private:
  [[nodiscard]] RasterRect bounds(std::size_t element) const;
  [[nodiscard]] RasterRect bounds(std::span<const Vec3> corners, double radius) const;
  void draw_triangle(std::size_t element, const RasterRect& part, const RasterRect& tile, std::span<Hit> hits) const;
  void draw_segment(std::size_t element, const RasterRect& part, const RasterRect& tile, std::span<Hit> hits) const;

  DrawnElements elements_;
  View view_;
  int tile_side_;
  int tile_columns_;
  double near_;
  std::vector<RasterRect> bounds_;
  std::vector<std::vector<std::int32_t>> tile_elements_;  ///< in ascending order
};

}  // namespace muslin
