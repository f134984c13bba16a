#pragma once
#include <muslin/core/types.hpp>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/model/body.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/sim/motion.hpp>
#include <optional>

namespace muslin {

/// Vertices that follow a script and not the forces. Without a motion they do not move.
struct Script {
  std::vector<VertexId> vertices;        ///< vertices of the body, ascending, each once
  std::shared_ptr<const Motion> motion;  ///< may be null
};

/// A body of a scene, and what prescribes the motion of its vertices.
struct SceneBody {
  Body body;                       ///< mesh, material and models
  std::vector<Script> scripts;     ///< no vertex is in two of them; they cover all vertices of an obstacle
  std::vector<Guide> guides = {};  ///< with vertices of the body; only qp_collide supports them
  /// Priority of each vertex of an obstacle, for PinchPolicy::priority; empty if all have priority 0.
  std::vector<std::int32_t> priority = {};
};

/// Largest accepted number of frames. A larger one is probably a typing error.
inline constexpr double kMaxFrames = 1e7;

/// How long a scene is simulated, and how finely.
struct SceneTime {
  static constexpr double kMinStep = 1e-7;  ///< smallest value of `step` that a scene may have [s]

  double frame_rate = 24.0;  ///< [1/s]
  long start_frame = 1;      ///< number of the frame that shows the start
  long frames = 100;         ///< number of frames after the start; the last one is start_frame + frames
  double step = 0.005;       ///< largest step size [s]; reduced so that a frame is a whole number of steps
};

/// Bounds that a run must satisfy, for tests and for users who rely on them.
struct Expectations {
  std::optional<double> max_strain = {};            ///< largest strain in any frame [1]
  std::optional<double> final_kinetic_energy = {};  ///< kinetic energy in the last frame [J]
  std::optional<double> max_speed = {};             ///< largest speed in any frame [m/s]
  std::optional<double> intersections = {};         ///< intersecting pairs over all frames, by the audit
  /// Pairs of cloth with obstacles where their scripts place them, over all frames, by the audit.
  std::optional<double> intersections_as_given = {};
  std::optional<double> stopped_zones = {};     ///< number of times that the last rung of the ladder was taken
  std::optional<double> over_limit_steps = {};  ///< steps at whose end a stretch exceeds its limit
  std::optional<double> max_shape_error = {};   ///< shape error of patches at the end of any step [m]
  std::optional<double> max_lag = {};           ///< lag of scripted vertices at the end of any frame [m]
  /// Least share of the steps in which the response changes a velocity [1]. A scene that shows a method must use it.
  std::optional<double> min_response_share = {};
};

/// What a run stores besides positions, statistics and audit.
struct SceneOutput {
  bool contacts = false;  ///< contacts of each frame (sim/frame_contacts.hpp)
};

/// A complete, checked scene, made by `io` from a file or by a program that embeds Muslin.
struct Scene {
  std::string about;              ///< what the scene shows, in a sentence; may be empty
  Axis up = Axis::y;              ///< axis that points up in pictures; gravity has its own direction in `loads`
  SceneTime time;                 ///< frames and step size
  IntegratorOptions integrator;   ///< method that advances the scene in time
  CollisionOptions collision;     ///< response and policies for collisions
  Loads loads;                    ///< gravity, wind and drag
  std::vector<SceneBody> bodies;  ///< their order is that of all indices of bodies
  std::vector<Tie> ties;          ///< springs between bodies
  SceneOutput output;             ///< what a run stores besides positions
  Expectations expect;            ///< bounds that a complete run is checked against
};

/// Describe the options that scenes may set (core/option.hpp).
/// @{
void describe(Description<SceneTime>& options);
void describe(Description<SceneOutput>& options);
void describe(Description<Expectations>& options);
void describe(Description<Scene>& options);
/// @}

}  // namespace muslin
