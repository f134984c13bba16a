#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/math/qp/bounded_conjugate_gradient.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>

namespace muslin::bounded_conjugate_gradient_test {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

/// With its diagonal as the preconditioner.
class DenseMatrix final : public BoundedMatrix {
 public:
  /// Keeps a reference.
  explicit DenseMatrix(const Eigen::MatrixXd& values) : values_(values) {}
  void multiply(std::span<const double> x, std::span<double> y) override {
    const auto n = static_cast<Eigen::Index>(x.size());
    Eigen::Map<Eigen::VectorXd>(y.data(), n) = values_ * Eigen::Map<const Eigen::VectorXd>(x.data(), n);
  }
  void set_free(std::span<const std::uint8_t> is_free) override { is_free_.assign(is_free.begin(), is_free.end()); }
  void precondition(std::span<const double> r, std::span<double> z) override {
    for (std::size_t i = 0; i < r.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      z[i] = is_free_[i] != 0 ? r[i] / values_(k, k) : 0.0;
    }
  }

 private:
  const Eigen::MatrixXd& values_;
  std::vector<std::uint8_t> is_free_;
};

Eigen::MatrixXd random_matrix(test::Random& random, Eigen::Index n) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) a(i, j) = random.uniform(-1.0, 1.0);
  return a * a.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
}

// [2 1; 1 2] x = (3, -3) has x = (3, -3). With x ≥ 0 the second unknown stays at its bound, which leaves 2 x₁ = 3.
TEST(BoundedConjugateGradient, TwoUnknownsByHand) {
  const Eigen::MatrixXd values = Eigen::MatrixXd::Ones(2, 2) + Eigen::MatrixXd::Identity(2, 2);
  DenseMatrix matrix(values);
  const std::vector<double> b = {3.0, -3.0};
  BoundedConjugateGradient solver;
  std::vector<double> x = {0.0, 0.0};
  EXPECT_TRUE(
      solver
          .solve(matrix,
                 {.b = b, .lower_bound = std::vector<double>(2, kNone), .tolerance = 1e-12, .max_iterations = 20}, x)
          .converged);
  EXPECT_NEAR(x[0], 3.0, 1e-12);
  EXPECT_NEAR(x[1], -3.0, 1e-12);
  x = {0.0, 5.0};
  EXPECT_TRUE(solver
                  .solve(matrix,
                         {.b = b, .lower_bound = std::vector<double>(2, 0.0), .tolerance = 1e-12, .max_iterations = 20},
                         x)
                  .converged);
  EXPECT_NEAR(x[0], 1.5, 1e-12);
  EXPECT_EQ(x[1], 0.0);
}

// The best of all sets of unknowns that may be at their bounds, tried one by one.
TEST(BoundedConjugateGradient, FindsWhatTryingAllSetsFinds) {
  test::Random random(3);
  BoundedConjugateGradient solver;
  for (int round = 0; round < 200; ++round) {
    const Eigen::Index n = random.integer(1, 8);
    const Eigen::MatrixXd a = random_matrix(random, n);
    std::vector<double> b, lower_bound, x;
    for (Eigen::Index i = 0; i < n; ++i) {
      b.push_back(random.uniform(-2.0, 2.0));
      lower_bound.push_back(random.chance(0.2) ? kNone : random.uniform(-0.5, 0.5));
      x.push_back(random.uniform(-1.0, 1.0));
    }
    const Eigen::Map<const Eigen::VectorXd> right(b.data(), n);
    double best = std::numeric_limits<double>::infinity();
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(n);
    for (int set = 0; set < 1 << n; ++set) {
      Eigen::MatrixXd fixed = a;
      Eigen::VectorXd value = right;
      bool fits = true;
      for (Eigen::Index i = 0; i < n; ++i) {
        if ((set >> i & 1) == 0) continue;
        fits = fits && lower_bound[static_cast<std::size_t>(i)] > kNone;
        fixed.row(i).setZero();
        fixed(i, i) = 1.0;
        value[i] = lower_bound[static_cast<std::size_t>(i)];
      }
      if (!fits) continue;
      const Eigen::VectorXd tried = test::solve_regular(fixed, value);
      for (Eigen::Index i = 0; i < n; ++i) fits = fits && tried[i] >= lower_bound[static_cast<std::size_t>(i)] - 1e-12;
      const double objective = 0.5 * tried.dot(a * tried) - right.dot(tried);
      if (!fits || objective >= best) continue;
      best = objective;
      expected = tried;
    }
    DenseMatrix matrix(a);
    ASSERT_TRUE(
        solver.solve(matrix, {.b = b, .lower_bound = lower_bound, .tolerance = 1e-10, .max_iterations = 2000}, x)
            .converged);
    for (Eigen::Index i = 0; i < n; ++i) {
      EXPECT_NEAR(x[static_cast<std::size_t>(i)], expected[i], 1e-7) << "round " << round;
      EXPECT_GE(x[static_cast<std::size_t>(i)], lower_bound[static_cast<std::size_t>(i)]);
    }
  }
}

// Without bounds: no more products than unknowns, and a few for rounding.
TEST(BoundedConjugateGradient, NeedsNoMoreIterationsThanUnknowns) {
  test::Random random(4);
  const Eigen::MatrixXd values = random_matrix(random, 12);
  DenseMatrix matrix(values);
  std::vector<double> b(12), x(12, 0.0);
  for (double& value : b) value = random.uniform(-1.0, 1.0);
  BoundedConjugateGradient solver;
  const auto answer = solver.solve(
      matrix, {.b = b, .lower_bound = std::vector<double>(12, kNone), .tolerance = 1e-6, .max_iterations = 100}, x);
  EXPECT_TRUE(answer.converged);
  EXPECT_LE(answer.iterations, 18);
}

TEST(BoundedConjugateGradient, SaysWhenItIsNotNear) {
  test::Random random(5);
  const Eigen::MatrixXd values = random_matrix(random, 12);
  DenseMatrix matrix(values);
  std::vector<double> b(12, 1.0), x(12, 0.0);
  const std::vector<double> lower_bound(12, 0.0);
  BoundedConjugateGradient solver;
  const auto answer =
      solver.solve(matrix, {.b = b, .lower_bound = lower_bound, .tolerance = 1e-12, .max_iterations = 3}, x);
  EXPECT_FALSE(answer.converged);
  EXPECT_LE(answer.iterations, 4);
  b[7] = std::nan("");
  EXPECT_FALSE(solver.solve(matrix, {.b = b, .lower_bound = lower_bound, .tolerance = 1e-6, .max_iterations = 100}, x)
                   .converged);
}

}  // namespace
}  // namespace muslin::bounded_conjugate_gradient_test
