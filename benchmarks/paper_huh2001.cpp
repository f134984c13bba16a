// The claims of [Huh01] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>
#include <benchmarks/paper_frames.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

using Changes = std::vector<std::string>;

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

const Changes kStiff = {"bodies.cloth.fabric.stretch=400", "bodies.cloth.fabric.shear=150",
                        "bodies.cloth.fabric.bending=2e-5", "time.step=0.0001"};
const Changes kImplicit = {"integrator=backward_euler", "collision.repulsion.implicit_stiffness=0"};

PaperCase run_of(const std::string& name, const std::string& scene, const Changes& changes = {},
                 std::int64_t frames = 0) {
  return {.name = name, .scene = "huh2001/" + scene, .changes = changes, .frames = frames};
}

PaperCase cascade(const std::string& name, const Changes& changes) { return run_of(name, "cascade", changes); }

/// The cascade with a method that solves all contacts of a zone, and nothing before it.
PaperCase zones(const std::string& name, const std::string& response, const std::string& order) {
  return cascade(name, {"collision.response=" + response, fmt::format("collision.{}.impulse_passes=0", response),
                        fmt::format("collision.{}.order={}", response, order)});
}

}  // namespace

Paper huh2001() {
  Paper paper{.name = "huh2001", .key = "Huh01", .claims = {}};
  paper.claims = {
      {.text = "Table 1, steps of 0.5 ms: 0.36 s (rod) and 1.22 s (balls) per step, 19 % and 10 % of it handling",
       .cases = {run_of("rod", "rod"), run_of("rod, implicit integrator", "rod", kImplicit), run_of("balls", "balls"),
                 run_of("balls, implicit integrator", "balls", kImplicit)},
       .seen_title = "CPU ms per step",
       .seen = [](const PaperRun& run) { return per_step(run, 5e-4); }},
      {.text = "Table 1, steps of 0.1 ms: 0.22 s (rod) and 1.15 s (balls) per step, 18 % and 9 % of it handling",
       .cases = {run_of("rod, stiff", "rod", kStiff, 24), run_of("balls, stiff", "balls", kStiff, 24)},
       .seen_title = "CPU ms per step",
       .seen = [](const PaperRun& run) { return per_step(run, 1e-4); }},
      {.text = "Resolving all collisions of a zone at once introduces no new ones, or they can be repaired (§3.4)",
       .cases = {run_of("rod, clusters only", "rod", {"collision.collision_clusters.cluster_passes=30"}),
                 run_of("rod, repair after the first pass", "rod", {"collision.collision_clusters.cluster_passes=1"})}},
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
       .seen = bounce},
      {.text = "Collisions resolved one after the other cost more than all at once, and look hardly better (§3.4)",
       .cases = {zones("projection, together", "inelastic_projection", "together"),
                 zones("projection, causal order", "inelastic_projection", "causal"),
                 zones("complementarity, together", "complementarity", "together"),
                 zones("complementarity, causal order", "complementarity", "causal")},
       .seen_title = "speed of the sheets [m/s]",
       .seen = bounce}};
  return paper;
}

}  // namespace muslin::bench
