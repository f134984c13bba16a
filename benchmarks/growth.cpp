// Measures how the cost of a step of inextensible cloth grows with the mesh. The scene is EXP1 of [Liu11, ch. 6] with 9
// rigid objects and a limit of 0.1 %, on meshes of 1,600 to 40,000 vertices. Backward Euler with steps of 1 ms makes
// each step one projection, however fine the mesh. Measured on one thread, in CPU time, with collisions and without the
// audit.
//   bench_growth [--steps N]        the second half of N steps is measured (200)
//                [--rule limit]     lengths are free below their limit (keep: they are kept, as in the thesis)
// Exit codes: 0 done, 1 a frame intersects or a length exceeds its limit, 2 wrong arguments.
#include <algorithm>
#include <array>
#include <benchmarks/clock.hpp>
#include <cmath>
#include <cstdlib>
#include <muslin/core/parallel.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/simulator.hpp>
#include <string>
#include <tests/support/collision_scenes.hpp>
#include <utility>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr std::array<int, 4> kSides = {40, 80, 120, 200};
/// Number of runs of each mesh, interleaved. The fastest counts, so that a busy moment does not distort the exponent.
constexpr int kRounds = 3;

struct Outcome {
  double dynamics_ms = 0, filter_ms = 0, collisions_ms = 0, step_ms = 0;  ///< per step
  double systems = 0;                                                     ///< linear systems of the filter per step
  double strain = 0;                                                      ///< largest strain of a yarn [1]
  std::size_t intersections = 0;                                          ///< in the last frame
};

Simulator make_simulator(int side, const std::string& rule) {
  const int last = side * side - 1;
  const auto loaded = read_scene(
      "scenes/liu2011/exp1.json",
      {.overrides = {"integrator=backward_euler", fmt::format("bodies.cloth.cloth.grid.vertices=[{0},{0}]", side),
                     fmt::format("bodies.cloth.pins=[{{\"vertices\":[{},{}]}}]", last + 1 - side, last),
                     "bodies.cloth.thickness=\"1 mm\"", "bodies.cloth.stretch_limit.rule=" + rule}});
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().message());
    std::exit(1);
  }
  auto simulator = Simulator::create(loaded->scene);
  if (!simulator) {
    fmt::print(stderr, "{}\n", simulator.error().message());
    std::exit(1);
  }
  return std::move(*simulator);
}

Outcome measure(int side, int steps, const std::string& rule) {
  Simulator simulator = make_simulator(side, rule);
  Outcome outcome;
  const int measured = steps - steps / 2;
  for (int frame = 0; frame < steps; ++frame) {
    const bool counts = frame >= steps / 2;
    const double time = seconds(Clock::thread, [&] {
      const auto result = simulator.advance([&](const StepReport& step) {
        outcome.strain = std::max(outcome.strain, step.limits.strain);
        if (!counts) return true;
        outcome.dynamics_ms += 1e3 * (step.seconds.assembly + step.seconds.solve) / measured;
        outcome.filter_ms += 1e3 * step.seconds.filter / measured;
        outcome.collisions_ms += 1e3 * (step.seconds.detection + step.seconds.response) / measured;
        outcome.systems += static_cast<double>(step.limits.iterations) / measured;
        return true;
      });
      if (!result || result->divergence || result->pinch) std::exit(1);
    });
    if (counts) outcome.step_ms += 1e3 * time / measured;
  }
  outcome.intersections = test::intersections(simulator);
  return outcome;
}

int run(int steps, const std::string& rule) {
  std::array<Outcome, kSides.size()> outcomes;
  bool right = true;
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t i = 0; i < kSides.size(); ++i) {
      const Outcome o = measure(kSides[i], steps, rule);
      right = right && o.intersections == 0 && o.strain <= 0.001;
      if (round == 0 || o.step_ms < outcomes[i].step_ms) outcomes[i] = o;
      fmt::print(stderr, "round {}, {} vertices: {:.1f} ms a step\n", round + 1, kSides[i] * kSides[i], o.step_ms);
    }
  fmt::print("| vertices | dynamics | filter | collisions | all | systems | largest strain |\n");
  fmt::print("|---:|---:|---:|---:|---:|---:|---:|\n");
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    const Outcome& o = outcomes[i];
    fmt::print("| {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {:.2e} |\n", kSides[i] * kSides[i], o.dynamics_ms,
               o.filter_ms, o.collisions_ms, o.step_ms, o.systems, o.strain);
  }
  const auto exponent = [&](double Outcome::*part) {
    return std::log(outcomes.back().*part / (outcomes.front().*part)) /
           (2.0 * std::log(static_cast<double>(kSides.back()) / kSides.front()));
  };
  fmt::print(
      "\n{{\"benchmark\": \"growth\", \"rule\": \"{}\", \"exponent\": {:.2f}, \"dynamics\": {:.2f}, \"filter\": "
      "{:.2f}, "
      "\"collisions\": {:.2f}, \"right\": {}}}\n",
      rule, exponent(&Outcome::step_ms), exponent(&Outcome::dynamics_ms), exponent(&Outcome::filter_ms),
      exponent(&Outcome::collisions_ms), right);
  return right ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  int steps = 200;
  std::string rule = "keep";
  bool is_right = argc % 2 == 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--steps")
      steps = std::atoi(argv[i + 1]);
    else if (name == "--rule")
      rule = argv[i + 1];
    else
      is_right = false;
  }
  if (!is_right || steps < 2 || (rule != "keep" && rule != "limit")) {
    fmt::print(stderr, "bench_growth [--steps N] [--rule keep|limit]\n");
    return 2;
  }
  int code = 0;
  muslin::with_threads(1, [&] { code = muslin::bench::run(steps, rule); });
  return code;
}
