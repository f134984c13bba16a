// The claims of [Liu11] and the cases that show whether they hold. `./dev bench liu2011` has its Tables 6.1 to 6.5.
#include <benchmarks/paper_case.hpp>
#include <benchmarks/paper_frames.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// Returns the mean squared error of shapes, the share of steps over the limit, and how often shape matching was left
/// out, in whole or in part.
std::string shapes(const PaperRun& run) {
  const LimitReport& limits = run.statistics.total.limits;
  const double steps = static_cast<double>(std::max<std::int64_t>(1, run.statistics.steps));
  const std::string dropped =
      limits.matchings == 0
          ? "–"
          : fmt::format("{:.0f} % of {}",
                        100.0 * static_cast<double>(limits.dropped_matchings) / static_cast<double>(limits.matchings),
                        limits.matchings);
  return fmt::format("{:.2g} cm², {:.1f} %, {}", 1e4 * limits.mean_squared_shape_error,
                     100.0 * static_cast<double>(limits.over_limit_steps) / steps, dropped);
}
constexpr const char* kShapes = "mean squared error, steps over the limit, matchings left out";

/// Returns the mean displacement of the cloth at the end.
std::string drift(const PaperRun& run) {
  const PaperFrames frames(run);
  if (frames.size() == 0) return "?";
  const Vec3 displacement = 1e3 * frames.mean_displacement(frames.size() - 1);
  return fmt::format("{:.2g}, {:.2g}, {:.2g}", displacement.x(), displacement.y(), displacement.z());
}

/// Returns the mean displacement of the cloth at the end, and the height of its lowest vertex.
std::string half_way(const PaperRun& run) {
  const PaperFrames frames(run);
  return frames.size() == 0 ? "?" : fmt::format("{}; {:.4g}", drift(run), 1e3 * frames.lowest(frames.size() - 1));
}

PaperCase experiment(int number, const std::string& order, int condition, int objects = 9) {
  return {.name = fmt::format("EXP{}, {} objects, {}, cond. {}", number, objects, order, condition),
          .scene = fmt::format("liu2011/exp{}", number),
          .changes = {"bodies.cloth.patches.method=hybrid", "bodies.cloth.patches.order=" + order,
                      fmt::format("bodies.cloth.patches.condition={}", condition),
                      fmt::format("bodies.cloth.patches.count={}", objects)}};
}

}  // namespace

Paper liu2011() {
  Paper paper{.name = "liu2011", .key = "Liu11", .claims = {}};
  const auto claim = [&](const std::string& text, std::vector<PaperCase> cases) {
    paper.claims.push_back({.text = text, .cases = std::move(cases), .seen_title = kShapes, .seen = shapes});
  };
  std::vector<PaperCase> thesis, ours;
  for (const int number : {1, 2})
    for (const int condition : {1, 2}) {
      thesis.push_back(experiment(number, "once", condition));
      ours.push_back(experiment(number, "alternating", condition));
    }
  claim("The hybrid of the thesis: projection to convergence, and shape matching mixed in once", thesis);
  claim("Our hybrid: both alternate until they agree", ours);
  claim("Cond. 1 abandons more than half of the matchings; 25 large objects do not converge",
        {experiment(1, "once", 1, 25), experiment(2, "once", 1, 25)});
  std::vector<PaperCase> shipped;
  for (const char* scene : {"buttons", "exp1", "exp2", "sequins"})
    shipped.push_back({.name = scene, .scene = std::string("liu2011/") + scene, .changes = {}});
  claim("The scenes as they are shipped, with rigid patches", shipped);
  PaperClaim drifts{.text = "With cond. 2, EXP2 moves towards a corner if there are many large objects",
                    .cases = {},
                    .seen_title = "mean displacement x, y, z [mm]",
                    .seen = drift};
  for (const int objects : {9, 25})
    for (const int condition : {1, 2}) {
      drifts.cases.push_back(experiment(2, "once", condition, objects));
      drifts.cases.back().frames = 300;
    }
  paper.claims.push_back(drifts);
  PaperClaim looks{.text = "The cloth looks alike half-way with all three limits (Figure 6.5)",
                   .cases = {},
                   .seen_title = "mean displacement x, y, z; lowest vertex [mm]",
                   .seen = half_way};
  for (const char* limit : {"10%", "1%", "0.1%"}) {
    looks.cases.push_back(experiment(1, "once", 1));
    looks.cases.back().name += fmt::format(", {}", limit);
    looks.cases.back().changes.push_back(fmt::format("bodies.cloth.stretch_limit.limit={}", limit));
    looks.cases.back().frames = 735;
  }
  paper.claims.push_back(looks);
  return paper;
}

}  // namespace muslin::bench
