#include <algorithm>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/frame_costs.hpp>

namespace muslin {
namespace {

/// Median of a quantity of the frames.
template <class Quantity>
auto median(const std::vector<FrameCost>& frames, const Quantity& quantity) {
  std::vector<decltype(quantity(frames.front()))> values;
  values.reserve(frames.size());
  for (const FrameCost& frame : frames) values.push_back(quantity(frame));
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void FrameCosts::add(const StepReport& step) {
  if (frames_.empty() || frames_.back().frame != step.frame) frames_.push_back({.frame = step.frame});
  const CollisionReport& collision = step.collision;
  combine(frames_.back(), FrameCost{.frame = step.frame,
                                    .steps = 1,
                                    .seconds = step.seconds,
                                    .contacts = collision.contacts,
                                    .passes = collision.passes,
                                    .rungs = collision.rungs,
                                    .lag = collision.lag});
}

std::vector<SlowFrame> FrameCosts::slow_frames() const {
  if (frames_.size() < tolerance::kFewestFramesForMedian) return {};
  SlowFrame found_frame{.median_seconds = median(frames_, [](const FrameCost& frame) { return frame.seconds.total(); }),
                        .median_steps = median(frames_, [](const FrameCost& frame) { return frame.steps; }),
                        .median_contacts = median(frames_, [](const FrameCost& frame) { return frame.contacts; })};
  const double slow = std::max(tolerance::kSlowFrameSeconds, tolerance::kSlowFrameRatio * found_frame.median_seconds);
  std::vector<SlowFrame> found;
  for (const FrameCost& frame : frames_) {
    if (!(frame.seconds.total() > slow)) continue;
    found_frame.cost = frame;
    found.push_back(found_frame);
  }
  if (found.size() <= tolerance::kMaxSlowFrames) return found;
  std::stable_sort(found.begin(), found.end(), [](const SlowFrame& a, const SlowFrame& b) {
    return a.cost.seconds.total() > b.cost.seconds.total();
  });
  found.resize(tolerance::kMaxSlowFrames);
  std::sort(found.begin(), found.end(),
            [](const SlowFrame& a, const SlowFrame& b) { return a.cost.frame < b.cost.frame; });
  return found;
}

}  // namespace muslin
