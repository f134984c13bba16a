#pragma once
#include <array>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

using Vec3f = Eigen::Vector3f;

/// A normal for each corner of each triangle, for smooth shading: the mean of the triangles around the vertex, weighed
/// by area, but only of those that lean at most `crease_rad` from this one, so that the edges of a box stay crisp. Zero
/// at the corners of a triangle without area.
[[nodiscard]] std::vector<std::array<Vec3f, 3>> corner_normals(std::span<const Vec3> positions,
                                                               std::span<const Triangle> triangles, double crease_rad);

}  // namespace muslin
