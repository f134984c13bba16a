#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/render/capsule_cover.hpp>
#include <muslin/render/rasteriser.hpp>
#include <muslin/render/triangle_cover.hpp>

namespace muslin {
namespace {

constexpr std::size_t kDrawnPerChunk = 1024;

/// Returns the nearest whole number in [0, limit], or 0 for NaN. A cast alone is undefined far outside this range.
int clamp_to_int(double value, int limit) {
  if (!(value > 0.0)) return 0;
  return value < limit ? static_cast<int>(value) : limit;
}

}  // namespace

Rasteriser::Rasteriser(const DrawnElements& elements, const View& view, int tile_side, double near)
    : elements_(elements),
      view_(view),
      tile_side_(tile_side),
      tile_columns_((view.width() + tile_side - 1) / tile_side),
      near_(near) {
  MUSLIN_ASSERT(tile_side > 0 && near > 0.0);
  const std::size_t count = elements.triangles.size() + elements.segments.size();
  bounds_.resize(count);
  parallel_for(count, kDrawnPerChunk, [&](std::size_t e) { bounds_[e] = bounds(e); });

  const int tile_rows = (view.height() + tile_side - 1) / tile_side;
  tile_elements_.resize(static_cast<std::size_t>(tile_columns_) * tile_rows);
  for (std::size_t e = 0; e < count; ++e) {
    const RasterRect& box = bounds_[e];
    if (box.empty()) continue;
    for (int row = box.top / tile_side; row <= (box.bottom - 1) / tile_side; ++row)
      for (int column = box.left / tile_side; column <= (box.right - 1) / tile_side; ++column)
        tile_elements_[static_cast<std::size_t>(row) * tile_columns_ + column].push_back(static_cast<std::int32_t>(e));
  }
}

RasterRect Rasteriser::tile(std::size_t index) const {
  const int left = static_cast<int>(index) % tile_columns_ * tile_side_;
  const int top = static_cast<int>(index) / tile_columns_ * tile_side_;
  return {left, top, std::min(left + tile_side_, view_.width()), std::min(top + tile_side_, view_.height())};
}

RasterRect Rasteriser::bounds(std::size_t element) const {
  std::array<Vec3, 3> corners;
  if (element < elements_.triangles.size()) {
    for (std::size_t k = 0; k < 3; ++k) corners[k] = elements_.positions[elements_.triangles[element][k].index()];
    return bounds(corners, 0.0);
  }
  const Segment& segment = elements_.segments[element - elements_.triangles.size()];
  for (std::size_t k = 0; k < 2; ++k) corners[k] = elements_.positions[segment[k].index()];
  return bounds(std::span(corners).first(2), elements_.segment_radius);
}

/// Returns the bounds of the part of the element beyond `near`.
RasterRect Rasteriser::bounds(std::span<const Vec3> corners, double radius) const {
  Vec2 lower = Vec2::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
  const auto include = [&](const Vec3& point) {
    const double depth = view_.depth(point);
    const Vec2 place = view_.project(point);
    // The image of a ball is a little larger than its radius, especially away from the centre of the picture.
    const double reach = 2.0 * radius / (view_.pixel_size() * std::max(depth - radius, near_));
    lower = lower.cwiseMin((place.array() - reach).matrix());
    upper = upper.cwiseMax((place.array() + reach).matrix());
  };
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 &a = corners[i], &b = corners[(i + 1) % corners.size()];
    const double depth_a = view_.depth(a), depth_b = view_.depth(b);
    if (depth_a >= near_) include(a);
    if ((depth_a >= near_) != (depth_b >= near_)) include(a + (near_ - depth_a) / (depth_b - depth_a) * (b - a));
  }
  if (!(lower.x() <= upper.x())) return {};
  // Sample x is at x + 0.5; one more on each side makes rounding harmless.
  return {clamp_to_int(lower.x() - 1.5, view_.width()), clamp_to_int(lower.y() - 1.5, view_.height()),
          clamp_to_int(upper.x() + 1.5, view_.width()), clamp_to_int(upper.y() + 1.5, view_.height())};
}

void Rasteriser::draw_tile(std::size_t index, std::span<Hit> hits) const {
  const RasterRect rect = tile(index);
  MUSLIN_ASSERT(hits.size() == rect.size());
  std::fill(hits.begin(), hits.end(), Hit{});
  for (const std::int32_t e : tile_elements_[index]) {
    const auto element = static_cast<std::size_t>(e);
    const RasterRect& box = bounds_[element];
    const RasterRect part{std::max(rect.left, box.left), std::max(rect.top, box.top), std::min(rect.right, box.right),
                          std::min(rect.bottom, box.bottom)};
    if (element < elements_.triangles.size()) {
      draw_triangle(element, part, rect, hits);
    } else {
      draw_segment(element, part, rect, hits);
    }
  }
}

void Rasteriser::draw_triangle(std::size_t element, const RasterRect& part, const RasterRect& tile,
                               std::span<Hit> hits) const {
  const auto& [a, b, c] = elements_.triangles[element];
  const TriangleCover cover(view_, elements_.positions[a.index()], elements_.positions[b.index()],
                            elements_.positions[c.index()]);
  if (!(cover.volume > 0.0)) return;
  const auto& [e0, e1, e2] = cover.weight;
  for (int row = part.top; row < part.bottom; ++row) {
    const double y = row + 0.5;
    const double row0 = e0.c + y * e0.dy, row1 = e1.c + y * e1.dy, row2 = e2.c + y * e2.dy;
    Hit* hit = &hits[static_cast<std::size_t>(row - tile.top) * tile.width() + (part.left - tile.left)];
    for (int column = part.left; column < part.right; ++column, ++hit) {
      const double x = column + 0.5;
      const double w0 = row0 + x * e0.dx, w1 = row1 + x * e1.dx, w2 = row2 + x * e2.dx;
      if (!(w0 >= 0.0 && w1 >= 0.0 && w2 >= 0.0)) continue;
      const double sum = w0 + w1 + w2;
      if (!(sum > 0.0)) continue;
      const double depth = cover.volume / sum;
      if (depth < near_ || !(static_cast<float>(depth) < hit->depth)) continue;
      *hit = {static_cast<float>(depth), static_cast<std::int32_t>(element)};
    }
  }
}

void Rasteriser::draw_segment(std::size_t element, const RasterRect& part, const RasterRect& tile,
                              std::span<Hit> hits) const {
  const Segment& segment = elements_.segments[element - elements_.triangles.size()];
  const Vec3 from = elements_.positions[segment[0].index()] - view_.eye();
  const Vec3 to = elements_.positions[segment[1].index()] - view_.eye();
  for (int row = part.top; row < part.bottom; ++row)
    for (int column = part.left; column < part.right; ++column) {
      const auto entry = hit_capsule(view_.ray(column + 0.5, row + 0.5), from, to, elements_.segment_radius);
      if (!entry || entry->depth < near_) continue;
      Hit& hit = hits[static_cast<std::size_t>(row - tile.top) * tile.width() + (column - tile.left)];
      if (static_cast<float>(entry->depth) < hit.depth)
        hit = {static_cast<float>(entry->depth), static_cast<std::int32_t>(element)};
    }
}

}  // namespace muslin
