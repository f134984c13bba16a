// The claims of [Huh01] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>
#include <benchmarks/paper_frames.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// Returns how fast whole sheets move about their common mean in the last frame.
std::string bounce(const PaperRun& run) {
  const PaperFrames frames(run);
  return frames.size() == 0 ? "?" : fmt::format("{:.3f}", frames.speed_of_bodies(frames.size() - 1));
}

}  // namespace

Paper huh2001() {
  return {.name = "huh2001",
          .key = "Huh01",
          .claims = {{.text = "Cloth does not stick together after a collision",
                      .cases = {{.name = "cascade", .scene = "huh2001/cascade", .changes = {}}},
                      .seen_title = "speed of the sheets [m/s]",
                      .seen = bounce}}};
}

}  // namespace muslin::bench
