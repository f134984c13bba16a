#include <fmt/format.h>

#include <muslin/detect/frame_auditor.hpp>
#include <muslin/detect/unresolved_pairs.hpp>
#include <muslin/sim/collision_world.hpp>
#include <muslin/sim/start_audit.hpp>

namespace muslin {
namespace {

/// All bodies of a scene in one index space, with their names in messages.
struct AuditedScene {
  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;
  std::vector<Segment> segments;
  std::vector<std::int32_t> triangle_body;  ///< index into names
  std::vector<std::int32_t> segment_body;
  std::vector<std::string> names;
  std::vector<std::uint8_t> is_obstacle;     ///< per name
  std::vector<std::int32_t> first_triangle;  ///< per name: first triangle of its body
  std::vector<std::int32_t> first_segment;
};

/// Appends a body, and the groups of its mesh as bodies of their own.
void add_body(AuditedScene& scene, const Body& body, std::span<const Vec3> positions) {
  const auto first_vertex = static_cast<std::int32_t>(scene.positions.size());
  const auto first_name = static_cast<std::int32_t>(scene.names.size());
  const auto moved = [first_vertex](VertexId v) { return VertexId(v.value + first_vertex); };
  const Mesh& mesh = body.mesh;
  const bool has_groups = !mesh.triangle_group.empty();
  for (const std::string& group : mesh.group_names)
    scene.names.push_back(group.empty() ? body.name : fmt::format("{}/{}", body.name, group));
  scene.names.push_back(body.name);  // for triangles in no group
  const auto whole_body = static_cast<std::int32_t>(scene.names.size()) - 1;
  scene.is_obstacle.resize(scene.names.size(), body.kind == BodyKind::obstacle ? 1 : 0);
  scene.first_triangle.resize(scene.names.size(), static_cast<std::int32_t>(scene.triangles.size()));
  scene.first_segment.resize(scene.names.size(), static_cast<std::int32_t>(scene.segments.size()));
  scene.positions.insert(scene.positions.end(), positions.begin(), positions.end());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    scene.triangles.push_back({moved(a), moved(b), moved(c)});
    scene.triangle_body.push_back(has_groups ? first_name + mesh.triangle_group[t] : whole_body);
  }
  for (const auto& [a, b] : mesh.segments) scene.segments.push_back({moved(a), moved(b)});
  scene.segment_body.resize(scene.segments.size(), whole_body);
}

AuditedScene audited_scene(const Simulator& simulator, bool obstacles_only) {
  AuditedScene result;
  const Scene& scene = simulator.scene();
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b].body;
    if (obstacles_only && body.kind != BodyKind::obstacle) continue;
    const BodyRange range = simulator.range(b);
    add_body(result, body, std::span(simulator.state().position).subspan(range.first_vertex, range.vertex_count));
  }
  return result;
}

AuditReport audit_all(const AuditedScene& scene, std::size_t max_listed) {
  return audit({.positions = scene.positions,
                .triangles = scene.triangles,
                .segments = scene.segments,
                .triangle_body = scene.triangle_body,
                .segment_body = scene.segment_body,
                .body_is_obstacle = scene.is_obstacle},
               {.max_listed = max_listed});
}

AuditedElement named(const AuditedScene& scene, const AuditElement& element) {
  const bool is_triangle = element.kind == AuditElement::Kind::triangle;
  const auto index = static_cast<std::size_t>(element.index);
  const auto name = static_cast<std::size_t>(is_triangle ? scene.triangle_body[index] : scene.segment_body[index]);
  return {scene.names[name], element.kind,
          element.index - (is_triangle ? scene.first_triangle[name] : scene.first_segment[name])};
}

std::vector<AuditedPair> named(const AuditedScene& scene, const AuditReport& report) {
  std::vector<AuditedPair> pairs;
  for (const IntersectingPair& pair : report.first)
    pairs.push_back({named(scene, pair.a), named(scene, pair.b), pair.place});
  return pairs;
}

}  // namespace

