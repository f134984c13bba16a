#include <Eigen/Geometry>
#include <muslin/geometry/shapes.hpp>
#include <numbers>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/incline.hpp>

namespace muslin::test {
namespace {

constexpr double kThickness = 1e-3;

double radians(const InclineOptions& options) { return options.degrees * std::numbers::pi / 180.0; }

SceneBody lying(const char* name, BodyKind kind, Mesh mesh, double height, const InclineOptions& options) {
  SceneBody body;
  body.body.name = name;
  body.body.kind = kind;
  body.body.mesh = std::move(mesh);
  body.body.fabric.thickness = kThickness;
  const Eigen::AngleAxisd turn(radians(options), Vec3::UnitZ());
  for (Vec3& x : body.body.mesh.positions) x = turn * (x + height * Vec3::UnitY());
  return body;
}

}  // namespace

Scene incline_scene(const InclineOptions& options) {
  Scene scene;
  const int n = options.vertices;
  scene.bodies.push_back(lying("square", BodyKind::cloth,
                               make_grid({.vertices = {n, n}, .size = Vec2(0.1, 0.1)}).value(), 1.1 * kThickness,
                               options));
  SceneBody ramp =
      lying("ramp", BodyKind::obstacle, make_plane({.size = Vec2(40, 4), .divisions = {8, 8}}).value(), 0.0, options);
  Script still;
  for (std::size_t i = 0; i < ramp.body.mesh.positions.size(); ++i) still.vertices.emplace_back(i);
  ramp.scripts.push_back(std::move(still));
  scene.bodies.push_back(std::move(ramp));
  scene.loads.air_density = 0.0;
  scene.collision.response = options.response;
  if (options.response_alone) leave_to_response(scene.collision);
  scene.collision.pairs = {{.first = 0, .second = 1, .thickness = {}, .friction = options.friction}};
  scene.time = {.frame_rate = 20.0, .start_frame = 0, .frames = 100'000, .step = 0.005};
  return scene;
}

double downhill_displacement(const Simulator& simulator, const Scene& scene, const InclineOptions& options) {
  const std::vector<Vec3>& start = scene.bodies[0].body.mesh.positions;
  const Vec3 down(-std::cos(radians(options)), -std::sin(radians(options)), 0.0);
  double sum = 0.0;
  for (std::size_t v = 0; v < start.size(); ++v) sum += down.dot(simulator.state().position[v] - start[v]);
  return sum / static_cast<double>(start.size());
}

}  // namespace muslin::test
