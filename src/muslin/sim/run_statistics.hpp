#pragma once
#include <algorithm>
#include <cstdint>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/step_report.hpp>
#include <string>
#include <vector>

namespace muslin {

/// What the steps of a run come to.
struct RunStatistics {
  std::int64_t steps = 0;
  PhaseTimes seconds;  ///< sums [s]
  std::int64_t newton_steps = 0;
  std::int64_t solver_iterations = 0;
  std::int64_t unconverged_steps = 0;
  double max_strain = 0.0;  ///< [1] over all steps
  double max_speed = 0.0;   ///< [m/s] over all steps
  StepReport last;          ///< energies and momentum at the end

  void add(const StepReport& step) {
    ++steps;
    seconds.assembly += step.seconds.assembly;
    seconds.solve += step.seconds.solve;
    seconds.rest += step.seconds.rest;
    newton_steps += step.newton_steps;
    solver_iterations += step.solver_iterations;
    unconverged_steps += step.solver_converged ? 0 : 1;
    max_strain = std::max(max_strain, step.max_strain);
    max_speed = std::max(max_speed, step.max_speed);
    last = step;
  }
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
