#pragma once
#include <cstdint>
#include <muslin/core/report_fields.hpp>
#include <muslin/sim/step_report.hpp>
#include <vector>

namespace muslin {

/// What a frame cost, and what happened in it.
struct FrameCost {
  std::int64_t frame = 0;     ///< StepReport::frame of its steps
  std::int64_t steps = 0;     ///< number of steps
  PhaseTimes seconds = {};    ///< wall-clock time of computing, by phase [s]
  std::int64_t contacts = 0;  ///< pairs that would have collided, over its steps
  std::int64_t passes = 0;    ///< passes of collision detection, over its steps
  Rungs rungs = {};           ///< how often each rung of the ladder was taken
  Lag lag = {};               ///< the largest lag of a scripted vertex at the end of a step

  /// Describes the fields for files (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    using Cost = FrameCost;
    return std::tuple(
        field("frame", &Cost::frame, last, {.about = "number of the frame"}),
        field("steps", &Cost::steps, sum, {.about = "its steps"}),
        parts("seconds", &Cost::seconds, {.about = "computing time, by phase", .unit = "s"}),
        field("contacts", &Cost::contacts, sum, {.about = "pairs that would have collided"}),
        field("passes", &Cost::passes, sum, {.about = "passes of collision detection"}),
        parts("rungs", &Cost::rungs, {.about = "how often each rung of the ladder was taken"}),
        field_of_largest("lag", &Cost::lag, +[](const Cost& cost) { return cost.lag.length; },
                         {.about = "the scripted vertex farthest behind its script at the end of a step"}));
  }
};

/// A frame that took much longer than most frames of its run.
struct SlowFrame {
  FrameCost cost = {};               ///< what it cost
  double median_seconds = 0.0;       ///< median computing time of the frames of the run [s]
  std::int64_t median_steps = 0;     ///< median number of steps of its frames
  std::int64_t median_contacts = 0;  ///< median number of pairs that would have collided in its frames

  /// Describes the fields for files (core/report_fields.hpp).
  static constexpr auto fields() {
    return std::tuple(inline_parts(&SlowFrame::cost),
                      field("median_seconds", &SlowFrame::median_seconds, Combine::last,
                            {.about = "median computing time of the frames of the run", .unit = "s"}),
                      field("median_steps", &SlowFrame::median_steps, Combine::last,
                            {.about = "median number of steps of its frames"}),
                      field("median_contacts", &SlowFrame::median_contacts, Combine::last,
                            {.about = "median number of pairs that would have collided in its frames"}));
  }
};

/// The costs of the frames of a run.
class FrameCosts {
 public:
  /// Adds a step. Steps must be added in order.
  void add(const StepReport& step);

  /// Returns the frames that took more than 20 times the median of all frames so far, and longer than a processor may
  /// have been busy elsewhere: the costliest ones, in their order. Fewer than five frames have no median.
  [[nodiscard]] std::vector<SlowFrame> slow_frames() const;
  /// The costs of all frames, in order.
  [[nodiscard]] const std::vector<FrameCost>& frames() const { return frames_; }

 private:
  std::vector<FrameCost> frames_;
};

}  // namespace muslin
