#pragma once
#include <muslin/core/described.hpp>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/model/body.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/qp/guide.hpp>
#include <muslin/sim/motion.hpp>
#include <optional>

namespace muslin {

/// Vertices that follow a script instead of the forces. Without a motion they stand still.
struct Script {
  std::vector<VertexId> vertices;        ///< of its body, ascending, each once
  std::shared_ptr<const Motion> motion;  ///< may be null
};

struct SceneBody {
  Body body;
  std::vector<Script> scripts;     ///< no vertex in two of them; an obstacle has all its vertices in them
  std::vector<Guide> guides = {};  ///< vertices are those of the body; only qp_collide keeps them
};

/// More frames than that are a slipped digit.
inline constexpr double kMaxFrames = 1e7;

struct SceneTime {
  double frame_rate = 24.0;  ///< [1/s]
  long start_frame = 1;      ///< number of the frame that shows the start
  long frames = 100;         ///< simulated after the start; the last one written is start_frame + frames
  double step = 0.005;       ///< [s] at most; made shorter so that a whole number of steps makes a frame
};

/// What must hold in a run, for tests and for users who rely on it.
struct Expectations {
  std::optional<double> max_strain = {};            ///< [1] in every frame
  std::optional<double> final_kinetic_energy = {};  ///< [J] at most, in the last frame
  std::optional<double> max_speed = {};             ///< [m/s] in every frame
  std::optional<double> intersections = {};         ///< pairs, over all frames, by the audit
  std::optional<double> stopped_zones = {};         ///< times that the ladder's last rung was taken
  std::optional<double> over_limit_steps = {};      ///< at whose end something is stretched over its limit
  std::optional<double> max_shape_error = {};       ///< [m] of patches, at the end of any step
  std::optional<double> max_lag = {};  ///< [m] of scripted vertices behind their script, at the end of any frame
};

/// A whole scene, checked and complete: what `io` makes of a file, and what a program that embeds Muslin fills in.
struct Scene {
  std::string about;
  Axis up = Axis::y;
  SceneTime time;
  IntegratorOptions integrator;
  CollisionOptions collision;
  Loads loads;
  std::vector<SceneBody> bodies;
  std::vector<Tie> ties;
  Expectations expect;
};

/// What scenes may set (core/option.hpp).
void describe(Description<SceneTime>& options);
void describe(Description<Expectations>& options);
void describe(Description<Scene>& options);

}  // namespace muslin
