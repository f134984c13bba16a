#include <muslin/sim/scripts.hpp>

namespace muslin {

Scripts::Scripts(const Scene& scene, std::span<const BodyRange> ranges) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const SceneBody& body = scene.bodies[b];
    for (const Script& script : body.scripts) {
      Part part;
      part.body = body.body.name;
      part.motion = script.motion;
      part.rigid = script.motion == nullptr || script.motion->is_rigid();
      for (const VertexId v : script.vertices) {
        part.vertices.push_back(ranges[b].first_vertex + v.index());
        part.start.push_back(body.body.mesh.positions[v.index()]);
      }
      parts_.push_back(std::move(part));
    }
  }
}

RigidGroups Scripts::rigid_groups(std::size_t vertex_count) const {
  RigidGroups groups;
  groups.of_vertex.assign(vertex_count, -1);
  for (const Part& part : parts_) {
    if (!part.rigid) continue;
    std::vector<VertexId>& members = groups.members.emplace_back();
    for (const std::size_t v : part.vertices) {
      members.emplace_back(v);
      groups.of_vertex[v] = static_cast<std::int32_t>(groups.members.size()) - 1;
    }
  }
  return groups;
}

Status Scripts::evaluate(double time, std::span<const double> delay, std::span<Vec3> positions) {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    const double clock = delay.empty() ? time : time - delay[p];
    std::span<const Vec3> now = part.start;
    if (part.motion) {
      moved_.resize(part.start.size());
      Status status = part.motion->evaluate(clock, part.start, moved_);
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
