#include <algorithm>
#include <bit>
#include <muslin/detect/leaf_pairs.hpp>

namespace muslin::detail {
namespace {

/// Returns the lanes of `group` whose edge contains vertex v or w.
unsigned lanes_with(const FourEdges& group, std::int32_t v, std::int32_t w) {
  const Mask4 with_v = equal(group.vertex[0].data(), v) | equal(group.vertex[1].data(), v);
  const Mask4 with_w = equal(group.vertex[0].data(), w) | equal(group.vertex[1].data(), w);
  return (with_v | with_w).bits();
}

/// Returns the lanes of `group` whose triangle contains vertex v.
unsigned lanes_with(const FourTriangles& group, std::int32_t v) {
  return (equal(group.vertex[0].data(), v) | equal(group.vertex[1].data(), v) | equal(group.vertex[2].data(), v))
      .bits();
}

/// Calls visit(lane) for each set bit.
template <class Visit>
void for_each_lane(unsigned lanes, const Visit& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::size_t>(std::countr_zero(lanes)));
}

/// Writes one pair per lane and keeps those with a hit. It has no branch, because hits are unpredictable and a
/// misprediction costs more than four writes. Up to four entries behind the end are overwritten.
template <class Pair, class MakePair>
Pair* write_hits(unsigned hits, Pair* out, const MakePair& make_pair) {
  for (std::size_t lane = 0; lane < 4; ++lane) {
    *out = make_pair(lane);
    out += hits >> lane & 1U;
  }
  return out;
}
constexpr std::size_t kSlack = 4;

/// Appends the pairs of one edge with those edges of a group that `wanted` marks.
EdgeEdgePair* write_edge_pairs(const FourEdges& one, std::size_t lane, const BoxProbe& probe, const FourEdges& others,
                               unsigned wanted, EdgeEdgePair* out) {
  const unsigned hits =
      probe.overlaps(others.boxes) & wanted & ~lanes_with(others, one.vertex[0][lane], one.vertex[1][lane]);
  const std::int32_t id = one.id[lane];
  return write_hits(hits, out, [&](std::size_t other) {
    return EdgeEdgePair{EdgeId(std::min(id, others.id[other])), EdgeId(std::max(id, others.id[other]))};
  });
}

constexpr unsigned kAllLanes = 0xF;

void find_edge_pairs(std::span<const FourEdges> a, std::span<const FourEdges> b, const BoxProbe& box_of_b,
                     BroadPhaseChunk& out) {
  EdgeEdgePair* end = out.edge_edge.reserve_more(16 * a.size() * b.size() + kSlack);
  for (const FourEdges& group : a) {
    for_each_lane(box_of_b.overlaps(group.boxes), [&](std::size_t lane) {
      const BoxProbe probe(group.boxes, lane);
      for (const FourEdges& others : b) end = write_edge_pairs(group, lane, probe, others, kAllLanes, end);
    });
  }
  out.edge_edge.commit(end);
}

/// Finds the pairs of vertices and triangles; `reach` bounds the triangles.
void find_vertex_triangle_pairs(std::span<const FourVertices> vertices, std::span<const FourTriangles> triangles,
                                const BoxProbe& reach, BroadPhaseChunk& out) {
  VertexTrianglePair* end = out.vertex_triangle.reserve_more(16 * vertices.size() * triangles.size() + kSlack);
  for (const FourVertices& group : vertices) {
    for_each_lane(reach.overlaps(group.boxes), [&](std::size_t lane) {
      const BoxProbe probe(group.boxes, lane);
      const std::int32_t vertex = group.id[lane];
      for (const FourTriangles& others : triangles) {
        const unsigned hits = probe.overlaps(others.boxes) & ~lanes_with(others, vertex);
        end = write_hits(hits, end, [&](std::size_t other) {
          return VertexTrianglePair{VertexId(vertex), TriangleId(others.id[other])};
        });
      }
    });
  }
  out.vertex_triangle.commit(end);
}

}  // namespace

void find_pairs_between(const BroadPhaseTree& tree, const TreeLeaf& a, const TreeLeaf& b, BroadPhaseChunk& out) {
  const BoxProbe box_of_a(a.box), box_of_b(b.box);
  find_edge_pairs(tree.edges(a), tree.edges(b), box_of_b, out);
  find_vertex_triangle_pairs(tree.vertices(a), tree.triangles(b), box_of_b, out);
  find_vertex_triangle_pairs(tree.vertices(b), tree.triangles(a), box_of_a, out);
}

void find_pairs_within(const BroadPhaseTree& tree, const TreeLeaf& leaf, BroadPhaseChunk& out) {
  const std::span<const FourEdges> edges = tree.edges(leaf);
  EdgeEdgePair* end = out.edge_edge.reserve_more(16 * edges.size() * edges.size() + kSlack);
  for (std::size_t g = 0; g < edges.size(); ++g) {
    for (std::size_t lane = 0; lane < 4 && edges[g].id[lane] >= 0; ++lane) {
      const BoxProbe probe(edges[g].boxes, lane);
      const unsigned behind = kAllLanes & ~((2U << lane) - 1U);  // the lanes after this one
      end = write_edge_pairs(edges[g], lane, probe, edges[g], behind, end);
      for (std::size_t h = g + 1; h < edges.size(); ++h)
        end = write_edge_pairs(edges[g], lane, probe, edges[h], kAllLanes, end);
    }
  }
  out.edge_edge.commit(end);
  find_vertex_triangle_pairs(tree.vertices(leaf), tree.triangles(leaf), BoxProbe(leaf.box), out);
}

}  // namespace muslin::detail
