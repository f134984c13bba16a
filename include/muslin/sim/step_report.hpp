#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/response/collision_report.hpp>
#include <string>

namespace muslin {

/// Wall-clock time of each phase of a step [s].
struct PhaseTimes {
  double assembly = 0.0;   ///< forces and their matrix
  double solve = 0.0;      ///< linear systems of the integrator
  double filter = 0.0;     ///< limits on stretch, and rigid patches
  double detection = 0.0;  ///< proximities, collisions and certificates
  double response = 0.0;   ///< repulsion and the responses of all rungs, without detection
  double rest = 0.0;       ///< scripts, bookkeeping and measurements

  /// Returns the time for collisions: detection and response.
  [[nodiscard]] double collision() const { return detection + response; }
  /// Returns the time of all phases.
  [[nodiscard]] double total() const { return assembly + solve + filter + detection + response + rest; }

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(
        field("assembly", &PhaseTimes::assembly, sum, {.about = "forces and their matrix", .unit = "s"}),
        field("solve", &PhaseTimes::solve, sum, {.about = "linear systems of the integrator", .unit = "s"}),
        field("filter", &PhaseTimes::filter, sum, {.about = "limits on stretch, and rigid patches", .unit = "s"}),
        field("detection", &PhaseTimes::detection, sum,
              {.about = "proximities, collisions and certificates", .unit = "s"}),
        field("response", &PhaseTimes::response, sum,
              {.about = "repulsion and the responses of all rungs, without detection", .unit = "s"}),
        field("rest", &PhaseTimes::rest, sum, {.about = "scripts, bookkeeping and measurements", .unit = "s"}));
  }
};

/// A vertex of the world and its position.
struct VertexPlace {
  VertexId vertex;            ///< its number, counted over all bodies in their order; invalid: none
  Vec3 place = Vec3::Zero();  ///< where it is [m]

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(field("vertex", &VertexPlace::vertex, step_only,
                            {.about = "its number, counted over all bodies in their order; -1: none"}),
                      field("place", &VertexPlace::place, step_only, {.about = "where it is", .unit = "m"}));
  }
};

/// The report on limits on stretch and rigid patches.
struct LimitReport {
  std::int64_t iterations = 0;        ///< linear systems solved to keep limits and patches
  double strain = 0.0;                ///< largest strain of what is limited, at the end of the step [1]
  std::int64_t over_limit = 0;        ///< lengths that are over their limit there
  VertexPlace worst = {};             ///< where a limit is exceeded most
  std::int64_t over_limit_steps = 0;  ///< steps at whose end a length was over its limit; in a run only
  double shape_error = 0.0;           ///< distance of the vertex that is farthest from the shape of its patch [m]
  /// Mean of the squared distances of the vertices of hybrid patches from the shapes of their patches [m²].
  double mean_squared_shape_error = 0.0;
  std::int64_t matchings = 0;          ///< shapes of hybrid patches that were mixed with the projection
  std::int64_t dropped_matchings = 0;  ///< of these: dropped, in whole or in part

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    using Report = LimitReport;
    return std::tuple(
        field("iterations", &Report::iterations, sum, {.about = "linear systems solved to keep limits and patches"}),
        field("strain", &Report::strain, max,
              {.about = "largest strain of what is limited, at the end of the step", .unit = "1"}),
        field("over_limit", &Report::over_limit, max, {.about = "lengths that are over their limit there"}),
        field_of_largest(
            "worst", &Report::worst, +[](const Report& report) { return static_cast<double>(report.over_limit); },
            {.about = "where a limit is exceeded most; in a run, of the step with the most lengths over their limit"}),
        step_count("over_limit_steps", &Report::over_limit_steps,
                   +[](const Report& report) { return report.over_limit > 0; },
                   {.about = "steps at whose end a length was over its limit"}),
        field("shape_error", &Report::shape_error, max,
              {.about = "distance of the vertex that is farthest from the shape of its patch", .unit = "m"}),
        field("mean_squared_shape_error", &Report::mean_squared_shape_error, mean_over_steps,
              {.about = "mean of the squared distances of the vertices of hybrid patches", .unit = "m²"}),
        field("matchings", &Report::matchings, sum,
              {.about = "shapes of hybrid patches that were mixed with the projection"}),
        field("dropped_matchings", &Report::dropped_matchings, sum,
              {.about = "of these: shapes that were dropped, in whole or in part, because the projection opposed"}));
  }
};

