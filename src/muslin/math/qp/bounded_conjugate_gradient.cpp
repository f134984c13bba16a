#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/qp/bounded_conjugate_gradient.hpp>

namespace muslin {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Returns ½ xᵀ A x - bᵀ x.
double objective(std::span<const double> b, std::span<const double> x, std::span<const double> residual) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum -= x[i] * (b[i] + residual[i]);
  return 0.5 * sum;
}

/// Returns the largest optimality residual of an unknown, or NaN if one is NaN.
double distance(std::span<const double> lower_bound, std::span<const double> x, std::span<const double> residual) {
  double farthest = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double own = x[i] > lower_bound[i] ? std::abs(residual[i]) : residual[i];
    if (!(own <= farthest)) farthest = own;
  }
  return farthest;
}

}  // namespace

BoundedConjugateGradient::Report BoundedConjugateGradient::solve(BoundedMatrix& matrix, const Problem& problem,
                                                                 std::span<double> x) {
  for (std::vector<double>* v : {&residual_, &preconditioned_, &direction_, &image_, &trial_, &trial_residual_})
    v->resize(x.size());
  was_free_.clear();
  iterations_ = 0;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::max(x[i], problem.lower_bound[i]);
  compute_residual(matrix, problem, x, residual_);
  for (;;) {
    if (distance(problem.lower_bound, x, residual_) <= problem.tolerance)
      return {.iterations = iterations_, .converged = true};
    if (iterations_ >= problem.max_iterations) break;
    choose_free_set(matrix, problem, x);
    if (!minimise_on_free_set(matrix, problem, x) && !backtrack(matrix, problem, x)) break;
    std::copy(trial_.begin(), trial_.end(), x.begin());
    std::swap(residual_, trial_residual_);
  }
  return {.iterations = iterations_};
}

void BoundedConjugateGradient::compute_residual(BoundedMatrix& matrix, const Problem& problem,
                                                std::span<const double> x, std::vector<double>& residual) {
  matrix.multiply(x, residual);
  ++iterations_;
  for (std::size_t i = 0; i < x.size(); ++i) residual[i] = problem.b[i] - residual[i];
}

void BoundedConjugateGradient::choose_free_set(BoundedMatrix& matrix, const Problem& problem,
                                               std::span<const double> x) {
  is_free_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) is_free_[i] = x[i] > problem.lower_bound[i] || residual_[i] > 0.0 ? 1 : 0;
  if (is_free_ != was_free_) matrix.set_free(is_free_);
  was_free_ = is_free_;
}

/// Runs conjugate gradients from x to trial_, and projects unknowns onto their bounds. Returns false if the objective
/// does not fall.
bool BoundedConjugateGradient::minimise_on_free_set(BoundedMatrix& matrix, const Problem& problem,
                                                    std::span<const double> x) {
  std::copy(x.begin(), x.end(), trial_.begin());
  trial_residual_ = residual_;
  double along = 0.0, first = 0.0;
  bool is_below = false;
  for (int step = 0; iterations_ < problem.max_iterations; ++step) {
    double wrong = 0.0;
    is_below = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (is_free_[i] == 0) continue;
      wrong = std::max(wrong, std::abs(trial_residual_[i]));
      is_below = is_below || trial_[i] < problem.lower_bound[i];
    }
    if (step == 0) first = wrong;
    if (wrong <= problem.tolerance || (is_below && (wrong <= tolerance::kBoundCheckResidualRatio * first ||
                                                    step >= tolerance::kMaxStepsBetweenBoundChecks)))
      break;
    matrix.precondition(trial_residual_, preconditioned_);
    const double before = along;
    along = dot(trial_residual_, preconditioned_);
    const double share = step == 0 ? 0.0 : along / before;
    for (std::size_t i = 0; i < x.size(); ++i) direction_[i] = preconditioned_[i] + share * direction_[i];
    matrix.multiply(direction_, image_);
    ++iterations_;
    const double length = along / dot(direction_, image_);
    if (!std::isfinite(length)) break;
    for (std::size_t i = 0; i < x.size(); ++i) {
      trial_[i] += length * direction_[i];
      trial_residual_[i] -= length * image_[i];
    }
  }
  end_ = trial_;
  if (is_below) {
    for (std::size_t i = 0; i < x.size(); ++i) trial_[i] = std::max(problem.lower_bound[i], trial_[i]);
    compute_residual(matrix, problem, trial_, trial_residual_);
  }
  return objective(problem.b, trial_, trial_residual_) < objective(problem.b, x, residual_);
}

/// Halves the step towards the end without bounds until the objective falls. Returns false if it never does.
bool BoundedConjugateGradient::backtrack(BoundedMatrix& matrix, const Problem& problem, std::span<const double> x) {
  const double before = objective(problem.b, x, residual_);
  double share = 1.0;
  for (int halving = 0; halving < tolerance::kMaxProjectedStepHalvings && iterations_ < problem.max_iterations;
       ++halving) {
    share *= 0.5;
    for (std::size_t i = 0; i < x.size(); ++i)
      trial_[i] = std::max(problem.lower_bound[i], x[i] + share * (end_[i] - x[i]));
    compute_residual(matrix, problem, trial_, trial_residual_);
    if (objective(problem.b, trial_, trial_residual_) < before) return true;
  }
  return false;
}

}  // namespace muslin
