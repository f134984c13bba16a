#pragma once
#include <array>
#include <muslin/contact/contact.hpp>
#include <muslin/core/types.hpp>

namespace muslin::test {

/// Distances in exact rational arithmetic, rounded once at the end: the reference for geometry/closest_points.hpp. The
/// functions are slow (microseconds to milliseconds) and deliberately simple: they try every vertex, side and interior.
[[nodiscard]] double exact_point_edge_distance(const Vec3& p, const Vec3& a, const Vec3& b);
[[nodiscard]] double exact_point_triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
[[nodiscard]] double exact_edge_edge_distance(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

/// Returns whether the pair is further apart than `distance`, exactly.
[[nodiscard]] bool exactly_further_apart(StencilKind kind, const std::array<Vec3, 4>& position, double distance);

/// Returns the largest distance between two of the points along a coordinate axis.
[[nodiscard]] double extent(const std::array<Vec3, 4>& points);

}  // namespace muslin::test
