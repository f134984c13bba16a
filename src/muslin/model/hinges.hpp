#pragma once
#include <muslin/geometry/topology.hpp>
#include <muslin/model/dihedral.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A triangle at rest, laid out flat: in material space if it has material coordinates, otherwise by its rest
/// positions. It is counter-clockwise: a mirrored pattern piece is mirrored back, which has no effect on bending.
struct RestTriangle {
  struct Side {           ///< from corner k to corner k + 1
    double length = 0.0;  ///< [m]
    double height = 0.0;  ///< height of the third corner above it [m]
    double foot = 0.0;    ///< foot of that height on the side, measured from its middle [m]
    Vec2 along = Vec2::Zero();
    Vec2 outward = Vec2::Zero();
  };
  std::array<Side, 3> sides;
  double area = 0.0;          ///< [m²]
  bool has_material = false;  ///< if false, it has no warp and no weft
  bool usable = false;        ///< three different vertices, and an area above rounding errors
};

/// An inner edge, about which the cloth bends.
struct Hinge {
  std::array<VertexId, 4> vertices;            ///< a, b, c, d of HingePositions; a to b in the order of the first
                                               ///< triangle
  std::array<TriangleId, 2> triangles;         ///< triangles of c and d
  std::array<std::uint8_t, 2> sides = {0, 0};  ///< index of the side in each triangle
  bool same_front = true;  ///< both triangles have their front on the same side of the cloth (false where a mesh is not
                           ///< consistently oriented, or a Möbius strip closes)
};

/// All hinges of a mesh, in the order of its edges. An edge has no hinge if it belongs to one triangle or to more than
/// two, or if its triangles are not usable or lie on each other with the same three vertices.
struct Hinges {
  std::vector<RestTriangle> triangles;  ///< one per triangle of the mesh
  std::vector<Hinge> hinges;
  std::vector<std::array<std::int32_t, 3>> triangle_hinges;  ///< hinges of sides 0-1, 1-2, 2-0; -1 if none

  /// Returns the side of hinge h in its first (0) or second (1) triangle.
  [[nodiscard]] const RestTriangle::Side& side(const Hinge& h, std::size_t which) const {
    return triangles[h.triangles[which].index()].sides[h.sides[which]];
  }
  /// Returns the foot of the height of c (0) or d (1) on the edge, measured from its middle towards b [m].
  [[nodiscard]] double foot(const Hinge& h, std::size_t which) const {
    return which == 1 && h.same_front ? -side(h, which).foot : side(h, which).foot;
  }
  /// Returns the weights w [1/m] in θ ≈ Σ wᵢ xᵢ for a sheet that bends little, where θ is the jump of its slope across
  /// the edge.
  [[nodiscard]] std::array<double, 4> slope_weights(const Hinge& h) const;
  /// Returns the width of the cloth that bends about the edge [m]: a curvature κ across it makes an angle of κ times
  /// this.
  [[nodiscard]] double width(const Hinge& h) const { return 0.5 * (side(h, 0).height + side(h, 1).height); }
};

/// Finds the hinges of a mesh. Rest shapes come from the material coordinates, so a garment may start draped, and the
/// two sides of a seam may have different lengths. Triangles without material coordinates take their shape from the
/// positions.
[[nodiscard]] Hinges make_hinges(const Mesh& mesh, const Topology& topology);

[[nodiscard]] inline HingePositions positions_of(const Hinge& hinge, std::span<const Vec3> x) {
  const auto& v = hinge.vertices;
  return {x[v[0].index()], x[v[1].index()], x[v[2].index()], x[v[3].index()]};
}

}  // namespace muslin
