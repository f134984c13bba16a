#pragma once
#include <muslin/sim/untangle/local_sides.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A vertex that slides along its sheet.
struct SlidingVertex {
  VertexId vertex;
  Vec3 displacement;  ///< [m]
};

/// Slides two sheets apart along a contour that leaves each of them over its border. No side of such a contour is the
/// wrong one, and where the sheets cross at a steep angle, a fold to either side would be large. The shortest way out
/// is along the contour: the border of each sheet lies on the other one and moves back to the end of the contour, and
/// takes its surroundings along, less with growing distance. The sheets only slide within their own surfaces, so that
/// no fold arises. `clearance` is added to the length of the contour [m]. Returns nothing for contours of other kinds.
[[nodiscard]] std::vector<SlidingVertex> slide_apart(const TangleWorld& world, std::span<const Vec3> position,
                                                     std::span<const Piercing> piercings, const Contour& contour,
                                                     double clearance);

}  // namespace muslin
