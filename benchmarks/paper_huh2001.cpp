// The claims of [Huh01] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>
#include <benchmarks/paper_frames.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

using Changes = std::vector<std::string>;

Changes operator+(Changes all, const Changes& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// Returns how fast whole sheets move about their common mean in the last frame.
std::string bounce(const PaperRun& run) {
  const PaperFrames frames(run);
  return frames.size() == 0 ? "?" : fmt::format("{:.3f}", frames.speed_of_bodies(frames.size() - 1));
}

/// Returns the CPU time of one of the paper's steps, whatever the simulator made of it.
std::string per_step(const PaperRun& run, double step) {
  const double time = static_cast<double>(run.record.frames_done()) / run.record.frame_rate;
  return fmt::format("{:.2f}", 1e3 * run.cpu * step / std::max(time, 1e-9));
}

Changes thin(const std::vector<std::string>& bodies) {
  Changes changes;
  for (const std::string& body : bodies) changes.push_back("bodies." + body + ".thickness=1e-6");
  return changes;
}

const Changes kStiff = {"bodies.cloth.fabric.stretch=400", "bodies.cloth.fabric.shear=150",
                        "bodies.cloth.fabric.bending=2e-5", "time.step=0.0001"};
const Changes kImplicit = {"integrator=backward_euler", "collision.repulsion.implicit_stiffness=0"};
const std::vector<std::string> kRodBodies = {"cloth", "rod"}, kBallBodies = {"cloth", "fixed", "first", "second"};

/// One of the simulations of Table 1 with layers of 1 µm, so that repulsion leaves the collisions to the response.
PaperCase thin_case(const std::string& name, const std::string& scene, const Changes& changes = {},
                    std::int64_t frames = 0) {
  return {.name = name,
          .scene = "huh2001/" + scene,
          .changes = thin(scene == "rod" ? kRodBodies : kBallBodies) + changes,
          .frames = frames};
}

PaperCase cascade(const std::string& name, const Changes& changes) {
  return {.name = name, .scene = "huh2001/cascade", .changes = changes};
}

}  // namespace

Paper huh2001() {
  Paper paper{.name = "huh2001", .key = "Huh01", .claims = {}};
  paper.claims = {
      {.text = "Table 1, steps of 0.5 ms: 0.36 s (rod) and 1.22 s (balls) per step, 19 % and 10 % of it handling",
       .cases = {thin_case("rod", "rod"), thin_case("rod, implicit integrator", "rod", kImplicit),
                 thin_case("balls", "balls"), thin_case("balls, implicit integrator", "balls", kImplicit)},
       .seen_title = "CPU ms per step",
       .seen = [](const PaperRun& run) { return per_step(run, 5e-4); }},
      {.text = "Table 1, steps of 0.1 ms: 0.22 s (rod) and 1.15 s (balls) per step, 18 % and 9 % of it handling",
       .cases = {thin_case("rod, stiff", "rod", kStiff, 24), thin_case("balls, stiff", "balls", kStiff, 24)},
       .seen_title = "CPU ms per step",
       .seen = [](const PaperRun& run) { return per_step(run, 1e-4); }},
      {.text = "Resolving all collisions of a zone at once introduces no new ones, or they can be repaired (§3.4)",
       .cases = {thin_case("rod, clusters only", "rod", {"collision.collision_clusters.cluster_passes=30"}),
                 thin_case("rod, repair after the first pass", "rod",
                           {"collision.collision_clusters.cluster_passes=1"})}},
      {.text = "Cloth does not stick together after a collision",
       .cases = {cascade("clusters, restitution 0.5", {}),
                 cascade("clusters, restitution 0", {"collision.collision_clusters.restitution=0"}),
                 cascade("clusters only, restitution 0.5", {"collision.collision_clusters.cluster_passes=30"}),
                 cascade("rigid zones, no impulses",
                         {"collision.response=rigid_zones", "collision.rigid_zones.impulse_passes=0",
                          "collision.rigid_zones.most_vertices=1000000"}),
                 cascade("rigid zones", {"collision.response=rigid_zones"}),
                 cascade("impulses", {"collision.response=gauss_seidel"})},
       .seen_title = "speed of the sheets [m/s]",
       .seen = bounce}};
  return paper;
}

}  // namespace muslin::bench
