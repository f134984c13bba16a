#include <algorithm>
#include <muslin/sim/run_statistics.hpp>

namespace muslin {

void RunStatistics::add(const StepReport& step) {
  if (steps > 0 && step.frame != last_frame) earlier_lag = max_lag;
  last_frame = step.frame;
  max_lag = std::max(earlier_lag, step.collision.lag.length);
  ++steps;
  frame_costs.add(step);
  // The time at the end of a step is the total time of all steps so far.
  combine(total, step, {.steps = steps, .size = step.size, .time = step.time});
}

}  // namespace muslin
