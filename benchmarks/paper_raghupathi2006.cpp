// The claims of [Raghupathi06] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>
#include <muslin/response/qp/qp_collide.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// Returns by how much a constraint misses its target at the end of a step, how many steps had to leave a programme
/// inexact, and how many rows toggled, were dropped or contradict each other.
std::string exactness(const PaperRun& run) {
  const auto counts = run.statistics.total.collision.counters.get<QpCounts>();
  return fmt::format("{:.2g} mm; {} / {} / {}", 1e3 * counts.miss, counts.watched, counts.dropped, counts.softened);
}
/// Returns the largest rate at which a limited length changed its stretch, and what exactness() does.
std::string rates(const PaperRun& run) {
  return fmt::format("{:.3g} 1/s; {}", run.statistics.total.collision.counters.get<QpCounts>().rate, exactness(run));
}
constexpr const char* kExactness = "largest miss; rows watched / dropped / softened";

PaperChoice solver(const std::string& name) { return {name, {"collision.qp_collide.solver=" + name}}; }
/// L and the watch list as the paper has them.
PaperChoice printed(const std::string& name) {
  return {name + " as printed: L = 1e-3, toggling rows removed, one detection, no friction",
          {"collision.qp_collide.solver=" + name, "collision.qp_collide.perturbation=1e-3",
           "collision.qp_collide.refine=false", "collision.qp_collide.toggling=remove", "collision.qp_collide.passes=1",
           "collision.qp_collide.friction_rounds=0"}};
}

}  // namespace

Paper raghupathi2006() {
  const std::vector<PaperChoice> solvers = {solver("automatic"), solver("minres"), printed("schur"), printed("minres")};
  Paper paper{.name = "raghupathi2006", .key = "Raghupathi06", .claims = {}};
  const auto claim = [&](const std::string& text, std::vector<PaperCase> cases) {
    paper.claims.push_back({.text = text, .cases = std::move(cases), .seen_title = kExactness, .seen = exactness});
  };
  claim("A stiff cable falls off a pulley (Figure 2a), with either way of solving (§5.1, §5.2)",
        with_choices({.name = "pulley", .scene = "raghupathi2006/pulley", .changes = {}}, solvers));
  claim("A stiff cable hangs from its end points over a cylinder (Figure 2b), which are fixed rows (§4.4)",
        with_choices({.name = "suspended", .scene = "raghupathi2006/suspended", .changes = {}}, solvers));
  claim("Rows limit strain (§4.5)",
        with_choices({.name = "strained", .scene = "raghupathi2006/strained", .changes = {}}, solvers));
  claim("Cloth and self-collisions, which the paper leaves open",
        {{.name = "cloth-pile", .scene = "raghupathi2006/cloth-pile", .changes = {}},
         {.name = "garment", .scene = "raghupathi2006/garment", .changes = {}},
         {.name = "knot", .scene = "raghupathi2006/knot", .changes = {}}});
  claim("Stiff bodies respond as a whole", {{.name = "hit", .scene = "raghupathi2006/hit", .changes = {}},
                                            {.name = "cylinder", .scene = "raghupathi2006/cylinder", .changes = {}}});
  claim("A sheet costs more than with projection",
        with_choices({.name = "drop50", .scene = "peers/drop50", .changes = {}},
                     {{"qp_collide", {"collision.response=qp_collide"}},
                      {"projection", {"collision.response=inelastic_projection"}}}));
  const auto rate = [](const char* limit) -> PaperChoice {
    return {fmt::format("at most {} per second", limit), {fmt::format("bodies.cord.stretch_limit.rate={}", limit)}};
  };
  paper.claims.push_back({.text = "Rows limit the rate of strain (abstract)",
                          .cases = with_choices({.name = "strained without its limit",
                                                 .scene = "raghupathi2006/strained",
                                                 .changes = {"bodies.cord.stretch_limit.limit=1",
                                                             "bodies.cord.stretch_limit.compression=0"}},
                                                {rate("1e6"), rate("0.3"), rate("0.2"), rate("0.1")}),
                          .seen_title = fmt::format("largest rate; {}", kExactness),
                          .seen = rates});
  return paper;
}

}  // namespace muslin::bench
