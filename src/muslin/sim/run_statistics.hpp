#pragma once
#include <algorithm>
#include <cstdint>
#include <muslin/response/collision_report.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/step_report.hpp>
#include <string>
#include <vector>

namespace muslin {

/// What the collisions of a run come to: sums over its steps, unless said otherwise.
struct CollisionStatistics {
  std::int64_t broad_phase_pairs = 0;
  std::int64_t proximities = 0;
  std::int64_t contacts = 0;
  std::int64_t zones = 0;
  std::int64_t largest_zone = 0;  ///< contacts in the largest of any step
  std::int64_t passes = 0;
  std::int64_t iterations = 0;
  std::int64_t rough_zones = 0;
  std::int64_t certificates = 0;
  Rungs rungs;
  ClusterCounts clusters;
  QpCounts qp;
  std::int64_t stopped_vertices = 0;
  Lag largest_lag;             ///< at the end of any step
  double energy_lost = 0.0;    ///< [J]
  double sliding_speed = 0.0;  ///< mean over the simulated time, also that without pairs in proximity [m/s]

  /// Takes the steps in their order.
  void add(const StepReport& report);
};

/// What the steps of a run come to.
struct RunStatistics {
  std::int64_t steps = 0;
  std::int64_t substeps = 0;  ///< of the integrator
  PhaseTimes seconds;         ///< sums [s]
  std::int64_t newton_steps = 0;
  std::int64_t solver_iterations = 0;
  std::int64_t unconverged_steps = 0;
  double max_strain = 0.0;  ///< [1] over all steps
  double max_speed = 0.0;   ///< [m/s] over all steps
  CollisionStatistics collision;
  LimitReport limits;                 ///< sums of iterations; means of means; the largest of the rest
  std::int64_t over_limit_steps = 0;  ///< at whose end something was over its limit
  std::int64_t intersections = 0;     ///< over all frames; not of the steps, but of the audit
  double earlier_frame_lag = 0.0;     ///< the largest at the end of a frame before that of `last` [m]
  StepReport last;                    ///< energies and momentum at the end

  /// Takes the steps in their order.
  void add(const StepReport& step);
  /// The largest lag at the end of a frame [m]: what is behind within a frame, but not at its end, nobody sees.
  [[nodiscard]] double max_frame_lag() const { return std::max(earlier_frame_lag, last.collision.lag.length); }
};

/// One of the scene's expectations, and what became of it.
struct ExpectationOutcome {
  std::string name;  ///< as in the scene: "max_strain"
  double limit = 0.0;
  double value = 0.0;
  [[nodiscard]] bool met() const { return value <= limit; }
};

/// All expectations that the scene has, against a run that went to its end.
[[nodiscard]] std::vector<ExpectationOutcome> check_expectations(const Expectations& expect, const RunStatistics& run);

}  // namespace muslin
