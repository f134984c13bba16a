#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/option.hpp>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/geometry/redundant_triangles.hpp>
#include <muslin/sim/embedding_check.hpp>
#include <muslin/sim/filter_world.hpp>
#include <muslin/sim/scene_check.hpp>

#include <fmt/format.h>

namespace muslin {
namespace {

Status check_mesh(const std::string& where, const Mesh& mesh) {
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    if (!mesh.positions[v].allFinite())
      return invalid_scene(where, fmt::format("position of vertex {} is not finite", v));
  const auto in_range = [&](VertexId v) { return v.valid() && v.index() < mesh.positions.size(); };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const VertexId v : mesh.triangles[t])
      if (!in_range(v)) return invalid_scene(where, fmt::format("triangle {} has no vertex {}", t, v.value));
  for (std::size_t s = 0; s < mesh.segments.size(); ++s)
    for (const VertexId v : mesh.segments[s])
      if (!in_range(v)) return invalid_scene(where, fmt::format("segment {} has no vertex {}", s, v.value));
  return Done{};
}

/// Rejects a triangle on the same vertices as another, which it would intersect. The reader of mesh files removes them.
Status check_duplicates(const std::string& where, const Mesh& mesh) {
  const auto pair = find_duplicate_triangle(mesh);
  if (!pair) return Done{};
  return invalid_scene(where, fmt::format("triangles {} and {} have the same vertices", pair->first, pair->second),
                       "remove one of them");
}

/// Rejects edges of too different lengths, which cannot be simulated together.
Status check_edge_lengths(const std::string& where, const Mesh& mesh) {
  double shortest = std::numeric_limits<double>::infinity(), longest = 0.0;
  Segment place{};
  const auto include = [&](VertexId a, VertexId b) {
    const double length = (mesh.positions[a.index()] - mesh.positions[b.index()]).stableNorm();
    longest = std::max(longest, length);
    if (!(length > 0.0) || length >= shortest) return;  // elements without size are refused elsewhere
    shortest = length;
    place = {a, b};
  };
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) include(t[k], t[(k + 1) % 3]);
  for (const auto& [a, b] : mesh.segments) include(a, b);
  if (!(longest > tolerance::kRefusedEdgeRatio * shortest)) return Done{};
  return invalid_scene(where,
                       fmt::format("its edges are from {:.3g} m (vertices {} and {}) to {:.3g} m long, more than {:g} "
                                   "times the shortest",
                                   shortest, place[0].value, place[1].value, longest, tolerance::kRefusedEdgeRatio),
                       "merge vertices by distance, or remesh it");
}

Status check_scripts(const std::string& where, const SceneBody& body) {
  std::vector<std::uint8_t> taken(body.body.mesh.positions.size(), 0);
  std::size_t count = 0;
  for (const Script& script : body.scripts) {
    for (const VertexId v : script.vertices) {
      if (!v.valid() || v.index() >= taken.size())
        return invalid_scene(
            where, fmt::format("vertex {} is scripted, but the body has only {} vertices", v.value, taken.size()));
      if (taken[v.index()] != 0)
        return invalid_scene(where, fmt::format("vertex {} is scripted twice", v.value), "use one script per vertex");
      taken[v.index()] = 1;
      ++count;
    }
  }
  if (body.body.kind == BodyKind::obstacle && count != taken.size())
    return invalid_scene(where, fmt::format("{} of {} vertices of an obstacle are scripted", count, taken.size()),
                         "script all vertices of an obstacle or none");
  return Done{};
}

