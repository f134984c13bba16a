#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <muslin/core/option.hpp>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/embedding_check.hpp>
#include <string>
#include <vector>

namespace muslin {
namespace {

Error invalid_body(const Body& body, std::string what, std::string remedy) {
  return {Error::Kind::invalid_scene, "body '" + body.name + "'", std::move(what), std::move(remedy)};
}

bool spans_a_plane(const std::vector<VertexId>& vertices, const Mesh& mesh) {
  if (vertices.size() < 3) return false;
  const Vec3& first = mesh.positions[vertices[0].index()];
  Vec3 longest = Vec3::Zero();
  for (const VertexId v : vertices) {
    const Vec3 offset = mesh.positions[v.index()] - first;
    if (offset.squaredNorm() > longest.squaredNorm()) longest = offset;
  }
  return std::any_of(vertices.begin(), vertices.end(), [&](VertexId v) {
    return longest.cross(mesh.positions[v.index()] - first).norm() >
           tolerance::kMinFootprintWidthRatio * longest.squaredNorm();
  });
}

/// Records for each vertex of a sheet whether it is free or belongs to a pin, a patch or an object.
class Holders {
 public:
  explicit Holders(const SceneBody& sheet) : holder_(sheet.body.mesh.positions.size()) {
    for (const Script& script : sheet.scripts)
      for (const VertexId v : script.vertices) holder_[v.index()] = "a pin";
    for (const Patch& patch : sheet.body.patches.list)
      for (const VertexId v : patch.vertices) holder_[v.index()] = "a patch";
  }
  /// Assigns a vertex to `by`. Returns its previous owner; empty if it was free.
  std::string take(VertexId v, std::string by) { return std::exchange(holder_[v.index()], std::move(by)); }
  [[nodiscard]] std::size_t size() const { return holder_.size(); }

 private:
  std::vector<std::string> holder_;
};

std::string place_of(const EmbeddedObject& object, const Mesh& mesh) {
  const Vec3& x = mesh.positions[object.vertices.front().index()];
  return fmt::format("at ({:g}, {:g}, {:g}) m", x.x(), x.y(), x.z());
}

Status check_own_vertices(const Body& body) {
  std::vector<std::uint8_t> taken(body.mesh.positions.size(), 0);
  for (const EmbeddedObject& object : body.embedding.objects) {
    if (object.vertices.empty()) return invalid_body(body, "an object has no vertices", "remove it");
    for (const VertexId v : object.vertices)
      if (!v.valid() || v.index() >= taken.size() || std::exchange(taken[v.index()], 1) != 0)
        return invalid_body(body, fmt::format("vertex {} belongs to two objects or does not exist", v.value),
                            "split_into_objects() finds the objects of a mesh");
  }
  if (std::find(taken.begin(), taken.end(), 0) != taken.end())
    return invalid_body(body, "a vertex belongs to no object", "split_into_objects() finds the objects of a mesh");
  return Done{};
}

Status check_footprints(const Body& body, const Body& host, Holders& holders) {
  const std::string mine = "an object of '" + body.name + "'";
  for (std::size_t o = 0; o < body.embedding.objects.size(); ++o) {
    const EmbeddedObject& object = body.embedding.objects[o];
    const std::string who = fmt::format("object {} {}", o, place_of(object, body.mesh));
    for (const VertexId v : object.footprint) {
      if (!v.valid() || v.index() >= holders.size())
        return invalid_body(body, fmt::format("{}: '{}' has no vertex {}", who, host.name, v.value),
                            "find_footprint() finds the vertices beneath an object");
      if (const std::string other = holders.take(v, mine); !other.empty())
        return invalid_body(
            body, fmt::format("{} rests on vertex {} of '{}', which belongs to {}", who, v.value, host.name, other),
            "move the object, or reduce its reach");
    }
    if (!spans_a_plane(object.footprint, host.mesh))
      return invalid_body(body,
                          fmt::format("{} reaches {} vertices of '{}' but needs at least three that are not collinear",
                                      who, object.footprint.size(), host.name),
                          "increase its reach, move it nearer, or refine the mesh there");
  }
  return Done{};
}

}  // namespace

Status check_embeddings(const Scene& scene) {
  std::vector<Holders> holders;
  for (const SceneBody& body : scene.bodies) holders.emplace_back(body);
  for (const SceneBody& scene_body : scene.bodies) {
    const Body& body = scene_body.body;
    if (body.kind != BodyKind::embedded) continue;
    const Embedding& embedding = body.embedding;
    if (body.mesh.triangles.empty() || !body.mesh.segments.empty())
      return invalid_body(body, "embedded objects consist of triangles only", "export only their faces");
    if (Status status = check_options(embedding, "body '" + body.name + "'"); !status) return status;
    if (embedding.host < 0 || static_cast<std::size_t>(embedding.host) >= scene.bodies.size())
      return invalid_body(body, "it is embedded in no body", "name a cloth or shell with \"on\"");
    const Body& host = scene.bodies[static_cast<std::size_t>(embedding.host)].body;
    if (host.kind != BodyKind::cloth && host.kind != BodyKind::shell)
      return invalid_body(body, fmt::format("it is embedded in '{}', which is neither a cloth nor a shell", host.name),
                          "name a cloth or shell");
    if (Status status = check_own_vertices(body); !status) return status;
    if (Status status = check_footprints(body, host, holders[static_cast<std::size_t>(embedding.host)]); !status)
      return status;
  }
  return Done{};
}

}  // namespace muslin
