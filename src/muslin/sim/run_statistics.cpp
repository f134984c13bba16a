#include <muslin/sim/run_statistics.hpp>

namespace muslin {

void CollisionStatistics::add(const StepReport& report) {
  const CollisionReport& step = report.collision;
  broad_phase_pairs += step.broad_phase_pairs;
  proximities += step.proximities;
  contacts += step.contacts;
  zones += step.zones;
  largest_zone = std::max(largest_zone, step.largest_zone);
  passes += step.passes;
  iterations += step.iterations;
  rough_zones += step.rough_zones;
  certificates += step.certificates;
  rungs += step.rungs;
  clusters += step.clusters;
  qp += step.qp;
  stopped_vertices += step.stopped_vertices;
  if (step.lag.length > largest_lag.length) largest_lag = step.lag;
  energy_lost += step.energy_lost;
  // The time at the end of the step is that of all steps so far.
  if (report.time > 0.0) sliding_speed += (step.sliding_speed - sliding_speed) * report.size / report.time;
}

void RunStatistics::add(const StepReport& step) {
  if (steps > 0 && step.frame != last.frame) earlier_frame_lag = max_frame_lag();
  ++steps;
  substeps += step.substeps;
  seconds.assembly += step.seconds.assembly;
  seconds.solve += step.seconds.solve;
  seconds.filter += step.seconds.filter;
  seconds.detection += step.seconds.detection;
  seconds.response += step.seconds.response;
  seconds.rest += step.seconds.rest;
  newton_steps += step.newton_steps;
  solver_iterations += step.solver_iterations;
  unconverged_steps += step.solver_converged ? 0 : 1;
  max_strain = std::max(max_strain, step.max_strain);
  max_speed = std::max(max_speed, step.max_speed);
  collision.add(step);
  limits.iterations += step.limits.iterations;
  limits.strain = std::max(limits.strain, step.limits.strain);
  if (step.limits.over_limit > limits.over_limit) {
    limits.over_limit = step.limits.over_limit;
    limits.worst = step.limits.worst;
    limits.worst_place = step.limits.worst_place;
  }
  limits.shape_error = std::max(limits.shape_error, step.limits.shape_error);
  // A mean over the steps.
  limits.mean_squared_shape_error +=
      (step.limits.mean_squared_shape_error - limits.mean_squared_shape_error) / static_cast<double>(steps);
  over_limit_steps += step.limits.over_limit > 0 ? 1 : 0;
  last = step;
}

std::vector<ExpectationOutcome> check_expectations(const Expectations& expect, const RunStatistics& run) {
  std::vector<ExpectationOutcome> outcomes;
  if (expect.max_strain) outcomes.push_back({"max_strain", *expect.max_strain, run.max_strain});
  if (expect.final_kinetic_energy)
    outcomes.push_back({"final_kinetic_energy", *expect.final_kinetic_energy, run.last.kinetic_energy});
  if (expect.max_speed) outcomes.push_back({"max_speed", *expect.max_speed, run.max_speed});
  if (expect.intersections)
    outcomes.push_back({"intersections", *expect.intersections, static_cast<double>(run.intersections)});
  if (expect.stopped_zones)
    outcomes.push_back({"stopped_zones", *expect.stopped_zones, static_cast<double>(run.collision.rungs.stops)});
  if (expect.over_limit_steps)
    outcomes.push_back({"over_limit_steps", *expect.over_limit_steps, static_cast<double>(run.over_limit_steps)});
  if (expect.max_shape_error) outcomes.push_back({"max_shape_error", *expect.max_shape_error, run.limits.shape_error});
  if (expect.max_lag) outcomes.push_back({"max_lag", *expect.max_lag, run.max_frame_lag()});
  return outcomes;
}

}  // namespace muslin
