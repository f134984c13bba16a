#pragma once
#include <cstdint>
#include <map>
#include <muslin/sim/untangle/outward.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>
#include <span>
#include <vector>

namespace muslin {

/// An edge that passes through a triangle. The contour along which two sheets intersect passes through this point.
struct Piercing {
  EdgeId edge;
  TriangleId triangle;
  double share = 0.0;  ///< [1] position of the point along the edge: 0 at its lower vertex
  friend auto operator<=>(const Piercing& a, const Piercing& b) {
    return std::pair(a.edge, a.triangle) <=> std::pair(b.edge, b.triangle);
  }
  friend bool operator==(const Piercing& a, const Piercing& b) { return (a <=> b) == 0; }
};

/// Returns the piercings of intersecting pairs of triangles, each once, sorted. Pairs that only touch, or overlap in
/// one plane, have none.
[[nodiscard]] std::vector<Piercing> find_piercings(const TangleMesh& mesh, const Topology& topology,
                                                   std::span<const Vec3> position,
                                                   std::span<const IntersectingPair> pairs);

/// Returns the point of a piercing [m].
[[nodiscard]] Vec3 point_of(const Piercing& piercing, const Topology& topology, std::span<const Vec3> position);

/// The part of a sheet that is on the wrong side of another sheet, or of itself: global intersection analysis
/// [Baraff03 §4]. The contours cut the sheet into parts; crossing a contour changes the side. The side with fewer
/// vertices is taken to be the wrong one.
struct WrongSide {
  std::vector<VertexId> vertices;    ///< ascending; connected by edges that no contour cuts
  std::vector<TriangleId> partners;  ///< triangles of the other sheet that it must pass, ascending
  bool has_counterpart = false;      ///< whether some of the partners are on a wrong side as well
};

/// Which side of one sheet another one belongs on, by the parts that are on the right side: positive for the side that
/// the normals of the second sheet point to. Sheets are named by their lowest vertices. The analyses of several rounds
/// add to it, so that the choice of the first round holds.
using SheetOrder = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

/// The analysis of all contours.
struct ContourAnalysis {
  std::vector<WrongSide> wrong_sides;
  std::vector<std::uint8_t> is_resolved;  ///< per piercing: whether one of its ends is on a wrong side
  std::vector<double> order;              ///< per piercing: the SheetOrder of its sheets; 0 if not known
  std::vector<double> reverse_order;      ///< per piercing: the SheetOrder of the triangle's sheet to the edge's
};

/// Analyses contours. Sides with scripted vertices are taken to be right if the other side has none.
[[nodiscard]] ContourAnalysis analyse_contours(const TangleWorld& world, std::span<const Vec3> position,
                                               std::span<const Piercing> piercings, const OuterSide& outer,
                                               SheetOrder& order);

}  // namespace muslin
