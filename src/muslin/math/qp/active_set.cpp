#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/qp/active_set.hpp>

namespace muslin {

void ActiveSet::move(SaddleSolver& solver, const QpRow& row, std::size_t i, Place to, double& lambda,
                     ActiveSetReport& report) {
  if (to == Place::active) {
    if (!solver.activate(i)) {
      dropped_[i] = 1;
      if (solver.mobility(i) > 0.0) ++report.dropped;  // otherwise nothing can move the row
      return;
    }
    ++report.additions;
  } else {
    if (place_[i] == Place::active) {
      solver.deactivate(i);
      ++report.removals;
    }
    lambda = to == Place::lowest ? row.lower_bound : row.upper_bound;
  }
  place_[i] = to;
}

void ActiveSet::drop_toggling_rows(SaddleSolver& solver, std::span<const QpRow> rows, const ActiveSetOptions& options,
                                   std::span<double> lambda, ActiveSetReport& report) {
  for (const RowMove& wrong : misplaced_) {
    if (toggles_[wrong.row] <= options.max_toggles || dropped_[wrong.row] != 0) continue;
    if (place_[wrong.row] == Place::active)
      move(solver, rows[wrong.row], wrong.row, Place::lowest, lambda[wrong.row], report);
    lambda[wrong.row] = std::max(0.0, rows[wrong.row].lower_bound);
    dropped_[wrong.row] = 1;
    ++report.dropped;
  }
}

void ActiveSet::find_misplaced_rows(SaddleSolver& solver, std::span<const QpRow> rows, double tolerance,
                                    std::span<const double> lambda, std::span<const Vec3> v, ActiveSetReport& report) {
  misplaced_.clear();
  report.violation = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (dropped_[i] != 0 || rows[i].lower_bound == rows[i].upper_bound) continue;
    if (place_[i] == Place::active) {
      const double slack = tolerance / solver.mobility(i);
      if (lambda[i] < rows[i].lower_bound - slack) misplaced_.push_back({i, Place::lowest});
      if (lambda[i] > rows[i].upper_bound + slack) misplaced_.push_back({i, Place::highest});
      continue;
    }
    const double left = row_value(rows[i], v) - rows[i].target;
    const double violation = place_[i] == Place::lowest ? -left : left;
    // The error that the regularisation allows a row whose multiplier has changed since the last round.
    const double change = lambda[i] - before_[i];
    const double allowed = change == 0.0 ? 0.0 : std::abs(solver.shift(i) * change);
    if (violation > tolerance + allowed) misplaced_.push_back({i, Place::active});
    report.violation = std::max(report.violation, violation);
  }
}

// The regularisation has left active rows off their targets by ε (λ - λ'), and with λ' = λ the next round removes that
// error. If it does not, rows contradict each other, as where two obstacles leave cloth less room than its thickness on
// both sides: multipliers would grow for ever, while v remains a compromise.
bool ActiveSet::prepare_refinement(std::span<const QpRow> rows, bool is_direct, double tolerance,
                                   std::span<const double> lambda, std::span<const Vec3> v, ActiveSetReport& report) {
  const tolerance::Stagnation& stagnation = is_direct ? tolerance::kDirectStagnation : tolerance::kIterativeStagnation;
  double most = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (place_[i] != Place::active) {
      before_[i] = lambda[i];
      continue;
    }
    const double off = std::abs(row_value(rows[i], v) - rows[i].target);
    const bool was_no_help = !has_changed_ && off > tolerance && off > stagnation.share * previous_error_[i];
    stalled_rounds_[i] = was_no_help ? stalled_rounds_[i] + 1 : 0;
    if (softened_[i] == 0 && stalled_rounds_[i] >= stagnation.rounds) {
      softened_[i] = 1;
      ++report.softened;
    }
    previous_error_[i] = off;
    report.violation = std::max(report.violation, off);
    if (softened_[i] != 0) continue;
    before_[i] = lambda[i];
    most = std::max(most, off);
  }
  has_changed_ = false;
  return most > tolerance;
}

// In rounds that bring all rows to their targets, the error of all of them together shrinks by a constant share, which
// is slow for piles. Rows that contradict each other leave an error that stays, from the first rounds on, while the
// multipliers grow by the same amount in each. To wait until each of them has stalled took forty rounds where a press
// closes on a pile, and the last ones pushed with forty times the force.
bool ActiveSet::soften_stalled_rows(std::span<const QpRow> rows, double tolerance, std::span<const Vec3> v,
                                    ActiveSetReport& report) {
  const auto is_off = [&](std::size_t i) {
    return place_[i] == Place::active && softened_[i] == 0 &&
           std::abs(row_value(rows[i], v) - rows[i].target) > tolerance;
  };
  double squares = 0.0, most = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_off(i)) continue;
    const double off = std::abs(row_value(rows[i], v) - rows[i].target);
    squares += off * off;
    most = std::max(most, off);
  }
  total_errors_.push_back(squares);
  const std::size_t rounds = tolerance::kContradictionRounds;
  if (total_errors_.size() <= rounds || !(most > tolerance::kContradictionMiss * tolerance)) return false;
  const double share = tolerance::kContradictionShare;
  if (!(squares > share * share * total_errors_[total_errors_.size() - 1 - rounds])) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_off(i)) continue;
    softened_[i] = 1;
    ++report.softened;
  }
  return true;
}

