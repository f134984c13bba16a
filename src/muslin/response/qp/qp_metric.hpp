#pragma once
#include <cstdint>
#include <muslin/math/block/block_matrix.hpp>
#include <vector>

namespace muslin {

class CollisionStep;

/// What a quadratic programme calls near: the matrix of the implicit step, K = M - Δt ∂f/∂v - Δt² ∂f/∂x, so that what
/// is stiff responds as a whole [Raghupathi06 (3)]. Where the integrator has none (explicit ones, several substeps at
/// once, more than one Newton step), the masses.
class QpMetric {
 public:
  /// For a step, with what has stopped or gives way there.
  void begin(const CollisionStep& step);

  [[nodiscard]] const BlockMatrix& matrix() const { return *matrix_; }
  [[nodiscard]] FixedMask fixed() const { return fixed_; }
  [[nodiscard]] std::size_t free_count() const { return free_count_; }  ///< vertices
  /// Is the matrix that of cables alone, or of masses: cheap to factorise?
  [[nodiscard]] bool is_narrow() const;

 private:
  const BlockMatrix* matrix_ = nullptr;
  BlockMatrix own_;  ///< of masses, or K with the masses of what gives way
  std::vector<std::uint8_t> fixed_;
  std::size_t free_count_ = 0;
};

}  // namespace muslin
