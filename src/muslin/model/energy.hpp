#pragma once
#include <muslin/core/parallel.hpp>
#include <muslin/model/element.hpp>
#include <vector>

namespace muslin {

/// Potential energy of all elements as they are prepared [J]. Chunks of fixed size are added up in their order: the
/// same bits on any number of threads.
template <ElementKind E>
[[nodiscard]] double total_energy(const E& elements) {
  constexpr std::size_t kChunk = 4096;
  std::vector<double> parts(chunk_count(elements.size(), kChunk), 0.0);
  parallel_chunks(elements.size(), kChunk, [&](Chunk chunk) {
    double sum = 0.0;
    for (std::size_t e = chunk.begin; e < chunk.end; ++e) sum += elements.energy(e);
    parts[chunk.index] = sum;
  });
  double total = 0.0;
  for (const double part : parts) total += part;
  return total;
}

}  // namespace muslin
