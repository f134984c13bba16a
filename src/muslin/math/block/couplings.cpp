#include <algorithm>
#include <muslin/core/parallel.hpp>
#include <muslin/math/block/couplings.hpp>

namespace muslin {
namespace {

/// Number of couplings that justify a part with its own sums: each part costs as much as some hundred couplings per
/// thousand vertices.
constexpr std::size_t kPartCouplings = 8192;
constexpr std::size_t kMaxCouplingParts = 8;

}  // namespace

Couplings::Couplings(std::size_t vertices, std::vector<Coupling> couplings)
    : couplings_(std::move(couplings)), diagonal_(couplings_.empty() ? 0 : vertices) {
  for (const Coupling& coupling : couplings_)
    for (std::size_t a = 0; a < 4; ++a)
      diagonal_[coupling.vertex[a].index()].add(coupling.weight[a] * coupling.weight[a], coupling.block);
}

void Couplings::Product::compute(const Couplings& couplings, std::span<const Vec3> x) {
  const std::span<const Coupling> list = couplings.list();
  const std::size_t parts = std::min(kMaxCouplingParts, chunk_count(list.size(), kPartCouplings));
  parts_.resize(parts);
  if (parts == 0) return;
  parallel_chunks(list.size(), chunk_count(list.size(), parts), [&](Chunk chunk) {
    std::vector<Vec3>& sums = parts_[chunk.index];
    sums.resize(x.size(), Vec3::Zero());
    for (std::size_t c = chunk.begin; c < chunk.end; ++c) {
      const auto& [vertex, weight, block] = list[c];
      Vec3 gap = weight[0] * x[vertex[0].index()], force = Vec3::Zero();
      for (std::size_t a = 1; a < 4; ++a) gap += weight[a] * x[vertex[a].index()];
      block.add_product(gap, force);
      for (std::size_t a = 0; a < 4; ++a) sums[vertex[a].index()] += weight[a] * force;
    }
  });
}

}  // namespace muslin
