#include <algorithm>
#include <muslin/sim/untangle/tangle_world.hpp>

namespace muslin {

TangleWorld make_tangle_world(const Scene& scene) {
  TangleWorld world;
  Mesh all;
  double length = 0.0, count = 0.0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b].body;
    const std::size_t first = world.mesh.vertex_count;
    const auto moved = [first](VertexId v) { return VertexId(first + v.index()); };
    const bool is_obstacle = body.kind == BodyKind::obstacle;
    const double thickness = body.kind == BodyKind::cable ? body.cable.thickness : body.fabric.thickness;
    world.names.push_back(body.name);
    world.first_triangle.push_back(static_cast<std::int32_t>(world.mesh.triangles.size()));
    world.first_segment.push_back(static_cast<std::int32_t>(world.mesh.segments.size()));
    world.mesh.is_obstacle.push_back(is_obstacle ? 1 : 0);
    const auto add_length = [&](VertexId v, VertexId w) {
      if (is_obstacle) return;
      length += (body.mesh.positions[v.index()] - body.mesh.positions[w.index()]).norm();
      count += 1.0;
    };
    for (const auto& [a, c, d] : body.mesh.triangles) {
      world.mesh.triangles.push_back({moved(a), moved(c), moved(d)});
      add_length(a, c);
      add_length(c, d);
      add_length(d, a);
    }
    for (const auto& [a, c] : body.mesh.segments) {
      world.mesh.segments.push_back({moved(a), moved(c)});
      add_length(a, c);
    }
    world.mesh.triangle_body.resize(world.mesh.triangles.size(), static_cast<std::int32_t>(b));
    world.mesh.segment_body.resize(world.mesh.segments.size(), static_cast<std::int32_t>(b));
    world.mesh.vertex_count += body.mesh.positions.size();
    world.thickness.resize(world.mesh.vertex_count, thickness);
    world.largest_thickness = std::max(world.largest_thickness, thickness);
    world.is_scripted.resize(world.mesh.vertex_count, is_obstacle ? 1 : 0);
    for (const Script& script : scene.bodies[b].scripts)
      for (const VertexId v : script.vertices) world.is_scripted[first + v.index()] = 1;
  }
  all.positions.resize(world.mesh.vertex_count, Vec3::Zero());
  all.triangles = world.mesh.triangles;
  all.segments = world.mesh.segments;
  world.topology = make_topology(all);
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
