#pragma once
#include <array>
#include <muslin/geometry/box.hpp>
#include <muslin/sim/untangle/contours.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A connected curve along which two pieces of cloth intersect.
struct Contour {
  std::vector<std::size_t> piercings;  ///< indices of the piercings on it, ascending
  Box box;                             ///< of these points
};

/// Returns the contours of all piercings. A contour connects piercings of the same two triangles.
[[nodiscard]] std::vector<Contour> find_contours(const Topology& topology, std::span<const Vec3> position,
                                                 std::span<const Piercing> piercings);

/// A vertex that must pass a triangle of the other layer.
struct LocalMove {
  VertexId vertex;
  TriangleId triangle;           ///< with the nearest point of the other layer
  std::array<double, 3> weight;  ///< of its corners there
  Vec3 gap;                      ///< from that point to the vertex [m]
  Vec3 side;                     ///< unit normal of the other layer, on the side on which the vertex belongs
};

/// Which of two layers belongs on which side of the other, near a contour.
struct LocalSides {
  std::vector<LocalMove> moves;
  std::vector<double> order;  ///< per piercing of the contour: the side of its triangle on which its edge belongs (±1)
};

/// Decides by what is near a contour, where the contour alone separates nothing: it may leave each layer over the
/// border of the other [Wicke06], or end within both. Vertices that lie above an inner point of the other layer are
/// counted, and the side with more of them is the right one; Body::layer comes before that. Returns no order if the
/// layers are not two, or cross at a steep angle.
[[nodiscard]] LocalSides decide_locally(const TangleWorld& world, std::span<const Vec3> position,
                                        std::span<const Piercing> piercings, const Contour& contour,
                                        const OuterSide& outer);

}  // namespace muslin