/// The report on one certified step, from one collision detection to the next. It is one line of stats.ndjson. Reports
/// of several steps combine into one of the same type, as the description of each field says.
struct StepReport {
  /// Frame that the step leads to. A Simulator counts frames after the start; stats.ndjson has the number of the frame,
  /// which is SceneTime::start_frame more.
  std::int64_t frame = 0;
  int step = 0;                        ///< number within the frame, from 1
  double time = 0.0;                   ///< at the end of the step, after the start [s]
  double size = 0.0;                   ///< Δt, the simulated time of the step [s]
  std::int64_t substeps = 0;           ///< substeps of the integrator
  PhaseTimes seconds;                  ///< wall-clock time of computing, by phase [s]
  std::int64_t newton_steps = 0;       ///< Newton steps of the integrator
  std::int64_t solver_iterations = 0;  ///< iterations of the linear solver
  double solver_residual = 0.0;        ///< relative residual that the linear solver left [1]
  bool solver_converged = true;        ///< true if that is within the tolerance
  std::int64_t unconverged_steps = 0;  ///< steps whose linear solver did not converge; in a run only
  double max_strain = 0.0;             ///< largest stretch of any element, minus 1 [1]
  double max_speed = 0.0;              ///< largest speed of a movable vertex [m/s]
  double kinetic_energy = 0.0;         ///< kinetic energy of the movable vertices [J]
  double elastic_energy = 0.0;         ///< elastic energy of all bodies [J]
  double gravity_energy = 0.0;         ///< potential energy of the movable vertices, against the origin [J]
  Vec3 momentum = Vec3::Zero();        ///< momentum of the movable vertices [kg m/s]
  Vec3 reaction = Vec3::Zero();        ///< sum of the forces that hold the scripted vertices [N]
  std::int64_t memory = 0;             ///< memory of the process when the frame was finished [B]; 0 if unknown
  CollisionReport collision;           ///< what happened to collisions
  LimitReport limits;                  ///< what became of limits on stretch and of rigid patches

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    using Report = StepReport;
    return std::tuple(
        field("frame", &Report::frame, step_only,
              {.about = "number of the frame that the step leads to", .absent = Absent::is_damage}),
        field("step", &Report::step, step_only,
              {.about = "number within the frame, from 1; a step goes from one collision detection to the next",
               .absent = Absent::is_damage}),
        field("time", &Report::time, step_only,
              {.about = "at the end of the step, after the start", .unit = "s", .absent = Absent::is_damage}),
        field("step_size", &Report::size, step_only,
              {.about = "Δt, the simulated time of the step", .unit = "s", .absent = Absent::is_damage}),
        field("substeps", &Report::substeps, sum, {.about = "substeps of the integrator"}),
        parts("seconds", &Report::seconds,
              {.about = "wall-clock time of computing, by phase", .unit = "s", .absent = Absent::is_damage}),
        field("newton_steps", &Report::newton_steps, sum, {.about = "Newton steps of the integrator"}),
        field("solver_iterations", &Report::solver_iterations, sum, {.about = "iterations of the linear solver"}),
        field("solver_residual", &Report::solver_residual, step_only,
              {.about = "relative residual that the linear solver left", .unit = "1"}),
        field("solver_converged", &Report::solver_converged, step_only,
              {.about = "`true` if that is within the tolerance"}),
        step_count("unconverged_steps", &Report::unconverged_steps,
                   +[](const Report& report) { return !report.solver_converged; },
                   {.about = "steps whose linear solver did not converge"}),
        field("max_strain", &Report::max_strain, max,
              {.about = "largest stretch of any element, minus 1", .unit = "1", .title = "strain", .in_csv = true}),
        field("max_speed", &Report::max_speed, max, {.about = "largest speed of a movable vertex", .unit = "m/s"}),
        field("kinetic_energy", &Report::kinetic_energy, last,
              {.about = "kinetic energy of the movable vertices", .unit = "J"}),
        field("elastic_energy", &Report::elastic_energy, last, {.about = "elastic energy", .unit = "J"}),
        field("gravity_energy", &Report::gravity_energy, last,
              {.about = "potential energy of the movable vertices, against the origin", .unit = "J"}),
        field("momentum", &Report::momentum, step_only,
              {.about = "momentum of the movable vertices", .unit = "kg m/s"}),
        field("reaction", &Report::reaction, step_only,
              {.about = "sum of the forces that hold the scripted vertices", .unit = "N"}),
        field("memory", &Report::memory, step_only,
              {.about = "memory that the process had in use when the frame was finished; 0 if the system does not say",
               .unit = "B"}),
        parts("collision", &Report::collision, {.about = "what happened to collisions", .absent = Absent::is_damage}),
        parts("limits", &Report::limits, {.about = "what became of limits on stretch and of rigid patches"}));
  }
};

/// The reason why a frame could not be finished.
struct Divergence {
  std::string body;          ///< body of a vertex whose numbers are not finite, or whose speed is not physical
  VertexId vertex;           ///< vertex of that body
  Vec3 last_position;        ///< position after the last valid step [m]
  double time = 0.0;         ///< end of the step that failed [s]
  std::string what;          ///< for example "its velocity is not finite"
  double needed_step = 0.0;  ///< longest step that would go on [s]; 0 if it is not known
};

/// A pinch that ends the run, because the scene's policy is to stop.
struct Pinch {
  std::string body;     ///< body that lags behind its script
  std::string against;  ///< body that blocks it; may be empty
  VertexId vertex;      ///< vertex of the body
  Vec3 place;           ///< position of the vertex [m]
  double lag = 0.0;     ///< [m]
  double time = 0.0;    ///< end of the step [s]
};

}  // namespace muslin
