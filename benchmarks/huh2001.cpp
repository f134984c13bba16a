// Reproduces Table 1 of [Huh01]: the time of a step of its four simulations, and the share of the response, on one
// thread. Each is the best of three in CPU time. A step is that of the paper: a fixed simulated time, regardless of its
// subdivision by the simulator.
//   bench_huh2001 [--frames N] [--repeat N]
// Exit codes: 0 done, 1 a scene cannot be simulated, 2 wrong arguments.
#include <algorithm>
#include <benchmarks/clock.hpp>
#include <cstdlib>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/simulator.hpp>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

struct Row {
  std::string name, scene;
  std::vector<std::string> changes;
  double paper_seconds;  ///< time of a step in the paper [s]
};

const std::vector<std::string> kStiff = {"bodies.cloth.fabric.stretch=400", "bodies.cloth.fabric.shear=150",
                                         "bodies.cloth.fabric.bending=2e-5", "time.step=0.0001"};
const std::vector<Row> kRows = {{"rod, soft", "rod", {}, 0.36},
                                {"rod, stiff", "rod", kStiff, 0.22},
                                {"balls, soft", "balls", {}, 1.22},
                                {"balls, stiff", "balls", kStiff, 1.15}};

int run(int argc, char** argv) {
  std::int64_t frames = 0;
  int repeat = 3;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (i + 1 == argc) return 2;
    if (word == "--frames")
      frames = std::atoi(argv[++i]);
    else if (word == "--repeat")
      repeat = std::max(1, std::atoi(argv[++i]));
    else
      return 2;
  }
  fmt::print("{:<14}{:>12}{:>12}{:>10}{:>10}{:>12}{:>10}{:>10}{:>8}{:>8}\n", "", "steps taken", "ms per step",
             "paper s", "times", "response %", "contacts", "halvings", "rigid", "stops");
  double smallest = std::numeric_limits<double>::infinity();
  for (const Row& row : kRows) {
    auto loaded = read_scene("scenes/huh2001/" + row.scene + ".json", {.overrides = row.changes});
    if (!loaded) {
      fmt::print(stderr, "{}\n", loaded.error().message());
      return 1;
    }
    RunStatistics best;
    double best_simulated_time = 0.0;
    double best_seconds = std::numeric_limits<double>::infinity();
    for (int k = 0; k < repeat; ++k) {
      auto simulator = Simulator::create(loaded->scene);
      if (!simulator) return 1;
      RunStatistics statistics;
      double simulated_time = 0.0;
      bool is_done = true;
      const double taken = seconds(Clock::process, [&] {
        for (std::int64_t frame = 0; frame < (frames > 0 ? frames : loaded->scene.time.frames); ++frame) {
          const auto outcome = simulator->advance([&](const StepReport& step) {
            statistics.add(step);
            simulated_time = step.time;
            return true;
          });
          is_done = is_done && outcome && !outcome->divergence && !outcome->pinch;
        }
      });
      if (!is_done) return 1;
      if (taken < best_seconds) {
        best_seconds = taken;
        best = statistics;
        best_simulated_time = simulated_time;
      }
    }
    const double steps = best_simulated_time / loaded->scene.time.step;
    const double per_step = best_seconds / steps;
    const Rungs& rungs = best.total.collision.rungs;
    smallest = std::min(smallest, row.paper_seconds / per_step);
    fmt::print("{:<14}{:>12}{:>12.3f}{:>10.2f}{:>10.0f}{:>12.1f}{:>10}{:>10}{:>8}{:>8}\n", row.name, best.steps,
               1e3 * per_step, row.paper_seconds, row.paper_seconds / per_step,
               100.0 * best.total.seconds.response / best.total.seconds.total(), best.total.collision.contacts,
               rungs.halvings, rungs.rigid_zones, rungs.stops);
  }
  fmt::print("{{\"times_faster\": {:.0f}}}\n", smallest);
  return 0;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  int code = 0;
  muslin::with_threads(1, [&] { code = muslin::bench::run(argc, argv); });
  return code;
}
