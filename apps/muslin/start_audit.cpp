#include "start_audit.hpp"

#include <algorithm>
#include <muslin/io/mesh/frame_sequence.hpp>

#include "audit_report.hpp"

namespace muslin::app {
namespace {

/// All bodies of the scene, or only the obstacles, as one frame, and which of its bodies are obstacles.
struct SceneFrame {
  Frame frame;
  std::vector<std::uint8_t> is_obstacle;  ///< per body of the frame: each group of a mesh is one
};

SceneFrame frame_of(const Simulator& simulator, bool obstacles_only) {
  SceneFrame result;
  const Scene& scene = simulator.scene();
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b].body;
    const bool is_obstacle = body.kind == BodyKind::obstacle;
    if (obstacles_only && !is_obstacle) continue;
    const BodyRange range = simulator.range(b);
    append_body(result.frame, body.name, body.mesh,
                std::span(simulator.state().position).subspan(range.first_vertex, range.vertex_count));
    result.is_obstacle.resize(result.frame.body_names.size(), is_obstacle ? 1 : 0);
  }
  return result;
}

/// As the files have them.
void round_to_floats(std::vector<Vec3>& positions) {
  for (Vec3& x : positions) x = x.cast<float>().cast<double>();
}

}  // namespace

StartAudit audit_start(const Simulator& simulator, std::size_t max_listed) {
  StartAudit result;
  SceneFrame scene = frame_of(simulator, false);
  AuditedFrame audited = audit_frame(scene.frame, scene.is_obstacle, max_listed);
  const bool rounded = audited.report.intersections == 0;
  if (rounded) {
    round_to_floats(scene.frame.positions);
    audited = audit_frame(scene.frame, scene.is_obstacle, max_listed);
    result.only_as_floats = audited.report.intersections > 0;
  }
  result.intersections = audited.report.intersections;
  result.pairs = std::move(audited.pairs);
  result.obstacle_intersections = audited.report.obstacle_intersections;
  if (result.obstacle_intersections == 0) return result;
  // Counted apart, they are not listed by the audit: it is asked again about them alone.
  SceneFrame obstacles = frame_of(simulator, true);
  if (rounded) round_to_floats(obstacles.frame.positions);
  std::fill(obstacles.is_obstacle.begin(), obstacles.is_obstacle.end(), std::uint8_t{0});
  result.obstacle_pairs = audit_frame(obstacles.frame, obstacles.is_obstacle, max_listed).pairs;
  return result;
}

}  // namespace muslin::app
