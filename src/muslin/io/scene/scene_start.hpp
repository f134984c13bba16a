#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/json/value_format.hpp>
#include <muslin/io/run/run_moment.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/sim/motion.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// The run and the frame that a scene begins with ("from").
struct StartMoment {
  RunMoment moment;
  double clock = 0.0;      ///< time of scripts and gusts at the start of the scene [s]
  bool continues = false;  ///< whether that is the time of the frame
  bool keeps_velocities = true;

  /// Returns the positions of a body of the run in the frame; empty if the run has no such body.
  [[nodiscard]] std::span<const Vec3> positions_of(const std::string& body) const;
};

/// Reads the frame that a scene begins with, and writes what was chosen into the node.
[[nodiscard]] Result<StartMoment> read_start_moment(const SceneContext& context, const SceneNode& node);

/// Makes the start of a scene. It is an Error if none of the bodies is in the run, or if one that is there by name has
/// other elements.
[[nodiscard]] Result<SceneStart> make_start(const SceneContext& context, const SceneNode& node, const StartMoment& from,
                                            const Scene& scene);

/// Returns a motion whose clock shows `clock` seconds at the start of the scene.
[[nodiscard]] std::shared_ptr<const Motion> begin_later(std::shared_ptr<const Motion> motion, double clock);

/// Returns the motion that holds vertices where they are given.
[[nodiscard]] std::shared_ptr<const Motion> hold(std::vector<Vec3> positions);

}  // namespace muslin
