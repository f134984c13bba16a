#pragma once
#include <array>
#include <muslin/contact/stencil.hpp>
#include <muslin/core/types.hpp>

namespace muslin::test {

/// Distances from exact rational arithmetic, rounded once at the end: the judge of geometry/closest_points.hpp.
/// Slow (microseconds to milliseconds) and deliberately simple: every vertex, side and interior is tried.
[[nodiscard]] double exact_point_edge_distance(const Vec3& p, const Vec3& a, const Vec3& b);
[[nodiscard]] double exact_point_triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
[[nodiscard]] double exact_edge_edge_distance(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

/// Is the pair further apart than `distance`, exactly?
[[nodiscard]] bool exactly_further_apart(StencilKind kind, const std::array<Vec3, 4>& position, double distance);

/// The largest distance along an axis between two of the points.
[[nodiscard]] double extent(const std::array<Vec3, 4>& points);

}  // namespace muslin::test
