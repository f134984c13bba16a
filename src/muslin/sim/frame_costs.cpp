#include <algorithm>
#include <muslin/core/tolerances.hpp>
#include <muslin/sim/frame_costs.hpp>

namespace muslin {
namespace {

double median_seconds(const std::vector<FrameCost>& frames) {
  std::vector<double> seconds;
  seconds.reserve(frames.size());
  for (const FrameCost& frame : frames) seconds.push_back(frame.seconds.total());
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
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
  const double median = median_seconds(frames_);
  const double slow = std::max(tolerance::kSlowFrameSeconds, tolerance::kSlowFrameRatio * median);
  std::vector<SlowFrame> found;
  for (const FrameCost& frame : frames_)
    if (frame.seconds.total() > slow) found.push_back({.cost = frame, .median_seconds = median});
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
