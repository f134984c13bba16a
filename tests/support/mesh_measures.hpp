#pragma once
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <string>

namespace muslin::test {

[[nodiscard]] double area(const Mesh& mesh);
/// Returns the enclosed volume; it is positive if the triangles of a closed mesh face outwards.
[[nodiscard]] double signed_volume(const Mesh& mesh);
/// Returns vertices - edges + triangles.
[[nodiscard]] int euler_characteristic(const Mesh& mesh);
/// Returns the number of edges with only one triangle.
[[nodiscard]] int boundary_edges(const Mesh& mesh);

/// Returns the distance from the y axis at which the ray from there through a point, at its height, meets a tube; 0 if
/// it does not.
[[nodiscard]] double radius_at(std::span<const Vec3> tube, std::span<const Triangle> triangles, const Vec3& point);

/// Returns a defect of a mesh that should be well formed, or an empty text: duplicate or unused vertices, triangles
/// without area (relative to their longest side), edges that two triangles traverse in the same direction.
[[nodiscard]] std::string mesh_defect(const Mesh& mesh);

}  // namespace muslin::test
