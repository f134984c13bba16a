#pragma once
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>
#include <vector>

namespace muslin {

/// How far scripts take a body in one collision step, at most.
struct ScriptSpeed {
  double displacement = 0.0;  ///< [m]; 0: nothing moves
  double time = 0.0;          ///< when the frame in which it happens begins [s]
  std::int64_t frame = 0;     ///< number of that frame: it ends with it
  VertexId vertex;            ///< of the body
};

/// Time from one collision step of a scene to the next, at most [s]: a step, or the interval that the scene allows, but
/// no more than a frame.
[[nodiscard]] double max_collision_interval(const Scene& scene);

/// The fastest scripted vertex of each body over the whole run. Each frame is sampled: its first step, and the mean
/// over its steps, so that neither a jump within a frame nor a wheel that turns once per frame goes unseen. The Error
/// is one of a motion's file.
[[nodiscard]] Result<std::vector<ScriptSpeed>> survey_scripts(const Scene& scene);

}  // namespace muslin
