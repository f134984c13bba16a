// Measures the cost of a backward Euler step of cotton by phase, its growth with the mesh, and the gain of a second
// core. The cloth hangs from two corners and falls, so that it is neither at rest nor flat.
// Exit codes: 0 done, 1 a step failed or its solver did not converge. A limit that is not met is printed and is not an
// error.
#include <benchmarks/clock.hpp>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/model/material.hpp>
#include <muslin/sim/simulator.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr double kStep = 0.005;  // [s]
constexpr long kWarmUp = 40;     // frames of one step each: the cloth has fallen for 0.2 s
constexpr long kMeasured = 30;

Scene falling_cloth(int n) {
  Scene scene;
  scene.time = {.frame_rate = 1.0 / kStep, .start_frame = 0, .frames = kWarmUp + kMeasured, .step = kStep};
  SceneBody cloth;
  cloth.body.name = "cloth";
  cloth.body.mesh = make_grid({.vertices = {n, n}, .size = Vec2(1.0, 1.0)}).value();
  cloth.body.fabric = find_fabric("cotton")->fabric;
  cloth.scripts.push_back({.vertices = {VertexId(0), VertexId(n - 1)}, .motion = nullptr});
  scene.bodies.push_back(std::move(cloth));
  return scene;
}

/// Mean time per measured step [s].
struct Cost {
  double assembly = 0, solve = 0, rest = 0, iterations = 0;
  bool sound = true;
  [[nodiscard]] double total() const { return assembly + solve + rest; }
};

Cost measure(int n, int threads) {
  Cost cost;
  with_threads(threads, [&] {
    Result<Simulator> simulator = Simulator::create(falling_cloth(n));
    if (!simulator) {
      fmt::print(stderr, "{}\n", simulator.error().message());
      cost.sound = false;
      return;
    }
    for (long frame = 0; frame < kWarmUp + kMeasured; ++frame) {
      const Result<FrameOutcome> outcome = simulator->advance([&](const StepReport& step) {
        cost.sound = cost.sound && step.solver_converged;
        if (frame < kWarmUp) return true;
        cost.assembly += step.seconds.assembly / kMeasured;
        cost.solve += step.seconds.solve / kMeasured;
        cost.rest += step.seconds.rest / kMeasured;
        cost.iterations += static_cast<double>(step.solver_iterations) / kMeasured;
        return true;
      });
      cost.sound = cost.sound && outcome.has_value() && !outcome->divergence;
    }
  });
  return cost;
}

int run() {
  struct Row {
    int n;
    double limit;  ///< [s] on one thread; 0 if there is none
  };
  constexpr Row kRows[] = {{50, 0.008}, {100, 0.0}, {200, 0.3}, {400, 0.0}};
  fmt::print("backward Euler, cotton, 1 m x 1 m, steps of 5 ms; milliseconds a step\n");
  fmt::print("{:>8} {:>7} {:>9} {:>7} {:>6} {:>7} {:>10}  {:>9} {:>7}\n", "vertices", "threads", "assembly", "solve",
             "rest", "total", "iterations", "two cores", "limit");
  bool sound = true;
  double first = 0, last = 0;
  std::string json;
  for (const Row& row : kRows) {
    double one_thread = 0;
    for (const int threads : {1, 2}) {
      const Cost cost = measure(row.n, threads);
      sound = sound && cost.sound;
      if (threads == 1) one_thread = cost.total();
      const std::string gain = threads == 2 ? fmt::format("{:.2f} x", one_thread / cost.total()) : "";
      const std::string limit =
          threads == 1 && row.limit > 0
              ? fmt::format("{:.0f} {}", row.limit * 1e3, cost.total() <= row.limit ? "met" : "MISSED")
              : "";
      fmt::print("{:>8} {:>7} {:>9.2f} {:>7.2f} {:>6.2f} {:>7.2f} {:>10.1f}  {:>9} {:>7}{}\n", row.n * row.n, threads,
                 cost.assembly * 1e3, cost.solve * 1e3, cost.rest * 1e3, cost.total() * 1e3, cost.iterations, gain,
                 limit, cost.sound ? "" : "  NOT CONVERGED");
      json += fmt::format(R"({}{{"vertices":{},"threads":{},"assembly":{:.6f},"solve":{:.6f},"rest":{:.6f}}})",
                          json.empty() ? "" : ",", row.n * row.n, threads, cost.assembly, cost.solve, cost.rest);
    }
    if (row.n == 50) first = one_thread;
    last = one_thread;
  }
  const double exponent = std::log(last / first) / std::log(64.0);
  fmt::print("cost grows with an exponent of {:.2f} from 2,500 to 160,000 vertices on one thread (limit 1.3: {})\n",
             exponent, exponent < 1.3 ? "met" : "MISSED");
  fmt::print(R"({{"benchmark":"dynamics","exponent":{:.3f},"rows":[{}]}})"
             "\n",
             exponent, json);
  return sound ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main() { return muslin::bench::run(); }
