#pragma once
#include <cstdint>
#include <muslin/sim/frame_costs.hpp>
#include <muslin/sim/step_report.hpp>

namespace muslin {

/// Statistics over the steps of a run.
struct RunStatistics {
  std::int64_t steps = 0;                   ///< number of steps added
  StepReport total;                         ///< reports of all steps, combined as its description says
  double max_lag = 0.0;                     ///< largest lag of a scripted vertex at the end of a frame [m]
  std::int64_t intersections = 0;           ///< sum over all frames, tangles included; found by the audit, not by steps
  std::int64_t intersections_as_given = 0;  ///< sum of FrameAudit::intersections_as_given() over all frames
  FrameCosts frame_costs;                   ///< what each frame cost

  /// Adds a step. Steps must be added in order.
  void add(const StepReport& step);

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(field("steps", &RunStatistics::steps, sum,
                            {.about = "steps of all frames that are there", .absent = Absent::is_damage}),
                      inline_parts(&RunStatistics::total),
                      field("max_lag", &RunStatistics::max_lag, max,
                            {.about = "largest distance of a scripted vertex from its script at the end of a frame; "
                                      "what lags only within a frame is not seen",
                             .unit = "m"}));
  }

  // State of add() from the previous step.
  std::int64_t last_frame = 0;  ///< StepReport::frame of the last step added
  double earlier_lag = 0.0;     ///< largest lag at the end of any frame before `last_frame` [m]
};

}  // namespace muslin
