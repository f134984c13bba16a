#pragma once
#include <algorithm>
#include <muslin/response/step/collision_step.hpp>
#include <span>

namespace muslin {

/// What moves farther after an inelastic response than this many times what moved farthest before has gone astray [1]:
/// it would sweep through everything, and so would the search for what it meets.
inline constexpr double kMaxDisplacementGrowth = 4.0;

/// The longest displacement that any vertex of these contacts goes in the step [m], with the velocities as they are
/// now.
[[nodiscard]] inline double max_displacement(const CollisionStep& step, std::span<const Contact> contacts,
                                             std::span<const std::uint32_t> which) {
  double longest = 0.0;
  for (const std::uint32_t c : which) {
    for (const VertexId v : contacts[c].vertex) {
      const std::size_t i = v.index();
      const double displacement = step.is_movable(v) ? step.size() * step.velocity()[i].norm()
                                                     : (step.candidate_end()[i] - step.start()[i]).norm();
      longest = std::max(longest, displacement);
    }
  }
  return longest;
}

}  // namespace muslin
