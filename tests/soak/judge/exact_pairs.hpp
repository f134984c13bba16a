#pragma once
#include <array>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin::soak {

/// A triangle or a segment of a frame, in the index space of all bodies.
struct ExactElement {
  std::array<VertexId, 3> vertex;  ///< the last one is invalid for a segment
  std::int32_t body = 0;
  bool is_obstacle = false;

  [[nodiscard]] std::span<const VertexId> vertices() const { return {vertex.data(), vertex[2].valid() ? 3U : 2U}; }
};

/// Two elements that intersect, as indices into the list of elements; the first is smaller.
using ExactPair = std::pair<std::int32_t, std::int32_t>;

/// Finds every pair of elements that intersect, sorted, without pairs of two obstacles. CGAL decides with exact
/// predicates; nothing of the audit or of the collision detection takes part. Positions must be finite.
[[nodiscard]] std::vector<ExactPair> exact_pairs(std::span<const ExactElement> elements,
                                                 std::span<const Vec3> positions);

/// Decides one pair, as cgal_intersect() does, but with filtered predicates instead of constructions wherever both
/// elements have an area or a length: hundreds of times as fast.
[[nodiscard]] bool exact_intersect(const ExactElement& a, const ExactElement& b, std::span<const Vec3> positions);

}  // namespace muslin::soak
