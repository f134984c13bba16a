#pragma once
#include <memory>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>

namespace muslin {

/// The linear systems of an active-set method [Raghupathi06 §5]: some rows are *active* as equalities, the multipliers
/// of the others are given. With K symmetric and positive definite on the free vertices, it finds v and the multipliers
/// of the active rows H:
///   K (v - v₀) = Jᵀ λ,   J_H v + ε_H (λ_H - λ'_H) = target_H,   v = v₀ at fixed vertices.
/// The small ε lets rows depend on each other; λ' are the multipliers of a solution before, and repeating brings the
/// rows to their targets nevertheless. ([Raghupathi06 (23)] has a plus before L where a minus is right.)
class SaddleSolver {
 public:
  virtual ~SaddleSolver() = default;

  /// Another matrix, which must stay as it is until the next one; no rows. `positions` are where the vertices are, for
  /// preconditioners; empty: not known.
  virtual void begin(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> positions) = 0;
  /// The rows; those before `first_new` are as they were, and active as they were, the rest are not.
  virtual void set_rows(std::span<const QpRow> rows, std::size_t first_new) = 0;
  /// Holds a row, or lets go of it. False: it cannot be active, for nothing that is free moves it.
  virtual bool activate(std::size_t row) = 0;
  virtual void deactivate(std::size_t row) = 0;

  struct Report {
    bool converged = true;
    int iterations = 0;
  };
  /// `start` is v₀; `before` are λ'; λ comes in with the multipliers of rows that are not active, and a guess for the
  /// others; v comes in with a guess. `tolerance`: of J_H v.
  virtual Report solve(std::span<const Vec3> start, std::span<const double> before, double tolerance,
                       std::span<double> lambda, std::span<Vec3> v) = 0;

  /// Does it solve to rounding, whatever the tolerance?
  [[nodiscard]] virtual bool is_direct() const { return false; }

  /// How much a multiplier of 1 changes the value of its own row, about; 0: nothing moves it. Of any row.
  [[nodiscard]] virtual double mobility(std::size_t row) = 0;

  /// ε of a row.
  [[nodiscard]] virtual double shift(std::size_t row) = 0;

  /// Work since begin().
  struct Counts {
    int factorisations = 0;  ///< of K
    int solves = 0;          ///< with K
    int updates = 0;         ///< rows that came and went, of the Schur complement
    int iterations = 0;      ///< of MINRES or conjugate gradients
  };
  [[nodiscard]] virtual Counts counts() const = 0;
};

/// By the Schur complement J K⁻¹ Jᵀ + ε, with K factorised once and the complement's own factor updated row by row
/// [Raghupathi06 §5.2]. For cables and small sheets: K⁻¹ Jᵀ is kept, for every row that is ever active. Makes no use of
/// the guesses.
[[nodiscard]] std::unique_ptr<SaddleSolver> make_schur_solver();

/// By MINRES on the whole system, without inverting K [Raghupathi06 §5.1]; the paper's conjugate gradients do not fit,
/// for the system is indefinite. For large sheets.
[[nodiscard]] std::unique_ptr<SaddleSolver> make_kkt_solver(int max_iterations);

/// By conjugate gradients, for large sheets: without λ_H = λ'_H + (target - J v)/ε the system is
///   (K + Jᵀ J/ε) v = K v₀ + Jᵀ λ,   λ_H = λ'_H + target/ε
/// which is positive definite, and has the couplings of springs at contacts. ε is larger than that of the others, and
/// the rounds that take back what it leaves do more.
[[nodiscard]] std::unique_ptr<SaddleSolver> make_condensed_solver(int max_iterations);

}  // namespace muslin
