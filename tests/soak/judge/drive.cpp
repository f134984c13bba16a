#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <tests/soak/judge/drive.hpp>
#include <vector>

namespace muslin::soak {
namespace {

constexpr int kSamplesPerFrame = 16;  ///< moments of a frame at which scripts are compared

/// Returns the largest speed of the vertices of a script over the scene [m/s].
double largest_speed(const Script& script, const Mesh& mesh, const SceneTime& time) {
  if (!script.motion) return 0.0;
  std::vector<Vec3> start, before, after;
  for (const VertexId v : script.vertices) start.push_back(mesh.positions[v.index()]);
  before = after = start;
  const double interval = 1.0 / (time.frame_rate * kSamplesPerFrame);
  if (!script.motion->evaluate(0.0, start, before)) return 0.0;
  double speed = 0.0;
  for (long k = 1; k <= time.frames * kSamplesPerFrame; ++k) {
    if (!script.motion->evaluate(static_cast<double>(k) * interval, start, after)) return speed;
    for (std::size_t i = 0; i < start.size(); ++i) speed = std::max(speed, (after[i] - before[i]).norm() / interval);
    std::swap(before, after);
  }
  return speed;
}

double area(const Mesh& mesh) {
  double sum = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Vec3& origin = mesh.positions[a.index()];
    sum += (mesh.positions[b.index()] - origin).cross(mesh.positions[c.index()] - origin).norm() / 2;
  }
  return sum;
}

double length(const Mesh& mesh) {
  double sum = 0.0;
  for (const auto& [a, b] : mesh.segments) sum += (mesh.positions[a.index()] - mesh.positions[b.index()]).norm();
  return sum;
}

double extent(const Mesh& mesh) {
  Vec3 low = mesh.positions.front(), high = low;
  for (const Vec3& x : mesh.positions) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return (high - low).norm();
}

}  // namespace

Drive find_drive(const Scene& scene) {
  Drive drive;
  const double duration = static_cast<double>(scene.time.frames) / scene.time.frame_rate;
  const double gravity = scene.loads.gravity.norm();
  const double wind = scene.loads.air_density > 0.0 ? scene.loads.wind.norm() * (1.0 + scene.loads.gust_strength) : 0.0;
  double start_speed = 0.0, guide_speed = 0.0, thickness = 0.0;
  for (const SceneBody& body : scene.bodies) {
    for (const Script& script : body.scripts)
      drive.script_speed = std::max(drive.script_speed, largest_speed(script, body.body.mesh, scene.time));
    for (const Guide& guide : body.guides) guide_speed = std::max(guide_speed, std::abs(guide.speed));
    start_speed = std::max(start_speed, body.body.velocity.norm());
    thickness =
        std::max(thickness, body.body.kind == BodyKind::cable ? body.body.cable.thickness : body.body.fabric.thickness);
  }
  for (const SurfacePair& pair : scene.collision.pairs) thickness = std::max(thickness, pair.thickness.value_or(0.0));
  drive.speed = drive.script_speed + start_speed + guide_speed + wind + gravity * duration;
  drive.contact_speed = thickness / std::min(scene.time.step, 1.0 / scene.time.frame_rate);
  drive.is_closed = drive.script_speed == 0.0 && guide_speed == 0.0 && wind == 0.0;

  // What is moved at a speed v strains by v / c, with c the speed of elastic waves; weight and wind pull with their
  // load over the length of the body.
  const double impact = drive.script_speed + start_speed + guide_speed;
  for (const SceneBody& body : scene.bodies) {
    const Fabric& fabric = body.body.fabric;
    if (body.body.kind == BodyKind::cloth || body.body.kind == BodyKind::shell) {
      drive.movable_mass += area(body.body.mesh) * fabric.areal_density;
      const double stiffness = std::min(fabric.stretch_warp, fabric.stretch_weft), span = extent(body.body.mesh);
      const double tension = fabric.areal_density * (gravity * span + impact * impact) +
                             0.5 * scene.loads.air_density * wind * wind * span;
      drive.load_strain = std::max(drive.load_strain, std::max(tension / stiffness, std::sqrt(tension / stiffness)));
    } else if (body.body.kind == BodyKind::cable) {
      const CableMaterial& cable = body.body.cable;
      drive.movable_mass += length(body.body.mesh) * cable.linear_density;
      const double tension = cable.linear_density * (gravity * extent(body.body.mesh) + impact * impact);
      drive.load_strain =
          std::max(drive.load_strain, std::max(tension / cable.stretch, std::sqrt(tension / cable.stretch)));
    } else if (body.body.kind == BodyKind::embedded) {
      drive.movable_mass += body.body.embedding.mass * static_cast<double>(body.body.embedding.objects.size());
    }
  }
  return drive;
}

}  // namespace muslin::soak
