#pragma once
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>
#include <vector>

namespace muslin {

/// The largest displacement of a body by its scripts in one collision step.
struct ScriptSpeed {
  double displacement = 0.0;  ///< [m]; 0 if no vertex moves
  double time = 0.0;          ///< time at which its frame begins [s]
  std::int64_t frame = 0;     ///< number of the frame with which that interval ends
  VertexId vertex;            ///< vertex of the body
};

/// Returns the longest time between collision steps of a scene [s]: a step or the interval that the scene allows, but
/// no more than a frame.
[[nodiscard]] double max_collision_interval(const Scene& scene);

/// Finds the fastest scripted vertex of each body over the whole run. Each frame is sampled by its first step and by
/// the mean over its steps, so that neither a jump within a frame nor a wheel that rotates once per frame is missed. An
/// Error comes from the file of a motion.
[[nodiscard]] Result<std::vector<ScriptSpeed>> survey_scripts(const Scene& scene);

}  // namespace muslin
