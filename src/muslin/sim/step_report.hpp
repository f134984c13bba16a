#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/response/collision_report.hpp>
#include <string>

namespace muslin {

/// Time of each phase of a step [s].
struct PhaseTimes {
  double assembly = 0.0;  ///< forces and matrix
  double solve = 0.0;
  double filter = 0.0;     ///< limits on stretch, and rigid patches
  double detection = 0.0;  ///< proximity, collisions, certificates
  double response = 0.0;   ///< repulsion, and responses of all rungs, without detection
  double rest = 0.0;       ///< scripts, bookkeeping, statistics

  [[nodiscard]] double collision() const { return detection + response; }
  [[nodiscard]] double total() const { return assembly + solve + filter + detection + response + rest; }
};

/// What became of limits on stretch and of rigid patches in a step.
struct LimitReport {
  int iterations = 0;                     ///< linear systems solved
  double strain = 0.0;                    ///< the largest of what is limited, at the end of the step [1]
  std::int64_t over_limit = 0;            ///< lengths that are over their limit there
  VertexId worst;                         ///< of the world: where the limit is exceeded most; invalid: nowhere
  Vec3 worst_place = Vec3::Zero();        ///< where it is [m]
  double shape_error = 0.0;               ///< the farthest that a vertex of a patch is from the patch's shape there [m]
  double mean_squared_shape_error = 0.0;  ///< of the vertices of hybrid patches [m²]
};

/// What happened in one certified step, from one collision detection to the next: the line that it gets in
/// stats.ndjson.
struct StepReport {
  std::int64_t frame = 0;  ///< that the step leads to, counted from 0
  int step = 0;            ///< within the frame, counted from 1
  double time = 0.0;       ///< at its end, after the start [s]
  double size = 0.0;       ///< Δt [s]
  int substeps = 1;        ///< of the integrator
  PhaseTimes seconds;
  int newton_steps = 0;
  int solver_iterations = 0;
  double solver_residual = 0.0;  ///< relative
  bool solver_converged = true;
  double max_strain = 0.0;      ///< largest stretch of any element, minus 1
  double max_speed = 0.0;       ///< [m/s]
  double kinetic_energy = 0.0;  ///< of the movable vertices [J]
  double elastic_energy = 0.0;
  double gravity_energy = 0.0;   ///< against the origin
  Vec3 momentum = Vec3::Zero();  ///< of the movable vertices [kg m/s]
  Vec3 reaction = Vec3::Zero();  ///< sum of the forces that hold the scripted vertices [N]
  CollisionReport collision;
  LimitReport limits;
};

/// Why a frame could not be finished.
struct Divergence {
  std::string body;    ///< where the numbers ceased to be finite
  VertexId vertex;     ///< of that body
  Vec3 last_position;  ///< at the last good step [m]
  double time = 0.0;   ///< [s]
  std::string what;    ///< "velocity is not finite"
};

/// Scripts left no room, and the scene's policy is to stop.
struct Pinch {
  std::string body;     ///< that lags behind its script
  std::string against;  ///< what is in its way; may be empty
  VertexId vertex;      ///< of the body
  Vec3 place;           ///< [m]
  double lag = 0.0;     ///< [m]
  double time = 0.0;    ///< [s]
};

}  // namespace muslin
