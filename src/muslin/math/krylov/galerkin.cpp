#include <algorithm>
#include <map>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/block/row_ranges.hpp>
#include <muslin/math/krylov/galerkin.hpp>

namespace muslin {
namespace {

constexpr std::size_t kMostRanges = 16;

/// Accumulates the sums for the coarse vertices that one fine row reaches, in the order in which they are met.
class RowSums {
 public:
  explicit RowSums(std::size_t coarse_vertices) : place_(coarse_vertices, -1) {}

  struct Sum {
    std::int32_t vertex;
    double scalar;
    Mat3 block;
  };
  [[nodiscard]] Sum& of(std::int32_t vertex) {
    std::int32_t& place = place_[static_cast<std::size_t>(vertex)];
    if (place < 0) {
      place = static_cast<std::int32_t>(sums_.size());
      sums_.push_back({vertex, 0.0, Mat3::Zero()});
    }
    return sums_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] const std::vector<Sum>& all() const { return sums_; }
  /// Adds to each block the number that acts on all three coordinates.
  void add_scalars() {
    for (Sum& sum : sums_) sum.block.diagonal().array() += sum.scalar;
  }
  void clear() {
    for (const Sum& sum : sums_) place_[static_cast<std::size_t>(sum.vertex)] = -1;
    sums_.clear();
  }

 private:
  std::vector<std::int32_t> place_;
  std::vector<Sum> sums_;
};

/// Computes row i of U P, where A = U + Uᵀ and U is the upper triangle with half the diagonal. A fixed vertex keeps its
/// place, so that the order does not depend on which vertices are fixed.
void sum_row(const BlockMatrix& fine, const Prolongation& prolongation, FixedMask fixed, std::size_t i, RowSums& sums) {
  sums.clear();
  const BlockPattern& blocks = fine.block_pattern();
  for (std::size_t s = blocks.row_begin(i); s < blocks.row_end(i); ++s) {
    const std::size_t j = blocks.column(s).index();
    const double share = is_fixed(fixed, j) ? 0.0 : i == j ? 0.5 : 1.0;
    for (const Prolongation::Entry& part : prolongation.of_fine(j)) {
      RowSums::Sum& sum = sums.of(part.vertex);
      if (share > 0.0) sum.block += share * static_cast<double>(part.weight) * fine.block(s);
    }
  }
  const BlockPattern& scalars = fine.scalar_pattern();
  for (std::size_t s = scalars.row_begin(i); s < scalars.row_end(i); ++s) {
    const std::size_t j = scalars.column(s).index();
    const double share = is_fixed(fixed, j) ? 0.0 : i == j ? 0.5 : 1.0;
    for (const Prolongation::Entry& part : prolongation.of_fine(j)) {
      RowSums::Sum& sum = sums.of(part.vertex);
      if (share > 0.0) sum.scalar += share * static_cast<double>(part.weight) * fine.scalar(s);
    }
  }
}

}  // namespace

GalerkinProduct::GalerkinProduct(const BlockMatrix& fine, const Prolongation& prolongation)
    : range_rows_(balanced_range_rows(fine.vertex_count(), kElementsPerChunk, kMostRanges)) {
  MUSLIN_ASSERT(fine.vertex_count() == prolongation.fine_count());
  const std::size_t n = fine.vertex_count();
  std::vector<VertexPair> products;
  RowSums sums(prolongation.coarse_count());
  target_begin_.assign(1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    sum_row(fine, prolongation, {}, i, sums);
    for (const Prolongation::Entry& own : prolongation.of_fine(i))
      for (const RowSums::Sum& sum : sums.all()) products.push_back({VertexId(own.vertex), VertexId(sum.vertex)});
    target_begin_.push_back(static_cast<std::int32_t>(products.size()));
  }
  coarse_pattern_ = BlockPattern(prolongation.coarse_count(), products);

  // A slot that only one range adds to is written in place.
  constexpr std::int32_t kNobody = -1, kSeveral = -2;
  std::vector<std::int32_t> writer(coarse_pattern_.slot_count(), kNobody);
  targets_.resize(products.size());
  const auto for_each_product = [&](const auto& visit) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::int32_t p = target_begin_[i]; p < target_begin_[i + 1]; ++p)
        visit(static_cast<std::int32_t>(i / range_rows_), static_cast<std::size_t>(p));
  };
  for_each_product([&](std::int32_t range, std::size_t p) {
    const std::size_t slot = coarse_pattern_.slot(products[p][0], products[p][1]);
    targets_[p] = static_cast<std::int32_t>(slot);
    writer[slot] = writer[slot] == kNobody || writer[slot] == range ? range : kSeveral;
  });
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> cells;  // by range and slot
  for_each_product([&](std::int32_t range, std::size_t p) {
    const std::int32_t slot = targets_[p];
    if (writer[static_cast<std::size_t>(slot)] != kSeveral) return;
    const auto [it, is_new] = cells.try_emplace({range, slot}, static_cast<std::int32_t>(cell_slots_.size()));
    if (is_new) cell_slots_.push_back(slot);
    targets_[p] = static_cast<std::int32_t>(coarse_pattern_.slot_count()) + it->second;
  });
  cells_.resize(cell_slots_.size());
}

BlockMatrix GalerkinProduct::make_coarse_matrix() const {
  return {coarse_pattern_, BlockPattern(coarse_pattern_.vertex_count(), {})};
}

void GalerkinProduct::compute_range(const BlockMatrix& fine, const Prolongation& prolongation, FixedMask fixed,
                                    std::size_t begin, std::size_t end, BlockMatrix& coarse) {
  RowSums sums(prolongation.coarse_count());
  const auto slots = static_cast<std::int32_t>(coarse_pattern_.slot_count());
  for (std::size_t i = begin; i < end; ++i) {
    if (is_fixed(fixed, i)) continue;
    sum_row(fine, prolongation, fixed, i, sums);
    sums.add_scalars();
    const std::int32_t* target = targets_.data() + target_begin_[i];
    for (const Prolongation::Entry& own : prolongation.of_fine(i)) {
      const auto weight = static_cast<double>(own.weight);
      for (const RowSums::Sum& sum : sums.all()) {
        Mat3& to = *target < slots ? coarse.block(static_cast<std::size_t>(*target))
                                   : cells_[static_cast<std::size_t>(*target - slots)];
        ++target;
        // Add the upper triangle of (U P)ᵀP + Pᵀ(U P).
        if (own.vertex <= sum.vertex) to += weight * sum.block;
        if (own.vertex >= sum.vertex) to += weight * sum.block.transpose();
      }
    }
  }
}

void GalerkinProduct::compute(const BlockMatrix& fine, const Prolongation& prolongation, FixedMask fixed,
                              BlockMatrix& coarse) {
  parallel_for(coarse_pattern_.slot_count(), 4 * kElementsPerChunk, [&](std::size_t s) { coarse.block(s).setZero(); });
  std::fill(cells_.begin(), cells_.end(), Mat3::Zero());
  parallel_chunks(fine.vertex_count(), range_rows_,
                  [&](Chunk range) { compute_range(fine, prolongation, fixed, range.begin, range.end, coarse); });
  for (std::size_t c = 0; c < cells_.size(); ++c) coarse.block(static_cast<std::size_t>(cell_slots_[c])) += cells_[c];
  for (std::size_t i = 0; i < coarse.vertex_count(); ++i) {
    Mat3& diagonal = coarse.block(coarse_pattern_.diagonal_slot(VertexId(i)));
    if (diagonal.isZero(0.0)) diagonal.setIdentity();
  }
}

}  // namespace muslin
