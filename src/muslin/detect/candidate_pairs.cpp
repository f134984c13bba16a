#include <muslin/detect/candidate_pairs.hpp>

namespace muslin {
namespace {

template <class List>
std::size_t total(const CandidatePairs& pairs, List CandidateChunk::*list) {
  std::size_t sum = 0;
  for (const auto& chunk : pairs.chunks) sum += (chunk.*list).size();
  return sum;
}

}  // namespace

std::size_t CandidatePairs::vertex_triangle_count() const { return total(*this, &CandidateChunk::vertex_triangle); }
std::size_t CandidatePairs::edge_edge_count() const { return total(*this, &CandidateChunk::edge_edge); }
std::size_t CandidatePairs::vertex_edge_count() const { return total(*this, &CandidateChunk::vertex_edge); }

}  // namespace muslin
