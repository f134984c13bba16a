#include <algorithm>
#include <cmath>
#include <muslin/math/preconditioned_minres.hpp>

namespace muslin {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

// Lanczos' process in the inner product of the preconditioner: γ are the lengths of its vectors, δ the diagonal. Givens
// rotations (c, s) make the tridiagonal matrix upper triangular, and x moves along w.
PreconditionedMinres::Report PreconditionedMinres::solve(const Product& multiply, const Product& precondition,
                                                         std::span<const double> b, double tolerance,
                                                         int max_iterations, std::span<double> x) {
  const std::size_t n = b.size();
  Report report;
  std::fill(x.begin(), x.end(), 0.0);
  for (auto* vector : {&v_before_, &v_next_, &z_next_, &w_, &w_before_, &w_next_, &product_}) vector->assign(n, 0.0);
  z_.resize(n);
  v_.assign(b.begin(), b.end());
  precondition(v_, z_);
  double gamma = std::sqrt(std::max(0.0, dot(z_, v_))), gamma_before = 1.0;
  double eta = gamma, c = 1.0, c_before = 1.0, s = 0.0, s_before = 0.0;
  report.residual = gamma;
  report.converged = gamma <= tolerance;
  while (!report.converged && report.iterations < max_iterations) {
    for (double& value : z_) value /= gamma;
    multiply(z_, product_);
    ++report.iterations;
    const double delta = dot(product_, z_);
    for (std::size_t i = 0; i < n; ++i)
      v_next_[i] = product_[i] - (delta / gamma) * v_[i] - (gamma / gamma_before) * v_before_[i];
    precondition(v_next_, z_next_);
    const double gamma_next = std::sqrt(std::max(0.0, dot(z_next_, v_next_)));
    const double a0 = c * delta - c_before * s * gamma;
    const double a1 = std::hypot(a0, gamma_next);
    const double a2 = s * delta + c_before * c * gamma;
    const double a3 = s_before * gamma;
    if (!(a1 > 0.0) || !std::isfinite(a1)) break;
    c_before = c, s_before = s;
    c = a0 / a1, s = gamma_next / a1;
    for (std::size_t i = 0; i < n; ++i) {
      w_next_[i] = (z_[i] - a3 * w_before_[i] - a2 * w_[i]) / a1;
      x[i] += c * eta * w_next_[i];
    }
    std::swap(w_before_, w_);
    std::swap(w_, w_next_);
    eta *= -s;
    report.residual = std::abs(eta);
    report.converged = report.residual <= tolerance;
    if (!(gamma_next > 0.0)) break;
    std::swap(v_before_, v_);
    std::swap(v_, v_next_);
    std::swap(z_, z_next_);
    gamma_before = gamma;
    gamma = gamma_next;
  }
  return report;
}

}  // namespace muslin
