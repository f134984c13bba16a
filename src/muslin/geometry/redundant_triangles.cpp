#include <algorithm>
#include <muslin/geometry/redundant_triangles.hpp>
#include <numeric>

namespace muslin {
namespace {

bool repeats_a_corner(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

/// For each triangle, the first one on the same vertices.
std::vector<std::size_t> first_of_same(const std::vector<Triangle>& triangles) {
  std::vector<Triangle> sorted = triangles;
  for (Triangle& corners : sorted) std::sort(corners.begin(), corners.end());
  std::vector<std::size_t> order(sorted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return sorted[a] == sorted[b] ? a < b : sorted[a] < sorted[b]; });
  std::vector<std::size_t> first(sorted.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && sorted[order[i]] == sorted[order[i - 1]] ? first[order[i - 1]] : order[i];
  return first;
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> find_duplicate_triangle(const Mesh& mesh) {
  const std::vector<std::size_t> first = first_of_same(mesh.triangles);
  for (std::size_t t = 0; t < first.size(); ++t)
    if (first[t] != t) return std::pair(first[t], t);
  return {};
}

std::size_t remove_redundant_triangles(Mesh& mesh) {
  const std::vector<std::size_t> first = first_of_same(mesh.triangles);
  std::size_t kept = 0;
  for (std::size_t t = 0; t < first.size(); ++t) {
    if (first[t] != t || repeats_a_corner(mesh.triangles[t])) continue;
    mesh.triangles[kept] = mesh.triangles[t];
    if (!mesh.material_corners.empty()) mesh.material_corners[kept] = mesh.material_corners[t];
    if (!mesh.triangle_group.empty()) mesh.triangle_group[kept] = mesh.triangle_group[t];
    ++kept;
  }
  const std::size_t removed = mesh.triangles.size() - kept;
  mesh.triangles.resize(kept);
  if (!mesh.material_corners.empty()) mesh.material_corners.resize(kept);
  if (!mesh.triangle_group.empty()) mesh.triangle_group.resize(kept);
  return removed;
}

}  // namespace muslin
