// The claims of [Harmon08] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>
#include <benchmarks/paper_frames.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <numbers>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// Returns the mean displacement of the cloth along x and y at the end.
std::string displacement(const PaperRun& run) {
  const PaperFrames frames(run);
  if (frames.size() == 0) return "?";
  const Vec3 displacement = frames.mean_displacement(frames.size() - 1);
  return fmt::format("{:.3f}, {:.3f}", displacement.x(), displacement.y());
}

/// Returns the mean displacement, and how many contacts waited for earlier ones and how many of these did not come
/// about.
std::string causality(const PaperRun& run) {
  const auto counts = run.statistics.total.collision.counters.get<ZoneCounts>();
  return fmt::format("{}; {}, {}", displacement(run), counts.deferred, counts.prevented);
}

/// Returns how far the cloth has moved, and by what angle it has turned.
std::string slide_and_turn(const PaperRun& run) {
  const PaperFrames frames(run);
  if (frames.size() == 0) return "?";
  const std::size_t last = frames.size() - 1;
  return fmt::format("{:.3f}, {:.1f}", frames.mean_displacement(last).norm(),
                     frames.turn(last) * 180.0 / std::numbers::pi);
}

/// Returns when all cloth is below the neck of the funnel, or how much is at the end.
std::string passage(const PaperRun& run) {
  constexpr double kEndOfNeck = -0.3;  // [m]; the neck begins at 0
  const PaperFrames frames(run);
  for (std::size_t k = 0; k < frames.size(); ++k)
    if (frames.share_below(k, kEndOfNeck) >= 1.0)
      return fmt::format("all after {:.2f} s", static_cast<double>(k) / run.record.frame_rate);
  if (frames.size() == 0) return "?";
  return fmt::format("{:.0f} %", 100.0 * frames.share_below(frames.size() - 1, kEndOfNeck));
}

/// Returns the elastic energy after a quarter of the run, half of it, and all.
std::string elastic_energies(const PaperRun& run) {
  std::vector<double> energies(static_cast<std::size_t>(run.record.frames_done()) + 1, 0.0);
  const Status status = read_stats(run.folder / "stats.ndjson", [&](const StepReport& step) {
    if (const auto k = static_cast<std::size_t>(step.frame - 1); k < energies.size()) energies[k] = step.elastic_energy;
  });
  if (!status) return "?";
  const std::size_t last = energies.size() - 1;
  return fmt::format("{:.2g}, {:.2g}, {:.2g}", energies[last / 4], energies[last / 2], energies[last]);
}

using Changes = std::vector<std::string>;

