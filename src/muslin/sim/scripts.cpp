#include <muslin/sim/scripts.hpp>

namespace muslin {

Scripts::Scripts(const Scene& scene, std::span<const BodyRange> ranges) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const SceneBody& body = scene.bodies[b];
    for (const Script& script : body.scripts) {
      Part part;
      part.body = body.body.name;
      part.motion = script.motion;
      for (const VertexId v : script.vertices) {
        part.vertices.push_back(ranges[b].first_vertex + v.index());
        part.start.push_back(body.body.mesh.positions[v.index()]);
      }
      parts_.push_back(std::move(part));
    }
  }
}

Status Scripts::evaluate(double time, std::span<Vec3> positions) {
  for (const Part& part : parts_) {
    std::span<const Vec3> now = part.start;
    if (part.motion) {
      moved_.resize(part.start.size());
      Status status = part.motion->evaluate(time, part.start, moved_);
      if (!status) {
        Error error = status.error();
        error.what = "motion of body '" + part.body + "': " + error.what;
        return error;
      }
      now = moved_;
    }
    for (std::size_t k = 0; k < part.vertices.size(); ++k) positions[part.vertices[k]] = now[k];
  }
  return Done{};
}

}  // namespace muslin
