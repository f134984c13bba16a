#pragma once
#include <algorithm>
#include <muslin/response/collision_view.hpp>
#include <span>

namespace muslin {

/// Returns the largest displacement of any vertex of these contacts in the step, for the current velocities [m].
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
