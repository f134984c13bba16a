#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Interpolates the values of the vertices of one level of a hierarchy from the fewer vertices of the next: x = P
/// x_coarse, with one weight per pair, the same for all three coordinates.
class Prolongation {
 public:
  struct Entry {
    std::int32_t vertex;
    float weight;
  };

  /// Builds P by smoothed aggregation [Vanek96]: neighbourhoods become the coarse vertices, and each fine vertex takes
  /// a mean of the aggregates of itself and its neighbours. The paper smooths with the matrix; here the graph is used
  /// instead, so that the weights never change and reproduce translations exactly. Vertices without neighbours take
  /// part in nothing.
  explicit Prolongation(const BlockPattern& pattern);

  [[nodiscard]] std::size_t fine_count() const { return fine_begin_.size() - 1; }
  [[nodiscard]] std::size_t coarse_count() const { return coarse_begin_.size() - 1; }
  /// Returns the coarse vertices, with weights, that fine vertex i is interpolated from.
  [[nodiscard]] std::span<const Entry> of_fine(std::size_t i) const { return part(fine_begin_, fine_entries_, i); }
  /// Returns the fine vertices, with weights, that coarse vertex c acts on.
  [[nodiscard]] std::span<const Entry> of_coarse(std::size_t c) const {
    return part(coarse_begin_, coarse_entries_, c);
  }

  /// Computes x += P x_coarse, except at fixed vertices.
  void add_prolonged(std::span<const Vec3> coarse, FixedMask fixed, std::span<Vec3> x) const;
  /// Computes coarse = Pᵀ r; r is zero at fixed vertices.
  void restrict_to(std::span<const Vec3> r, std::span<Vec3> coarse) const;

 private:
  static std::span<const Entry> part(const std::vector<std::int32_t>& begin, const std::vector<Entry>& entries,
                                     std::size_t i) {
    return std::span(entries).subspan(static_cast<std::size_t>(begin[i]),
                                      static_cast<std::size_t>(begin[i + 1] - begin[i]));
  }

  std::vector<std::int32_t> fine_begin_, coarse_begin_;
  std::vector<Entry> fine_entries_, coarse_entries_;
};

}  // namespace muslin