Status check_body(const SceneBody& scene_body) {
  const Body& body = scene_body.body;
  const std::string where = "body '" + body.name + "'";
  if (Status status = check_mesh(where, body.mesh); !status) return status;
  if (body.kind != BodyKind::obstacle)
    if (Status status = check_duplicates(where, body.mesh); !status) return status;
  if (Status status = check_scripts(where, scene_body); !status) return status;
  if (!scene_body.priority.empty() && scene_body.priority.size() != body.mesh.positions.size())
    return invalid_scene(
        where, fmt::format("{} priorities for {} vertices", scene_body.priority.size(), body.mesh.positions.size()),
        "give one priority per vertex, or none");
  if (Status status = check_options(body, where); !status) return status;
  if (Status status = check_options(body.plasticity, where + "/plasticity"); !status) return status;
  for (std::size_t i = 0; i < scene_body.guides.size(); ++i)
    if (Status status = check_options(scene_body.guides[i], fmt::format("{}/guides/{}", where, i)); !status)
      return status;
  switch (body.kind) {
    case BodyKind::cloth:
    case BodyKind::shell:
      if (body.mesh.triangles.empty()) return invalid_scene(where, "the cloth has no triangles");
      if (Status status = check_edge_lengths(where, body.mesh); !status) return status;
      if (Status status = check_options(body.fabric, where + "/fabric"); !status) return status;
      return check_limits(scene_body, where);
    case BodyKind::cable:
      if (body.mesh.segments.empty()) return invalid_scene(where, "the cable has no segments");
      if (Status status = check_edge_lengths(where, body.mesh); !status) return status;
      if (Status status = check_options(body.cable, where + "/material"); !status) return status;
      return check_limits(scene_body, where);
    case BodyKind::obstacle:
    case BodyKind::embedded:                     // check_embeddings() checks the rest
      return check_options(body.fabric, where);  // thickness and friction of the surface
  }
  return Done{};
}

Status check_tie(std::size_t index, const Tie& tie, const Scene& scene) {
  const std::string where = fmt::format("attachment {}", index);
  const auto in_body = [&](std::int32_t body, VertexId v) {
    return body >= 0 && static_cast<std::size_t>(body) < scene.bodies.size() && v.valid() &&
           v.index() < scene.bodies[static_cast<std::size_t>(body)].body.mesh.positions.size();
  };
  if (!in_body(tie.from, tie.vertex)) return invalid_scene(where, "the attached body or vertex does not exist");
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!tie.anchor[k].valid()) continue;
    if (!in_body(tie.to, tie.anchor[k])) return invalid_scene(where, "the body or vertex to attach to does not exist");
    if (!(tie.weight[k] >= 0.0)) return invalid_scene(where, "a weight is negative");
    sum += tie.weight[k];
  }
  if (!(std::abs(sum - 1.0) < tolerance::kInputWeightSumTolerance))
    return invalid_scene(where, fmt::format("the weights sum to {}", sum), "must be 1");
  return check_options(tie, where);
}

Status check_pairs(const Scene& scene) {
  const auto bodies = static_cast<std::int32_t>(scene.bodies.size());
  for (std::size_t i = 0; i < scene.collision.pairs.size(); ++i) {
    const SurfacePair& pair = scene.collision.pairs[i];
    if (pair.first < 0 || pair.second < 0 || pair.first >= bodies || pair.second >= bodies)
      return invalid_scene("collision", fmt::format("a pair names bodies {} and {}, but the number of bodies is {}",
                                                    pair.first, pair.second, bodies));
    if (Status status = check_options(pair, fmt::format("collision/pairs/{}", i)); !status) return status;
  }
  return Done{};
}

/// Rejects guides and limits on compression and on rates of stretch, which only a quadratic programme supports, with
/// any other response.
Status check_rows(const Scene& scene) {
  if (scene.collision.response == "qp_collide") return Done{};
  for (const SceneBody& body : scene.bodies) {
    const std::string where = "body '" + body.body.name + "'";
    if (!body.guides.empty())
      return invalid_scene(where, fmt::format("\"{}\" does not support guides", scene.collision.response),
                           "use the response \"qp_collide\", or pin the vertices");
    if (body.body.stretch_limit && body.body.stretch_limit->compression > 0.0)
      return invalid_scene(where,
                           fmt::format("\"{}\" does not support limits on compression", scene.collision.response),
                           "use the response \"qp_collide\"");
    if (body.body.stretch_limit && body.body.stretch_limit->rate > 0.0)
      return invalid_scene(
          where, fmt::format("\"{}\" does not support limits on the rate of stretch", scene.collision.response),
          "use the response \"qp_collide\"");
  }
  return Done{};
}

}  // namespace

Status check_scene(const Scene& scene) {
  if (Status status = check_options(scene, ""); !status) return status;
  if (Status status = check_pairs(scene); !status) return status;
  for (const SceneBody& body : scene.bodies)
    if (Status status = check_body(body); !status) return status;
  if (Status status = check_embeddings(scene); !status) return status;
  if (Status status = check_rows(scene); !status) return status;
  for (std::size_t k = 0; k < scene.ties.size(); ++k)
    if (Status status = check_tie(k, scene.ties[k], scene); !status) return status;
  return Done{};
}

}  // namespace muslin
