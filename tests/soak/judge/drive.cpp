#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tests/soak/judge/drive.hpp>
#include <vector>

namespace muslin::soak {
namespace {

constexpr int kSamplesPerFrame = 16;  ///< moments of a frame at which scripts are compared

/// How fast and how far a script moves its vertices over the scene.
struct Travel {
  double speed = 0.0;     ///< largest [m/s]
  double distance = 0.0;  ///< largest from the start [m]
};

Travel travel_of(const Script& script, const Mesh& mesh, const SceneTime& time) {
  Travel travel;
  if (!script.motion) return travel;
  std::vector<Vec3> start, before, after;
  for (const VertexId v : script.vertices) start.push_back(mesh.positions[v.index()]);
  before = after = start;
  const double interval = 1.0 / (time.frame_rate * kSamplesPerFrame);
  if (!script.motion->evaluate(0.0, start, before)) return travel;
  for (long k = 1; k <= time.frames * kSamplesPerFrame; ++k) {
    if (!script.motion->evaluate(static_cast<double>(k) * interval, start, after)) return travel;
    for (std::size_t i = 0; i < start.size(); ++i) {
      travel.speed = std::max(travel.speed, (after[i] - before[i]).norm() / interval);
      travel.distance = std::max(travel.distance, (after[i] - start[i]).norm());
    }
    std::swap(before, after);
  }
  return travel;
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

double size(const Mesh& mesh) {
  Vec3 low = mesh.positions.front(), high = low;
  for (const Vec3& x : mesh.positions) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return (high - low).norm();
}

double shortest_edge(const Mesh& mesh) {
  double shortest = std::numeric_limits<double>::infinity();
  const auto include = [&](VertexId a, VertexId b) {
    shortest = std::min(shortest, (mesh.positions[a.index()] - mesh.positions[b.index()]).norm());
  };
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) include(t[k], t[(k + 1) % 3]);
  for (const auto& [a, b] : mesh.segments) include(a, b);
  return shortest;
}

/// What a body is made of, for sheets and cables alike: per area of a sheet, per length of a cable.
struct Matter {
  double extent = 0.0;     ///< area or length [m² or m]
  double density = 0.0;    ///< [kg/m² or kg/m]
  double softest = 0.0;    ///< stiffness against stretch along its softer direction [N/m or N]
  double stiffest = 0.0;   ///< largest stiffness against stretch and shear
  double bending = 0.0;    ///< [N m or N m²]
  bool feels_wind = true;  ///< wind is felt by sheets
};

std::optional<Matter> matter_of(const Body& body) {
  const Fabric& fabric = body.fabric;
  if (body.kind == BodyKind::cloth || body.kind == BodyKind::shell)
    return Matter{.extent = area(body.mesh),
                  .density = fabric.areal_density,
                  .softest = std::min(fabric.stretch_warp, fabric.stretch_weft),
                  .stiffest = std::max({fabric.stretch_warp, fabric.stretch_weft, fabric.shear}),
                  .bending = std::max(fabric.bending_warp, fabric.bending_weft),
                  .feels_wind = true};
  if (body.kind == BodyKind::cable)
    return Matter{.extent = length(body.mesh),
                  .density = body.cable.linear_density,
                  .softest = body.cable.stretch,
                  .stiffest = body.cable.stretch,
                  .bending = body.cable.bending,
                  .feels_wind = false};
  return std::nullopt;
}

}  // namespace

Drive find_drive(const Scene& scene) {
  Drive drive;
  const double duration = static_cast<double>(scene.time.frames) / scene.time.frame_rate;
  const double gravity = scene.loads.gravity.norm();
  const double wind = scene.loads.air_density > 0.0 ? scene.loads.wind.norm() * (1.0 + scene.loads.gust_strength) : 0.0;
  double start_speed = 0.0, guide_speed = 0.0, thickness = 0.0, farthest = 0.0;
  for (const SceneBody& body : scene.bodies) {
    for (const Script& script : body.scripts) {
      const Travel travel = travel_of(script, body.body.mesh, scene.time);
      drive.script_speed = std::max(drive.script_speed, travel.speed);
      farthest = std::max(farthest, travel.distance);
    }
    for (const Guide& guide : body.guides) guide_speed = std::max(guide_speed, std::abs(guide.speed));
    start_speed = std::max(start_speed, body.body.velocity.norm());
    thickness =
        std::max(thickness, body.body.kind == BodyKind::cable ? body.body.cable.thickness : body.body.fabric.thickness);
  }
  for (const SurfacePair& pair : scene.collision.pairs) thickness = std::max(thickness, pair.thickness.value_or(0.0));
  drive.speed = drive.script_speed + start_speed + guide_speed + wind + gravity * duration;
  drive.contact_speed = thickness / std::min(scene.time.step, 1.0 / scene.time.frame_rate);
  drive.is_closed = drive.script_speed == 0.0 && guide_speed == 0.0 && wind == 0.0;

  const double impact = drive.script_speed + start_speed + guide_speed;
  for (const SceneBody& scene_body : scene.bodies) {
    const Body& body = scene_body.body;
    if (body.kind == BodyKind::embedded)
      drive.movable_mass += body.embedding.mass * static_cast<double>(body.embedding.objects.size());
    const auto matter = matter_of(body);
    if (!matter) continue;
    drive.movable_mass += matter->extent * matter->density;
    const double strain = thickness / shortest_edge(body.mesh), curvature = strain / shortest_edge(body.mesh);
    drive.contact_energy +=
        matter->extent * (matter->stiffest * strain * strain + matter->bending * curvature * curvature);
    // What is moved at a speed v strains by v / c, with c the speed of elastic waves; weight and wind pull with their
    // load over the size of the body.
    const double wind_load = matter->feels_wind ? 0.5 * scene.loads.air_density * wind * wind * size(body.mesh) : 0.0;
    // What is pinned can be pulled as far as any script goes.
    if (!scene_body.scripts.empty()) drive.load_strain = std::max(drive.load_strain, farthest / size(body.mesh));
    const double load = matter->density * (gravity * size(body.mesh) + impact * impact) + wind_load;
    drive.load_strain =
        std::max(drive.load_strain, std::max(load / matter->softest, std::sqrt(load / matter->softest)));
  }
  return drive;
}

}  // namespace muslin::soak