StartAudit audit_start(const Simulator& simulator, std::size_t max_listed) {
  StartAudit result;
  AuditedScene scene = audited_scene(simulator, /*obstacles_only=*/false);
  AuditReport report = audit_all(scene, max_listed);
  const bool rounded = report.intersections == 0;
  if (rounded) {
    scene.positions = rounded_to_float(scene.positions);
    report = audit_all(scene, max_listed);
    result.only_as_floats = report.intersections > 0;
  }
  result.intersections = report.intersections;
  result.pairs = named(scene, report);
  result.obstacle_intersections = report.obstacle_intersections;
  if (result.obstacle_intersections == 0) return result;
  // The audit counts pairs of obstacles but does not list them. A second audit, which treats obstacles as ordinary
  // bodies, lists them.
  AuditedScene obstacles = audited_scene(simulator, /*obstacles_only=*/true);
  if (rounded) obstacles.positions = rounded_to_float(obstacles.positions);
  obstacles.is_obstacle.assign(obstacles.is_obstacle.size(), 0);
  result.obstacle_pairs = named(obstacles, audit_all(obstacles, max_listed));
  return result;
}

Result<PreparedStart> prepare_start(Simulator& simulator, std::size_t max_listed) {
  PreparedStart result{.audit = audit_start(simulator, max_listed), .untangled = {}};
  if (result.audit.clean()) return result;
  const StartPolicy policy = simulator.scene().collision.start;
  if (policy == StartPolicy::refuse) return start_error(result.audit);
  State state = simulator.state();
  auto report =
      policy == StartPolicy::untangle ? untangle(simulator.scene(), state) : keep_tangles(simulator.scene(), state);
  if (!report) return report.error();
  result.untangled = std::move(*report);
  if (!simulator.restore(std::move(state))) return start_error(result.audit);
  return result;
}

std::string resolution_warning(const Simulator& simulator) {
  const std::vector<Vec3>& position = simulator.state().position;
  const UnresolvedPairs pairs = find_unresolved_pairs(make_collision_mesh(simulator.scene()), position);
  if (pairs.count == 0) return "";
  const auto body_of = [&](VertexId v) {
    std::size_t body = 0;
    while (body + 1 < simulator.scene().bodies.size() && simulator.range(body + 1).first_vertex <= v.index()) ++body;
    return simulator.scene().bodies[body].body.name;
  };
  const std::string one = body_of(pairs.vertices[0]), other = body_of(pairs.vertices[3]);
  const Vec3& place = position[pairs.vertices[3].index()];
  return fmt::format(
      "{} {} nearer than {:.2g} m, which is what the floats of the files resolve there: {} near ({:.6g}, {:.6g}, "
      "{:.6g}), {:.2g} m apart; frames may intersect after rounding; move the scene nearer to the origin, or the "
      "layers "
      "apart",
      pairs.count, pairs.count == 1 ? "pair of elements is" : "pairs of elements are", pairs.resolution,
      one == other ? one : one + " and " + other, place.x(), place.y(), place.z(), pairs.distance);
}

Error start_error(const StartAudit& audit) {
  Error error{Error::Kind::start_intersects,
              {},
              fmt::format("the start has {} intersection{}{}", audit.intersections, audit.intersections == 1 ? "" : "s",
                          audit.only_as_floats ? " after rounding to the floats of the files" : ""),
              "move the bodies apart, repair the mesh, or leave a gap between attached bodies"};
  if (audit.pairs.empty()) return error;
  const AuditedPair& first = audit.pairs.front();
  error.where = first.a.body == first.b.body ? first.a.body : first.a.body + " and " + first.b.body;
  error.where += fmt::format(" near ({:.6g}, {:.6g}, {:.6g})", first.place.x(), first.place.y(), first.place.z());
  for (const AuditedPair& pair : audit.pairs) error.what += (&pair == &first ? ": " : ", ") + describe(pair);
  if (audit.intersections > audit.pairs.size()) error.what += ", …";
  return error;
}

}  // namespace muslin
