#pragma once
#include <array>
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <type_traits>
#include <vector>

namespace muslin::detail {

using StencilVertices = std::array<VertexId, 4>;

/// Returns the values of the four vertices, in the order of the stencil.
template <class T>
[[nodiscard]] std::array<T, 4> gather(std::span<const T> values, const StencilVertices& v) {
  return {values[v[0].index()], values[v[1].index()], values[v[2].index()], values[v[3].index()]};
}

/// Returns whether any of the vertices is marked; `marks` has one entry per vertex.
[[nodiscard]] inline bool any_marked(std::span<const std::uint8_t> marks, const StencilVertices& v) {
  return (marks[v[0].index()] | marks[v[1].index()] | marks[v[2].index()] | marks[v[3].index()]) != 0;
}

/// A stencil kind as a compile-time constant, which converts to StencilKind.
template <StencilKind kKind>
using KindConstant = std::integral_constant<StencilKind, kKind>;

/// Calls visit(kind, vertices) for each pair of a chunk, with the kind as a compile-time constant. Vertex 2 of a
/// vertex-edge pair repeats vertex 0.
template <class Visit>
void for_each_stencil(const CollisionMesh& mesh, const BroadPhaseChunk& chunk, const Visit& visit) {
  for (const auto& [vertex, triangle] : chunk.vertex_triangle.pairs()) {
    const Triangle& corners = mesh.triangles[triangle.index()];
    visit(KindConstant<StencilKind::vertex_triangle>(), StencilVertices{corners[0], corners[1], corners[2], vertex});
  }
  for (const auto& [first, second] : chunk.edge_edge.pairs()) {
    const Segment &a = mesh.edges[first.index()], &b = mesh.edges[second.index()];
    visit(KindConstant<StencilKind::edge_edge>(), StencilVertices{a[0], a[1], b[0], b[1]});
  }
  for (const auto& [vertex, edge] : chunk.vertex_edge.pairs()) {
    const Segment& ends = mesh.edges[edge.index()];
    visit(KindConstant<StencilKind::vertex_edge>(), StencilVertices{ends[0], ends[1], ends[0], vertex});
  }
}

/// The buffers of search_broad_phase(), which are reused from call to call.
template <class Found>
struct SearchMemory {
  struct Part {
    std::vector<Found> found;
    std::size_t tested = 0;
  };
  BroadPhasePairs broad_phase_pairs;
  std::vector<Part> parts;  ///< one per chunk; there may be more, left from earlier searches
};

/// Counters of the work done by a search.
struct SearchCounts {
  std::size_t broad_phase_pairs = 0;  ///< pairs whose boxes overlap
  std::size_t tested = 0;             ///< those of them that no cheap rule excluded
};

/// Calls test(kind, vertices, part) for all pairs of the broad phase, in parallel; test() appends its results to
/// `part.found`. The parts follow the order of the pairs, which depends on the history of the tree, so the caller must
/// sort the results.
template <class Found, class Test>
[[nodiscard]] SearchCounts search_broad_phase(const BroadPhase& broad_phase, const Test& test,
                                              SearchMemory<Found>& memory) {
  const BroadPhasePairs& broad_phase_pairs = memory.broad_phase_pairs;
  broad_phase.find(memory.broad_phase_pairs);
  if (memory.parts.size() < broad_phase_pairs.chunks.size()) memory.parts.resize(broad_phase_pairs.chunks.size());
  for (auto& part : memory.parts) {
    part.found.clear();
    part.tested = 0;
  }
  parallel_for(broad_phase_pairs.chunks.size(), 1, [&](std::size_t i) {
    auto& part = memory.parts[i];
    for_each_stencil(broad_phase.mesh(), broad_phase_pairs.chunks[i],
                     [&](StencilKind kind, const StencilVertices& vertices) { test(kind, vertices, part); });
  });

  SearchCounts counts;
  counts.broad_phase_pairs = broad_phase_pairs.count();
  for (const auto& part : memory.parts) counts.tested += part.tested;
  return counts;
}

}  // namespace muslin::detail
