#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <ctime>
#include <map>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <tests/support/dressed_run.hpp>

namespace muslin::test {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Counts the edges between triangles whose fronts face away from each other: what is left of a crumple.
std::size_t count_sharp_edges(const Mesh& mesh, std::span<const Vec3> positions) {
  const auto normal = [&](const Triangle& t) {
    const Vec3& x = positions[t[0].index()];
    return (positions[t[1].index()] - x).cross(positions[t[2].index()] - x);
  };
  std::map<Segment, std::size_t> triangle_of;
  std::size_t count = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const VertexId a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
      const auto [other, is_first] = triangle_of.try_emplace({std::min(a, b), std::max(a, b)}, t);
      if (!is_first && normal(mesh.triangles[t]).dot(normal(mesh.triangles[other->second])) < 0.0) ++count;
    }
  return count;
}

std::size_t count_sharp_edges(const Simulator& simulator) {
  std::size_t count = 0;
  for (std::size_t b = 0; b < simulator.scene().bodies.size(); ++b) {
    const Body& body = simulator.scene().bodies[b].body;
    const BodyRange range = simulator.range(b);
    if (body.kind == BodyKind::cloth)
      count += count_sharp_edges(body.mesh,
                                 std::span(simulator.state().position).subspan(range.first_vertex, range.vertex_count));
  }
  return count;
}

}  // namespace

DressedRun run_dressed(const Scene& scene, int frames) {
  DressedRun result;
  result.before = count_tangles(scene, start_of(scene));
  auto simulator = Simulator::create(scene, {.audit_start = false});
  if (!simulator) {
    ADD_FAILURE() << simulator.error().message();
    return result;
  }
  const double began = processor_seconds();
  const auto start = prepare_start(*simulator, 3);
  result.untangle_seconds = processor_seconds() - began;
  if (!start) {
    ADD_FAILURE() << start.error().message();
    return result;
  }
  if (start->untangled) result.max_displacement = start->untangled->max_displacement;
  result.sharp_edges = count_sharp_edges(*simulator);
  const auto is_clean = [&] {
    const std::vector<Vec3>& positions = simulator->state().position;
    return count_tangles(scene, positions).total() == 0 &&
           count_tangles(scene, rounded_to_float(positions)).total() == 0;
  };
  result.after = count_tangles(scene, simulator->state().position);
  for (int frame = 0; frame < frames && !result.has_failed; ++frame) {
    const auto outcome = simulator->advance([&](const StepReport& step) {
      result.contacts += step.collision.contacts;
      result.max_strain = std::max(result.max_strain, step.max_strain);
      result.max_speed = std::max(result.max_speed, step.max_speed);
      return true;
    });
    result.has_failed = !outcome || outcome->divergence || outcome->pinch;
    if (!result.has_failed && !is_clean()) ++result.bad_frames;
  }
  return result;
}

void print(const char* name, const DressedRun& run) {
  fmt::print(
      "{}: {} pairs with the figure, {} of layers, {} of themselves; {}, {} and {} left, moved by up to {:.1f} mm in "
      "{:.1f} s, {} "
      "sharp edges; "
      "{} contacts, strain {:.0f} %, {:.1f} m/s, {} bad frames{}\n",
      name, run.before.with_figure, run.before.of_layers, run.before.of_themselves, run.after.with_figure,
      run.after.of_layers, run.after.of_themselves, 1000.0 * run.max_displacement, run.untangle_seconds,
      run.sharp_edges, run.contacts, 100.0 * run.max_strain, run.max_speed, run.bad_frames,
      run.has_failed ? ", failed" : "");
}

}  // namespace muslin::test
