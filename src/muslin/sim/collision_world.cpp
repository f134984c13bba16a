#include <Eigen/Geometry>
#include <algorithm>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/collision_world.hpp>
#include <set>

namespace muslin {

CollisionMesh make_collision_mesh(const Scene& scene) {
  Mesh all;
  std::vector<std::uint8_t> scripted;
  for (const SceneBody& body : scene.bodies) {
    const Mesh& mesh = body.body.mesh;
    Mesh part;  // other parts of a mesh do not collide
    part.positions = mesh.positions;
    part.triangles = mesh.triangles;
    part.segments = mesh.segments;
    append(all, part);
    scripted.insert(scripted.end(), mesh.positions.size(), body.body.kind == BodyKind::obstacle ? 1 : 0);
  }
  return make_collision_mesh(all, scripted);
}

Surfaces make_surfaces(const Scene& scene) {
  std::vector<std::int32_t> vertex_body;
  std::vector<Surface> surfaces;
  std::vector<std::int32_t> carrier;
  for (const SceneBody& scene_body : scene.bodies) {
    const Body& body = scene_body.body;
    carrier.push_back(body.kind == BodyKind::embedded ? body.embedding.host
                                                      : static_cast<std::int32_t>(carrier.size()));
    vertex_body.insert(vertex_body.end(), body.mesh.positions.size(), static_cast<std::int32_t>(surfaces.size()));
    if (body.kind == BodyKind::cable)
      surfaces.push_back({body.cable.thickness, body.cable.friction});
    else
      surfaces.push_back({body.fabric.thickness, body.fabric.friction});
  }
  return {std::move(vertex_body), std::move(surfaces), scene.collision.pairs, std::move(carrier)};
}

std::vector<std::int32_t> priorities_of(const Scene& scene) {
  std::vector<std::int32_t> result;
  std::set<std::int32_t> used;
  for (const SceneBody& body : scene.bodies) {
    const std::size_t count = body.body.mesh.positions.size();
    if (body.body.kind != BodyKind::obstacle) {
      result.insert(result.end(), count, Exemptions::kNoPriority);
    } else if (body.priority.empty()) {
      result.insert(result.end(), count, 0);
      used.insert(0);
    } else {
      result.insert(result.end(), body.priority.begin(), body.priority.end());
      used.insert(body.priority.begin(), body.priority.end());
    }
  }
  if (used.size() < 2) result.clear();
  return result;
}

Exemptions exemptions_of(const Scene& scene, const State& state) {
  Exemptions result;
  result.tangle = state.tangle;
  result.min_priority = state.min_priority;
  if (!state.min_priority.empty()) result.priority = priorities_of(scene);
  return result;
}

std::vector<Vec3> start_positions(const Scene& scene) {
  std::vector<Vec3> positions;
  for (const SceneBody& body : scene.bodies)
    positions.insert(positions.end(), body.body.mesh.positions.begin(), body.body.mesh.positions.end());
  return positions;
}

std::vector<double> inverse_masses(const World& world) {
  std::vector<double> result(world.vertex_count(), 0.0);
  for (std::size_t i = 0; i < result.size(); ++i)
    if (world.scripted[i] == 0) result[i] = 1.0 / world.mass[i];
  return result;
}

std::vector<double> yielding_inverse_masses(const Scene& scene, const World& world) {
  // A third of the area of its triangles belongs to each vertex.
  std::vector<double> area(world.vertex_count(), 0.0);
  double movable_area = 0.0, movable_mass = 0.0, movable_count = 0.0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Mesh& mesh = scene.bodies[b].body.mesh;
    const std::size_t first = world.bodies[b].first_vertex;
    for (const auto& [a, c, d] : mesh.triangles) {
      const Vec3 &x = mesh.positions[a.index()], &y = mesh.positions[c.index()], &z = mesh.positions[d.index()];
      const double third = (y - x).cross(z - x).norm() / 6.0;
      for (const VertexId v : {a, c, d}) area[first + v.index()] += third;
    }
  }
  for (std::size_t i = 0; i < area.size(); ++i) {
    if (world.scripted[i] != 0) continue;
    movable_mass += world.mass[i];
    movable_count += 1.0;
    movable_area += area[i];
  }
  // Scenes of cables alone have no density per area; a vertex without area counts as one of cloth.
  const double mean_mass = movable_count > 0.0 ? movable_mass / movable_count : 1.0;
  const double mean_area = movable_count > 0.0 ? movable_area / movable_count : 0.0;
  std::vector<double> result(area.size());
  for (std::size_t i = 0; i < area.size(); ++i) {
    const double share = mean_area > 0.0 && area[i] > 0.0 ? area[i] / mean_area : 1.0;
    result[i] = 1.0 / (tolerance::kYieldingMassRatio * mean_mass * std::clamp(share, 0.1, 10.0));
  }
  return result;
}

std::vector<Guide> make_guides(const Scene& scene, const World& world) {
  std::vector<Guide> guides;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    for (Guide guide : scene.bodies[b].guides) {
      guide.vertex = VertexId(world.bodies[b].first_vertex + guide.vertex.index());
      guides.push_back(guide);
    }
  return guides;
}

}  // namespace muslin
