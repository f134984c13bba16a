#pragma once
#include <cstdint>

namespace muslin {

/// How long the next collision step is: up to some steps of the integrator [Sifakis08 §3], or a fraction of one where
/// collisions are hard. Measured in parts, 2^max_halvings of which make one step of the integrator. Halved after a
/// failure, doubled after a few successes.
struct IntervalRule {
  std::int64_t parts_per_step = 1;  ///< a power of two
  std::int64_t longest = 1;         ///< [parts]; whole steps

  /// Successes in a row after which the interval is doubled.
  static constexpr std::int64_t kSuccessesBeforeDoubling = 4;
};

/// What is remembered from one interval to the next; part of the simulation's state.
struct IntervalState {
  std::int64_t length = 0;     ///< [parts]; 0: not chosen yet
  std::int64_t successes = 0;  ///< in a row at that length
};

/// The next interval [parts] from `position` in a frame of `total` parts. A fraction of a step begins at a multiple of
/// itself, so that steps of the integrator stay whole; nothing reaches beyond the frame.
[[nodiscard]] std::int64_t next_interval(const IntervalRule& rule, const IntervalState& memory, std::int64_t position,
                                         std::int64_t total);
void record_success(const IntervalRule& rule, std::int64_t taken, IntervalState& memory);
/// `taken` was too long, and longer than one part.
void record_failure(const IntervalRule& rule, std::int64_t taken, IntervalState& memory);

}  // namespace muslin
