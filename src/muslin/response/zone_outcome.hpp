#pragma once
#include <cstdint>

namespace muslin {

/// What came of the attempt to solve a zone.
enum class ZoneOutcome : std::uint8_t {
  solved,
  hopeless,  ///< not within the budget; a shorter step is easier
  pinched,   ///< prescribed vertices leave no room
};

}  // namespace muslin
