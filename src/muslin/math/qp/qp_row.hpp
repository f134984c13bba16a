#pragma once
#include <array>
#include <limits>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// A linear constraint on up to four of the vectors v, with its multiplier λ:
///   J v = Σ gᵢ·vᵢ ≥ target where λ = lower_bound,  = target where λ is in between,  ≤ target where λ = upper_bound.
/// An inequality has λ in [0, ∞), an equality in (-∞, ∞), dry friction in [-bound, bound].
struct QpRow {
  std::array<VertexId, 4> vertex = {};  ///< an invalid vertex is not used
  std::array<Vec3, 4> gradient = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  double target = 0.0;
  double lower_bound = 0.0;
  double upper_bound = std::numeric_limits<double>::infinity();
};

/// Returns J v of one row.
[[nodiscard]] inline double row_value(const QpRow& row, std::span<const Vec3> v) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 4; ++i)
    if (row.vertex[i].valid()) sum += row.gradient[i].dot(v[row.vertex[i].index()]);
  return sum;
}

/// Computes v += factor Jᵀ.
inline void add_row(const QpRow& row, double factor, std::span<Vec3> v) {
  for (std::size_t i = 0; i < 4; ++i)
    if (row.vertex[i].valid()) v[row.vertex[i].index()] += factor * row.gradient[i];
}

}  // namespace muslin
