#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/nearest_name.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/closest_points.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_body.hpp>

namespace muslin {
namespace {

/// A point of a body as weights of its vertices, with its distance.
struct Anchor {
  std::array<VertexId, 3> vertex;
  std::array<double, 3> weight = {1.0, 0.0, 0.0};
  double squared_distance = std::numeric_limits<double>::infinity();
};

/// Returns the squared distance of a point to the bounding box of some vertices. It never exceeds that to their convex
/// hull.
template <std::size_t N>
double squared_distance_to_box(const Vec3& p, const Mesh& mesh, const std::array<VertexId, N>& element) {
  Vec3 low = mesh.positions[element[0].index()], high = low;
  for (const VertexId v : element) {
    low = low.cwiseMin(mesh.positions[v.index()]);
    high = high.cwiseMax(mesh.positions[v.index()]);
  }
  return (p - p.cwiseMax(low).cwiseMin(high)).squaredNorm();
}

template <std::size_t N>
bool contains(const std::array<VertexId, N>& element, VertexId v) {
  return std::find(element.begin(), element.end(), v) != element.end();
}

/// Returns the nearest point of all triangles and segments, or the first of several equally near ones. Elements of
/// `excluded`, a vertex of the same mesh, are skipped: the point nearest to a vertex would be the vertex itself.
Anchor nearest_point(const Vec3& p, const Mesh& mesh, VertexId excluded) {
  Anchor best;
  const auto x = [&](VertexId v) -> const Vec3& { return mesh.positions[v.index()]; };
  for (const Triangle& triangle : mesh.triangles) {
    if (contains(triangle, excluded) || squared_distance_to_box(p, mesh, triangle) >= best.squared_distance) continue;
    const PointTriangle found = closest_point_on_triangle(p, x(triangle[0]), x(triangle[1]), x(triangle[2]));
    if (found.squared_distance < best.squared_distance) best = {triangle, found.weight, found.squared_distance};
  }
  for (const Segment& segment : mesh.segments) {
    if (contains(segment, excluded) || squared_distance_to_box(p, mesh, segment) >= best.squared_distance) continue;
    const PointEdge found = closest_point_on_edge(p, x(segment[0]), x(segment[1]));
    if (found.squared_distance < best.squared_distance)
      best = {{segment[0], segment[1], VertexId()}, {found.weight[0], found.weight[1], 0.0}, found.squared_distance};
  }
  return best;
}

/// Returns the points to which the vertices are tied, one per vertex.
Result<std::vector<Anchor>> find_anchors(const SceneContext& context, const SceneNode& node,
                                         const std::vector<ReadBody>& bodies, const std::vector<VertexId>& vertices,
                                         std::size_t from, std::size_t to) {
  const Mesh& from_mesh = bodies[from].placed.body.mesh;
  const Mesh& to_mesh = bodies[to].placed.body.mesh;
  std::vector<Anchor> anchors(vertices.size());
  const SceneNode target = node.at("to").at("vertices");
  if (target.is(JsonValue::Type::text) && target.text() == "nearest") {
    parallel_for(vertices.size(), 16, [&](std::size_t i) {
      anchors[i] =
          nearest_point(from_mesh.positions[vertices[i].index()], to_mesh, from == to ? vertices[i] : VertexId());
    });
    return anchors;
  }
  const auto chosen = select_vertices(context, target, bodies[to].placed);
  if (!chosen) return chosen.error();
  if (chosen->size() != 1 && chosen->size() != vertices.size())
    return context.error(target, fmt::format("{} vertices are attached to {}", vertices.size(), chosen->size()),
                         "name equally many vertices, a single one, or \"nearest\"");
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const VertexId anchor = (*chosen)[chosen->size() == 1 ? 0 : i];
    if (from == to && anchor == vertices[i])
      return context.error(target, fmt::format("vertex {} is attached to itself", anchor.value), "name another vertex");
    anchors[i].vertex = {anchor, VertexId(), VertexId()};
    const Vec3 apart = to_mesh.positions[anchor.index()] - from_mesh.positions[vertices[i].index()];
    anchors[i].squared_distance = apart.squaredNorm();
  }
  return anchors;
}

}  // namespace

Result<std::size_t> find_body(const SceneContext& context, const SceneNode& node, const std::vector<ReadBody>& bodies) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].placed.body.name == node.text()) return i;
    names.push_back(bodies[i].placed.body.name);
  }
  return context.error(node, fmt::format("there is no body named {}", quote(node.text())), suggest(node.text(), names));
}

Result<std::vector<Tie>> read_attachment(const SceneContext& context, const SceneNode& node,
                                         const std::vector<ReadBody>& bodies) {
  const auto from = find_body(context, node.at("from").at("body"), bodies);
  if (!from) return from.error();
  const auto to = find_body(context, node.at("to").at("body"), bodies);
  if (!to) return to.error();
  const auto vertices = select_vertices(context, node.at("from").at("vertices"), bodies[*from].placed);
  if (!vertices) return vertices.error();
  const auto anchors = find_anchors(context, node, bodies, *vertices, *from, *to);
  if (!anchors) return anchors.error();

  const bool keeps_distance = node.at("length").is(JsonValue::Type::text);
  Tie tie;
  JsonValue numbers = node.value();
  if (keeps_distance) numbers.erase("length");
  read_options(numbers, tie);
  std::vector<Tie> ties;
  for (std::size_t i = 0; i < vertices->size(); ++i) {
    const Anchor& anchor = (*anchors)[i];
    if (!anchor.vertex[0].valid())
      return context.error(node.at("to"), "the body has no element to which its own vertex could be attached",
                           "name another body");
    tie.from = static_cast<std::int32_t>(*from);
    tie.vertex = (*vertices)[i];
    tie.to = static_cast<std::int32_t>(*to);
    tie.anchor = anchor.vertex;
    tie.weight = anchor.weight;
    if (keeps_distance) tie.length = std::sqrt(anchor.squared_distance);
    ties.push_back(tie);
  }
  return ties;
}

}  // namespace muslin
