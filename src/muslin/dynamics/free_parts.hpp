#pragma once
#include <cstdint>
#include <muslin/math/block/block_pattern.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Connected parts of the world without a scripted vertex: their momentum is conserved.
struct FreeParts {
  std::vector<std::int32_t> part;  ///< of each vertex; -1: connected to a scripted vertex
  std::size_t count = 0;
};

/// Parts are numbered by their lowest vertex. `scripted`: one entry per vertex.
[[nodiscard]] FreeParts find_free_parts(std::span<const VertexPair> pairs, std::span<const std::uint8_t> scripted);

}  // namespace muslin
