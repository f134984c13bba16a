#include <Eigen/Geometry>
#include <cmath>
#include <muslin/geometry/shapes.hpp>
#include <numbers>
#include <stdexcept>
#include <tests/support/collision_scenes.hpp>

namespace muslin::test {
namespace {

SceneBody placed(std::string name, BodyKind kind, Mesh mesh, const Vec3& shift) {
  SceneBody body;
  body.body.name = std::move(name);
  body.body.kind = kind;
  body.body.mesh = std::move(mesh);
  body.body.fabric.thickness = body.body.cable.thickness = 1e-3;
  for (Vec3& x : body.body.mesh.positions) x += shift;
  return body;
}

SceneBody cloth(std::string name, int n, double size, const Vec3& shift) {
  return placed(std::move(name), BodyKind::cloth, make_grid({.vertices = {n, n}, .size = Vec2(size, size)}).value(),
                shift);
}

SceneBody obstacle(std::string name, Mesh mesh, const Vec3& shift, std::shared_ptr<const Motion> motion = nullptr) {
  SceneBody body = placed(std::move(name), BodyKind::obstacle, std::move(mesh), shift);
  Script script{.vertices = {}, .motion = std::move(motion)};
  for (std::size_t i = 0; i < body.body.mesh.positions.size(); ++i) script.vertices.emplace_back(i);
  body.scripts.push_back(std::move(script));
  return body;
}

std::shared_ptr<const Motion> moving(const Vec3& velocity, const Vec3& angular = Vec3::Zero(),
                                     const Vec3& centre = Vec3::Zero(), double end = 1e300) {
  return make_rigid_motion({.centre = centre, .velocity = velocity, .angular_velocity = angular, .end = end});
}

/// Waves that run over a plane, as a file of an animation would have them.
class Waves final : public VertexFrames {
 public:
  explicit Waves(std::vector<Vec3> flat) : flat_(std::move(flat)) {}
  [[nodiscard]] std::int64_t size() const override { return 200; }
  [[nodiscard]] Result<std::vector<Vec3>> load(std::int64_t frame) const override {
    std::vector<Vec3> now = flat_;
    for (Vec3& x : now)
      x.y() += 0.06 * std::sin(9.0 * x.x() + 0.8 * static_cast<double>(frame)) + 0.02 * std::cos(11.0 * x.z());
    return now;
  }

