#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/filter/stretch_rows.hpp>
#include <muslin/math/qp/active_set.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/implicit_context.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <muslin/response/qp/qp_constraints.hpp>
#include <muslin/response/qp/qp_metric.hpp>

namespace muslin {
namespace {

/// Largest number of free vertices of a sheet that is factorised, and largest number of rows for any factorisation,
/// which stores K⁻¹ Jᵀ for each row.
constexpr std::size_t kSmallSheet = 200, kFewRows = 400;

/// Returns the thickness of the thinnest pair near the start of the step [m]; 0 if there is none.
double thinnest_pair(const CollisionView& step) {
  double thinnest = step.proximities().empty() ? 0.0 : step.largest_thickness();
  for (const Proximity& pair : step.proximities()) thinnest = std::min(thinnest, pair.thickness);
  return thinnest;
}

class QpCollide final : public Response {
 public:
  explicit QpCollide(const QpCollideOptions& options)
      : options_(options),
        constraints_(options.recovery),
        schur_(make_schur_solver(options.perturbation)),
        kkt_(make_kkt_solver(options.max_iterations, options.perturbation)),
        condensed_(make_condensed_solver(options.max_iterations)) {}

  [[nodiscard]] std::string_view name() const override { return "qp_collide"; }
  [[nodiscard]] Duties duties() const override { return {.thickness = true, .friction = true, .limits = true}; }

  ResponseReport resolve(CollisionView& step) override {
    counts_ = {};
    iterations_ = inexact_zones_ = 0;
    allows_direct_ = true;
    start_.assign(step.velocity().begin(), step.velocity().end());
    constraints_.begin_rates(step);
    const double excess_before = limit_excess(step);
    attempt(step, {.limits = true, .thickness = true});
    if (limit_excess(step) > tolerance::kQpMaxRemainingExcess * excess_before) {
      restart_from_candidate(step);
      attempt(step, {.limits = false, .thickness = true});
    }
    // Where there is no room for the thickness, the programme still has to stop what collides.
    if (step.has_movable_contacts() || is_too_fast_for_rows(step)) {
      restart_from_candidate(step);
      attempt(step, {.limits = false, .thickness = false});
      if (is_too_fast_for_rows(step)) restart_from_candidate(step);
    }
    ResponseReport report = summarize_response(step, iterations_);
    report.inexact_zones = inexact_zones_;
    report.is_over_limit = strain_excess(step) > 0.0;
    counts_.rows = static_cast<std::int64_t>(constraints_.open_rows());
    for (std::size_t i = 0; i < lambda_.size(); ++i) counts_.active += active_.is_active(i) ? 1 : 0;
    counts_.miss = step.size() * largest_miss();
    counts_.rate = constraints_.measure_rates(step, step.ends()).largest;
    report.counters = Counters::of(counts_);
    return report;
  }

 private:
  /// Constraints of the programme besides those against collisions.
  struct Requirements {
    bool limits, thickness;
  };
  /// Runs passes until no pair is too near.
  void attempt(CollisionView& step, const Requirements& required) {
    velocity_ = start_;
    lambda_.clear();
    constraints_.clear();
    active_.begin();
    solver_ = nullptr;
    is_direct_ = true;

    // Rows of the start come first: if the candidate penetrates deeply, they have the best directions.
    constraints_.add_guides(step);
    if (required.thickness) constraints_.add_proximities(step);
    if (required.limits) constraints_.add_limits(step, step.start(), true);
    const std::int64_t failures_before = counts_.failures;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    int idle_passes = 0;
    for (int pass = 0; pass < options_.passes && counts_.failures < failures_before + tolerance::kQpMaxFailures;
         ++pass) {
      if (!constraints_.rows().empty()) {
        minimise(step, pass == 0);
        take(step);
        // Ends that rows without room have flung away would meet everything on their way, in vain.
        if (is_too_fast_for_rows(step)) return;
        step.detect_again();
      }
      const std::size_t collisions = step.contacts().size();
      idle_passes = collisions > 0 && collisions >= fewest ? idle_passes + 1 : 0;
      if (idle_passes > tolerance::kQpMaxIdlePasses) return;
      fewest = std::min(fewest, collisions);
      int added = constraints_.add_collisions(step, required.thickness, active_);
      if (required.thickness)
        added += constraints_.add_end_proximities(
            step, is_direct_ ? tolerance::kQpMaxThicknessViolation : tolerance::kQpSheetThicknessViolation, active_);
      if (required.limits) added += constraints_.add_limits(step, step.ends(), false);
      if (added == 0) break;
    }
  }

