#pragma once
#include <cstdint>
#include <muslin/math/block/block_pattern.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The connected parts of the world that contain no scripted vertex. Internal forces conserve their momentum.
struct FreeParts {
  std::vector<std::int32_t> part;  ///< part of each vertex; -1 if connected to a scripted vertex
  std::size_t count = 0;
};

/// Finds the free parts, numbered in the order of their lowest vertex. `scripted` has one entry per vertex.
[[nodiscard]] FreeParts find_free_parts(std::span<const VertexPair> pairs, std::span<const std::uint8_t> scripted);

}  // namespace muslin
