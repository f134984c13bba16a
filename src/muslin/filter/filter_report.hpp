#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>

namespace muslin {

/// The outcome of a projection onto the stretch limits.
struct FilterReport {
  int iterations = 0;           ///< linear systems solved
  double strain = 0.0;          ///< largest strain of a limited length [1]
  std::int64_t over_limit = 0;  ///< limited lengths that still exceed their limit
  VertexId worst;               ///< a vertex of the length that exceeds its limit most
  double max_violation = 0.0;   ///< largest violation of a contact's gap [m]
  [[nodiscard]] bool is_within() const { return over_limit == 0; }
};

}  // namespace muslin
