#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <muslin/core/types.hpp>
#include <ranges>
#include <vector>

namespace muslin {

/// Pairs of elements whose collisions are ignored, by labels of their vertices. Both lists are empty, or have one entry
/// per vertex.
struct Exemptions {
  /// The priority of a vertex that belongs to no obstacle, and the least priority of cloth that ignores no obstacle.
  static constexpr std::int32_t kNoPriority = std::numeric_limits<std::int32_t>::min();

  std::vector<std::int32_t> tangle;  ///< tangle of the vertex, or -1; elements within one tangle are exempt
  /// For a vertex of an obstacle its priority, and kNoPriority for any other. Constant, but needed only with the next.
  std::vector<std::int32_t> priority;
  /// The least priority of obstacles with which a vertex of cloth collides. An element of cloth and one of an obstacle
  /// are exempt if a vertex of the former asks for more than every vertex of the latter has.
  std::vector<std::int32_t> min_priority;

  [[nodiscard]] bool empty() const { return tangle.empty() && min_priority.empty(); }

  /// Returns whether two elements, each a range of vertices, are in one tangle.
  template <class A, class B>
  [[nodiscard]] bool has_tangled(const A& a, const B& b) const {
    if (tangle.empty()) return false;
    const std::int32_t label = tangle[std::ranges::begin(a)->index()];
    const auto has_it = [&](VertexId v) { return tangle[v.index()] == label; };
    return label >= 0 && std::ranges::all_of(a, has_it) && std::ranges::all_of(b, has_it);
  }
  /// Returns whether one element is cloth that ignores the other, an obstacle of lower priority.
  template <class A, class B>
  [[nodiscard]] bool has_outranked(const A& a, const B& b) const {
    if (min_priority.empty()) return false;
    const auto largest = [](const auto& element, const std::vector<std::int32_t>& of_vertex) {
      std::int32_t result = kNoPriority;
      for (const VertexId v : element) result = std::max(result, of_vertex[v.index()]);
      return result;
    };
    const std::int32_t priority_a = largest(a, priority), priority_b = largest(b, priority);
    if ((priority_a == kNoPriority) == (priority_b == kNoPriority)) return false;
    return priority_a == kNoPriority ? largest(a, min_priority) > priority_b : largest(b, min_priority) > priority_a;
  }
  template <class A, class B>
  [[nodiscard]] bool has(const A& a, const B& b) const {
    return has_tangled(a, b) || has_outranked(a, b);
  }
};

}  // namespace muslin
