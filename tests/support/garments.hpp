#pragma once
#include <muslin/geometry/mesh.hpp>
#include <muslin/sim/scene.hpp>
#include <tests/support/figure.hpp>

namespace muslin::test {

/// Garments that fit a Figure in its first pose, each one connected mesh. They can be worn together: trousers below the
/// shirt, the coat over both.
enum class Garment {
  shirt,     ///< tube around the torso with two sleeves, from the hips to the neck
  trousers,  ///< from the waist to the ankles
  coat,      ///< with sleeves, open in front, to the middle of the thighs
};

[[nodiscard]] const char* name_of(Garment garment);

/// Makes the mesh of a garment with edges of about this length [m]. Its triangles are well shaped. The gap between the
/// garment and the figure, and between garments that are worn together, grows with the edge length, so that none of
/// them intersect.
///
/// It is the isosurface of a smooth union of the limbs that the garment covers [Gibson98], cut along the planes of the
/// grid on which it is computed, then relaxed along itself.
[[nodiscard]] Mesh make_garment(Garment garment, const Figure& figure, double edge_length);

/// Makes a cloth of cotton that is unstrained in the shape of `rest` and starts at `start`.
[[nodiscard]] SceneBody make_garment_body(Garment garment, const Mesh& rest, std::vector<Vec3> start);

}  // namespace muslin::test
