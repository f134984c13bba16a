#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/krylov/minres.hpp>

namespace muslin {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

// The Lanczos process builds an orthonormal basis v₁, v₂, … in which A is tridiagonal (α on the diagonal, β beside it).
// Givens rotations (c, s) make that upper triangular with three diagonals (ρ₁, ρ₂, ρ₃), and x moves along w = V R⁻¹.
// With a preconditioner the basis is orthonormal in P⁻¹, and z = P⁻¹ v replaces v where A is applied.
MinresReport Minres::solve(const Product& multiply, std::span<const double> b, std::span<double> x,
                           const MinresOptions& options, const Product& precondition) {
  const std::size_t n = b.size();
  std::fill(x.begin(), x.end(), 0.0);
  MinresReport report;
  v_.assign(b.begin(), b.end());
  if (precondition) {
    z_.resize(n), z_next_.resize(n);
    precondition(v_, z_);
  }
  std::vector<double>& z = precondition ? z_ : v_;
  std::vector<double>& z_next = precondition ? z_next_ : product_;
  const double norm_b = std::sqrt(dot(v_, z));
  report.residual = norm_b;
  if (!(norm_b > options.absolute_tolerance) || !std::isfinite(norm_b)) {
    report.converged = norm_b <= options.absolute_tolerance;
    return report;
  }
  for (double& value : v_) value /= norm_b;
  if (precondition)
    for (double& value : z_) value /= norm_b;
  for (auto* vector : {&v_before_, &product_, &w_, &w_before_, &w_next_}) vector->assign(n, 0.0);

  double beta = 0.0, c = 1.0, s = 0.0, c_before = 1.0, s_before = 0.0, eta = norm_b, norm_a = 0.0;
  while (report.iterations < options.max_iterations) {
    multiply(z, product_);
    ++report.iterations;
    const double alpha = dot(z, product_);
    for (std::size_t i = 0; i < n; ++i) product_[i] -= alpha * v_[i] + beta * v_before_[i];
    if (precondition) precondition(product_, z_next_);
    const double beta_next = std::sqrt(std::max(0.0, dot(product_, z_next)));
    norm_a = std::max(norm_a, std::sqrt(alpha * alpha + beta * beta + beta_next * beta_next));

    const double delta = c * alpha - c_before * s * beta;
    const double rho2 = s * alpha + c_before * c * beta;
    const double rho3 = s_before * beta;
    const double rho1 = std::hypot(delta, beta_next);
    // This is |A r| / |r| of the step before. If A hardly sees the residual, no progress is left, and x would only
    // grow.
    if (!(std::hypot(delta, c * beta_next) > tolerance::kMinresStagnationRatio * norm_a)) {
      report.converged = true;
      break;
    }
    c_before = c, s_before = s;
    c = delta / rho1, s = beta_next / rho1;
    for (std::size_t i = 0; i < n; ++i) {
      w_next_[i] = (z[i] - rho3 * w_before_[i] - rho2 * w_[i]) / rho1;
      x[i] += c * eta * w_next_[i];
    }
    std::swap(w_before_, w_);
    std::swap(w_, w_next_);
    eta *= -s;
    report.residual = std::abs(eta);
    if (report.residual <= std::max(options.tolerance * norm_b, options.absolute_tolerance)) {
      report.converged = true;
      break;
    }
    if (!(beta_next > 0.0)) break;
    std::swap(v_before_, v_);
    for (std::size_t i = 0; i < n; ++i) v_[i] = product_[i] / beta_next;
    if (precondition)
      for (std::size_t i = 0; i < n; ++i) z_[i] = z_next_[i] / beta_next;
    beta = beta_next;
  }
  return report;
}

}  // namespace muslin
