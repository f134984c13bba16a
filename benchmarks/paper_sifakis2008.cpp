// The claims of [Sifakis08] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>
#include <map>
#include <muslin/io/run/stats_file.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// Returns the share of the frames that were a single collision step, and the largest number of contacts in a step.
std::string intervals(const PaperRun& run) {
  std::map<std::int64_t, int> steps;
  std::int64_t most = 0;
  const Status status = read_stats(run.folder / "stats.ndjson", [&](const StepReport& step) {
    ++steps[step.frame];
    most = std::max(most, step.collision.contacts);
  });
  if (!status || steps.empty()) return "?";
  int once = 0;
  for (const auto& [frame, count] : steps) once += count == 1 ? 1 : 0;
  return fmt::format("{:.0f} %, {}", 100.0 * once / static_cast<double>(steps.size()), most);
}

constexpr const char* kIntervals = "at frame rate, most contacts";

PaperChoice scheme(const std::string& name, const std::vector<std::string>& more = {}) {
  PaperChoice choice{name, {"collision.volume_preserving.scheme=" + std::string(name == "ours" ? "pushes" : "paper")}};
  choice.changes.insert(choice.changes.end(), more.begin(), more.end());
  return choice;
}
PaperChoice newton(int passes, int steps, const std::string& damping) {
  return scheme(fmt::format("the paper's scheme, N = {}, M = {}, γ = {}", passes, steps, damping),
                {fmt::format("collision.volume_preserving.paper.passes={}", passes),
                 fmt::format("collision.volume_preserving.paper.newton_steps={}", steps),
                 "collision.volume_preserving.paper.damping=" + damping});
}

const PaperChoice kGaussSeidel{"Gauss-Seidel", {"collision.response=gauss_seidel"}};
/// Each contact is stopped, in one sweep per detection, and forgotten.
const PaperChoice kBridson{"Gauss-Seidel as Bridson's",
                           {"collision.response=gauss_seidel", "collision.gauss_seidel.sweeps=1",
                            "collision.gauss_seidel.approach=0", "collision.gauss_seidel.memory=false"}};

/// The sheets of a scene with fewer vertices along each side.
std::vector<std::string> coarse(const std::string& sheet, int sheets, int vertices) {
  std::vector<std::string> changes;
  for (int i = 1; i <= sheets; ++i)
    changes.push_back(fmt::format("bodies.{}{}.cloth.grid.vertices=[{},{}]", sheet, i, vertices, vertices));
  return changes;
}
std::vector<std::string> thin_drapes(int vertices = 25) {
  std::vector<std::string> changes = coarse("drape", 5, vertices);
  for (int i = 1; i <= 5; ++i) changes.push_back(fmt::format("bodies.drape{}.thickness=0.1mm", i));
  changes.emplace_back("bodies.ball.thickness=0.1mm");
  return changes;
}

}  // namespace

Paper sifakis2008() {
  const std::vector<PaperChoice> all = {scheme("ours"), scheme("the paper's scheme"), kGaussSeidel, kBridson};
  Paper paper{.name = "sifakis2008", .key = "Sifakis08", .claims = {}};
  paper.claims.push_back(
      {.text = "Collisions are resolved at the frame rate",
       .cases = with_choices(
           {.name = "curtains, 25² vertices", .scene = "sifakis2008/curtains", .changes = coarse("curtain", 5, 25)},
           all),
       .seen_title = kIntervals,
       .seen = intervals});
  paper.claims.push_back({.text = "No rigid zones are needed",
                          .cases = with_choices({.name = "layers", .scene = "sifakis2008/layers", .changes = {}}, all),
                          .seen_title = kIntervals,
                          .seen = intervals});
  paper.claims.push_back(
      {.text = "The method resolves collisions by itself, without repulsion",
       .cases = with_choices(
           {.name = "layers", .scene = "sifakis2008/layers", .changes = {"collision.repulsion.sweeps=0"}}, all),
       .seen_title = kIntervals,
       .seen = intervals});
  paper.claims.push_back({.text = "The same with thin cloth and repulsion of what is nearer than 0.1 mm",
                          .cases = with_choices({.name = "drapes, 25² vertices, 0.1 mm",
                                                 .scene = "sifakis2008/drapes",
                                                 .changes = thin_drapes(),
                                                 .frames = 60},
                                                all),
                          .seen_title = kIntervals,
                          .seen = intervals});
  paper.claims.push_back(
      {.text = "γ = 0.3 converges faster than γ = 1, and N = 3, M = 5 suffice",
       .cases = with_choices({.name = "layers", .scene = "sifakis2008/layers", .changes = {}},
                             {newton(3, 5, "1"), newton(12, 5, "0.3"), newton(12, 5, "1"), newton(3, 20, "0.3")}),
       .seen_title = kIntervals,
       .seen = intervals});
  PaperClaim scenes{.text = "The scenes as they are shipped", .cases = {}, .seen_title = kIntervals, .seen = intervals};
  for (const char* scene : {"curtains", "drapes", "hammock", "spheres"})
    scenes.cases.push_back({.name = scene, .scene = std::string("sifakis2008/") + scene, .changes = {}});
  paper.claims.push_back(scenes);
  PaperClaim others{.text = "The scenes as they are shipped, with Gauss-Seidel in place of volumes",
                    .cases = {},
                    .seen_title = kIntervals,
                    .seen = intervals};
  for (const PaperCase& scene : scenes.cases)
    for (PaperCase& other : with_choices(scene, {kGaussSeidel})) others.cases.push_back(std::move(other));
  paper.claims.push_back(others);
  PaperClaim thin{.text = "Thin cloth without repulsion", .cases = {}, .seen_title = kIntervals, .seen = intervals};
  for (const int vertices : {25, 50}) {
    PaperCase drapes{.name = fmt::format("drapes, {}² vertices, 0.1 mm, no repulsion", vertices),
                     .scene = "sifakis2008/drapes",
                     .changes = thin_drapes(vertices),
                     .frames = 24};
    drapes.changes.emplace_back("collision.repulsion.sweeps=0");
    for (PaperCase& item : with_choices(drapes, {scheme("ours"), kGaussSeidel})) thin.cases.push_back(std::move(item));
  }
  paper.claims.push_back(thin);
  paper.claims.push_back({.text = "Collisions once in three frames: rigid zones where Gauss-Seidel needs them as well",
                          .cases = with_choices({.name = "layers, once in 50 ms",
                                                 .scene = "sifakis2008/layers",
                                                 .changes = {"time.frame_rate=20", "time.frames=15", "time.step=0.05",
                                                             "collision.interval=0.05", "collision.max_substeps=64"}},
                                                all),
                          .seen_title = kIntervals,
                          .seen = intervals});
  return paper;
}

}  // namespace muslin::bench
