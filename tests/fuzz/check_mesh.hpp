#pragma once
#include <muslin/core/assert.hpp>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>

namespace muslin::test {

/// What every reader of meshes promises for a file called "fuzz": an error with the file and a line, or a mesh whose
/// indices are all good.
inline void check_mesh(const Result<Mesh>& mesh) {
  if (!mesh) {
    MUSLIN_ASSERT(mesh.error().where.starts_with("fuzz:") && !mesh.error().what.empty());
    return;
  }
  const auto check_vertices = [&](const auto& element) {
    for (const VertexId v : element) MUSLIN_ASSERT(v.valid() && v.index() < mesh->positions.size());
  };
  for (const auto& triangle : mesh->triangles) check_vertices(triangle);
  for (const auto& segment : mesh->segments) check_vertices(segment);
  MUSLIN_ASSERT(mesh->material_corners.empty() || mesh->material_corners.size() == mesh->triangles.size());
  for (const auto& corners : mesh->material_corners)
    for (const auto corner : corners)
      MUSLIN_ASSERT(corner >= -1 && corner < static_cast<std::int64_t>(mesh->material.size()));
  MUSLIN_ASSERT(mesh->triangle_group.empty() || mesh->triangle_group.size() == mesh->triangles.size());
  for (const auto group : mesh->triangle_group)
    MUSLIN_ASSERT(group >= 0 && group < static_cast<std::int64_t>(mesh->group_names.size()));
}

}  // namespace muslin::test
