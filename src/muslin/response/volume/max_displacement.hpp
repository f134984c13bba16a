#pragma once
#include <algorithm>
#include <muslin/response/collision_view.hpp>
#include <span>

namespace muslin {

/// The largest displacement after a response may exceed the largest before it by this factor [1]; a response beyond
/// that is rejected, for its vertices would sweep through the whole scene, and so would the search for collisions.
inline constexpr double kMaxDisplacementGrowth = 4.0;

/// The largest displacement of any vertex of these contacts in the step [m], with the velocities as they are now.
[[nodiscard]] inline double max_displacement(const CollisionView& step, std::span<const Contact> contacts,
                                             std::span<const std::uint32_t> which) {
  double largest = 0.0;
  for (const std::uint32_t c : which) {
    for (const VertexId v : contacts[c].vertex) {
      const std::size_t i = v.index();
      const double displacement = step.is_movable(v) ? step.size() * step.velocity()[i].norm()
                                                     : (step.candidate_end()[i] - step.start()[i]).norm();
      largest = std::max(largest, displacement);
    }
  }
  return largest;
}

}  // namespace muslin
