#pragma once
#include <array>
#include <cstdint>
#include <muslin/filter/row_system.hpp>
#include <muslin/filter/tension_metric.hpp>
#include <muslin/filter/yarn_lines.hpp>
#include <muslin/math/qp/bounded_conjugate_gradient.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Rows that are edges, in the metric H that knows their tension, by conjugate gradients:
///   min ½ δᵀ H δ,   C + G δ - S λ = 0 where λ is above its bound, ≤ 0 where it is at it,   H δ + Gᵀ λ = 0
/// or, for the pulls alone, A λ = C with A = G H⁻¹ Gᵀ + S. Threads are the preconditioner, so that the time is nearly
/// proportional to the number of rows; what pulls and what does not is found during the solve. Whatever is left, ways
/// are those of pulls between two ends: momentum is kept.
class YarnSystem {
 public:
  struct Problem {
    std::span<const double> value;        ///< C
    std::span<const double> lower_bound;  ///< bounds of λ; -∞: none, the row is kept
    std::span<const double> tension;      ///< [kg m²] of H
    double shift = 0.0;                   ///< S, in shares of the diagonal of G W Gᵀ
    double tolerance = 0.0;               ///< of C + G δ - S λ
    int max_iterations = 0;
  };
  /// Always for the same rows, of one or two nodes each. λ: in, a guess. Fills in λ and δ. False: H has no finite
  /// factors, or the tolerance is out of reach.
  [[nodiscard]] bool solve(const RowSystem& rows, const Problem& problem, std::span<double> lambda,
                           RowSystem::Motion& delta);
  /// The δ of pulls that are known already. False: H has no finite factors.
  [[nodiscard]] bool compute_response(const RowSystem& rows, std::span<const double> tension,
                                      std::span<const double> lambda, RowSystem::Motion& delta);
  [[nodiscard]] int iterations() const { return iterations_; }  ///< of the last solution

 private:
  class Matrix;
  void update(const RowSystem& rows, double shift);
  void respond(const RowSystem& rows, std::span<const double> lambda, RowSystem::Motion& motion);
  void apply_inverse_metric(const RowSystem& rows, RowSystem::Motion& motion);

  /// A row in the order of the threads.
  struct Row {
    std::array<std::int32_t, 2> node = {-1, -1};
    Vec3 translation = Vec3::Zero();  ///< gradient by the first node; by the second it is the opposite
  };
  /// And what it does to a patch besides.
  struct RotationGradient {
    std::uint32_t row = 0;
    std::int32_t node = -1;
    Vec3 rotation = Vec3::Zero();
  };
  TensionMetric metric_;
  YarnLines yarns_;
  std::vector<Row> rows_;
  std::vector<RotationGradient> rotation_gradients_;
  std::vector<YarnLines::Part> parts_;
  std::vector<double> value_, lower_bound_, lambda_;  ///< in the order of the threads
  RowSystem::Motion motion_;
  BoundedConjugateGradient conjugate_gradient_;
  int iterations_ = 0;
};

}  // namespace muslin
