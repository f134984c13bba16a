// Measures how long the resolution of collisions may be deferred, after Figure 4 of [Sifakis08]. A scene is simulated
// with its own response, and from each of its frames every variant advances the same state by one frame. The output is
// the mean interval between successful resolutions and the time of the frame. A variant fails in a frame if it cannot
// resolve collisions even after a single step of the integrator. Runs on one thread, in CPU time.
//   bench_figure4 [SCENE] [--every N] [--frames N] [--output FOLDER]
// Exit codes: 0 done, 1 a frame intersects or cannot be written, 2 wrong arguments. SCENE is a file, by default
// scenes/sifakis2008/curtains.json. Writes figure4.csv and figure4.svg into the folder (build).
#include <algorithm>
#include <benchmarks/clock.hpp>
#include <benchmarks/line_plot.hpp>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/simulator.hpp>
#include <string>
#include <tests/support/collision_scenes.hpp>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Result of a variant in one frame.
struct FrameResult {
  bool failed = false;
  double interval = kUnknown;  ///< mean interval between successful resolutions [s]
  double seconds = 0;
  std::int64_t max_contacts = 0;  ///< maximum resolved in one step
  std::size_t intersections = 0;  ///< at the end of the frame
};

struct Variant {
  std::string name;
  Simulator simulator;
  IntervalState interval = {};
  std::vector<FrameResult> results = {};
};

/// Chooses impulses as in [Bridson02]: each contact is stopped, in one sweep per detection, and forgotten.
void choose_plain_impulses(CollisionOptions& options) {
  options.response = "gauss_seidel";
  options.gauss_seidel.sweeps = 1;
  options.gauss_seidel.approach = 0;
  options.gauss_seidel.memory = false;
}

struct Choice {
  std::string name;
  double cfl;
  int loops;
  void (*change)(CollisionOptions&);
};

/// GSx,y has x loops and the CFL number y, as in the paper.
const std::vector<Choice> kChoices = {
    {"volume_preserving", 4, 16,
     [](CollisionOptions& o) {
       o.response = "volume_preserving";
       o.volume_preserving.scheme = VolumeScheme::pushes;
     }},
    {"the same, paper's scheme", 4, 16,
     [](CollisionOptions& o) {
       o.response = "volume_preserving";
       o.volume_preserving.scheme = VolumeScheme::paper;
     }},
    {"GS16,4 (Bridson)", 4, 16, choose_plain_impulses},
    {"GS16,1 (Bridson)", 1, 16, choose_plain_impulses},
    {"GS64,1 (Bridson)", 1, 64, choose_plain_impulses},
    {"GS16,4 (Muslin)", 4, 16, [](CollisionOptions& o) { o.response = "gauss_seidel"; }},
};

bool used_fallback_rung(const Rungs& rungs) { return rungs.rigid_zones + rungs.yields + rungs.stops > 0; }

FrameResult advance_from(const State& state, Variant& variant) {
  FrameResult result;
  State start = state;
  start.interval = variant.interval;
  if (!variant.simulator.restore(std::move(start))) std::abort();
  int steps = 0;
  result.seconds = seconds(Clock::process, [&] {
    const auto outcome = variant.simulator.advance([&](const StepReport& step) {
      ++steps;
      result.max_contacts = std::max(result.max_contacts, step.collision.contacts);
      return !used_fallback_rung(step.collision.rungs);
    });
    result.failed = !outcome || outcome->stopped || outcome->divergence || outcome->pinch;
  });
  variant.interval = variant.simulator.state().interval;
  result.intersections = test::intersections(variant.simulator);
  if (!result.failed) result.interval = 1.0 / variant.simulator.scene().time.frame_rate / steps;
  return result;
}

