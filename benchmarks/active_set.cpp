// Measures the cost of changing the active set of a quadratic programme. The problem is a cable of n vertices with k
// active rows: K is factorised once per step, K⁻¹ Jᵀ is computed once per row, and rows are added to and removed from
// the factor of the Schur complement. For comparison, the same change is made by factorising anew: the complement
// alone, and everything.
//   bench_active_set
// Measured on one thread, in CPU time, as the best of some repetitions.
#include <benchmarks/clock.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/direct/updated_cholesky.hpp>
#include <muslin/math/qp/saddle_solver.hpp>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// Returns K of a stiff cable that bends: masses on a line, with springs between neighbours and second neighbours.
BlockMatrix cable_matrix(int n) {
  std::vector<VertexPair> pairs;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j <= std::min(i + 2, n - 1); ++j) pairs.push_back({VertexId(i), VertexId(j)});
  BlockMatrix matrix(BlockPattern(static_cast<std::size_t>(n), pairs), BlockPattern(static_cast<std::size_t>(n), {}));
  const BlockPattern& pattern = matrix.block_pattern();
  for (int i = 0; i < n; ++i) matrix.block(pattern.diagonal_slot(VertexId(i))) = Mat3::Identity();
  for (const auto& [a, b] : pairs) {
    const double stiffness = b.value - a.value == 1 ? 1000.0 : 10.0;
    const Mat3 block = stiffness * Vec3(1.0, 0.3, 0.3).asDiagonal();
    matrix.block(pattern.slot(a, b)) = -block;
    matrix.block(pattern.diagonal_slot(a)) += block;
    matrix.block(pattern.diagonal_slot(b)) += block;
  }
  return matrix;
}

/// Returns k rows, each of which acts upwards on one vertex of the cable.
std::vector<QpRow> rows_of(int n, int k) {
  std::vector<QpRow> rows(static_cast<std::size_t>(k));
  for (int r = 0; r < k; ++r) {
    QpRow& row = rows[static_cast<std::size_t>(r)];
    row.vertex[0] = VertexId(r * n / k);
    row.gradient[0] = Vec3::UnitY();
    row.target = 1.0;
  }
  return rows;
}

void measure(int n, int k) {
  constexpr int kRepetitions = 20;
  const BlockMatrix matrix = cable_matrix(n);
  const std::vector<QpRow> rows = rows_of(n, k);
  const auto solver = make_schur_solver();
  const auto activate_all_rows = [&] {
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (!solver->activate(r)) fmt::print("row {} depends on others\n", r);
  };
  Best factorise, everything, change, complement;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    factorise.add(seconds(Clock::thread, [&] { solver->begin(matrix, {}, {}); }));
    everything.add(seconds(Clock::thread, [&] {
      solver->begin(matrix, {}, {});
      solver->set_rows(rows, 0);
      activate_all_rows();
    }));
    const std::size_t middle = rows.size() / 2;
    change.add(0.5 * seconds(Clock::thread, [&] {
                 solver->deactivate(middle);
                 if (!solver->activate(middle)) fmt::print("row {} depends on others\n", middle);
               }));
    complement.add(seconds(Clock::thread, [&] {
      for (std::size_t r = 0; r < rows.size(); ++r) solver->deactivate(rows.size() - 1 - r);
      activate_all_rows();
    }));
  }
  fmt::print("{:>8} {:>6} {:>14.1f} {:>14.1f} {:>14.1f} {:>14.1f} {:>10.0f} {:>10.0f}\n", n, k, 1e6 * factorise.value,
             1e6 * change.value, 1e6 * complement.value, 1e6 * everything.value, complement.value / change.value,
             everything.value / change.value);
}

int run() {
  fmt::print("{:>8} {:>6} {:>14} {:>14} {:>14} {:>14} {:>10} {:>10}\n", "vertices", "held", "K [us]", "a change [us]",
             "complement", "everything", "ratio", "ratio");
  for (const auto& [n, k] : {std::pair{51, 25}, {51, 50}, {200, 50}, {200, 200}, {1000, 100}, {1000, 400}})
    measure(n, k);
  fmt::print("{{\"benchmark\": \"active_set\"}}\n");
  return 0;
}

}  // namespace
}  // namespace muslin::bench

int main() {
  int code = 0;
  muslin::with_threads(1, [&] { code = muslin::bench::run(); });
  return code;
}
