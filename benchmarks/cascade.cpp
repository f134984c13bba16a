// Measures whether cloth sticks together after a collision. Seven sheets hit each other in free flight, with several
// responses. The output is the speed of whole sheets about their common mean, frame by frame, and the remaining energy.
// The paper introduces clusters because particles of a zone that moves as a whole stick together [Huh01 §3].
//   bench_cascade [--frames N] [--output FOLDER]
// Exit codes: 0 done, 1 a frame intersects or cannot be written, 2 wrong arguments. Writes cascade.csv and cascade.svg
// into the folder (build).
#include <algorithm>
#include <benchmarks/line_plot.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/sim/simulator.hpp>
#include <string>
#include <tests/support/collision_scenes.hpp>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

struct Choice {
  std::string name;
  void (*change)(CollisionOptions&);
};

const std::vector<Choice> kChoices = {
    {"collision_clusters, e = 0.5", [](CollisionOptions&) {}},
    {"collision_clusters, e = 0", [](CollisionOptions& o) { o.collision_clusters.restitution = 0.0; }},
    {"rigid_zones, no impulses",
     [](CollisionOptions& o) {
       o.response = "rigid_zones";
       o.rigid_zones.impulse_passes = 0;
       o.rigid_zones.most_vertices = 1'000'000;
     }},
    {"rigid_zones", [](CollisionOptions& o) { o.response = "rigid_zones"; }},
    {"gauss_seidel", [](CollisionOptions& o) { o.response = "gauss_seidel"; }},
};

/// Returns the root mean square speed of whole bodies of equal mass about their common mean [m/s].
double speed_of_bodies(const Simulator& simulator) {
  std::vector<Vec3> means;
  Vec3 mean = Vec3::Zero();
  for (std::size_t b = 0; b < simulator.scene().bodies.size(); ++b) {
    const BodyRange range = simulator.range(b);
    Vec3 sum = Vec3::Zero();
    for (std::size_t v = 0; v < range.vertex_count; ++v) sum += simulator.state().velocity[range.first_vertex + v];
    means.push_back(sum / static_cast<double>(range.vertex_count));
    mean += means.back() / static_cast<double>(simulator.scene().bodies.size());
  }
  double square = 0.0;
  for (const Vec3& m : means) square += (m - mean).squaredNorm();
  return std::sqrt(square / static_cast<double>(means.size()));
}

struct Run {
  std::vector<double> speed, energy;
  CollisionReport sums;  ///< rungs and clusters only
  double largest_momentum = 0.0;
  std::size_t intersections = 0;
};

int run(int argc, char** argv) {
  std::string folder = "build";
  std::int64_t frames = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (i + 1 == argc) return 2;
    if (word == "--frames")
      frames = std::atoi(argv[++i]);
    else if (word == "--output")
      folder = argv[++i];
    else
      return 2;
  }
  auto loaded = read_scene("scenes/huh2001/cascade.json");
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().message());
    return 1;
  }
  if (frames <= 0) frames = loaded->scene.time.frames;

  std::vector<Run> runs;
  for (const Choice& choice : kChoices) {
    Scene scene = loaded->scene;
    choice.change(scene.collision);
    auto simulator = Simulator::create(std::move(scene));
    if (!simulator) return 1;
    Run result;
    for (std::int64_t frame = 1; frame <= frames; ++frame) {
      double energy = 0.0;
      const auto outcome = simulator->advance([&](const StepReport& step) {
        energy = step.kinetic_energy + step.elastic_energy;
        combine(result.sums.rungs, step.collision.rungs);
        combine(result.sums.counters, step.collision.counters);
        result.largest_momentum = std::max(result.largest_momentum, step.momentum.norm());
        return true;
      });
      if (!outcome || outcome->divergence || outcome->pinch) return 1;
      result.speed.push_back(speed_of_bodies(*simulator));
      result.energy.push_back(energy);
      result.intersections += test::intersections(*simulator);
      fmt::print(stderr, "\r{}: frame {} of {}   ", choice.name, frame, frames);
    }
    runs.push_back(std::move(result));
  }
  fmt::print(stderr, "\n");

  std::vector<double> times;
  for (std::int64_t frame = 1; frame <= frames; ++frame)
    times.push_back(1e3 * static_cast<double>(frame) / loaded->scene.time.frame_rate);
  Panel speeds{"Speed of the sheets about their common mean", "ms", "m/s", {}};
  Panel energies{"Kinetic and elastic energy", "ms", "J", {}};
  std::ofstream table(folder + "/cascade.csv");
  table << "ms";
  for (std::size_t k = 0; k < runs.size(); ++k) {
    table << ",\"" << kChoices[k].name << " [m/s]\",\"" << kChoices[k].name << " [J]\"";
    speeds.curves.push_back({kChoices[k].name, times, runs[k].speed});
    energies.curves.push_back({kChoices[k].name, times, runs[k].energy});
  }
  table << '\n';
  for (std::size_t i = 0; i < times.size(); ++i) {
    table << times[i];
    for (const Run& r : runs) table << ',' << r.speed[i] << ',' << r.energy[i];
    table << '\n';
  }
  std::ofstream plot(folder + "/cascade.svg");
  plot << line_plot({speeds, energies});
  if (!table.flush() || !plot.flush()) return 1;

  fmt::print("{:<30}{:>10}{:>10}{:>10}{:>10}{:>10}{:>8}{:>8}{:>10}{:>10}\n", "", "m/s", "J", "responses", "halvings",
             "rigid", "stops", "loops", "gained J", "momentum");
  std::size_t intersections = 0;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const Run& r = runs[k];
    const Rungs& rungs = r.sums.rungs;
    const auto clusters = r.sums.counters.get<ClusterCounts>();
    fmt::print("{:<30}{:>10.3f}{:>10.4f}{:>10}{:>10}{:>10}{:>8}{:>8}{:>10.2g}{:>10.1e}\n", kChoices[k].name,
               r.speed.back(), r.energy.back(), rungs.response, rungs.halvings, rungs.rigid_zones, rungs.stops,
               clusters.cyclic, clusters.energy_gained, r.largest_momentum);
    intersections += r.intersections;
  }
  fmt::print("{{\"intersections\": {}, \"bounce\": {:.4f}, \"stick\": {:.4f}}}\n", intersections, runs[0].speed.back(),
             runs[2].speed.back());
  return intersections == 0 ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) { return muslin::bench::run(argc, argv); }
