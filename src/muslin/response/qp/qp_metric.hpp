#pragma once
#include <cstdint>
#include <muslin/math/block/block_matrix.hpp>
#include <vector>

namespace muslin {

class CollisionView;

/// The metric of the quadratic programme: the matrix of the implicit step, K = M - Δt ∂f/∂v - Δt² ∂f/∂x, with which
/// stiff bodies respond as a whole [Raghupathi06 (3)]. If the step has no such matrix (ImplicitContext), the metric
/// consists of the masses.
class QpMetric {
 public:
  /// Sets up the metric of a step, including its stopped and yielding vertices.
  void begin(const CollisionView& step);

  [[nodiscard]] const BlockMatrix& matrix() const { return *matrix_; }
  [[nodiscard]] FixedMask fixed() const { return fixed_; }
  [[nodiscard]] std::size_t free_count() const { return free_count_; }  ///< number of free vertices
  /// Returns true if the matrix is cheap to factorise: it belongs to cables only, or consists of masses.
  [[nodiscard]] bool is_narrow() const;

 private:
  const BlockMatrix* matrix_ = nullptr;
  BlockMatrix own_;  ///< masses, or K with the masses of yielding vertices
  std::vector<std::uint8_t> fixed_;
  std::size_t free_count_ = 0;
};

}  // namespace muslin
