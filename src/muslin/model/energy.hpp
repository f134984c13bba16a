#pragma once
#include <muslin/core/parallel.hpp>
#include <muslin/model/element.hpp>
#include <vector>

namespace muslin {

/// Returns the potential energy of all elements in their prepared state [J]. Chunks of fixed size are summed in their
/// order, so the result has the same bits on any number of threads.
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
