#pragma once
#include <cstdint>
#include <muslin/math/qp/saddle_solver.hpp>
#include <span>
#include <vector>

namespace muslin {

struct ActiveSetOptions {
  double tolerance = 1e-10;  ///< tolerance of J v, in its units
  int max_iterations = 200;  ///< largest number of linear systems solved once rows are added one at a time
  int max_toggles = 4;       ///< number of changes of one row beyond which it is on the watch list
  int refinements = 12;      ///< largest number of rounds that remove the error of the regularisation; 0 leaves it
  /// Whether a row that toggles more often than max_toggles is removed for good, instead of adding rows one at a time.
  bool removes_toggling = false;
  /// Whether an iterative solver gives up the targets that are missed as soon as the error of all rows together no
  /// longer shrinks, instead of waiting for each row by itself. Programmes with rows that are nearly dependent, whose
  /// error shrinks very slowly, are then given up too.
  bool softens_together = false;
};

struct ActiveSetReport {
  bool converged = false;  ///< apart from rows that were dropped or softened
  int iterations = 0;      ///< number of linear systems solved
  int additions = 0;       ///< rows that became active
  int removals = 0;        ///< rows that became free
  int watched = 0;         ///< rows that toggled more often than max_toggles
  int dropped = 0;         ///< rows given up: they toggled to the end, or depend on others to within rounding
  int softened = 0;        ///< rows that others contradict: no solution meets all of their targets
  double violation = 0.0;  ///< largest violation of a row that was not dropped
};

/// Solves the quadratic programme min ½ (v - v₀)ᵀ K (v - v₀) subject to rows (qp_row.hpp) by an active-set method
/// [Raghupathi06 §3, §6]. Rows whose multiplier is inside its bounds are active. The linear system is solved, violated
/// rows become active, rows whose multiplier is beyond a bound become free, and so on.
///
/// The paper exchanges all of these rows at once, which is fast but may toggle for ever. Here, once three such
/// exchanges in a row have not reduced the number of misplaced rows, rows are added one at a time, and multipliers stop
/// at the first bound that they reach: an active-set method for the bounds of the dual problem [NocedalWright06 §16.5].
/// The dual objective then falls in every step, and as the regularised complement is positive definite, the method ends
/// with the solution. The watch list [Raghupathi06 §7.2] is therefore needed only against rounding, and when the budget
/// of iterations is spent.
///
/// A row with equal bounds has that multiplier and is not examined. Rows may be added from call to call, and the active
/// set is kept. One object should be reused.
class ActiveSet {
 public:
  /// Begins another programme: no row is active.
  void begin() { place_.clear(), toggles_.clear(), dropped_.clear(), softened_.clear(); }
  /// Announces that a row changes: it leaves the active set.
  void forget(std::size_t row) {
    place_[row] = Place::lowest;
    softened_[row] = 0;
  }

  /// `solver` must already have the rows. On entry λ is a guess of any size; on return it has one multiplier per row. v
  /// is also a guess on entry and the solution on return.
  ActiveSetReport minimise(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                           const ActiveSetOptions& options, std::vector<double>& lambda, std::span<Vec3> v);

  [[nodiscard]] bool is_active(std::size_t row) const { return place_[row] == Place::active; }
  /// Returns whether other rows contradict this one, as far as the last programme can tell.
  [[nodiscard]] bool is_softened(std::size_t row) const { return row < softened_.size() && softened_[row] != 0; }
  /// Returns whether a row need not meet its target: others contradict it, or it was dropped.
  [[nodiscard]] bool is_given_up(std::size_t row) const {
    return is_softened(row) || (row < dropped_.size() && dropped_[row] != 0);
  }

 private:
  enum class Place : std::uint8_t { lowest, active, highest };

  void move(SaddleSolver& solver, const QpRow& row, std::size_t i, Place to, double& lambda, ActiveSetReport& report);
  /// Removes the misplaced rows on the watch list from the programme: they have no multiplier, and may be violated.
  void drop_toggling_rows(SaddleSolver& solver, std::span<const QpRow> rows, const ActiveSetOptions& options,
                          std::span<double> lambda, ActiveSetReport& report);
  /// Writes the rows that violate their optimality conditions into misplaced_.
  void find_misplaced_rows(SaddleSolver& solver, std::span<const QpRow> rows, double tolerance,
                           std::span<const double> lambda, std::span<const Vec3> v, ActiveSetReport& report);

  struct RowMove {
    std::size_t row;
    Place to;
  };
  /// Exchanges all misplaced rows at once, as long as that reduces their number. Returns true if none is left.
  bool exchange(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                const ActiveSetOptions& options, double tolerance, std::span<double> lambda, std::span<Vec3> v,
                ActiveSetReport& report);
  /// Exchanges rows one at a time. Returns true if no misplaced row is left.
  bool descend(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
               const ActiveSetOptions& options, std::span<double> lambda, std::span<Vec3> v, ActiveSetReport& report);
  /// Computes v from λ, and scales λ down where that lowers the dual objective.
  void update_from_multipliers(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                               double tolerance, std::span<double> lambda, std::span<Vec3> v);
  [[nodiscard]] double step_to_bound(SaddleSolver& solver, const QpRow& row, std::size_t i,
                                     const ActiveSetOptions& options, double lambda) const;
  void toggle(SaddleSolver& solver, std::span<const QpRow> rows, const RowMove& wrong, const ActiveSetOptions& options,
              std::span<double> lambda, ActiveSetReport& report);
  /// Prepares the next round. Returns false if no row misses its target by more than the tolerance, apart from those
  /// that others contradict.
  bool prepare_refinement(std::span<const QpRow> rows, bool is_direct, double tolerance, std::span<const double> lambda,
                          std::span<const Vec3> v, ActiveSetReport& report);
  /// Gives up the targets of all rows that an iterative solver has left off them, if rounds no longer reduce the error
  /// of all rows together. Returns true if it has.
  bool soften_stalled_rows(std::span<const QpRow> rows, double tolerance, std::span<const Vec3> v,
                           ActiveSetReport& report);

  std::vector<Place> place_;
  std::vector<int> toggles_;
  std::vector<std::uint8_t> dropped_, softened_;
  std::vector<int> stalled_rounds_;     ///< rounds of each row since one reduced its error
  std::vector<double> previous_error_;  ///< error of each row in the round before
  bool has_changed_ = true;             ///< true if the active set has changed since then
  std::vector<double> total_errors_;    ///< sums of the squared errors of all rows in the rounds so far
  std::vector<RowMove> misplaced_;
  std::vector<double> before_;
  std::vector<double> kept_;  ///< multipliers of descend(), within their bounds
};

}  // namespace muslin
