#include <muslin/detect/broad_phase_pairs.hpp>

namespace muslin {
namespace {

template <class List>
std::size_t total(const BroadPhasePairs& pairs, List BroadPhaseChunk::*list) {
  std::size_t sum = 0;
  for (const auto& chunk : pairs.chunks) sum += (chunk.*list).size();
  return sum;
}

}  // namespace

std::size_t BroadPhasePairs::vertex_triangle_count() const { return total(*this, &BroadPhaseChunk::vertex_triangle); }
std::size_t BroadPhasePairs::edge_edge_count() const { return total(*this, &BroadPhaseChunk::edge_edge); }
std::size_t BroadPhasePairs::vertex_edge_count() const { return total(*this, &BroadPhaseChunk::vertex_edge); }

}  // namespace muslin
