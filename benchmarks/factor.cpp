// Measures the factorisation of the two systems of inextensible cloth, and the speed-up of dense panels over Eigen's
// column-by-column factorisation. The systems are that of the lengths of all yarns with masses, (G W Gᵀ), and that of
// the coordinates of all vertices under tension, (H + Gᵀ S⁻¹ G). Exit codes: 0 done, 1 a solution is wrong.
#include <Eigen/SparseCholesky>
#include <benchmarks/clock.hpp>
#include <cmath>
#include <muslin/core/types.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr double kTension = 0.3, kSoftness = 1e-5;
constexpr int kRepetitions = 20;

using Sparse = Eigen::SparseMatrix<double>;

/// Returns G of the yarns of a crumpled square sheet, in which all masses and lengths are one.
Sparse yarn_gradients(int side) {
  std::vector<Eigen::Triplet<double>> entries;
  int row = 0;
  const auto add = [&](int a, int b) {
    const Vec3 direction = Vec3(std::sin(1.0 + row), std::sin(2.0 + 3.0 * row), std::sin(3.0 + 5.0 * row)).normalized();
    for (int k = 0; k < 3; ++k) {
      entries.emplace_back(row, 3 * a + k, -direction[k]);
      entries.emplace_back(row, 3 * b + k, direction[k]);
    }
    ++row;
  };
  for (int v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) add(v, v + 1);
    if (v + side < side * side) add(v, v + side);
  }
  Sparse gradients(row, 3 * side * side);
  gradients.setFromTriplets(entries.begin(), entries.end());
  return gradients;
}

/// Returns H - 1 for a tension of kTension in each yarn.
Sparse yarn_tension_matrix(int side) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](int a, int b) {
    for (int k = 0; k < 3; ++k) {
      entries.emplace_back(3 * a + k, 3 * a + k, kTension), entries.emplace_back(3 * b + k, 3 * b + k, kTension);
      entries.emplace_back(3 * b + k, 3 * a + k, -kTension), entries.emplace_back(3 * a + k, 3 * b + k, -kTension);
    }
  };
  for (int v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) add(v, v + 1);
    if (v + side < side * side) add(v, v + side);
  }
  Sparse tension(3 * side * side, 3 * side * side);
  tension.setFromTriplets(entries.begin(), entries.end());
  return tension;
}

struct Outcome {
  double columns_ms = 0.0, panels_ms = 0.0, solve_ms = 0.0;
  double difference = 0.0;  ///< relative difference of the solutions [1]
};

Outcome measure(const Sparse& whole) {
  const Sparse lower = whole.triangularView<Eigen::Lower>();
  Eigen::SimplicialLDLT<Sparse, Eigen::Lower> columns;
  columns.analyzePattern(lower);
  const auto size = static_cast<std::size_t>(lower.cols()), count = static_cast<std::size_t>(lower.nonZeros());
  LowerPattern pattern;
  pattern.column_begin.assign(lower.outerIndexPtr(), lower.outerIndexPtr() + size + 1);
  pattern.row.assign(lower.innerIndexPtr(), lower.innerIndexPtr() + count);
  SparseLdlt panels(pattern);
  BestTimes of_columns, of_panels, of_solution;
  bool succeeded = true;
  Eigen::VectorXd x(lower.cols());
  for (int k = 0; k < kRepetitions; ++k) {
    of_columns.measure([&] { columns.factorize(lower); });
    of_panels.measure([&] { succeeded = panels.factorise({lower.valuePtr(), count}) && succeeded; });
    x.setOnes();
    of_solution.measure([&] { panels.solve({x.data(), size}); });
  }
  const Eigen::VectorXd expected = columns.solve(Eigen::VectorXd::Ones(lower.cols()));
  return {.columns_ms = 1e3 * of_columns.thread.value,
          .panels_ms = 1e3 * of_panels.thread.value,
          .solve_ms = 1e3 * of_solution.thread.value,
          .difference = succeeded ? (x - expected).norm() / expected.norm() : std::nan("")};
}

int run() {
  fmt::print("milliseconds of one thread\n{:>8} {:>12} {:>8} {:>9} {:>8} {:>8} {:>8}\n", "vertices", "system", "size",
             "columns", "panels", "times", "solve");
  bool right = true;
  std::string json;
  for (const int side : {20, 40, 80, 120, 200}) {
    const Sparse gradients = yarn_gradients(side);
    Sparse of_lengths = gradients * gradients.transpose();
    of_lengths.diagonal() *= 1.0 + kSoftness;
    Sparse of_coordinates = yarn_tension_matrix(side) + Sparse(gradients.transpose() * gradients / kSoftness);
    of_coordinates.diagonal().array() += 1.0;
    for (const auto& [name, matrix] : {std::pair{"lengths", &of_lengths}, std::pair{"coordinates", &of_coordinates}}) {
      const Outcome outcome = measure(*matrix);
      right = right && outcome.difference < 1e-8;
      fmt::print("{:>8} {:>12} {:>8} {:>9.2f} {:>8.2f} {:>8.1f} {:>8.2f}\n", side * side, name, matrix->cols(),
                 outcome.columns_ms, outcome.panels_ms, outcome.columns_ms / outcome.panels_ms, outcome.solve_ms);
      json += fmt::format("{}{{\"vertices\":{},\"system\":\"{}\",\"columns_ms\":{:.3f},\"panels_ms\":{:.3f}}}",
                          json.empty() ? "" : ",", side * side, name, outcome.columns_ms, outcome.panels_ms);
    }
  }
  fmt::print("{{\"factor\":[{}]}}\n", json);
  return right ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main() { return muslin::bench::run(); }
