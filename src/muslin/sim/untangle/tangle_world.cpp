#include <algorithm>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/model/body_thickness.hpp>
#include <muslin/sim/untangle/scene_cut.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>

namespace muslin {

TangleMesh make_tangle_mesh(const Scene& scene) {
  TangleMesh mesh;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b].body;
    const auto moved = [first = mesh.vertex_count](VertexId v) { return VertexId(first + v.index()); };
    mesh.is_obstacle.push_back(body.kind == BodyKind::obstacle ? 1 : 0);
    for (const auto& [a, c, d] : body.mesh.triangles) mesh.triangles.push_back({moved(a), moved(c), moved(d)});
    for (const auto& [a, c] : body.mesh.segments) mesh.segments.push_back({moved(a), moved(c)});
    mesh.triangle_body.resize(mesh.triangles.size(), static_cast<std::int32_t>(b));
    mesh.segment_body.resize(mesh.segments.size(), static_cast<std::int32_t>(b));
    mesh.vertex_count += body.mesh.positions.size();
  }
  return mesh;
}

TangleWorld make_tangle_world(const Scene& scene) {
  TangleWorld world;
  world.mesh = make_tangle_mesh(scene);
  Mesh all;
  double length = 0.0, count = 0.0;
  std::int32_t first_triangle = 0, first_segment = 0;
  for (const SceneBody& item : scene.bodies) {
    const Body& body = item.body;
    const std::size_t first = world.thickness.size();
    const bool is_obstacle = body.kind == BodyKind::obstacle;
    const double thickness = thickness_of(body);
    world.names.push_back(body.name);
    world.layer.push_back(body.layer);
    world.first_triangle.push_back(first_triangle);
    world.first_segment.push_back(first_segment);
    first_triangle += static_cast<std::int32_t>(body.mesh.triangles.size());
    first_segment += static_cast<std::int32_t>(body.mesh.segments.size());
    const auto add_length = [&](VertexId v, VertexId w) {
      if (is_obstacle) return;
      length += (body.mesh.positions[v.index()] - body.mesh.positions[w.index()]).norm();
      count += 1.0;
    };
    for (const auto& [a, c, d] : body.mesh.triangles) {
      add_length(a, c);
      add_length(c, d);
      add_length(d, a);
    }
    for (const auto& [a, c] : body.mesh.segments) add_length(a, c);
    world.thickness.resize(first + body.mesh.positions.size(), thickness);
    world.largest_thickness = std::max(world.largest_thickness, thickness);
    world.is_scripted.resize(world.thickness.size(), is_obstacle ? 1 : 0);
    for (const Script& script : item.scripts)
      for (const VertexId v : script.vertices) world.is_scripted[first + v.index()] = 1;
  }
  all.positions.resize(world.mesh.vertex_count, Vec3::Zero());
  all.triangles = world.mesh.triangles;
  all.segments = world.mesh.segments;
  world.topology = make_topology(all);
  world.rigid_groups = rigid_groups(scene);
  DisjointSets sheets(world.mesh.vertex_count);
  for (const auto& [a, b] : world.topology.edges) sheets.join(a.index(), b.index());
  for (std::size_t v = 0; v < world.mesh.vertex_count; ++v) {
    world.sheet.push_back(static_cast<std::uint32_t>(sheets.find(v)));
    world.sheet_vertices[world.sheet[v]].emplace_back(v);
  }
  for (std::size_t e = 0; e < world.topology.edges.size(); ++e)
    world.sheet_edges[world.sheet[world.topology.edges[e][0].index()]].emplace_back(e);
  world.edge_length = count > 0.0 ? length / count : 1.0;
  return world;
}

AuditedPair TangleWorld::name(const IntersectingPair& pair) const {
  const auto named = [&](const AuditElement& element) {
    const auto body = static_cast<std::size_t>(mesh.body(element));
    const std::int32_t first =
        element.kind == AuditElement::Kind::triangle ? first_triangle[body] : first_segment[body];
    return AuditedElement{names[body], element.kind, element.index - first};
  };
  return {named(pair.a), named(pair.b), pair.place};
}

}  // namespace muslin
