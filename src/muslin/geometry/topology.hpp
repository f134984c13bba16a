#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Lists of different lengths, one per element, stored one after the other.
template <class T>
class ListOfLists {
 public:
  ListOfLists() = default;
  ListOfLists(std::vector<std::int32_t> offsets, std::vector<T> items)
      : offsets_(std::move(offsets)), items_(std::move(items)) {}

  [[nodiscard]] std::size_t size() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  [[nodiscard]] std::span<const T> operator[](std::size_t i) const {
    const auto begin = static_cast<std::size_t>(offsets_[i]);
    return std::span<const T>(items_).subspan(begin, static_cast<std::size_t>(offsets_[i + 1]) - begin);
  }

 private:
  std::vector<std::int32_t> offsets_;  ///< first item of each list, and the end
  std::vector<T> items_;
};

/// Adjacency of the elements of a mesh. Any mesh has one, with non-manifold edges, isolated vertices and repeated
/// corners.
struct Topology {
  /// Every edge once, lower vertex first, in ascending order: the sides of the triangles and the segments. A side
  /// between a vertex and itself is not an edge.
  std::vector<Segment> edges;
  std::vector<std::array<EdgeId, 3>> triangle_edges;  ///< sides 0-1, 1-2, 2-0; invalid if a corner is repeated
  std::vector<EdgeId> segment_edges;                  ///< invalid if both ends are one vertex

  ListOfLists<TriangleId> edge_triangles;    ///< one: boundary; two: inner; none: cable; more: non-manifold
  ListOfLists<TriangleId> vertex_triangles;  ///< in ascending order, each triangle once
  ListOfLists<EdgeId> vertex_edges;          ///< in ascending order

  [[nodiscard]] bool is_boundary(EdgeId e) const { return edge_triangles[e.index()].size() == 1; }
  [[nodiscard]] bool is_loose(EdgeId e) const { return edge_triangles[e.index()].empty(); }
  [[nodiscard]] bool is_isolated(VertexId v) const { return vertex_edges[v.index()].empty(); }
};

[[nodiscard]] Topology make_topology(const Mesh& mesh);

}  // namespace muslin
