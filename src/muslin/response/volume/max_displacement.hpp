#pragma once
#include <algorithm>
#include <muslin/response/collision_view.hpp>
#include <span>

namespace muslin {

/// Returns the largest displacement of any vertex of a contact in the step, for the current velocities [m].
[[nodiscard]] inline double max_displacement(const CollisionView& step, const Contact& contact) {
  double largest = 0.0;
  for (const VertexId v : contact.vertex) {
    const std::size_t i = v.index();
    const double displacement = step.is_movable(v) ? step.size() * step.velocity()[i].norm()
                                                   : (step.candidate_end()[i] - step.start()[i]).norm();
    largest = std::max(largest, displacement);
  }
  return largest;
}

/// Returns the largest displacement of any vertex of these contacts [m].
[[nodiscard]] inline double max_displacement(const CollisionView& step, std::span<const Contact> contacts,
                                             std::span<const std::uint32_t> which) {
  double largest = 0.0;
  for (const std::uint32_t c : which) largest = std::max(largest, max_displacement(step, contacts[c]));
  return largest;
}

}  // namespace muslin
