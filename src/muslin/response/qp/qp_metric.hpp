#pragma once
#include <cstdint>
#include <muslin/math/block/block_matrix.hpp>
#include <vector>

namespace muslin {

class CollisionView;

/// The metric of the quadratic programme: the matrix of the implicit step, K = M - Δt ∂f/∂v - Δt² ∂f/∂x, so that stiff
/// bodies respond as a whole [Raghupathi06 (3)]. Where the step has no such matrix (ImplicitContext), the masses.
class QpMetric {
 public:
  /// Sets up the metric of a step, with its stopped and yielding vertices.
  void begin(const CollisionView& step);

  [[nodiscard]] const BlockMatrix& matrix() const { return *matrix_; }
  [[nodiscard]] FixedMask fixed() const { return fixed_; }
  [[nodiscard]] std::size_t free_count() const { return free_count_; }  ///< vertices
  /// Is the matrix that of cables alone, or of masses: cheap to factorise?
  [[nodiscard]] bool is_narrow() const;

 private:
  const BlockMatrix* matrix_ = nullptr;
  BlockMatrix own_;  ///< of masses, or K with the masses of yielding vertices
  std::vector<std::uint8_t> fixed_;
  std::size_t free_count_ = 0;
};

}  // namespace muslin
