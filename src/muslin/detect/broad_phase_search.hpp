#pragma once
#include <array>
#include <cstdint>
#include <muslin/contact/stencil.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <type_traits>
#include <vector>

namespace muslin::detail {

using StencilVertices = std::array<VertexId, 4>;

/// The vertices of an array, in the order of the stencil.
template <class T>
[[nodiscard]] std::array<T, 4> gather(std::span<const T> values, const StencilVertices& v) {
  return {values[v[0].index()], values[v[1].index()], values[v[2].index()], values[v[3].index()]};
}

/// Is one of the vertices marked? `marks` has one per vertex.
[[nodiscard]] inline bool any_marked(std::span<const std::uint8_t> marks, const StencilVertices& v) {
  return (marks[v[0].index()] | marks[v[1].index()] | marks[v[2].index()] | marks[v[3].index()]) != 0;
}

/// A kind of pair known to the compiler: converts to a StencilKind that is a constant.
template <StencilKind kKind>
using KindConstant = std::integral_constant<StencilKind, kKind>;

/// Calls visit(kind, vertices) for each pair of a chunk, with the kind as a constant. Vertex 2 of a vertex-edge pair
/// repeats vertex 0.
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

/// What the search keeps from one call to the next: its memory.
template <class Found>
struct SearchMemory {
  struct Part {
    std::vector<Found> found;
    std::size_t tested = 0;
  };
  BroadPhasePairs broad_phase_pairs;
  std::vector<Part> parts;  ///< one per chunk of the pairs, and perhaps more of former searches
};

/// How much work a search was.
struct SearchCounts {
  std::size_t broad_phase_pairs = 0;  ///< pairs whose boxes overlap
  std::size_t tested = 0;             ///< of these, not left out by a cheap rule
};

/// Takes all pairs of the broad phase, in parallel, to test(kind, vertices, part), which adds to `part` what it
/// finds. The parts are in the order of the pairs, which depends on the history of the tree: sort what is found.
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
