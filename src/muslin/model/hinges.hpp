#pragma once
#include <muslin/geometry/topology.hpp>
#include <muslin/model/dihedral.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A triangle as it is at rest, laid out flat: in material space if it has a place there, else as its rest positions
/// span it. Counter-clockwise: a mirrored pattern piece is mirrored back, which bending does not notice.
struct RestTriangle {
  struct Side {           ///< from corner k to corner k + 1
    double length = 0.0;  ///< [m]
    double height = 0.0;  ///< of the third corner above it [m]
    double foot = 0.0;    ///< of that height on the side, counted from its middle [m]
    Vec2 along = Vec2::Zero();
    Vec2 outward = Vec2::Zero();
  };
  std::array<Side, 3> sides;
  double area = 0.0;          ///< [m²]
  bool has_material = false;  ///< else it has no warp and no weft
  bool usable = false;        ///< three different vertices, and an area that is not lost in rounding
};

/// An inner edge, about which the cloth bends.
struct Hinge {
  std::array<VertexId, 4> vertices;            ///< a, b, c, d of HingePositions; a to b as the first triangle runs
  std::array<TriangleId, 2> triangles;         ///< of c, of d
  std::array<std::uint8_t, 2> sides = {0, 0};  ///< which side of each it is
  bool same_front = true;  ///< both triangles call the same side of the cloth their front (not where a mesh is not
                           ///< consistently oriented, or a Möbius strip closes)
};

/// All hinges of a mesh, in the order of its edges. No hinge: the edges of one triangle or of more than two, and those
/// of triangles that are not usable or lie on each other with the same three vertices.
struct Hinges {
  std::vector<RestTriangle> triangles;  ///< one for each of the mesh
  std::vector<Hinge> hinges;
  std::vector<std::array<std::int32_t, 3>> triangle_hinges;  ///< of sides 0-1, 1-2, 2-0; -1: none

  /// The side of hinge h in its first (0) or second (1) triangle.
  [[nodiscard]] const RestTriangle::Side& side(const Hinge& h, std::size_t which) const {
    return triangles[h.triangles[which].index()].sides[h.sides[which]];
  }
  /// Where the height of c (0) or d (1) meets the edge, counted from its middle towards b [m].
  [[nodiscard]] double foot(const Hinge& h, std::size_t which) const {
    return which == 1 && h.same_front ? -side(h, which).foot : side(h, which).foot;
  }
  /// θ ≈ Σ wᵢ xᵢ for a sheet that bends little: the jump of its slope across the edge [1/m].
  [[nodiscard]] std::array<double, 4> slope_weights(const Hinge& h) const;
  /// Width of cloth that bends about the edge [m]: curvature κ across it makes an angle of κ times this.
  [[nodiscard]] double width(const Hinge& h) const { return 0.5 * (side(h, 0).height + side(h, 1).height); }
};

/// Rest shapes come from the material coordinates, so that a garment may start draped; the two sides of a seam may
/// have different lengths. Triangles without them take their shape from the positions.
[[nodiscard]] Hinges make_hinges(const Mesh& mesh, const Topology& topology);

[[nodiscard]] inline HingePositions positions_of(const Hinge& hinge, std::span<const Vec3> x) {
  const auto& v = hinge.vertices;
  return {x[v[0].index()], x[v[1].index()], x[v[2].index()], x[v[3].index()]};
}

}  // namespace muslin
