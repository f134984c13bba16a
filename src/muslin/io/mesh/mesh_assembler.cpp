#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/geometry/triangulate.hpp>
#include <muslin/io/mesh/mesh_assembler.hpp>

namespace muslin {

bool MeshAssembler::add_segment(std::int32_t a, std::int32_t b, std::int64_t place) {
  if (!add(mesh_.segments, {VertexId(a), VertexId(b)})) return false;
  segment_places_.push_back(place);
  return true;
}

bool MeshAssembler::add_polygon(std::span<const Corner> corners, std::int64_t place) {
  MUSLIN_ASSERT(corners.size() >= 3);
  if (corners.size() - 2 > max_elements_ - triangle_count_) return false;
  triangle_count_ += corners.size() - 2;
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  if (group_ < 0) {
    const auto [entry, is_new] = groups_.try_emplace(group_name_, static_cast<std::int32_t>(groups_.size()));
    if (is_new) mesh_.group_names.push_back(group_name_);
    group_ = entry->second;
  }
  polygons_.push_back({place, static_cast<std::int32_t>(corners.size()), group_});
  return true;
}

void MeshAssembler::set_group(const std::string& name) {
  group_name_ = name;
  group_ = -1;
}

std::optional<MeshAssembler::Fault> MeshAssembler::finish(Mesh& mesh) {
  if (auto fault = check_polygons()) return fault;
  if (auto fault = check_segments()) return fault;
  cut_polygons();

  // Drop material and groups if nothing refers to them.
  const auto has_material = [](const auto& corners) { return corners[0] >= 0; };
  if (std::none_of(mesh_.material_corners.begin(), mesh_.material_corners.end(), has_material)) {
    mesh_.material.clear();
    mesh_.material_corners.clear();
  }
  if (mesh_.group_names == std::vector<std::string>{""}) {
    mesh_.group_names.clear();
    mesh_.triangle_group.clear();
  }
  mesh = std::move(mesh_);
  return std::nullopt;
}

std::optional<MeshAssembler::Fault> MeshAssembler::check_index(std::int32_t index, std::size_t count,
                                                               const char* kind) const {
  if (static_cast<std::size_t>(index) < count) return std::nullopt;
  return Fault{.what = fmt::format("{} index {} is out of range", kind, std::int64_t{index} + first_index_),
               .remedy = fmt::format("the file has {}, counted from {}", count, first_index_)};
}

std::optional<MeshAssembler::Fault> MeshAssembler::check_polygons() const {
  std::size_t first = 0;
  for (const Polygon& polygon : polygons_) {
    const std::span corners(&corners_[first], static_cast<std::size_t>(polygon.size));
    for (const Corner& corner : corners) {
      auto fault = check_index(corner.vertex, vertex_count(), "vertex");
      if (!fault && corner.material >= 0) fault = check_index(corner.material, material_count(), "texture coordinate");
      if (!fault && (corner.material < 0) != (corners[0].material < 0))
        fault = {.what = "some corners of the face have texture coordinates and some have none",
                 .remedy = "give them to all corners or to none"};
      if (!fault) continue;
      fault->place = polygon.place;
      return fault;
    }
    first += corners.size();
  }
  return std::nullopt;
}

std::optional<MeshAssembler::Fault> MeshAssembler::check_segments() const {
  for (std::size_t i = 0; i < mesh_.segments.size(); ++i)
    for (const VertexId v : mesh_.segments[i])
      if (auto fault = check_index(v.value, vertex_count(), "vertex")) {
        fault->kind = Kind::segment;
        fault->place = segment_places_[i];
        return fault;
      }
  return std::nullopt;
}

void MeshAssembler::cut_polygons() {
  mesh_.triangles.reserve(triangle_count_);
  mesh_.material_corners.reserve(mesh_.material.empty() ? 0 : triangle_count_);
  mesh_.triangle_group.reserve(triangle_count_);
  std::vector<Vec3> outline;
  std::vector<CornerTriangle> pieces;
  std::size_t first = 0;
  for (const Polygon& polygon : polygons_) {
    const std::span corners(&corners_[first], static_cast<std::size_t>(polygon.size));
    outline.clear();
    for (const Corner& corner : corners) outline.push_back(mesh_.positions[static_cast<std::size_t>(corner.vertex)]);
    triangulate(outline, pieces);
    for (const auto& [a, b, c] : pieces) {
      const Corner &p = corners[static_cast<std::size_t>(a)], &q = corners[static_cast<std::size_t>(b)],
                   &r = corners[static_cast<std::size_t>(c)];
      mesh_.triangles.push_back({VertexId(p.vertex), VertexId(q.vertex), VertexId(r.vertex)});
      if (!mesh_.material.empty()) mesh_.material_corners.push_back({p.material, q.material, r.material});
      mesh_.triangle_group.push_back(polygon.group);
    }
    first += corners.size();
  }
}

}  // namespace muslin