bool ActiveSet::exchange(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                         const ActiveSetOptions& options, double tolerance, std::span<double> lambda, std::span<Vec3> v,
                         ActiveSetReport& report) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  // Where toggling rows are removed, exchanges go on to the end, as the paper's do.
  const int most_failures = options.removes_toggling ? options.max_iterations : tolerance::kMaxFailedExchanges;
  for (int patience = most_failures; patience > 0;) {
    const SaddleSolver::Report solved = solver.solve(start, before_, tolerance, lambda, v);
    ++report.iterations;
    find_misplaced_rows(solver, rows, tolerance, lambda, v, report);
    if (misplaced_.empty()) return solved.converged;
    if (misplaced_.size() < fewest) {
      fewest = misplaced_.size();
      patience = most_failures;
    } else if (--patience == 0) {
      break;
    }
    for (const RowMove& wrong : misplaced_) toggle(solver, rows, wrong, options, lambda, report);
    if (options.removes_toggling) drop_toggling_rows(solver, rows, options, lambda, report);
  }
  return false;
}

bool ActiveSet::descend(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                        const ActiveSetOptions& options, std::span<double> lambda, std::span<Vec3> v,
                        ActiveSetReport& report) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (place_[i] != Place::active || dropped_[i] != 0) continue;
    if (lambda[i] < rows[i].lower_bound) move(solver, rows[i], i, Place::lowest, lambda[i], report);
    if (lambda[i] > rows[i].upper_bound) move(solver, rows[i], i, Place::highest, lambda[i], report);
  }
  kept_.assign(lambda.begin(), lambda.end());
  std::size_t last_in = rows.size();
  for (int left = options.max_iterations; left > 0; --left) {
    const SaddleSolver::Report solved = solver.solve(start, before_, options.tolerance, lambda, v);
    ++report.iterations;
    // Go as far as the first bound that a multiplier reaches.
    double share = 1.0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (place_[i] == Place::active) share = std::min(share, step_to_bound(solver, rows[i], i, options, lambda[i]));
    if (share < 1.0) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (place_[i] != Place::active) continue;
        const bool is_at_bound = step_to_bound(solver, rows[i], i, options, lambda[i]) <= share;
        const Place bound = lambda[i] < kept_[i] ? Place::lowest : Place::highest;
        kept_[i] += share * (lambda[i] - kept_[i]);
        lambda[i] = kept_[i];
        if (!is_at_bound) continue;
        if (i == last_in && share <= 0.0) {  // added and removed at once: rounding hides its independence
          dropped_[i] = 1;
          ++report.dropped;
        }
        toggle(solver, rows, {i, bound}, options, lambda, report);
        kept_[i] = lambda[i];
      }
      last_in = rows.size();
      continue;
    }
    kept_.assign(lambda.begin(), lambda.end());
    find_misplaced_rows(solver, rows, options.tolerance, lambda, v, report);
    if (misplaced_.empty()) return solved.converged;
    // Add the row that gains most.
    const auto gain = [&](const RowMove& wrong) {
      const double violation = row_value(rows[wrong.row], v) - rows[wrong.row].target;
      return violation * violation / solver.mobility(wrong.row);
    };
    const RowMove worst = *std::max_element(misplaced_.begin(), misplaced_.end(),
                                            [&](const RowMove& a, const RowMove& b) { return gain(a) < gain(b); });
    last_in = worst.row;
    toggle(solver, rows, worst, options, lambda, report);
  }
  drop_toggling_rows(solver, rows, options, lambda, report);  // [Raghupathi06 §7.2]
  std::copy(kept_.begin(), kept_.end(), lambda.begin());
  update_from_multipliers(solver, rows, start, options.tolerance, lambda, v);
  return false;
}

