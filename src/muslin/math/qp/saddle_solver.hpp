#pragma once
#include <memory>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>

namespace muslin {

/// Solves the linear systems of an active-set method [Raghupathi06 §5]: some rows are *active* as equalities, and the
/// multipliers of the others are given. With K symmetric and positive definite on the free vertices, it finds v and the
/// multipliers of the active rows H:
///   K (v - v₀) = Jᵀ λ,   J_H v + ε_H (λ_H - λ'_H) = target_H,   v = v₀ at fixed vertices.
/// The small ε allows rows that depend on each other. λ' are the multipliers of a previous solution; repeating the
/// solve brings the rows to their targets nevertheless. ([Raghupathi06 (23)] has a plus before L where a minus is
/// right.)
class SaddleSolver {
 public:
  virtual ~SaddleSolver() = default;

  /// Begins with another matrix, which must stay unchanged until the next call, and no rows. `positions` are those of
  /// the vertices, for preconditioners; an empty span means that they are not known.
  virtual void begin(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> positions) = 0;
  /// Sets the rows. Those before `first_new` are unchanged and stay active or free; the rest are free.
  virtual void set_rows(std::span<const QpRow> rows, std::size_t first_new) = 0;
  /// Makes a row active, or free. Returns false if the row cannot be active because no free vertex moves it.
  virtual bool activate(std::size_t row) = 0;
  virtual void deactivate(std::size_t row) = 0;

  struct Report {
    bool converged = true;
    int iterations = 0;
  };
  /// `start` is v₀ and `before` is λ'. On entry λ contains the multipliers of free rows and a guess for those of active
  /// ones, and v contains a guess. `tolerance` is that of J_H v.
  virtual Report solve(std::span<const Vec3> start, std::span<const double> before, double tolerance,
                       std::span<double> lambda, std::span<Vec3> v) = 0;

  /// Returns whether it solves to rounding error for any tolerance.
  [[nodiscard]] virtual bool is_direct() const { return false; }

  /// Returns the approximate change of a row's value per unit of its own multiplier, or 0 if nothing moves it. Any row
  /// may be given.
  [[nodiscard]] virtual double mobility(std::size_t row) = 0;

  /// Returns ε of a row.
  [[nodiscard]] virtual double shift(std::size_t row) = 0;

  /// Counts the work since begin().
  struct Counts {
    int factorisations = 0;  ///< factorisations of K
    int solves = 0;          ///< solves with K
    int updates = 0;         ///< rows added to and removed from the Schur complement
    int iterations = 0;      ///< iterations of MINRES or conjugate gradients
  };
  [[nodiscard]] virtual Counts counts() const = 0;
};

/// Makes a solver by the Schur complement J K⁻¹ Jᵀ + ε, with K factorised once and the complement's own factor updated
/// row by row [Raghupathi06 §5.2]. It is for cables and small sheets: K⁻¹ Jᵀ is kept for every row that is ever active.
/// It makes no use of the guesses. `shift` is ε relative to the mobility of a row.
[[nodiscard]] std::unique_ptr<SaddleSolver> make_schur_solver(double shift = tolerance::kQpShift);

/// Makes a solver by MINRES on the whole system, without inverting K [Raghupathi06 §5.1]. The paper's conjugate
/// gradients do not apply, because the system is indefinite. It is for large sheets.
[[nodiscard]] std::unique_ptr<SaddleSolver> make_kkt_solver(int max_iterations, double shift = tolerance::kQpShift);

/// Makes a solver by conjugate gradients, for large sheets. Eliminating λ_H = λ'_H + (target - J v)/ε gives the system
///   (K + Jᵀ J/ε) v = K v₀ + Jᵀ λ,   λ_H = λ'_H + target/ε
/// which is positive definite and has the couplings of springs at contacts. ε is larger than that of the other solvers,
/// and the rounds that remove the resulting error do more of the work.
[[nodiscard]] std::unique_ptr<SaddleSolver> make_condensed_solver(int max_iterations);

}  // namespace muslin
