#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/script_survey.hpp>

namespace muslin {
namespace {

/// Follows one script through the frames.
class ScriptSampler {
 public:
  ScriptSampler(const Script& script, const Mesh& mesh, const Scene& scene)
      : script_(script), scene_(scene), step_(max_collision_interval(scene)) {
    for (const VertexId v : script.vertices) start_.push_back(mesh.positions[v.index()]);
    now_ = next_ = soon_ = start_;
  }

  /// Updates `fastest` with the vertices of this script.
  Status survey(ScriptSpeed& fastest) {
    const double frame_time = 1.0 / scene_.time.frame_rate;
    if (Status status = script_.motion->evaluate(0.0, start_, now_); !status) return status;
    for (std::int64_t k = 0; k < scene_.time.frames; ++k) {
      const double time = static_cast<double>(k) / scene_.time.frame_rate;
      if (Status status = script_.motion->evaluate(time + step_, start_, soon_); !status) return status;
      const double end = static_cast<double>(k + 1) / scene_.time.frame_rate;
      if (Status status = script_.motion->evaluate(end, start_, next_); !status) return status;
      for (std::size_t i = 0; i < start_.size(); ++i) {
        const double first = (soon_[i] - now_[i]).norm(), mean = (next_[i] - now_[i]).norm() * step_ / frame_time;
        if (const double displacement = std::max(first, mean); displacement > fastest.displacement)
          fastest = {displacement, time, scene_.time.start_frame + k + 1, script_.vertices[i]};
      }
      std::swap(now_, next_);
    }
    return Done{};
  }

 private:
  const Script& script_;
  const Scene& scene_;
  double step_;
  std::vector<Vec3> start_, now_, soon_,
      next_;  ///< positions at the start, at a frame, a step later, and at the next frame
};

}  // namespace

double max_collision_interval(const Scene& scene) {
  const double frame_time = 1.0 / scene.time.frame_rate;
  if (scene.collision.interval > 0.0) return std::min(scene.collision.interval, frame_time);
  return frame_time / std::max(1.0, std::ceil(frame_time / scene.time.step * (1.0 - tolerance::kStepCountRounding)));
}

Result<std::vector<ScriptSpeed>> survey_scripts(const Scene& scene) {
  std::vector<ScriptSpeed> speeds(scene.bodies.size());
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    for (const Script& script : scene.bodies[b].scripts) {
      if (!script.motion) continue;
      if (Status status = ScriptSampler(script, scene.bodies[b].body.mesh, scene).survey(speeds[b]); !status)
        return status.error();
    }
  return speeds;
}

}  // namespace muslin
