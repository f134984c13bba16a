// The claims of [Harmon08] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>
#include <benchmarks/paper_frames.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// Returns the displacement of the middle of the cloth, along x and y, at the end.
std::string displacement(const PaperRun& run) {
  const PaperFrames frames(run);
  if (frames.size() == 0) return "?";
  const Vec3 way = frames.mean_displacement(frames.size() - 1);
  return fmt::format("{:.3f}, {:.3f}", way.x(), way.y());
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

const std::vector<PaperChoice> kFailsafes = {
    {"projection", {"collision.response=inelastic_projection"}},
    {"rigid zones", {"collision.response=rigid_zones"}},
};

}  // namespace

Paper harmon2008() {
  return {.name = "harmon2008",
          .key = "Harmon08",
          .claims = {{.text = "Cloth flows through a funnel with projection, and not with rigid zones",
                      .cases = with_choices({.name = "funnel-low", .scene = "harmon2008/funnel-low", .changes = {}},
                                            kFailsafes),
                      .seen_title = "below the neck",
                      .seen = passage},
                     {.text = "Squares slide down an incline with projection, and stick with rigid zones",
                      .cases = with_choices(
                          {.name = "incline", .scene = "harmon2008/incline", .changes = {}, .frames = 120}, kFailsafes),
                      .seen_title = "mean displacement x, y [m]",
                      .seen = displacement}}};
}

}  // namespace muslin::bench
