#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

class CollisionStep;

/// A vertex of cloth that obstacles pinch, and the least priority of the obstacles with which it should still collide.
struct OutrankedVertex {
  VertexId vertex;
  std::int32_t min_priority = 0;
};

/// Finds the cloth that obstacles of different priority pinch: in each zone of the contacts that a response left, the
/// vertices that touch an obstacle of lower priority than another one that the zone touches, directly or through layers
/// of cloth. `priority` has one entry per vertex, as Exemptions::priority. The result is empty if priorities do not
/// decide.
[[nodiscard]] std::vector<OutrankedVertex> find_outranked(CollisionStep& step, std::span<const std::int32_t> priority);

}  // namespace muslin
