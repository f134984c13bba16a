#include <algorithm>
#include <cmath>
#include <muslin/core/option.hpp>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/model/material_space.hpp>
#include <muslin/sim/collision_world.hpp>
#include <muslin/sim/filter_world.hpp>

#include <fmt/format.h>

namespace muslin {
namespace {

struct LimitedEdge {
  Segment vertices;
  double length = 0.0;  ///< rest length [m]
  bool is_yarn_edge = false;
};

/// Returns the sides of all triangles, each once, with their lengths in material space.
std::vector<LimitedEdge> edges_at_rest(const Mesh& mesh) {
  const Topology topology = make_topology(mesh);
  std::vector<LimitedEdge> edges(topology.edges.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const MaterialCorners corners = material_corners(mesh, TriangleId(t));
    for (std::size_t k = 0; k < 3; ++k) {
      const EdgeId e = topology.triangle_edges[t][k];
      if (!e.valid()) continue;
      const Vec2 side = corners[(k + 1) % 3] - corners[k];
      const double across = std::min(std::abs(side.x()), std::abs(side.y()));
      edges[e.index()] = {.vertices = topology.edges[e.index()],
                          .length = side.norm(),
                          .is_yarn_edge = across <= std::sin(tolerance::kYarnAngle) * side.norm()};
    }
  }
  return edges;
}

/// Marks the vertices inside the outline of a hybrid patch. They have no rows, because they are interpolated.
std::vector<std::uint8_t> vertices_inside(const Body& body) {
  std::vector<std::uint8_t> inside(body.mesh.positions.size(), 0);
  if (body.patches.method == PatchMethod::hybrid)
    for (const Patch& patch : body.patches.list)
      for (const VertexId v : inner_vertices(patch)) inside[v.index()] = 1;
  return inside;
}

void add_rows(const Body& body, std::size_t first, StretchRows& rows) {
  const StretchLimit& limit = *body.stretch_limit;
  const std::vector<std::uint8_t> inside = vertices_inside(body);
  const auto is_inside = [&](VertexId v) { return inside[v.index()] != 0; };
  const double shortest = limit.compression > 0.0 ? 1.0 - limit.compression : 0.0;
  if (body.kind == BodyKind::cable) {  // all elements of a cable are segments
    for (const Segment& segment : body.mesh.segments) {
      const double length = (body.mesh.positions[segment[0].index()] - body.mesh.positions[segment[1].index()]).norm();
      rows.add_edge({VertexId(first + segment[0].index()), VertexId(first + segment[1].index())}, length, limit.limit,
                    limit.rule, shortest, limit.rate);
    }
    return;
  }
  if (limit.parts == LimitedParts::triangles) {
    for (std::size_t t = 0; t < body.mesh.triangles.size(); ++t) {
      std::array<VertexId, 3> vertices = body.mesh.triangles[t];
      if (std::any_of(vertices.begin(), vertices.end(), is_inside)) continue;
      for (VertexId& v : vertices) v = VertexId(first + v.index());
      rows.add_triangle(vertices, material_corners(body.mesh, TriangleId(t)), limit.limit, limit.rule);
    }
    return;
  }
  for (const LimitedEdge& edge : edges_at_rest(body.mesh)) {
    if (limit.parts == LimitedParts::threads && !edge.is_yarn_edge) continue;
    if (is_inside(edge.vertices[0]) || is_inside(edge.vertices[1])) continue;
    rows.add_edge({VertexId(first + edge.vertices[0].index()), VertexId(first + edge.vertices[1].index())}, edge.length,
                  limit.limit, limit.rule, shortest, limit.rate);
  }
}

/// Adds rows that keep the initial distances of extra pairs [Liu11, §5.1.2]. The sides of a square of 2 by 2 vertices
/// are already among the yarns.
void add_extra_rows(const Patch& patch, const Body& body, std::span<const Vec3> rest, StretchRows& rows) {
  for (const auto& [a, b] : extra_pairs(patch, body.patches.hybrid.extra)) {
    const double length = (rest[a.index()] - rest[b.index()]).norm();
    bool known = false;
    for (std::size_t r = 0; r < rows.size() && patch.side == 2; ++r)
      known = known || (rows.vertices(r)[0] == std::min(a, b) && rows.vertices(r)[1] == std::max(a, b));
    if (!known) rows.add_edge({a, b}, length, body.stretch_limit->limit, body.stretch_limit->rule);
  }
}

}  // namespace

StretchFilter make_stretch_filter(const Scene& scene, const World& world) {
  StretchRows rows;
  HybridPatches hybrid;
  const std::vector<Vec3> rest = start_positions(scene);
  int max_iterations = StretchLimit{}.max_iterations;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b].body;
    const std::size_t first = world.bodies[b].first_vertex;
    if (body.stretch_limit) {
      add_rows(body, first, rows);
      max_iterations = body.stretch_limit->max_iterations;
    }
    if (body.patches.method != PatchMethod::hybrid) continue;
    for (const Patch& patch : body.patches.list) {
      Patch moved = patch;
      for (VertexId& v : moved.vertices) v = VertexId(first + v.index());
      hybrid.add(moved, body.patches.hybrid, rest, world.mass);
      if (body.stretch_limit) add_extra_rows(moved, body, rest, rows);
    }
  }
  RigidPatches rigid(world.rigid_groups, rest, world.mass);
  return {std::move(rows), std::move(rigid), inverse_masses(world), max_iterations, std::move(hybrid)};
}

