#pragma once
#include <cstdint>
#include <muslin/math/qp/saddle_solver.hpp>
#include <span>
#include <vector>

namespace muslin {

struct ActiveSetOptions {
  double tolerance = 1e-10;  ///< of J v, in its units
  int max_iterations = 200;  ///< linear systems solved, at most, once rows come in one at a time
  int max_toggles = 4;       ///< changes of one row, beyond which it is on the watch list
  int refinements = 12;      ///< rounds that take back what the regularisation left, at most
};

struct ActiveSetReport {
  bool converged = false;  ///< but for rows that were dropped or softened
  int iterations = 0;      ///< linear systems solved
  int additions = 0;       ///< rows that became active
  int removals = 0;        ///< rows that were let go
  int watched = 0;         ///< rows that toggled more often than they may
  int dropped = 0;         ///< rows that left the game: they toggled to the end, or depend on others beyond rounding
  int softened = 0;        ///< rows that others contradict: they miss their targets by what none can help
  double violation = 0.0;  ///< the most that a row which did not leave the game lacks
};

/// The quadratic programme min ½ (v - v₀)ᵀ K (v - v₀) subject to rows (qp_row.hpp), by an active-set method
/// [Raghupathi06 §3, §6]: rows whose multiplier is inside its bounds are active, the linear system is solved, rows that
/// are violated come in, rows whose multiplier is beyond a bound go out, and again.
///
/// The paper exchanges all of them at once, which is fast but may toggle for ever. Here, where three such exchanges in
/// a row have not left fewer rows wrong, rows come in one at a time, and multipliers go no further than to the first
/// bound on their way: an active-set method for the bounds of the dual problem [NocedalWright06 §16.5]. The dual then
/// falls in every step, and as the regularised complement is positive definite, that ends with the answer. The watch
/// list [Raghupathi06 §7.2] therefore is for what rounding does, and for budgets that are spent.
///
/// A row whose bounds are the same has that multiplier and is not looked at. Rows may be added from call to call, and
/// the active set is kept. Reuse one object.
class ActiveSet {
 public:
  /// For another programme: no row is active.
  void begin() { place_.clear(), toggles_.clear(), dropped_.clear(), softened_.clear(); }
  /// Row i changes: it leaves the active set.
  void forget(std::size_t row) { place_[row] = Place::lowest; }

  /// `solver` has been given the rows. λ comes in with a guess, of any size, and has one per row after; v likewise.
  ActiveSetReport minimise(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                           const ActiveSetOptions& options, std::vector<double>& lambda, std::span<Vec3> v);

  [[nodiscard]] bool is_active(std::size_t row) const { return place_[row] == Place::active; }
  /// Do others contradict it, as far as the last programme can tell?
  [[nodiscard]] bool is_softened(std::size_t row) const { return row < softened_.size() && softened_[row] != 0; }

 private:
  enum class Place : std::uint8_t { lowest, active, highest };

  void move(SaddleSolver& solver, const QpRow& row, std::size_t i, Place to, double& lambda, ActiveSetReport& report);
  /// The rows that are where they should not be, into misplaced_.
  void find_misplaced_rows(SaddleSolver& solver, std::span<const QpRow> rows, double tolerance,
                           std::span<const double> lambda, std::span<const Vec3> v, ActiveSetReport& report);

  struct RowMove {
    std::size_t row;
    Place to;
  };
  /// All wrong rows at once, as long as that leaves fewer. True: none is wrong.
  bool exchange(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                const ActiveSetOptions& options, double tolerance, std::span<double> lambda, std::span<Vec3> v,
                ActiveSetReport& report);
  /// One at a time. True: none is wrong.
  bool descend(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
               const ActiveSetOptions& options, std::span<double> lambda, std::span<Vec3> v, ActiveSetReport& report);
  /// v as λ wants it, and less of λ where that is better.
  void update_from_multipliers(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                               double tolerance, std::span<double> lambda, std::span<Vec3> v);
  [[nodiscard]] double step_to_bound(SaddleSolver& solver, const QpRow& row, std::size_t i,
                                     const ActiveSetOptions& options, double lambda) const;
  void toggle(SaddleSolver& solver, std::span<const QpRow> rows, const RowMove& wrong, const ActiveSetOptions& options,
              std::span<double> lambda, ActiveSetReport& report);
  /// For the next round. False: no row is off its target by more than the tolerance, but for those that others
  /// contradict.
  bool prepare_refinement(std::span<const QpRow> rows, bool is_direct, double tolerance, std::span<const double> lambda,
                          std::span<const Vec3> v, ActiveSetReport& report);

  std::vector<Place> place_;
  std::vector<int> toggles_;
  std::vector<std::uint8_t> dropped_, softened_;
  std::vector<int> stalled_rounds_;     ///< of each row, since a round has helped
  std::vector<double> previous_error_;  ///< of each row, in the round before
  bool has_changed_ = true;             ///< since then
  std::vector<RowMove> misplaced_;
  std::vector<double> before_;
  std::vector<double> kept_;  ///< multipliers of descend(), within their bounds
};

}  // namespace muslin