 private:
  std::vector<Vec3> flat_;
};

Scene scene_with(std::vector<SceneBody> bodies) {
  Scene scene;
  scene.time = {.frame_rate = 100.0, .start_frame = 0, .frames = 1000, .step = 0.005};
  scene.bodies = std::move(bodies);
  scene.collision.max_halvings = 1;  // hard steps are many here; one halving shows it
  return scene;
}

/// A sheet falls on a ball on the ground.
Scene drop() {
  return scene_with({cloth("sheet", 12, 0.5, {0.01, 0.176, 0.02}),
                     obstacle("ball", make_sphere({.radius = 0.12, .subdivisions = 1}).value(), {0, 0.05, 0}),
                     obstacle("ground", make_plane({.size = Vec2(1, 1), .divisions = {2, 2}}).value(), {0, -0.1, 0})});
}

/// Three free sheets fly into each other.
Scene flight() {
  Scene scene = scene_with({cloth("low", 8, 0.3, {0, 0, 0}), cloth("middle", 8, 0.3, {0.03, 0.02, 0.01}),
                            cloth("high", 8, 0.3, {-0.02, 0.05, 0.04})});
  scene.loads.gravity.setZero();
  scene.loads.air_density = 0.0;
  scene.bodies[0].body.velocity = Vec3(0.0, 2.0, 0.0);
  scene.bodies[1].body.velocity = Vec3(0.3, 0.0, 0.0);
  scene.bodies[2].body.velocity = Vec3(0.0, -3.0, 0.5);
  return scene;
}

/// A cable falls over another that is pinned, and both on a sheet.
Scene cables() {
  SceneBody lower = placed("pinned", BodyKind::cable,
                           make_cable({.from = {0, 0, -0.3}, .to = {0, 0, 0.3}, .segments = 20}).value(), {0, 0.05, 0});
  lower.scripts.push_back({.vertices = {VertexId(0), VertexId(20)}, .motion = nullptr});
  SceneBody upper =
      placed("falling", BodyKind::cable, make_cable({.from = {-0.3, 0, 0}, .to = {0.3, 0, 0}, .segments = 24}).value(),
             {0, 0.09, 0.01});
  upper.body.velocity = Vec3(0, -2, 0);
  return scene_with({lower, upper, cloth("sheet", 10, 0.5, {0, 0, 0})});
}

/// A sheet between two plates that close to nothing, and open again.
Scene pinch() {
  return scene_with(
      {cloth("sheet", 9, 0.3, {0.0, 0.0, 0.0}),
       obstacle("below", make_box({.size = {0.2, 0.02, 0.2}, .divisions = {2, 1, 2}}).value(), {0, -0.016, 0},
                make_rigid_motion(
                    {.keyframes = {{.time = 0.0}, {.time = 0.1, .translation = {0, 0.012, 0}}, {.time = 0.2}}})),
       obstacle("above", make_box({.size = {0.2, 0.02, 0.2}, .divisions = {2, 1, 2}}).value(), {0, 0.016, 0},
                make_rigid_motion(
                    {.keyframes = {{.time = 0.0}, {.time = 0.1, .translation = {0, -0.012, 0}}, {.time = 0.2}}}))});
}

/// A sheet lies on a floor that makes waves, faster than cloth falls.
Scene waves() {
  Mesh floor = make_plane({.size = Vec2(0.8, 0.8), .divisions = {14, 14}}).value();
  auto motion = make_vertex_motion(std::make_shared<Waves>(floor.positions), {.frame_time = 0.02});
  SceneBody body = obstacle("floor", std::move(floor), {0, 0, 0}, std::move(motion));
  return scene_with({cloth("sheet", 10, 0.4, {0, 0.085, 0}), body});
}

/// A ball is shot through hanging sheets.
Scene shot() {
  std::vector<SceneBody> bodies;
  for (int i = 0; i < 2; ++i) {
    SceneBody sheet = cloth("sheet" + std::to_string(i), 8, 0.4, {0, 0, 0});
    for (Vec3& x : sheet.body.mesh.positions) x = Vec3(x.x(), -x.z(), 0.02 * i);
    Script top{.vertices = {}, .motion = nullptr};
    for (int c = 0; c < 8; ++c) top.vertices.emplace_back(std::int32_t(56 + c));
    sheet.scripts.push_back(top);
    bodies.push_back(std::move(sheet));
  }
  bodies.push_back(obstacle("ball", make_sphere({.radius = 0.07, .subdivisions = 1}).value(), {0.01, -0.02, -0.1},
                            moving({0, 0, 5})));
  return scene_with(std::move(bodies));
}

/// A sheet whose ends are turned against each other.
Scene twist() {
  SceneBody sheet = cloth("sheet", 10, 0.3, {0, 0, 0});
  Script left, right;
  for (int row = 0; row < 10; ++row) {
    left.vertices.emplace_back(std::int32_t(10 * row));
    right.vertices.emplace_back(std::int32_t(10 * row + 9));
  }
  left.motion = moving(Vec3::Zero(), {10.0 * std::numbers::pi, 0, 0});
  right.motion = moving(Vec3::Zero(), {-10.0 * std::numbers::pi, 0, 0});
  sheet.scripts = {left, right};
  return scene_with({sheet});
}

struct Named {
  const char* name;
  Scene (*make)();
};
constexpr Named kScenes[] = {{"drop", drop},   {"flight", flight}, {"cables", cables}, {"pinch", pinch},
                             {"waves", waves}, {"shot", shot},     {"twist", twist}};

std::size_t count(const Simulator& simulator, std::span<const Vec3> positions) {
  std::vector<Triangle> triangles;
  std::vector<Segment> segments;
  std::vector<std::int32_t> triangle_body, segment_body;
  std::vector<std::uint8_t> is_obstacle;
  for (std::size_t b = 0; b < simulator.scene().bodies.size(); ++b) {
    const Body& body = simulator.scene().bodies[b].body;
    const std::size_t first = simulator.range(b).first_vertex;
    const auto in_world = [&](VertexId v) { return VertexId(first + v.index()); };
    for (const Triangle& t : body.mesh.triangles) triangles.push_back({in_world(t[0]), in_world(t[1]), in_world(t[2])});
    for (const Segment& s : body.mesh.segments) segments.push_back({in_world(s[0]), in_world(s[1])});
    triangle_body.resize(triangles.size(), static_cast<std::int32_t>(b));
    segment_body.resize(segments.size(), static_cast<std::int32_t>(b));
    is_obstacle.push_back(body.kind == BodyKind::obstacle ? 1 : 0);
  }
  const AuditReport report = audit({positions, triangles, segments, triangle_body, segment_body, is_obstacle});
  return report.intersections + report.undecidable;
}

}  // namespace

std::vector<std::string> collision_scene_names() {
  std::vector<std::string> names;
  for (const Named& scene : kScenes) names.emplace_back(scene.name);
  return names;
}

Scene collision_scene(std::string_view name) {
  for (const Named& scene : kScenes)
    if (scene.name == name) return scene.make();
  throw std::invalid_argument("no such scene");
}

Scene resting_scene(double thickness) {
  SceneBody upper = cloth("upper", 3, 0.08, {0, 0, 0});
  for (Vec3& x : upper.body.mesh.positions) x = Eigen::AngleAxisd(0.4, Vec3::UnitY()) * x + Vec3(0.01, 0.005, 0.005);
  Mesh across = make_cable({.from = {-0.05, 0.01, -0.03}, .to = {0.05, 0.01, 0.04}, .segments = 5}).value();
  Mesh trough = make_trough({.length = 0.3, .width = 0.2, .height = 0.08, .along = 2, .across = 4}).value();
  Scene scene = scene_with({cloth("lower", 4, 0.12, {0, 0, 0}), std::move(upper),
                            placed("cable", BodyKind::cable, std::move(across), Vec3::Zero()),
                            obstacle("trough", std::move(trough), {0, 0, 0})});
  scene.time.frame_rate = 200.0;
  for (SceneBody& body : scene.bodies) body.body.fabric.thickness = body.body.cable.thickness = thickness;
  return scene;
}

void leave_to_response(CollisionOptions& options) {
  options.repulsion.implicit_stiffness = 0.0;
  options.repulsion.sweeps = 0;
  options.rigid_zones.impulse_passes = 0;
  options.inelastic_projection.impulse_passes = 0;
  options.complementarity.impulse_passes = 0;
}

std::size_t intersections(const Simulator& simulator) {
  const std::vector<Vec3>& doubles = simulator.state().position;
  std::vector<Vec3> floats;
  for (const Vec3& x : doubles) floats.emplace_back(x.cast<float>().cast<double>());
  return count(simulator, doubles) + count(simulator, floats);
}

}  // namespace muslin::test