  void restart_from_candidate(CollisionView& step) {
    ++counts_.failures;
    velocity_ = start_;
    take(step);
    step.detect_again();
  }

  /// Returns true if a vertex is faster, compared to the fastest one before, than rows can require. If prescribed
  /// vertices leave no room, linear rows have distant solutions of arbitrary speed.
  [[nodiscard]] bool is_too_fast_for_rows(const CollisionView& step) const {
    double before = step.largest_thickness() / step.size(), after = 0.0;
    for (const Vec3& v : start_) before = std::max(before, v.norm());
    for (const Vec3& v : velocity_) after = std::max(after, v.norm());
    return after > tolerance::kQpMaxSpeedGrowth * before;
  }

  /// Largest velocity by which a constraint misses its target [m/s], apart from friction, and from those that were
  /// dropped or that others contradict.
  [[nodiscard]] double largest_miss() const {
    double most = 0.0;
    for (std::size_t i = 0; i < lambda_.size(); ++i) {
      const QpRow& row = constraints_.rows()[i];
      if (row.lower_bound == row.upper_bound || !std::isinf(row.upper_bound) || active_.is_given_up(i)) continue;
      most = std::max(most, row.target - row_value(row, velocity_));
    }
    return most;
  }

  /// Largest excess of a length, or of the change of its stretch, over its limit at the current ends [1]; 0 if there is
  /// none.
  [[nodiscard]] double limit_excess(CollisionView& step) const {
    return std::max(strain_excess(step), constraints_.measure_rates(step, step.ends()).excess);
  }
  [[nodiscard]] static double strain_excess(CollisionView& step) {
    StretchRows* const limits = step.implicit() == nullptr ? nullptr : step.implicit()->limits;
    double most = 0.0;
    if (limits == nullptr) return most;
    limits->evaluate(step.ends());
    for (std::size_t r = 0; r < limits->size(); ++r) most = std::max(most, limits->strain(r) - limits->limit(r));
    return most;
  }

  /// Solves for all rows, and then alternates between bounding friction and solving again.
  void minimise(const CollisionView& step, bool is_first) {
    choose_solver(step);
    if (!is_direct_ && !is_first) {  // new rows hardly change normal forces elsewhere
      if (friction_rounds_ > 0) constraints_.bound_friction(lambda_, velocity_);
      minimise_rows();
      return;
    }
    bool is_settled = minimise_rows();
    if (is_direct_ && !allows_direct_) {
      choose_solver(step);
      if (!is_direct_) is_settled = minimise_rows();
    }
    for (int round = 0; round < friction_rounds_; ++round) {
      is_settled = constraints_.bound_friction(lambda_, velocity_) <=
                   (is_direct_ ? tolerance::kFrictionBoundTolerance : tolerance::kInexactFrictionBoundTolerance);
      if (is_settled && round > 0) break;
      minimise_rows();
    }
    inexact_zones_ = is_settled ? 0 : 1;
  }

