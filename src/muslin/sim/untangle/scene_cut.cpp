#include <algorithm>
#include <muslin/sim/untangle/scene_cut.hpp>

namespace muslin {
namespace {

/// Numbers the vertices of one body that are in the part.
class LocalVertices {
 public:
  LocalVertices(const Mesh& mesh, std::span<const std::uint8_t> is_marked) : number_(mesh.positions.size()) {
    const auto add = [&](const auto& element) {
      if (std::none_of(element.begin(), element.end(), [&](VertexId v) { return is_marked[v.index()] != 0; })) return;
      for (const VertexId v : element) number_[v.index()] = VertexId(0);
    };
    for (const Triangle& triangle : mesh.triangles) add(triangle);
    for (const Segment& segment : mesh.segments) add(segment);
    std::size_t count = 0;
    for (VertexId& number : number_)
      if (number.valid()) number = VertexId(count++);
  }

  [[nodiscard]] VertexId operator[](VertexId v) const { return number_[v.index()]; }
  [[nodiscard]] bool has(std::span<const VertexId> vertices) const {
    return std::all_of(vertices.begin(), vertices.end(), [&](VertexId v) { return (*this)[v].valid(); });
  }
  [[nodiscard]] std::vector<VertexId> renumbered(std::span<const VertexId> vertices) const {
    std::vector<VertexId> result;
    for (const VertexId v : vertices) result.push_back((*this)[v]);
    return result;
  }

 private:
  std::vector<VertexId> number_;
};

bool is_in(std::span<const VertexId> element, std::span<const std::uint8_t> is_marked) {
  return std::any_of(element.begin(), element.end(), [&](VertexId v) { return is_marked[v.index()] != 0; });
}

Mesh cut_mesh(const Mesh& mesh, const LocalVertices& local, std::span<const std::uint8_t> is_marked) {
  Mesh result;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    if (local[VertexId(v)].valid()) result.positions.push_back(mesh.positions[v]);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    if (!is_in(mesh.triangles[t], is_marked)) continue;
    result.triangles.push_back({local[a], local[b], local[c]});
    if (!mesh.material_corners.empty()) result.material_corners.push_back(mesh.material_corners[t]);
    if (!mesh.triangle_group.empty()) result.triangle_group.push_back(mesh.triangle_group[t]);
  }
  for (const auto& [a, b] : mesh.segments)
    if (is_in(std::array{a, b}, is_marked)) result.segments.push_back({local[a], local[b]});
  result.material = mesh.material;
  result.group_names = mesh.group_names;
  return result;
}

}  // namespace

SceneCut cut_scene(const Scene& scene, std::span<const std::uint8_t> is_marked,
                   std::span<const std::uint8_t> is_movable) {
  SceneCut result;
  result.scene = scene;
  result.scene.bodies.clear();
  result.scene.ties.clear();
  result.scene.collision.pairs.clear();
  std::vector<LocalVertices> local;
  std::vector<std::int32_t> number(scene.bodies.size(), -1);  // of each body in the part
  std::vector<std::size_t> first_vertex;
  const auto all_move = [&](std::size_t first, std::span<const VertexId> vertices) {
    return std::all_of(vertices.begin(), vertices.end(),
                       [&](VertexId v) { return is_movable[first + v.index()] != 0; });
  };
  std::size_t first = 0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& whole = scene.bodies[b].body;
    first_vertex.push_back(first);
    const std::size_t count = whole.mesh.positions.size();
    const std::span<const std::uint8_t> marked = is_marked.subspan(first, count);
    local.emplace_back(whole.mesh, marked);
    SceneBody part{.body = whole, .scripts = {}, .guides = {}};
    part.body.mesh = cut_mesh(whole.mesh, local[b], marked);
    std::erase_if(part.body.patches.list, [&](const Patch& patch) {
      return !local[b].has(patch.vertices) || !all_move(first, patch.vertices);
    });
    for (Patch& patch : part.body.patches.list) patch.vertices = local[b].renumbered(patch.vertices);
    if (!part.body.mesh.positions.empty()) {
      number[b] = static_cast<std::int32_t>(result.scene.bodies.size());
      for (std::size_t v = 0; v < count; ++v)
        if (local[b][VertexId(v)].valid()) result.vertex.push_back(static_cast<std::uint32_t>(first + v));
      result.scene.bodies.push_back(std::move(part));
    }
    first += count;
  }
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    if (number[b] < 0 || scene.bodies[b].body.kind != BodyKind::embedded) continue;
    Body& body = result.scene.bodies[static_cast<std::size_t>(number[b])].body;
    const auto host = static_cast<std::size_t>(body.embedding.host);
    std::vector<EmbeddedObject>& objects = body.embedding.objects;
    std::erase_if(objects, [&](const EmbeddedObject& object) { return !local[b][object.vertices.front()].valid(); });
    const bool can_move =
        number[host] >= 0 && std::all_of(objects.begin(), objects.end(), [&](const EmbeddedObject& object) {
          return local[b].has(object.vertices) && local[host].has(object.footprint) &&
                 all_move(first_vertex[b], object.vertices) && all_move(first_vertex[host], object.footprint);
        });
    if (!can_move) {
      body.kind = BodyKind::obstacle;
      body.embedding = {};
      continue;
    }
    for (EmbeddedObject& object : objects) {
      object.vertices = local[b].renumbered(object.vertices);
      object.footprint = local[host].renumbered(object.footprint);
    }
    body.embedding.host = number[host];
  }
  for (Tie tie : scene.ties) {
    const auto from = static_cast<std::size_t>(tie.from), to = static_cast<std::size_t>(tie.to);
    if (number[from] < 0 || number[to] < 0 || !local[from][tie.vertex].valid()) continue;
    tie.vertex = local[from][tie.vertex];
    bool is_whole = true;
    for (VertexId& anchor : tie.anchor) {
      if (!anchor.valid()) continue;
      anchor = local[to][anchor];
      is_whole &= anchor.valid();
    }
    if (!is_whole) continue;
    tie.from = number[from];
    tie.to = number[to];
    result.scene.ties.push_back(tie);
  }
  for (SurfacePair pair : scene.collision.pairs) {
    pair.first = number[static_cast<std::size_t>(pair.first)];
    pair.second = number[static_cast<std::size_t>(pair.second)];
    if (pair.first >= 0 && pair.second >= 0) result.scene.collision.pairs.push_back(pair);
  }
  return result;
}

std::vector<std::vector<VertexId>> rigid_groups(const Scene& scene) {
  std::vector<std::size_t> first = {0};
  for (const SceneBody& item : scene.bodies) first.push_back(first.back() + item.body.mesh.positions.size());
  std::vector<std::vector<VertexId>> result;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const auto add = [&](std::size_t body, std::span<const VertexId> vertices) {
      for (const VertexId v : vertices) result.back().emplace_back(first[body] + v.index());
    };
    const Body& body = scene.bodies[b].body;
    for (const Patch& patch : body.patches.list) {
      result.emplace_back();
      add(b, patch.vertices);
    }
    if (body.kind != BodyKind::embedded) continue;
    for (const EmbeddedObject& object : body.embedding.objects) {
      result.emplace_back();
      add(b, object.vertices);
      add(static_cast<std::size_t>(body.embedding.host), object.footprint);
    }
  }
  return result;
}

}  // namespace muslin
