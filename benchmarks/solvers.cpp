// Compares solvers for problems with bounds. The problems are the two cases of docs/solvers.md in which more than one
// solver is suitable: impacts of clusters on a tree, small and dense, and a chain of lengths that carry only tension,
// large and sparse.
//   bench_solvers
// Measured on one thread, in CPU time, as the best of some repetitions.
#include <benchmarks/clock.hpp>
#include <cmath>
#include <muslin/math/qp/active_set.hpp>
#include <muslin/math/qp/bounded_conjugate_gradient.hpp>
#include <muslin/math/qp/bounded_minimiser.hpp>
#include <muslin/math/qp/complementarity_problem.hpp>
#include <muslin/response/clusters/cluster_impact.hpp>
#include <tests/support/random.hpp>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

ClusterImpact random_tree(test::Random& random, int pairs) {
  ClusterImpact impact;
  for (int i = 0; i <= pairs; ++i) impact.bodies.push_back({random.uniform(0.1, 5.0), random.in_box(1.0)});
  for (int i = 1; i <= pairs; ++i)
    impact.pairs.push_back({random.integer(0, i - 1), i, random.in_box(1.0).normalized(), 0.0});
  return impact;
}

/// Solves the same impact as a quadratic programme over the velocities of the bodies.
double solve_by_active_set(const ClusterImpact& impact) {
  const std::size_t n = impact.bodies.size();
  BlockMatrix mass(BlockPattern(n, {}), BlockPattern(n, {}));
  std::vector<Vec3> start(n);
  for (std::size_t i = 0; i < n; ++i) {
    mass.block(mass.block_pattern().diagonal_slot(VertexId(i))) = Mat3::Identity() / impact.bodies[i].inverse_mass;
    start[i] = impact.bodies[i].velocity;
  }
  std::vector<QpRow> rows(impact.pairs.size());
  for (std::size_t p = 0; p < rows.size(); ++p) {
    rows[p].vertex = {VertexId(impact.pairs[p].first), VertexId(impact.pairs[p].second), VertexId(), VertexId()};
    rows[p].gradient = {-impact.pairs[p].direction, impact.pairs[p].direction, Vec3::Zero(), Vec3::Zero()};
  }
  const auto solver = make_schur_solver();
  solver->begin(mass, {}, {});
  solver->set_rows(rows, 0);
  ActiveSet active;
  std::vector<double> lambda;
  std::vector<Vec3> velocity = start;
  active.minimise(*solver, rows, start, {.tolerance = 1e-12}, lambda, velocity);
  return lambda.front();
}

double solve_by_minimiser(const MatrixXd& a, const VectorXd& u) {
  const VectorXd violation = -u;
  std::vector<double> impulse(static_cast<std::size_t>(u.size()), 0.0);
  BoundedMinimiser<double> minimiser;
  minimiser.minimise(
      NonNegative{{violation.data(), impulse.size()}},
      [&](std::span<const double> p, std::span<double> product) {
        Eigen::Map<VectorXd>(product.data(), u.size()) = a * Eigen::Map<const VectorXd>(p.data(), u.size());
      },
      a.cwiseAbs().rowwise().sum().maxCoeff(), {.tolerance = 1e-12, .max_iterations = 10000}, impulse);
  return impulse.front();
}

void measure_impacts(int pairs) {
  constexpr int kImpacts = 50, kRepetitions = 5;
  test::Random random(1);
  std::vector<ClusterImpact> impacts;
  for (int k = 0; k < kImpacts; ++k) impacts.push_back(random_tree(random, pairs));
  Best pivoting, active_set, minimiser;
  double sum = 0.0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    pivoting.add(seconds(Clock::thread, [&] {
      for (const ClusterImpact& impact : impacts) {
        const auto lambda = solve_complementarity(impact.coupling(), impact.approach());
        sum += lambda ? (*lambda)[0] : 0.0;
      }
    }));
    active_set.add(seconds(Clock::thread, [&] {
      for (const ClusterImpact& impact : impacts) sum -= solve_by_active_set(impact);
    }));
    minimiser.add(seconds(Clock::thread, [&] {
      for (const ClusterImpact& impact : impacts) sum += 0.0 * solve_by_minimiser(impact.coupling(), impact.approach());
    }));
  }
  const double scale = 1e6 / kImpacts;
  fmt::print("{:>8} {:>14.1f} {:>14.1f} {:>14.1f} {:>12.1e}\n", pairs, scale * pivoting.value, scale * active_set.value,
             scale * minimiser.value, std::abs(sum));
}

