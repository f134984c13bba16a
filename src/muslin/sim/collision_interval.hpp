#pragma once
#include <cstdint>
#include <muslin/sim/state.hpp>

namespace muslin {

/// The rule for the length of the next collision step: several integrator steps [Sifakis08 §3], or a fraction of one
/// where collisions are hard to resolve. Lengths are measured in parts; 2^max_halvings parts make one integrator step.
/// The length is halved after a failure and doubled after a few successes.
struct IntervalRule {
  std::int64_t parts_per_step = 1;  ///< a power of two
  std::int64_t longest = 1;         ///< largest length [parts]; a whole number of steps
};

/// Returns the length of the next interval [parts] from `position` in a frame of `total` parts. A fraction of a step
/// begins at a multiple of its length, so that integrator steps stay whole. No interval extends beyond the frame.
[[nodiscard]] std::int64_t next_interval(const IntervalRule& rule, const IntervalState& memory, std::int64_t position,
                                         std::int64_t total);
void record_success(const IntervalRule& rule, std::int64_t taken, IntervalState& memory);
/// Records that an interval of `taken` parts was too long. It must have more than one part.
void record_failure(const IntervalRule& rule, std::int64_t taken, IntervalState& memory);

}  // namespace muslin
