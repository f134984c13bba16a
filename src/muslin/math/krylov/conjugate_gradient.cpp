#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/krylov/conjugate_gradient.hpp>

namespace muslin {
namespace {

/// Returns two sums over all vertices, the same on any number of threads; term(i) returns the summands of vertex i.
template <class Term>
std::array<double, 2> sum_pairs(std::size_t size, std::vector<double>& chunk_sums, const Term& term) {
  chunk_sums.resize(2 * chunk_count(size, kElementsPerChunk));
  parallel_chunks(size, kElementsPerChunk, [&](Chunk chunk) {
    double first = 0.0, second = 0.0;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      const std::array<double, 2> terms = term(i);
      first += terms[0];
      second += terms[1];
    }
    chunk_sums[2 * chunk.index] = first;
    chunk_sums[2 * chunk.index + 1] = second;
  });
  std::array<double, 2> sums = {0.0, 0.0};
  for (std::size_t c = 0; c < chunk_sums.size(); c += 2) {
    sums[0] += chunk_sums[c];
    sums[1] += chunk_sums[c + 1];
  }
  return sums;
}

template <class Term>
double sum(std::size_t size, std::vector<double>& chunk_sums, const Term& term) {
  return sum_pairs(size, chunk_sums, [&](std::size_t i) { return std::array<double, 2>{term(i), 0.0}; })[0];
}

}  // namespace

/// Returns √(bᵀPb) for the right-hand side that the free vertices see, that is, b less the contribution of the fixed
/// ones. It leaves that right-hand side in residual_ and P times it in preconditioned_.
double ConjugateGradient::reference_norm(const BlockMatrix& matrix, Preconditioner& preconditioner, FixedMask fixed,
                                         std::span<const Vec3> b, std::span<const Vec3> x) {
  const std::size_t n = b.size();
  bool moved = false;
  for (std::size_t i = 0; i < fixed.size() && !moved; ++i) moved = fixed[i] != 0 && !x[i].isZero(0.0);
  if (moved) {
    parallel_for(n, kElementsPerChunk,
                 [&](std::size_t i) { direction_[i] = is_fixed(fixed, i) ? x[i] : Vec3(Vec3::Zero()); });
    matrix.multiply(direction_, product_);
  }
  parallel_for(n, kElementsPerChunk, [&](std::size_t i) {
    residual_[i] = is_fixed(fixed, i) ? Vec3(Vec3::Zero()) : moved ? Vec3(b[i] - product_[i]) : b[i];
  });
  preconditioner.apply(residual_, preconditioned_);
  return std::sqrt(sum(n, chunk_sums_, [&](std::size_t i) { return residual_[i].dot(preconditioned_[i]); }));
}

ConjugateGradientReport ConjugateGradient::solve(const BlockMatrix& matrix, Preconditioner& preconditioner,
                                                 FixedMask fixed, std::span<const Vec3> b, std::span<Vec3> x,
                                                 const ConjugateGradientOptions& options) {
  using Status = ConjugateGradientReport::Status;
  const std::size_t n = matrix.vertex_count();
  MUSLIN_ASSERT(b.size() == n && x.size() == n && (fixed.empty() || fixed.size() == n));
  for (auto* vector : {&residual_, &preconditioned_, &direction_, &product_}) vector->resize(n);

  ConjugateGradientReport report;
  const double reference = reference_norm(matrix, preconditioner, fixed, b, x);
  if (!std::isfinite(reference)) {
    report.status = Status::non_finite;
    report.relative_residual = std::numeric_limits<double>::quiet_NaN();
    return report;
  }
  if (reference == 0.0) {
    for (std::size_t i = 0; i < n; ++i)
      if (!is_fixed(fixed, i)) x[i].setZero();
    report.status = Status::converged;
    return report;
  }

  // Compute the residual of the guess; that of a zero guess is already known.
  double gain = reference * reference;  // rᵀPr
  const auto guessed = [&](std::size_t i) { return !is_fixed(fixed, i) && !x[i].isZero(0.0); };
  bool any_guess = false;
  for (std::size_t i = 0; i < n && !any_guess; ++i) any_guess = guessed(i);
  if (any_guess) {
    matrix.multiply(x, product_);
    parallel_for(n, kElementsPerChunk, [&](std::size_t i) {
      residual_[i] = is_fixed(fixed, i) ? Vec3(Vec3::Zero()) : Vec3(b[i] - product_[i]);
    });
    preconditioner.apply(residual_, preconditioned_);
    gain = sum(n, chunk_sums_, [&](std::size_t i) { return residual_[i].dot(preconditioned_[i]); });
  }

  const double goal = std::max(std::min(options.tolerance * reference, options.max_error), options.absolute_tolerance);
  std::copy(preconditioned_.begin(), preconditioned_.end(), direction_.begin());
  const auto finish = [&](Status status) {
    report.status = status;
    report.relative_residual = std::sqrt(std::max(gain, 0.0)) / reference;
    if (!std::isfinite(gain)) report.relative_residual = std::numeric_limits<double>::quiet_NaN();
    return report;
  };
  for (;;) {
    if (!std::isfinite(gain)) return finish(Status::non_finite);
    if (gain < 0.0) return finish(Status::breakdown);
    if (std::sqrt(gain) <= goal) return finish(Status::converged);
    if (report.iterations >= options.max_iterations) return finish(Status::iteration_limit);

    const double curvature = matrix.multiply_filtered(direction_, fixed, product_);  // pᵀAp
    if (!std::isfinite(curvature)) return finish(Status::non_finite);
    if (!(curvature > 0.0)) return finish(Status::breakdown);
    const double alpha = gain / curvature;
    if (!std::isfinite(alpha)) return finish(Status::breakdown);
    ++report.iterations;
    parallel_for(n, kElementsPerChunk, [&](std::size_t i) {
      if (is_fixed(fixed, i)) return;
      x[i] += alpha * direction_[i];
      residual_[i] -= alpha * product_[i];
    });
    preconditioner.apply(residual_, preconditioned_);
    const std::array<double, 2> dots = sum_pairs(n, chunk_sums_, [&](std::size_t i) {
      return std::array<double, 2>{residual_[i].dot(preconditioned_[i]), product_[i].dot(preconditioned_[i])};
    });
    const double beta = -alpha * dots[1] / gain;  // zᵀ(r - r_before) / (rᵀPr before)
    gain = dots[0];
    parallel_for(n, kElementsPerChunk,
                 [&](std::size_t i) { direction_[i] = preconditioned_[i] + beta * direction_[i]; });
  }
}

}  // namespace muslin
