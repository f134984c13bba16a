// Measures the audit of 100 frames of a cloth of 20,000 triangles and checks that its counts are right. Exit codes: 0
// done, 1 the audit counted wrongly. A limit that is not met is printed and is not an error.
#include <benchmarks/clock.hpp>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/audit.hpp>
#include <numbers>
#include <tests/support/sample_meshes.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr std::size_t kFrames = 100;
constexpr double kLimitSeconds = 30;

/// Rounds positions as a cache stores them.
void round_to_float(std::vector<Vec3>& positions) {
  for (Vec3& x : positions) x = x.cast<float>().cast<double>();
}

/// Returns a frame of the folded cloth. A wave runs through the stack while it is compressed and released, with layers
/// 4 mm to 1.5 mm apart. All layers move alike over a point of the ground, so they do not meet.
std::vector<Vec3> frame_positions(const Mesh& cloth, std::size_t frame) {
  using std::numbers::pi;
  constexpr double kHeight = 0.02, kWaveLength = 0.3;  // [m]; slopes of up to 23 degrees
  const double phase = 2 * pi * static_cast<double>(frame) / kFrames;
  const double pressed = 0.6875 + 0.3125 * std::cos(phase);
  std::vector<Vec3> positions = cloth.positions;
  for (Vec3& x : positions) {
    const double wave =
        std::sin(2 * pi * x.x() / kWaveLength + phase) * std::cos(2 * pi * x.z() / kWaveLength - 2 * phase);
    x.y() = pressed * x.y() + kHeight * wave;
  }
  round_to_float(positions);
  return positions;
}

/// Makes needles through all layers: narrow upright triangles, each of which meets one triangle per layer, in its
/// interior. `layer_cells` is the length of a layer in squares of `edge` metres; the needles stay clear of the folds.
Mesh needles(int count, int layer_cells, double edge) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const double x = (2 + i % (layer_cells - 4) + 0.5) * edge, z = (5 + i + 0.2) * edge;
    const auto first = static_cast<std::int32_t>(mesh.positions.size());
    for (const Vec3& corner : {Vec3(x, -1, z), Vec3(x + 1e-5, -1, z), Vec3(x, 1, z + 1e-5)})
      mesh.positions.push_back(corner);
    mesh.triangles.push_back({VertexId(first), VertexId(first + 1), VertexId(first + 2)});
  }
  return mesh;
}

int run() {
  const test::FoldedClothOptions options;
  const Mesh cloth = test::folded_cloth(options);
  std::vector<std::vector<Vec3>> frames(kFrames);
  parallel_for(kFrames, 1, [&](std::size_t i) { frames[i] = frame_positions(cloth, i); });

  // Audit the frames concurrently on all threads.
  std::vector<AuditReport> reports(kFrames);
  const double cpu_start = now(Clock::process);
  const double wall = seconds(Clock::wall, [&] {
    parallel_for(kFrames, 1,
                 [&](std::size_t i) { reports[i] = audit({.positions = frames[i], .triangles = cloth.triangles}); });
  });
  const double cpu = now(Clock::process) - cpu_start;
  std::size_t candidates = 0, exact = 0, intersections = 0, undecidable = 0;
  for (const AuditReport& report : reports) {
    candidates += report.overlapping_pairs;
    exact += report.exact_pairs;
    intersections += report.intersections;
    undecidable += report.undecidable;
  }

  // Audit one frame alone.
  Best alone;
  for (int i = 0; i < 5; ++i) {
    alone.add(seconds(Clock::wall,
                      [&] { reports[0] = audit({.positions = frames[kFrames / 2], .triangles = cloth.triangles}); }));
  }

  // Audit a frame with known intersections: needles through the layers.
  constexpr int kNeedles = 50;
  const int along = static_cast<int>(std::lround(std::sqrt(options.triangles / 2.0)));
  const auto known = std::size_t{kNeedles} * static_cast<std::size_t>(options.folds);
  Mesh pierced = cloth;
  pierced.positions = frames[kFrames / 3];
  append(pierced, needles(kNeedles, along / options.folds, options.edge_length));
  round_to_float(pierced.positions);
  const AuditReport pierced_report = audit({.positions = pierced.positions, .triangles = pierced.triangles});

  const bool right = intersections == 0 && undecidable == 0 && pierced_report.intersections == known;
  const auto per_frame = [](std::size_t count) { return static_cast<double>(count) / kFrames; };
  fmt::print("{} frames of {} triangles, {} threads, frames side by side\n", kFrames, cloth.triangles.size(),
             thread_limit());
  fmt::print("total            {:9.3f} s wall, {:.3f} s CPU; limit {:.0f} s, {}\n", wall, cpu, kLimitSeconds,
             wall <= kLimitSeconds ? "met" : "NOT MET");
  fmt::print("per frame        {:9.2f} ms wall, {:.2f} ms CPU; one frame alone on all threads {:.2f} ms\n",
             1e3 * wall / kFrames, 1e3 * cpu / kFrames, 1e3 * alone.value);
  fmt::print("candidate pairs  {:9.0f} per frame\n", per_frame(candidates));
  fmt::print("exact pairs      {:9.1f} per frame, {:.4f} % of the candidates\n", per_frame(exact),
             candidates == 0 ? 0.0 : 100 * static_cast<double>(exact) / static_cast<double>(candidates));
  fmt::print("intersections    {:9} in all frames, expected 0; {} undecidable\n", intersections, undecidable);
  fmt::print("pierced frame    {:9} intersections, expected {}: {}\n", pierced_report.intersections, known,
             pierced_report.intersections == known ? "right" : "WRONG");
  fmt::print(R"({{"frames": {}, "triangles": {}, "threads": {}, "seconds": {:.4f}, "cpu_seconds": {:.4f}, )"
             R"("seconds_per_frame": {:.6f}, "limit_seconds": {:.0f}, "candidate_pairs": {}, "exact_pairs": {}, )"
             R"("intersections": {}, "pierced_intersections": {}, "pierced_expected": {}}})"
             "\n",
             kFrames, cloth.triangles.size(), thread_limit(), wall, cpu, wall / kFrames, kLimitSeconds, candidates,
             exact, intersections, pierced_report.intersections, known);
  return right ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main() { return muslin::bench::run(); }
