#include <algorithm>
#include <cmath>
#include <muslin/math/qp/bounded_conjugate_gradient.hpp>

namespace muslin {
namespace {

/// Of what was wrong when free unknowns began, the share from which on bounds are looked after.
constexpr double kEnough = 0.1;
/// And the steps after which they are in any case.
constexpr int kManySteps = 20;
constexpr int kMostHalvings = 8;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// ½ xᵀ A x - bᵀ x.
double objective(std::span<const double> b, std::span<const double> x, std::span<const double> residual) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum -= x[i] * (b[i] + residual[i]);
  return 0.5 * sum;
}

/// How far the farthest unknown is from right; no number if one is none.
double distance(std::span<const double> lowest, std::span<const double> x, std::span<const double> residual) {
  double farthest = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double own = x[i] > lowest[i] ? std::abs(residual[i]) : residual[i];
    if (!(own <= farthest)) farthest = own;
  }
  return farthest;
}

}  // namespace

BoundedConjugateGradient::Answer BoundedConjugateGradient::solve(BoundedMatrix& matrix, const Question& question,
                                                                 std::span<double> x) {
  for (std::vector<double>* v : {&residual_, &preconditioned_, &direction_, &image_, &reached_, &reached_residual_})
    v->resize(x.size());
  was_free_.clear();
  iterations_ = 0;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::max(x[i], question.lowest[i]);
  take_residual(matrix, question, x, residual_);
  for (;;) {
    if (distance(question.lowest, x, residual_) <= question.tolerance)
      return {.iterations = iterations_, .is_near = true};
    if (iterations_ >= question.max_iterations) break;
    choose_free(matrix, question, x);
    if (!go_among_free(matrix, question, x) && !go_part_of_the_way(matrix, question, x)) break;
    std::copy(reached_.begin(), reached_.end(), x.begin());
    std::swap(residual_, reached_residual_);
  }
  return {.iterations = iterations_};
}

void BoundedConjugateGradient::take_residual(BoundedMatrix& matrix, const Question& question, std::span<const double> x,
                                             std::vector<double>& residual) {
  matrix.multiply(x, residual);
  ++iterations_;
  for (std::size_t i = 0; i < x.size(); ++i) residual[i] = question.b[i] - residual[i];
}

void BoundedConjugateGradient::choose_free(BoundedMatrix& matrix, const Question& question, std::span<const double> x) {
  is_free_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) is_free_[i] = x[i] > question.lowest[i] || residual_[i] > 0.0 ? 1 : 0;
  if (is_free_ != was_free_) matrix.set_free(is_free_);
  was_free_ = is_free_;
}

/// Conjugate gradients from x to reached_, and what went too far back to its bound. False: that is no better.
bool BoundedConjugateGradient::go_among_free(BoundedMatrix& matrix, const Question& question,
                                             std::span<const double> x) {
  std::copy(x.begin(), x.end(), reached_.begin());
  reached_residual_ = residual_;
  double along = 0.0, first = 0.0;
  bool is_below = false;
  for (int step = 0; iterations_ < question.max_iterations; ++step) {
    double wrong = 0.0;
    is_below = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (is_free_[i] == 0) continue;
      wrong = std::max(wrong, std::abs(reached_residual_[i]));
      is_below = is_below || reached_[i] < question.lowest[i];
    }
    if (step == 0) first = wrong;
    if (wrong <= question.tolerance || (is_below && (wrong <= kEnough * first || step >= kManySteps))) break;
    matrix.precondition(reached_residual_, preconditioned_);
    const double before = along;
    along = dot(reached_residual_, preconditioned_);
    const double share = step == 0 ? 0.0 : along / before;
    for (std::size_t i = 0; i < x.size(); ++i) direction_[i] = preconditioned_[i] + share * direction_[i];
    matrix.multiply(direction_, image_);
    ++iterations_;
    const double length = along / dot(direction_, image_);
    if (!std::isfinite(length)) break;
    for (std::size_t i = 0; i < x.size(); ++i) {
      reached_[i] += length * direction_[i];
      reached_residual_[i] -= length * image_[i];
    }
  }
  end_ = reached_;
  if (is_below) {
    for (std::size_t i = 0; i < x.size(); ++i) reached_[i] = std::max(question.lowest[i], reached_[i]);
    take_residual(matrix, question, reached_, reached_residual_);
  }
  return objective(question.b, reached_, reached_residual_) < objective(question.b, x, residual_);
}

/// Half the way to the end that had no bounds, and so on, until something is gained. False: nothing is.
bool BoundedConjugateGradient::go_part_of_the_way(BoundedMatrix& matrix, const Question& question,
                                                  std::span<const double> x) {
  const double before = objective(question.b, x, residual_);
  double share = 1.0;
  for (int halving = 0; halving < kMostHalvings && iterations_ < question.max_iterations; ++halving) {
    share *= 0.5;
    for (std::size_t i = 0; i < x.size(); ++i)
      reached_[i] = std::max(question.lowest[i], x[i] + share * (end_[i] - x[i]));
    take_residual(matrix, question, reached_, reached_residual_);
    if (objective(question.b, reached_, reached_residual_) < before) return true;
  }
  return false;
}

}  // namespace muslin