/// G W Gᵀ of a straight chain of equal masses with a small regularisation; it is tridiagonal.
class ChainMatrix final : public BoundedMatrix {
 public:
  explicit ChainMatrix(bool has_preconditioner) : has_preconditioner_(has_preconditioner) {}
  void multiply(std::span<const double> x, std::span<double> y) override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = kDiagonal * x[i];
      if (i > 0) y[i] -= x[i - 1];
      if (i + 1 < x.size()) y[i] -= x[i + 1];
    }
  }
  void set_free(std::span<const std::uint8_t> is_free) override {
    is_free_.assign(is_free.begin(), is_free.end());
    pivot_.assign(is_free.size(), kDiagonal);
    for (std::size_t i = 1; i < pivot_.size(); ++i)
      if (is_coupled(i)) pivot_[i] -= 1.0 / pivot_[i - 1];
  }
  void precondition(std::span<const double> r, std::span<double> z) override {
    for (std::size_t i = 0; i < r.size(); ++i) {
      z[i] = is_free_[i] != 0 ? r[i] : 0.0;
      if (has_preconditioner_ && is_coupled(i)) z[i] += z[i - 1] / pivot_[i - 1];
    }
    if (!has_preconditioner_) return;
    for (std::size_t i = r.size(); i-- > 0;) {
      if (i + 1 < r.size() && is_coupled(i + 1)) z[i] += z[i + 1];
      z[i] /= pivot_[i];
    }
  }
  static constexpr double kDiagonal = 2.0 + 1e-4;

 private:
  [[nodiscard]] bool is_coupled(std::size_t i) const { return i > 0 && is_free_[i] != 0 && is_free_[i - 1] != 0; }

  bool has_preconditioner_;
  std::vector<std::uint8_t> is_free_;
  std::vector<double> pivot_;
};

void measure_chain(int n) {
  constexpr double kTolerance = 1e-6;
  constexpr int kMaxProducts = 100000;
  test::Random random(1);
  std::vector<double> b(static_cast<std::size_t>(n));
  for (double& value : b) value = random.uniform(-1.0, 1.0);
  const std::vector<double> zero(b.size(), 0.0);
  std::vector<double> x = zero;
  const auto products_of_gradients = [&](bool has_preconditioner) {
    ChainMatrix matrix(has_preconditioner);
    x = zero;
    return BoundedConjugateGradient()
        .solve(matrix, {.b = b, .lower_bound = zero, .tolerance = kTolerance, .max_iterations = kMaxProducts}, x)
        .iterations;
  };
  const int with = products_of_gradients(true), without = products_of_gradients(false);
  ChainMatrix matrix(false);
  x = zero;
  const BoundedMinimiserReport report = BoundedMinimiser<double>().minimise(
      NonNegative{b}, [&](std::span<const double> p, std::span<double> product) { matrix.multiply(p, product); },
      ChainMatrix::kDiagonal + 2.0, {.tolerance = kTolerance, .max_iterations = kMaxProducts}, x);
  fmt::print("{:>8} {:>14} {:>14} {:>14}\n", n, with, without, report.iterations);
}

int run() {
  fmt::print("impacts of clusters on a tree, us each\n{:>8} {:>14} {:>14} {:>14} {:>12}\n", "pairs", "pivoting",
             "active set", "minimiser", "difference");
  for (const int pairs : {1, 2, 4, 8, 16, 32, 64}) measure_impacts(pairs);
  fmt::print("a chain of lengths, products with A\n{:>8} {:>14} {:>14} {:>14}\n", "lengths", "CG, precond.",
             "CG, plain", "minimiser");
  for (const int n : {10, 100, 1000, 10000}) measure_chain(n);
  fmt::print("{{\"benchmark\": \"solvers\"}}\n");
  return 0;
}

}  // namespace
}  // namespace muslin::bench

int main() { return muslin::bench::run(); }
