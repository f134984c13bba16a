#pragma once
#include <cstdint>

namespace muslin {

/// What came of the attempt to solve a zone.
enum class ZoneOutcome : std::uint8_t {
  solved,
  inexact,   ///< it does not collide, but friction is only near the law: its rounds were spent
  unsolved,  ///< not within the budget; a shorter step is easier
  pinched,   ///< prescribed vertices leave no room
};

[[nodiscard]] constexpr bool is_solved(ZoneOutcome outcome) {
  return outcome == ZoneOutcome::solved || outcome == ZoneOutcome::inexact;
}

}  // namespace muslin
