#include "preflight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/tolerances/app.hpp>
#include <muslin/detect/mesh_check.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/model/body_thickness.hpp>
#include <muslin/sim/scene_warnings.hpp>
#include <muslin/sim/script_survey.hpp>
#include <muslin/sim/start_audit.hpp>

#include "audit_report.hpp"
#include "mesh_findings.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

/// Proposed numbers are shown with two digits and must still be small enough after rounding.
constexpr double kRoundingMargin = 0.95;

double mean_edge_length(const Mesh& mesh) {
  double sum = 0.0;
  const Topology topology = make_topology(mesh);
  for (const auto& [a, b] : topology.edges) sum += (mesh.positions[a.index()] - mesh.positions[b.index()]).norm();
  return topology.edges.empty() ? 0.0 : sum / static_cast<double>(topology.edges.size());
}

std::string millimetres(double length) { return fmt::format("{:.3g} mm", 1e3 * length); }

/// Warns of fast scripts. Scripts move obstacles and pins regardless of obstruction: the faster they move, the harder a
/// collision is to resolve.
void print_speed(const Scene& scene, const Body& body, const ScriptSpeed& speed, double thickness, double size) {
  if (speed.displacement == 0.0) return;
  const double step = max_collision_interval(scene);
  const std::string what = body.kind == BodyKind::obstacle ? "moves" : "its pins move";
  write_out("  {} by up to {} per step ({:.3g} m/s), {:.3g} times its thickness, {:.2g} % of its size\n", what,
            millimetres(speed.displacement), speed.displacement / step, speed.displacement / thickness,
            100.0 * speed.displacement / size);
  const double allowed = std::min(size, tolerance::kMaxScriptedDisplacement);
  if (speed.displacement <= allowed) return;
  const bool has_interval = scene.collision.interval > 0.0;
  print_warning(
      fmt::format("in frame {}, from {:.4g} s on, vertex {} moves by {} in one step, more than {}; make it slower, or "
                  "shorten the {} "
                  "(--set {}={:.2g})",
                  speed.frame, speed.time, speed.vertex.value, millimetres(speed.displacement),
                  size < tolerance::kMaxScriptedDisplacement ? "the size of the body"
                                                             : millimetres(tolerance::kMaxScriptedDisplacement),
                  has_interval ? "interval" : "step", has_interval ? "collision.interval" : "time.step",
                  kRoundingMargin * step * allowed / speed.displacement));
}

void print_body(const Scene& scene, const SceneBody& scene_body, const ScriptSpeed& speed) {
  const Body& body = scene_body.body;
  const MeshCheck check = check_mesh(body.mesh);
  const bool is_cable = body.kind == BodyKind::cable;
  const double thickness = thickness_of(body);
  std::string text = fmt::format("{}: {}, {} vertices", body.name, name_of(body.kind), body.mesh.positions.size());
  if (!body.mesh.triangles.empty()) text += fmt::format(", {} triangles", body.mesh.triangles.size());
  if (!body.mesh.segments.empty()) text += fmt::format(", {} segments", body.mesh.segments.size());
  write_out("{}; {}; thickness {}, friction {:.3g}\n", text, size_text(check), millimetres(thickness),
            is_cable ? body.cable.friction : body.fabric.friction);
  print_findings(check);
  // Warn if the thickness is too large for the mesh: repulsion would then act across existing folds.
  const double edge = mean_edge_length(body.mesh);
  if (body.kind != BodyKind::obstacle && thickness > tolerance::kMaxThicknessToEdgeRatio * edge)
    print_warning(
        fmt::format("its thickness of {} exceeds a quarter of its mean edge length, {}, so folds will be stiff; "
                    "make it thinner (--set bodies.{}.thickness={:.2g}) or the mesh coarser",
                    millimetres(thickness), millimetres(edge), body.name,
                    kRoundingMargin * tolerance::kMaxThicknessToEdgeRatio * edge));
  print_speed(scene, body, speed, thickness, check.size().maxCoeff());
}

void print_pairs(const std::vector<AuditedPair>& pairs, std::size_t count) {
  for (const AuditedPair& pair : pairs) write_out("  {}\n", describe(pair));
  if (count > pairs.size()) write_out("  and {} more\n", count - pairs.size());
}

void print_audit(const StartAudit& audit) {
  write_out("{}{}\n", count_intersections(audit.intersections),
            audit.only_as_floats ? " after rounding to the floats of the files" : "");
  print_pairs(audit.pairs, audit.intersections);
  if (audit.obstacle_intersections == 0) return;
  write_out("{} between obstacles, not counted\n", count_intersections(audit.obstacle_intersections));
  print_pairs(audit.obstacle_pairs, audit.obstacle_intersections);
}

}  // namespace

ExitCode check_scene_file(const std::filesystem::path& path, const PreflightOptions& options) {
  auto loaded = read_scene(path, {.overrides = options.overrides});
  if (!loaded) return report(loaded.error());
  const Scene& scene = loaded->scene;
  write_out("{}{}\n", escaped(path.string()), scene.about.empty() ? "" : ": " + escaped(scene.about));
  write_out("{} frames at {:.6g} per second; collision steps of up to {:.3g} ms; response {}\n", scene.time.frames,
            scene.time.frame_rate, 1e3 * max_collision_interval(scene), scene.collision.response);
  for (const std::string& warning : loaded->warnings) print_warning(warning);
  if (const std::string warning = size_warning(scene); !warning.empty()) print_warning(warning);
  const auto speeds = survey_scripts(scene);
  if (!speeds) return report(speeds.error());
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) print_body(scene, scene.bodies[b], (*speeds)[b]);
  auto simulator = Simulator::create(std::move(loaded->scene), {.audit_start = false});
  if (!simulator) return report(simulator.error());
  if (loaded->start)
    if (const Status status = begin_with(*simulator, *loaded->start); !status) return report(status.error());
  if (const std::string warning = resolution_warning(*simulator); !warning.empty()) print_warning(warning);
  const StartAudit audit = audit_start(*simulator, options.max_listed);
  print_audit(audit);
  return audit.clean() ? kDone : kIntersections;
}

}  // namespace muslin::app
