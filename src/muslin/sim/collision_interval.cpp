#include <algorithm>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/collision_interval.hpp>

namespace muslin {

std::int64_t next_interval(const IntervalRule& rule, const IntervalState& memory, std::int64_t position,
                           std::int64_t total) {
  const std::int64_t wanted = memory.length > 0 ? std::min(memory.length, rule.longest) : rule.longest;
  const std::int64_t within_step = position % rule.parts_per_step;
  if (within_step != 0) return std::min(wanted, within_step & -within_step);
  if (wanted < rule.parts_per_step) return wanted;
  return std::min(wanted / rule.parts_per_step * rule.parts_per_step, total - position);
}

void record_success(const IntervalRule& rule, std::int64_t taken, IntervalState& memory) {
  if (memory.length == 0) memory.length = rule.longest;
  // An interval that the end of a frame or step cut short does not show that longer ones would succeed.
  if (taken < memory.length) return;
  if (++memory.successes < tolerance::kIntervalDoublingSuccesses) return;
  memory.length = std::min(2 * memory.length, rule.longest);
  memory.successes = 0;
}

void record_failure(const IntervalRule& rule, std::int64_t taken, IntervalState& memory) {
  const std::int64_t half = taken / 2;
  memory.length =
      half > rule.parts_per_step ? half / rule.parts_per_step * rule.parts_per_step : std::max<std::int64_t>(half, 1);
  // Intervals longer than a step fall to one whole step before they become a fraction of it, so that fractions stay
  // powers of two.
  if (taken > rule.parts_per_step && memory.length < rule.parts_per_step) memory.length = rule.parts_per_step;
  memory.successes = 0;
}

}  // namespace muslin
