#pragma once
#include <cstdint>
#include <muslin/math/block/block_pattern.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Parts of the world that nothing holds: no scripted vertex among all that the pairs connect.
struct FreeParts {
  std::vector<std::int32_t> part;  ///< of each vertex; -1: held
  std::size_t count = 0;
};

/// Parts are numbered by their lowest vertex. `scripted`: one entry per vertex.
[[nodiscard]] FreeParts find_free_parts(std::span<const VertexPair> pairs, std::span<const std::uint8_t> scripted);

}  // namespace muslin