int run(int argc, char** argv) {
  std::string scene_file = "scenes/sifakis2008/curtains.json", folder = "build";
  int every = 1;
  std::int64_t frames = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool takes_value = word.starts_with("--");
    if (takes_value && i + 1 == argc) return 2;
    if (word == "--every")
      every = std::max(1, std::atoi(argv[++i]));
    else if (word == "--frames")
      frames = std::atoi(argv[++i]);
    else if (word == "--output")
      folder = argv[++i];
    else if (takes_value)
      return 2;
    else
      scene_file = word;
  }
  auto loaded = read_scene(scene_file);
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().message());
    return 1;
  }
  if (frames <= 0) frames = loaded->scene.time.frames;

  std::vector<Variant> variants;
  for (const Choice& choice : kChoices) {
    Scene scene = loaded->scene;
    scene.integrator.cfl = choice.cfl;
    scene.collision.max_substeps = choice.loops;
    scene.collision.max_halvings = 0;
    choice.change(scene.collision);
    auto simulator = Simulator::create(std::move(scene));
    if (!simulator) {
      fmt::print(stderr, "{}\n", simulator.error().message());
      return 1;
    }
    variants.push_back({choice.name, std::move(*simulator)});
  }
  auto leader = Simulator::create(loaded->scene);
  if (!leader) return 1;

  RunStatistics led;
  std::vector<double> numbers;
  for (std::int64_t frame = 1; frame <= frames; ++frame) {
    if ((frame - 1) % every == 0) {
      numbers.push_back(static_cast<double>(frame));
      for (Variant& variant : variants) variant.results.push_back(advance_from(leader->state(), variant));
      fmt::print(stderr, "\rframe {} of {}", frame, frames);
    }
    const auto outcome = leader->advance([&](const StepReport& step) {
      led.add(step);
      return true;
    });
    if (!outcome || outcome->divergence || outcome->pinch) break;
  }
  fmt::print(stderr, "\n");

  Panel intervals{"Mean interval between successful resolutions", "frame", "ms", {}};
  Panel times{"Time of a frame, one thread", "frame", "s", {}};
  std::string csv = "variant,frame,failed,interval,seconds,max_contacts\n";
  fmt::print("{:<26} {:>7} {:>9} {:>12} {:>12} {:>12} {:>14}\n", "variant", "frames", "failed", "interval", "at frame",
             "time", "most contacts");
  fmt::print("{:<26} {:>7} {:>9} {:>12} {:>12} {:>12} {:>14}\n", "", "", "", "[ms]", "rate [%]", "[s/frame]",
             "in a step");
  std::size_t intersections = 0;
  const double frame_time = 1.0 / loaded->scene.time.frame_rate;
  for (const Variant& variant : variants) {
    Curve interval{variant.name, numbers, {}}, time{variant.name, numbers, {}};
    double sum = 0, seconds_sum = 0;
    int good = 0, at_rate = 0;
    std::int64_t most = 0;
    for (std::size_t i = 0; i < variant.results.size(); ++i) {
      const FrameResult& r = variant.results[i];
      intersections += r.intersections;
      interval.y.push_back(1e3 * r.interval);
      time.y.push_back(r.failed ? kUnknown : r.seconds);
      csv += fmt::format("\"{}\",{},{},{},{},{}\n", variant.name, numbers[i], r.failed ? 1 : 0,
                         r.failed ? "" : fmt::format("{}", r.interval), r.seconds, r.max_contacts);
      if (r.failed) continue;
      ++good;
      sum += r.interval;
      seconds_sum += r.seconds;
      at_rate += r.interval > 0.99 * frame_time ? 1 : 0;
      most = std::max(most, r.max_contacts);
    }
    const auto count = static_cast<double>(std::max(1, good));
    fmt::print("{:<26} {:>7} {:>9} {:>12.2f} {:>12.0f} {:>12.3f} {:>14}\n", variant.name, variant.results.size(),
               variant.results.size() - static_cast<std::size_t>(good), 1e3 * sum / count, 100 * at_rate / count,
               seconds_sum / count, most);
    intervals.curves.push_back(std::move(interval));
    times.curves.push_back(std::move(time));
  }
  const Rungs& rungs = led.total.collision.rungs;
  fmt::print(
      "the scene itself: {} steps, the response acted in {:.1f} % of them on {} contacts; {} halvings, {} steps with "
      "rigid zones\n",
      led.steps, 100.0 * led.total.collision.response_acted, led.total.collision.contacts, rungs.halvings,
      rungs.rigid_zones);
  const std::string plot = line_plot({intervals, times});
  if (!(std::ofstream(folder + "/figure4.csv") << csv << std::flush) ||
      !(std::ofstream(folder + "/figure4.svg") << plot << std::flush)) {
    fmt::print(stderr, "{}: cannot write figure4.csv and figure4.svg; does the folder exist?\n", folder);
    return 1;
  }
  fmt::print("{{\"benchmark\": \"figure4\", \"scene\": \"{}\", \"frames\": {}, \"intersections\": {}}}\n", scene_file,
             numbers.size(), intersections);
  return intersections == 0 ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  int code = 0;
  muslin::with_threads(1, [&] { code = muslin::bench::run(argc, argv); });
  return code;
}
