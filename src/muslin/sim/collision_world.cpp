#include <muslin/contact/surfaces.hpp>
#include <muslin/sim/collision_world.hpp>

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