  /// Chooses the direct solver if there are few rows and K is cheap to factorise. The number of rows only grows in a
  /// step.
  void choose_solver(const CollisionView& step) {
    if (solver_ == nullptr) metric_.begin(step);
    const bool is_small = metric_.is_narrow() || metric_.free_count() <= kSmallSheet;
    const bool is_direct =
        options_.solver == QpSolver::schur || (options_.solver == QpSolver::automatic && is_direct_ && allows_direct_ &&
                                               is_small && constraints_.open_rows() <= kFewRows);
    if (solver_ != nullptr && is_direct == is_direct_) return;
    is_direct_ = is_direct;
    solver_ = is_direct_ ? schur_.get() : options_.solver == QpSolver::minres ? kkt_.get() : condensed_.get();
    friction_rounds_ = is_direct_ ? options_.friction_rounds
                                  : std::min(options_.friction_rounds, tolerance::kQpIterativeFrictionRounds);
    max_changes_ =
        is_direct_ ? options_.max_changes : std::min(options_.max_changes, tolerance::kQpIterativeMaxChanges);
    // In a stiff cable a small error of velocities is a large one of forces: a percent of the velocity of an impact
    // stretches a steel rope by a third.
    const bool is_exact = is_direct_ || (options_.solver == QpSolver::minres && metric_.is_narrow());
    relative_tolerance_ = is_direct_ ? std::min(tolerance::kQpDirectTolerance, options_.tolerance)
                          : is_exact ? std::min(tolerance::kQpMinresTolerance, options_.tolerance)
                                     : options_.tolerance;
    least_tolerance_ = is_exact ? 0.0 : tolerance::kQpSheetRowMiss * thinnest_pair(step) / step.size();
    solver_->begin(metric_.matrix(), metric_.fixed(), step.start());
    known_rows_ = 0;
  }

  bool minimise_rows() {
    const std::span<const QpRow> rows = constraints_.rows();
    solver_->set_rows(rows, known_rows_);
    for (const std::size_t row : constraints_.just_closed()) {
      if (row >= known_rows_) continue;
      solver_->deactivate(row);
      active_.forget(row);
    }
    constraints_.clear_just_closed();
    known_rows_ = rows.size();
    double violation = tolerance::kQpViolationFloor;
    for (const QpRow& row : rows)
      if (row.lower_bound != row.upper_bound) violation = std::max(violation, row.target - row_value(row, start_));
    const ActiveSetReport report = active_.minimise(
        *solver_, rows, start_,
        {.tolerance = std::max(relative_tolerance_ * violation, least_tolerance_),
         .max_iterations = is_direct_ ? max_changes_ + tolerance::kQpDirectChangesPerRow * static_cast<int>(rows.size())
                                      : max_changes_,
         .max_toggles = options_.max_toggles,
         .refinements = solver_ == condensed_.get() ? tolerance::kQpCondensedRefinements
                        : options_.refine           ? ActiveSetOptions{}.refinements
                                                    : 0,
         .removes_toggling = options_.toggling == ToggleRule::remove,
         .softens_together = solver_ == condensed_.get()},
        lambda_, velocity_);
    iterations_ += report.iterations;
    counts_.additions += report.additions;
    counts_.removals += report.removals;
    counts_.watched += report.watched;
    counts_.dropped += report.dropped;
    counts_.softened += report.softened;
    counts_.failures += report.converged ? 0 : 1;
    // Rows of a pile that contradict each other are exchanged one at a time by a direct solver, with no end; conjugate
    // gradients take the rest of the step.
    if (!report.converged && !metric_.is_narrow()) allows_direct_ = false;
    return report.converged;
  }

  /// Writes the velocities. A vertex that no row has moved keeps the velocity of the candidate, bit for bit.
  void take(CollisionView& step) {
    const bool is_finite = std::all_of(velocity_.begin(), velocity_.end(), [](const Vec3& v) { return v.allFinite(); });
    if (!is_finite) velocity_ = start_;
    for (std::size_t i = 0; i < velocity_.size(); ++i)
      if (step.is_movable(VertexId(i))) step.velocity()[i] = velocity_[i];
  }

  QpCollideOptions options_;
  QpMetric metric_;
  QpConstraints constraints_;
  ActiveSet active_;
  std::unique_ptr<SaddleSolver> schur_, kkt_, condensed_;
  SaddleSolver* solver_ = nullptr;  ///< solver for this step
  bool is_direct_ = true, allows_direct_ = true;
  double relative_tolerance_ = 0.0;
  double least_tolerance_ = 0.0;  ///< [m/s]
  int friction_rounds_ = 0, max_changes_ = 0;
  std::size_t known_rows_ = 0;  ///< number of rows that the solver has
  std::vector<Vec3> start_, velocity_;
  std::vector<double> lambda_;
  QpCounts counts_;
  int iterations_ = 0, inexact_zones_ = 0;
};

}  // namespace

std::unique_ptr<Response> make_qp_collide(const QpCollideOptions& options) {
  return std::make_unique<QpCollide>(options);
}

}  // namespace muslin