Changes operator+(Changes all, const Changes& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// A fail-safe after a number of detections with impulses, which come first in the paper.
PaperChoice fail_safe(const std::string& name, const std::string& response, int impulse_passes) {
  const std::string passes = fmt::format("collision.{}.impulse_passes={}", response, impulse_passes);
  return {fmt::format("{}, {}", name, impulse_passes > 0 ? "impulses before" : "no impulses"),
          {"collision.response=" + response, passes}};
}

const PaperChoice kProjection = fail_safe("projection", "inelastic_projection", 0),
                  kRigid = fail_safe("rigid zones", "rigid_zones", 0),
                  kProjectionLater = fail_safe("projection", "inelastic_projection", 4),
                  kRigidLater = fail_safe("rigid zones", "rigid_zones", 4),
                  kComplementarity = fail_safe("complementarity", "complementarity", 0);
const std::vector<PaperChoice> kFour = {kProjection, kRigid, kProjectionLater, kRigidLater};

std::vector<PaperCase> operator+(std::vector<PaperCase> all, const std::vector<PaperCase>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// A coarse funnel of a kind, whose passage takes some 42 of its 45 frames.
PaperCase funnel(const std::string& name, const Changes& changes = {}) {
  return {.name = name,
          .scene = "harmon2008/funnel-low",
          .changes =
              Changes{"bodies.cloth.cloth.grid.vertices=[25, 25]", "bodies.funnel.obstacle.funnel.sides=24"} + changes,
          .frames = 45};
}

const Changes kNarrow = {"bodies.funnel.obstacle.funnel.neck_radius=0.08", "bodies.ball.obstacle.sphere.radius=0.05"};
const Changes kFast = {"bodies.ball.motion.keyframes.1.time=0.95"};
const Changes kRough = {"bodies.cloth.friction=0.4", "bodies.funnel.friction=0.4"};

/// A ribbon with this much thickness [m].
PaperCase ribbon(const std::string& name, const char* thickness, const Changes& changes = {}) {
  return {.name = name,
          .scene = "harmon2008/ribbon",
          .changes = Changes{"bodies.ribbon.cloth.ribbon.along=40", "bodies.ribbon.cloth.ribbon.across=2",
                             fmt::format("bodies.ribbon.thickness={}", thickness),
                             fmt::format("bodies.trough.thickness={}", thickness)} +
                     changes};
}

PaperCase squares(const std::string& name, const std::string& scene, std::int64_t frames, const Changes& changes = {}) {
  return {.name = name, .scene = "harmon2008/" + scene, .changes = changes, .frames = frames};
}

/// A scene of Table 1 at the size of the paper with both fail-safes, and the paper's totals. The fail-safes get all
/// collisions, or those that impulses leave.
std::vector<PaperCase> timed(const std::string& scene, double projection_seconds, double rigid_seconds,
                             const std::vector<PaperChoice>& fail_safes = {kProjection, kRigid}) {
  std::vector<PaperCase> cases = with_choices(squares(scene, scene, 0), fail_safes);
  cases[0].paper_seconds = projection_seconds;
  cases[1].paper_seconds = rigid_seconds;
  return cases;
}

/// The six scenes of Table 1, where they are large at a smaller size.
std::vector<PaperCase> six_scenes() {
  PaperCase finer = funnel("funnel");
  finer.changes[0] = "bodies.cloth.cloth.grid.vertices=[35, 40]";
  return {ribbon("ribbon", "2e-5"),
          finer,
          funnel("funnel-low"),
          squares("cylinder", "cylinder", 0),
          squares("incline", "incline", 100),
          squares("plane", "plane", 100)};
}

/// Each of these cases with each of the choices.
std::vector<PaperCase> with_choices(const std::vector<PaperCase>& bases, const std::vector<PaperChoice>& choices) {
  std::vector<PaperCase> cases;
  for (const PaperCase& base : bases) cases = cases + with_choices(base, choices);
  return cases;
}

PaperChoice causal(PaperChoice choice) {
  const std::string response = choice.changes[0].substr(choice.changes[0].find('=') + 1);
  choice.name += ", causal order";
  choice.changes.push_back(fmt::format("collision.{}.order=causal", response));
  return choice;
}

}  // namespace

Paper harmon2008() {
  const Changes zone_friction = {"collision.response=inelastic_projection",
                                 "collision.inelastic_projection.friction=zone"};
  const Changes slope = {"bodies.plane.place.rotate=[0, 0, 10]", "collision.repulsion.sweeps=0",
                         "collision.inelastic_projection.impulse_passes=0"};
  Paper paper{.name = "harmon2008", .key = "Harmon08", .claims = {}};
  paper.claims = {
      {.text = "Cloth flows through a funnel with projection; with rigid zones it rigidifies and halts",
       .cases = with_choices(funnel("wide"), kFour) + with_choices(funnel("narrow", kNarrow), kFour) +
                with_choices(funnel("rough", kRough), {kProjectionLater, kRigidLater}) +
                with_choices(funnel("ball twice as fast", kFast), {kProjectionLater, kRigidLater}) +
                with_choices(squares("four times as many vertices", "funnel-low", 45), {kProjectionLater, kRigidLater}),
       .seen_title = "below the neck",
       .seen = passage},
      {.text = "In two passes, obstacles first and then cloth, the lower pass lets cloth penetrate the funnel",
       .cases =
           with_choices(funnel("narrow, two passes", kNarrow + Changes{"collision.rigid_zones.order=obstacles_first"}),
                        {kRigidLater}),
       .seen_title = "below the neck",
       .seen = passage},
      {.text = "Squares slide down an incline with projection, and stick with rigid zones",
       .cases = with_choices(squares("with repulsion", "incline", 120), {kProjectionLater, kRigidLater}) +
                with_choices(squares("no repulsion", "incline", 60, {"collision.repulsion.sweeps=0"}),
                             {kProjection, kRigid, kComplementarity}),
       .seen_title = "mean displacement x, y [m]",
       .seen = displacement},
      {.text = "Sliding can still be controlled by friction",
       .cases = with_choices(squares("slope of 10°, friction 0.5", "plane", 40, slope),
                             {{"one law per contact", {}}, {"one bound per zone (§4)", zone_friction}}),
       .seen_title = "mean displacement x, y [m]",
       .seen = displacement},
      {.text = "The behaviour of a ribbon changes with friction; with rigid zones even a frictionless one sticks",
       .cases =
           with_choices(ribbon("no friction, 1 mm", "1e-3"), {kProjection, kRigid}) +
           with_choices(ribbon("no friction, 20 µm", "2e-5"),
                        {kProjection, kRigid, kComplementarity, kProjectionLater, kRigidLater}) +
           with_choices(ribbon("20 µm, complementarity", "2e-5",
                               {"collision.response=complementarity", "collision.complementarity.impulse_passes=0"}),
                        {{"friction 0.1", {"collision.pairs.0.friction=0.1"}},
                         {"friction 0.3", {"collision.pairs.0.friction=0.3"}},
                         {"friction 0.5", {"collision.pairs.0.friction=0.5"}}}),
       .seen_title = "mean displacement x, y [m]",
       .seen = displacement},
      {.text = "The method applies to thin shells",
       .cases = with_choices(squares("cylinder", "cylinder", 0), {kProjectionLater, kRigidLater})},
      {.text = "On a plane rigid zones are right, and projection is at most 15 % slower; totals of Table 1",
       .cases = timed("plane", 1388.75, 1224.55) + timed("incline", 853.67, 1578.13) +
                timed("cylinder", 2846.09, 2833.33) + timed("ribbon", 5029.29, 7627.33) +
                timed("funnel-low", 13714.11, 18763.28) + timed("funnel", 13124.61, 23711.75),
       .seen_title = "mean displacement x, y [m]",
       .seen = displacement},
      {.text = "Complementarity as the fail-safe, which the paper announces",
       .cases = with_choices(six_scenes(), {kProjection, kRigid, kComplementarity}),
       .seen_title = "mean displacement x, y [m]",
       .seen = displacement},
      {.text =
           "Treating collisions as simultaneous may dissipate; in causal order, earlier ones can prevent later ones",
       .cases = with_choices(
           {funnel("funnel"), ribbon("ribbon", "2e-5"),
            squares("incline, no repulsion", "incline", 60, {"collision.repulsion.sweeps=0"})},
           {kProjection, causal(kProjection), kRigid, causal(kRigid), kComplementarity, causal(kComplementarity)}),
       .seen_title = "mean displacement x, y [m]; contacts deferred, prevented",
       .seen = causality},
      {.text = "One coefficient per zone is a limitation (§5): a mat on a slope of 20° that is rough on one side only",
       .cases =
           with_choices(squares("", "two-frictions", 0), {{"projection, one law per contact", {}},
                                                          {"projection, one bound per zone (§4)", zone_friction},
                                                          {"complementarity", {"collision.response=complementarity"}},
                                                          {"rigid zones", {"collision.response=rigid_zones"}},
                                                          {"impulses", {"collision.response=gauss_seidel"}}}),
       .seen_title = "displacement [m], turn [°]",
       .seen = slide_and_turn},
      {.text = "Table 1 with impulses before the fail-safe, as in the paper, where that leaves it zones",
       .cases = timed("plane", 1388.75, 1224.55, {kProjectionLater, kRigidLater}) +
                timed("incline", 853.67, 1578.13, {kProjectionLater, kRigidLater}),
       .seen_title = "mean displacement x, y [m]",
       .seen = displacement},
      {.text = "What makes squares at rest creep: a square alone and the stack of 61, each with one thing changed",
       .cases = with_choices(squares("one square", "at-rest", 0),
                             {{"as shipped", {}},
                              {"no friction", {"bodies.square.friction=0", "bodies.plane.friction=0"}},
                              {"repulsion stops, but does not push", {"collision.repulsion.rate=0"}},
                              {"no repulsion", {"collision.repulsion.sweeps=0"}},
                              {"projection alone", {"collision.inelastic_projection.impulse_passes=0"}},
                              {"impulses alone", {"collision.response=gauss_seidel"}},
                              {"rigid zones", {"collision.response=rigid_zones"}},
                              {"steps of 1/240 s", {"time.step=0.0041666666666667"}},
                              {"contact springs", {"collision.repulsion.implicit_stiffness=500"}}}) +
                with_choices(squares("stack", "plane", 600),
                             {{"as shipped", {}},
                              {"no repulsion", {"collision.repulsion.sweeps=0"}},
                              {"impulses alone", {"collision.response=gauss_seidel"}},
                              {"contact springs", {"collision.repulsion.implicit_stiffness=500"}}}),
       .seen_title = "elastic energy after a quarter, half, all [J]",
       .seen = elastic_energies}};
  return paper;
}

}  // namespace muslin::bench
