#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace muslin {

/// Marks the vertices whose value is prescribed: nonzero means fixed. With an empty span, all vertices are free.
using FixedMask = std::span<const std::uint8_t>;

[[nodiscard]] inline bool is_fixed(FixedMask fixed, std::size_t i) { return !fixed.empty() && fixed[i] != 0; }

}  // namespace muslin