std::vector<std::uint8_t> limited_vertices(const Scene& scene, const World& world) {
  std::vector<std::uint8_t> limited;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b].body;
    if (!body.stretch_limit && (body.patches.method != PatchMethod::hybrid || body.patches.list.empty())) continue;
    limited.resize(world.vertex_count(), 0);
    const auto first = limited.begin() + static_cast<std::ptrdiff_t>(world.bodies[b].first_vertex);
    std::fill_n(first, world.bodies[b].vertex_count, std::uint8_t{1});
  }
  return limited;
}

Status check_limits(const SceneBody& scene_body, const std::string& where) {
  const Body& body = scene_body.body;
  const std::size_t count = body.mesh.positions.size();
  if (body.stretch_limit)
    if (Status status = check_options(*body.stretch_limit, where + "/stretch_limit"); !status) return status;
  if (Status status = check_options(body.patches, where + "/patches"); !status) return status;
  if (body.kind == BodyKind::cable) return Done{};
  if (body.stretch_limit && body.stretch_limit->parts == LimitedParts::triangles &&
      (body.stretch_limit->compression > 0.0 || body.stretch_limit->rate > 0.0))
    return invalid_scene(where,
                         fmt::format("the {} of triangles cannot be limited",
                                     body.stretch_limit->compression > 0.0 ? "compression" : "rate of stretch"),
                         "limit \"edges\" or \"threads\"");
  if (body.stretch_limit && body.stretch_limit->parts == LimitedParts::threads) {
    const auto edges = edges_at_rest(body.mesh);
    if (std::none_of(edges.begin(), edges.end(), [](const LimitedEdge& edge) { return edge.is_yarn_edge; }))
      return invalid_scene(where, "no edge of its mesh runs along warp or weft, so there are no yarns to limit",
                           "limit \"triangles\" instead");
  }
  std::vector<std::uint8_t> pinned(count, 0);
  for (const Script& script : scene_body.scripts)
    for (const VertexId v : script.vertices) pinned[v.index()] = 1;
  if (body.patches.method == PatchMethod::hybrid)
    for (const Patch& patch : body.patches.list)
      if (patch.side < 2 ||
          patch.vertices.size() != static_cast<std::size_t>(patch.side) * static_cast<std::size_t>(patch.side))
        return invalid_scene(where, "a hybrid patch is not a square of a grid", "make it a rigid patch");
  std::vector<std::int32_t> patch_of(count, -1);
  for (std::size_t p = 0; p < body.patches.list.size(); ++p)
    for (const VertexId v : body.patches.list[p].vertices) {
      if (!v.valid() || v.index() >= count)
        return invalid_scene(where, fmt::format("patch {} has no vertex {}", p, v.value),
                             "the mesh has fewer vertices");
      if (pinned[v.index()] != 0)
        return invalid_scene(where, fmt::format("vertex {} of patch {} is pinned", v.value, p),
                             "pin vertices outside the patch");
      if (patch_of[v.index()] >= 0)
        return invalid_scene(where, fmt::format("patches {} and {} share vertex {}", patch_of[v.index()], p, v.value),
                             "merge the patches, or move them apart");
      patch_of[v.index()] = static_cast<std::int32_t>(p);
    }
  return Done{};
}

}  // namespace muslin
