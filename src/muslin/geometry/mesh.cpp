#include <muslin/geometry/mesh.hpp>

namespace muslin {
namespace {

constexpr std::array<std::int32_t, 3> kNoMaterial{-1, -1, -1};

/// Returns the index of the group called `name`, which is added if it is new.
std::int32_t group_index(Mesh& mesh, const std::string& name) {
  for (std::size_t i = 0; i < mesh.group_names.size(); ++i)
    if (mesh.group_names[i] == name) return static_cast<std::int32_t>(i);
  mesh.group_names.push_back(name);
  return static_cast<std::int32_t>(mesh.group_names.size() - 1);
}

void append_material(Mesh& whole, const Mesh& part) {
  if (whole.material_corners.empty() && part.material_corners.empty()) return;
  const auto offset = static_cast<std::int32_t>(whole.material.size());
  whole.material.insert(whole.material.end(), part.material.begin(), part.material.end());
  whole.material_corners.resize(whole.triangles.size(), kNoMaterial);
  for (auto corners : part.material_corners) {
    for (auto& corner : corners)
      if (corner >= 0) corner += offset;
    whole.material_corners.push_back(corners);
  }
  whole.material_corners.resize(whole.triangles.size() + part.triangles.size(), kNoMaterial);
}

void append_groups(Mesh& whole, const Mesh& part) {
  if (whole.triangle_group.empty() && part.triangle_group.empty()) return;
  if (whole.triangle_group.empty() && !whole.triangles.empty())
    whole.triangle_group.resize(whole.triangles.size(), group_index(whole, ""));
  if (part.triangle_group.empty()) {
    if (!part.triangles.empty())
      whole.triangle_group.resize(whole.triangles.size() + part.triangles.size(), group_index(whole, ""));
    return;
  }
  for (const std::int32_t group : part.triangle_group)
    whole.triangle_group.push_back(group_index(whole, part.group_names[static_cast<std::size_t>(group)]));
}

}  // namespace

void append(Mesh& whole, const Mesh& part) {
  append_material(whole, part);
  append_groups(whole, part);
  const auto offset = static_cast<std::int32_t>(whole.positions.size());
  const auto moved = [offset](VertexId v) { return VertexId(v.value + offset); };
  whole.positions.insert(whole.positions.end(), part.positions.begin(), part.positions.end());
  for (const auto& [a, b, c] : part.triangles) whole.triangles.push_back({moved(a), moved(b), moved(c)});
  for (const auto& [a, b] : part.segments) whole.segments.push_back({moved(a), moved(b)});
}

}  // namespace muslin
