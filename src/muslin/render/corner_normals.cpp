#include <Eigen/Geometry>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/render/corner_normals.hpp>

namespace muslin {
namespace {

/// Returns the triangles around each vertex; a triangle that repeats a corner is listed repeatedly.
ListOfLists<TriangleId> triangles_around(std::size_t vertices, std::span<const Triangle> triangles) {
  std::vector<std::int32_t> offsets(vertices + 1, 0);
  for (const Triangle& triangle : triangles)
    for (const VertexId v : triangle) ++offsets[v.index() + 1];
  for (std::size_t v = 0; v < vertices; ++v) offsets[v + 1] += offsets[v];
  std::vector<TriangleId> items(3 * triangles.size());
  std::vector<std::int32_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (const VertexId v : triangles[t]) items[static_cast<std::size_t>(next[v.index()]++)] = TriangleId(t);
  return {std::move(offsets), std::move(items)};
}

}  // namespace

std::vector<std::array<Vec3f, 3>> corner_normals(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                                                 double crease_rad) {
  std::vector<Vec3> area(triangles.size()), unit(triangles.size());
  parallel_for(triangles.size(), kElementsPerChunk, [&](std::size_t t) {
    const auto& [a, b, c] = triangles[t];
    const Vec3& origin = positions[a.index()];
    area[t] = (positions[b.index()] - origin).cross(positions[c.index()] - origin);
    unit[t] = area[t].stableNormalized();
  });
  const ListOfLists<TriangleId> around = triangles_around(positions.size(), triangles);
  const double min_cosine = std::cos(crease_rad);
  std::vector<std::array<Vec3f, 3>> normals(triangles.size());
  parallel_for(triangles.size(), kElementsPerChunk, [&](std::size_t t) {
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 sum = area[t];
      for (const TriangleId other : around[triangles[t][k].index()])
        if (other.index() != t && unit[other.index()].dot(unit[t]) >= min_cosine) sum += area[other.index()];
      normals[t][k] = sum.stableNormalized().cast<float>();
    }
  });
  return normals;
}

}  // namespace muslin
