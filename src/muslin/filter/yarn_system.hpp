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

/// Solves for the step of rows that are edges, in the tension metric H, by conjugate gradients:
///   min ½ δᵀ H δ,   C + G δ - S λ = 0 where λ is above its bound, ≤ 0 where it is at it,   H δ + Gᵀ λ = 0
/// Without δ this is A λ = C with A = G H⁻¹ Gᵀ + S. The preconditioner solves each yarn exactly, so the time is nearly
/// proportional to the number of rows. The active set is found during the solve. Each multiplier acts with opposite
/// impulses on the two ends of its row, so momentum is conserved regardless of the residual.
class YarnSystem {
 public:
  struct Problem {
    std::span<const double> value;        ///< C of each row
    std::span<const double> lower_bound;  ///< bounds of λ; -∞ for equalities
    std::span<const double> tension;      ///< of each row in H [kg m²]
    double shift = 0.0;                   ///< S, as a share of the diagonal of G W Gᵀ [1]
    double tolerance = 0.0;               ///< of C + G δ - S λ [1]
    int max_iterations = 0;
  };
  /// The rows are always the same, with one or two nodes each. λ holds an initial guess. Writes λ and δ. Returns false
  /// if H has no finite factors or the tolerance is not reached.
  [[nodiscard]] bool solve(const RowSystem& rows, const Problem& problem, std::span<double> lambda,
                           RowSystem::Motion& delta);
  /// Writes the δ of given multipliers. Returns false if H has no finite factors.
  [[nodiscard]] bool compute_response(const RowSystem& rows, std::span<const double> tension,
                                      std::span<const double> lambda, RowSystem::Motion& delta);
  [[nodiscard]] int iterations() const { return iterations_; }  ///< of the last solve()

 private:
  class Matrix;
  void update(const RowSystem& rows, double shift);
  void respond(const RowSystem& rows, std::span<const double> lambda, RowSystem::Motion& motion);
  void apply_inverse_metric(const RowSystem& rows, RowSystem::Motion& motion);

  /// A row, in the order of the yarns.
  struct Row {
    std::array<std::int32_t, 2> node = {-1, -1};
    Vec3 translation = Vec3::Zero();  ///< gradient by the first node; the second has its negative
  };
  /// The gradient of a row by the rotation of a rigid patch.
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
  std::vector<double> value_, lower_bound_, lambda_;  ///< in the order of the yarns
  RowSystem::Motion motion_;
  BoundedConjugateGradient conjugate_gradient_;
  int iterations_ = 0;
};

}  // namespace muslin
