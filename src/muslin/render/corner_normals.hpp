#pragma once
#include <array>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

using Vec3f = Eigen::Vector3f;

/// Returns a normal for each corner of each triangle for smooth shading: the area-weighted mean over those triangles
/// around the vertex whose normals differ from this one by at most `crease_rad`, so that the edges of a box stay sharp.
/// The normals of a triangle without area are zero.
[[nodiscard]] std::vector<std::array<Vec3f, 3>> corner_normals(std::span<const Vec3> positions,
                                                               std::span<const Triangle> triangles, double crease_rad);

}  // namespace muslin
