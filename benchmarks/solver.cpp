// Measures the solution of one implicit step of a crumpled cotton sheet, its growth with the sheet, and the gain of two
// threads. Limits: 4 ms for 50×50 vertices, 170 ms for 200×200, growth with an exponent below 1.25, two threads 1.65
// times as fast from 10,000 vertices on. Exit codes: 0 done, 1 a solver did not converge. Limits that are not met are
// not errors, because machines differ.
#include <benchmarks/clock.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/krylov/conjugate_gradient.hpp>
#include <tests/support/cloth_system.hpp>

#include <fmt/format.h>
#include <cmath>

namespace muslin::bench {
namespace {

constexpr double kTolerance = 1e-3;

struct Times {
  BestTimes refresh, multiply, apply, all;
  ConjugateGradientReport report;
};

Times measure(const test::ClothSystem& system, PreconditionerKind kind, int threads, int repetitions) {
  Times times;
  const std::size_t n = system.right_side.size();
  std::vector<Vec3> x(n), y(n);
  with_threads(threads, [&] {
    const auto preconditioner = make_preconditioner(kind, system.matrix);
    ConjugateGradient solver;
    for (int k = 0; k < repetitions; ++k) {
      times.all.measure([&] {
        preconditioner->refresh(system.matrix, system.fixed);
        std::fill(x.begin(), x.end(), Vec3::Zero());
        times.report =
            solver.solve(system.matrix, *preconditioner, system.fixed, system.right_side, x, {.tolerance = kTolerance});
      });
      times.refresh.measure([&] { preconditioner->refresh(system.matrix, system.fixed); });
      times.multiply.measure([&] { (void)system.matrix.multiply_filtered(system.right_side, system.fixed, y); });
      times.apply.measure([&] { preconditioner->apply(system.right_side, y); });
    }
  });
  return times;
}

int run() {
  struct Case {
    const char* name;
    double step, stretch;
  };
  struct Named {
    const char* name;
    PreconditionerKind kind;
  };
  bool converged = true;
  std::string json;
  for (const Case& c : {Case{"cotton, 5 ms", 0.005, 3000.0}, Case{"stiff, 1/60 s", 1.0 / 60.0, 10'000.0}}) {
    fmt::print("{}; milliseconds of one thread, and how many times as fast two are\n", c.name);
    fmt::print("{:>8} {:>20} {:>10} {:>8} {:>8} {:>8} {:>8} {:>6}\n", "vertices", "preconditioner", "iterations",
               "refresh", "multiply", "apply", "all", "two");
    double smallest = 0.0, largest = 0.0;
    for (const int side : {50, 100, 200, 400}) {
      const test::ClothSystem system =
          test::make_cloth_system({.vertices_per_side = side, .step = c.step, .stretch = c.stretch});
      for (const Named& p : {Named{"block Jacobi", PreconditionerKind::block_jacobi},
                             Named{"incomplete Cholesky", PreconditionerKind::incomplete_cholesky},
                             Named{"multilevel", PreconditionerKind::multilevel}}) {
        const int repetitions = side < 200 ? 15 : 4;
        const Times one = measure(system, p.kind, 1, repetitions), two = measure(system, p.kind, 2, repetitions);
        converged = converged && one.report.converged() && two.report.converged();
        const double milliseconds = 1e3 * one.all.thread.value;
        if (p.kind == PreconditionerKind::multilevel) {
          if (side == 50) smallest = milliseconds;
          largest = milliseconds;
        }
        fmt::print("{:>8} {:>20} {:>10} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.2f} {:>6.2f}\n", side * side, p.name,
                   one.report.iterations, 1e3 * one.refresh.thread.value, 1e3 * one.multiply.thread.value,
                   1e3 * one.apply.thread.value, milliseconds, one.all.wall.value / two.all.wall.value);
        json += fmt::format(
            "{}{{\"case\":\"{}\",\"vertices\":{},\"preconditioner\":\"{}\",\"iterations\":{},\"ms\":{:.3f}}}",
            json.empty() ? "" : ",", c.name, side * side, p.name, one.report.iterations, milliseconds);
      }
    }
    fmt::print("multilevel grows as vertices to the power of {:.2f}\n\n",
               std::log(largest / smallest) / std::log(64.0));
  }
  fmt::print("{{\"solver\":[{}]}}\n", json);
  return converged ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main() { return muslin::bench::run(); }
