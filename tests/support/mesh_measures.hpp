#pragma once
#include <muslin/geometry/mesh.hpp>
#include <string>

namespace muslin::test {

[[nodiscard]] double area(const Mesh& mesh);
/// Enclosed volume; positive where the triangles of a closed mesh face outwards.
[[nodiscard]] double signed_volume(const Mesh& mesh);
/// Vertices - edges + triangles.
[[nodiscard]] int euler_characteristic(const Mesh& mesh);
/// Edges with one triangle only.
[[nodiscard]] int boundary_edges(const Mesh& mesh);

/// What is wrong with a mesh that claims to be well formed, empty if nothing is: doubled or unused vertices, triangles
/// without area (relative to their longest side), edges that two triangles run through in the same direction.
[[nodiscard]] std::string mesh_defect(const Mesh& mesh);

}  // namespace muslin::test