// Without a solution, the result must at least do no harm: multipliers are clamped to their bounds, and scaled down as
// long as that lowers the dual ½ λᵀ J K⁻¹ Jᵀ λ - λᵀ (target - J v₀), so that v is no farther from v₀ than the rows
// justify.
void ActiveSet::update_from_multipliers(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                                        double tolerance, std::span<double> lambda, std::span<Vec3> v) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (place_[i] == Place::active) solver.deactivate(i);  // the next programme activates them again
  static_cast<void>(solver.solve(start, before_, tolerance, lambda, v));
  double curvature = 0.0, slope = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (lambda[i] == 0.0) continue;
    const double value_before = row_value(rows[i], start);
    curvature += lambda[i] * (row_value(rows[i], v) - value_before);
    slope += lambda[i] * (rows[i].target - value_before);
  }
  const double share = curvature > 0.0 ? std::clamp(slope / curvature, 0.0, 1.0) : 0.0;
  for (double& l : lambda) l *= share;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = start[i] + share * (v[i] - start[i]);
}

/// Returns the share, at most 1, of the step from the current multiplier to the new one that stays within its bounds.
double ActiveSet::step_to_bound(SaddleSolver& solver, const QpRow& row, std::size_t i, const ActiveSetOptions& options,
                                double lambda) const {
  const double slack = options.tolerance / solver.mobility(i);
  if (lambda < row.lower_bound - slack) return std::clamp((row.lower_bound - kept_[i]) / (lambda - kept_[i]), 0.0, 1.0);
  if (lambda > row.upper_bound + slack) return std::clamp((row.upper_bound - kept_[i]) / (lambda - kept_[i]), 0.0, 1.0);
  return 1.0;
}

void ActiveSet::toggle(SaddleSolver& solver, std::span<const QpRow> rows, const RowMove& wrong,
                       const ActiveSetOptions& options, std::span<double> lambda, ActiveSetReport& report) {
  if (++toggles_[wrong.row] == options.max_toggles + 1) ++report.watched;
  has_changed_ = true;
  move(solver, rows[wrong.row], wrong.row, wrong.to, lambda[wrong.row], report);
}

ActiveSetReport ActiveSet::minimise(SaddleSolver& solver, std::span<const QpRow> rows, std::span<const Vec3> start,
                                    const ActiveSetOptions& options, std::vector<double>& lambda, std::span<Vec3> v) {
  ActiveSetReport report;
  const std::size_t known = place_.size();
  place_.resize(rows.size(), Place::lowest);
  toggles_.assign(rows.size(), 0);
  dropped_.assign(rows.size(), 0);
  if (!options.softens_together) softened_.clear();
  softened_.resize(rows.size(), 0);
  total_errors_.clear();
  stalled_rounds_.assign(rows.size(), 0);
  previous_error_.assign(rows.size(), 0.0);
  has_changed_ = true;
  lambda.resize(rows.size(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // A multiplier cannot rest at an infinite bound, so equalities are active from the beginning, and always. Friction
    // begins with sticking.
    const bool is_equality = std::isinf(rows[i].lower_bound);
    if (rows[i].lower_bound == rows[i].upper_bound) {
      move(solver, rows[i], i, Place::lowest, lambda[i], report);
      continue;
    }
    if (place_[i] == Place::active || is_equality || (i >= known && rows[i].lower_bound < 0.0))
      move(solver, rows[i], i, Place::active, lambda[i], report);
    if (place_[i] != Place::active)
      lambda[i] = place_[i] == Place::highest ? rows[i].upper_bound : is_equality ? 0.0 : rows[i].lower_bound;
  }
  report.additions = report.removals = 0;
  // Activate all rows that the unconstrained minimum violates at once [Raghupathi06, lines 3 to 9].
  before_ = lambda;
  if (known == 0) {
    std::copy(start.begin(), start.end(), v.begin());
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (place_[i] == Place::lowest && dropped_[i] == 0 && rows[i].lower_bound != rows[i].upper_bound &&
          row_value(rows[i], start) < rows[i].target - options.tolerance)
        move(solver, rows[i], i, Place::active, lambda[i], report);
  }

  for (int round = 0;; ++round) {
    // Solutions are discarded while rows are still exchanged, so a coarse solve suffices.
    if (round == 0 && !solver.is_direct())
      static_cast<void>(exchange(solver, rows, start, options, tolerance::kInexactSolveFactor * options.tolerance,
                                 lambda, v, report));
    report.converged = exchange(solver, rows, start, options, options.tolerance, lambda, v, report) ||
                       (!options.removes_toggling && descend(solver, rows, start, options, lambda, v, report));
    if (options.refinements == 0) break;
    if (options.softens_together && report.converged && soften_stalled_rows(rows, options.tolerance, v, report)) break;
    if (!prepare_refinement(rows, solver.is_direct(), options.tolerance, lambda, v, report) || !report.converged) break;
    if (round + 1 >= options.refinements) {
      report.converged = false;
      break;
    }
  }
  return report;
}

}  // namespace muslin
