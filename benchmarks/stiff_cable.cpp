// Measures the motion of a stiff cable that is hit at one point. scenes/raghupathi2006/hit.json is run with qp_collide,
// whose metric is the matrix of the implicit step, and with complementarity, whose metric is the masses: without
// contacts inside the implicit step, as in its paper, and with them, as in Muslin. The output is how far the impact
// reaches along the cable in the step in which it occurs, the energies, and the fraction of the thickness that is left.
//   bench_stiff_cable [SCENE] [--output FOLDER]
// Exit codes: 0 done, 1 a frame intersects or a file cannot be read or written, 2 wrong arguments. Writes
// stiff_cable.csv and .svg.
#include <algorithm>
#include <benchmarks/line_plot.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/collision_world.hpp>
#include <muslin/sim/simulator.hpp>
#include <string>
#include <tests/support/collision_scenes.hpp>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

struct Choice {
  const char* name;
  const char* response;
  double implicit_stiffness;
};
constexpr Choice kChoices[] = {{"qp_collide", "qp_collide", 0.0},
                               {"complementarity, masses alone", "complementarity", 0.0},
                               {"complementarity, contact springs", "complementarity", 500.0}};

/// Returns the smallest distance between the cable and the axis of the rod, less the rod's radius [m]; both are seen
/// along z.
double gap(std::span<const Vec3> cable, double radius) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < cable.size(); ++i) {
    const Vec2 a = cable[i].head<2>(), side = cable[i + 1].head<2>() - a;
    const double t = std::clamp(-a.dot(side) / side.squaredNorm(), 0.0, 1.0);
    smallest = std::min(smallest, (a + t * side).norm());
  }
  return smallest - radius;
}

int run(int argc, char** argv) {
  std::string file = "scenes/raghupathi2006/hit.json", folder = "build";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--output" && i + 1 < argc)
      folder = argv[++i];
    else if (word.starts_with("--"))
      return 2;
    else
      file = word;
  }
  const auto loaded = read_scene(file);
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().message());
    return 1;
  }
  const Mesh& rod = loaded->scene.bodies[1].body.mesh;
  double radius = 0.0;
  for (const Vec3& x : rod.positions) radius = std::max(radius, x.head<2>().norm());
  const double thickness = make_surfaces(loaded->scene).largest_thickness();

  Panel reach{"Change of velocity in the step of the blow", "place along the cable [m]", "m/s", {}};
  Panel elastic{"Elastic energy", "time [s]", "log10(1 + E / mJ)", {}};
  Panel gaps{"Distance from the rod", "time [s]", "mm", {}};
  std::string csv = "variant,time,kinetic_energy,elastic_energy,gap,largest_speed\n";
  fmt::print("{:<34} {:>14} {:>14} {:>14} {:>14} {:>14}\n", "variant", "vertices that", "elastic, most", "energy lost",
             "energy lost", "least gap");
  fmt::print("{:<34} {:>14} {:>14} {:>14} {:>14} {:>14}\n", "", "feel the blow", "[mJ]", "at once [%]", "in all [%]",
             "[thickness]");
  for (const Choice& choice : kChoices) {
    Scene scene = loaded->scene;
    scene.collision.response = choice.response;
    scene.collision.repulsion.implicit_stiffness = choice.implicit_stiffness;
    auto simulator = Simulator::create(std::move(scene));
    if (!simulator) {
      fmt::print(stderr, "{}\n", simulator.error().message());
      return 1;
    }
    const BodyRange range = simulator->range(0);
    const auto part = [&](const std::vector<Vec3>& all) {
      return std::span<const Vec3>(all).subspan(range.first_vertex, range.vertex_count);
    };
    Curve change{choice.name, {}, {}}, energy{choice.name, {}, {}}, distance{choice.name, {}, {}};
    const double speed = part(simulator->state().velocity)[0].norm();
    double first_energy = 0.0, after_blow = 0.0, last = 0.0, max_elastic_energy = 0.0, min_gap = 1.0;
    int felt = 0;
    for (long frame = 1; frame <= loaded->scene.time.frames; ++frame) {
      const std::vector<Vec3> before = simulator->state().velocity;
      const auto outcome = simulator->advance([&](const StepReport& report) {
        const double now = gap(part(simulator->state().position), radius);
        if (first_energy == 0.0) first_energy = report.kinetic_energy;  // the impact comes later
        last = report.kinetic_energy + report.elastic_energy;
        max_elastic_energy = std::max(max_elastic_energy, report.elastic_energy);
        min_gap = std::min(min_gap, now / thickness);
        energy.x.push_back(report.time), energy.y.push_back(std::log10(1.0 + 1e3 * report.elastic_energy));
        distance.x.push_back(report.time), distance.y.push_back(1e3 * now);
        csv += fmt::format("\"{}\",{},{},{},{},{}\n", choice.name, report.time, report.kinetic_energy,
                           report.elastic_energy, now, report.max_speed);
        return true;
      });
      if (!outcome || outcome->divergence || outcome->pinch) break;
      if (test::intersections(*simulator) != 0) {
        fmt::print(stderr, "{}: frame {} intersects\n", choice.name, frame);
        return 1;
      }
      const auto x = part(simulator->state().position), v = part(simulator->state().velocity);
      double largest = 0.0;
      for (std::size_t i = 0; i < v.size(); ++i)
        largest = std::max(largest, (v[i] - before[range.first_vertex + i]).norm());
      if (!change.x.empty() || !(largest > 0.05 * speed)) continue;
      after_blow = last;
      for (std::size_t i = 0; i < v.size(); ++i) {
        const double up = v[i].y() - before[range.first_vertex + i].y();
        change.x.push_back(x[i].x() + 0.5), change.y.push_back(up);
        felt += std::abs(up) > 0.05 * speed ? 1 : 0;
      }
    }
    fmt::print("{:<34} {:>14} {:>14.3f} {:>14.1f} {:>14.1f} {:>14.3f}\n", choice.name, felt, 1e3 * max_elastic_energy,
               100 * (1 - after_blow / first_energy), 100 * (1 - last / first_energy), min_gap);
    reach.curves.push_back(std::move(change));
    elastic.curves.push_back(std::move(energy));
    gaps.curves.push_back(std::move(distance));
  }
  if (!(std::ofstream(folder + "/stiff_cable.csv") << csv << std::flush) ||
      !(std::ofstream(folder + "/stiff_cable.svg") << line_plot({reach, elastic, gaps}) << std::flush)) {
    fmt::print(stderr, "{}: cannot write stiff_cable.csv and stiff_cable.svg; does the folder exist?\n", folder);
    return 1;
  }
  fmt::print("{{\"benchmark\": \"stiff_cable\", \"scene\": \"{}\"}}\n", file);
  return 0;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  int code = 0;
  muslin::with_threads(1, [&] { code = muslin::bench::run(argc, argv); });
  return code;
}
