#include <algorithm>
#include <muslin/sim/untangle/untangle_scene.hpp>

namespace muslin {
namespace {

/// Vertices that stand still, or return from an offset within some time.
class ReturnMotion final : public Motion {
 public:
  ReturnMotion(std::vector<Vec3> goal, std::vector<Vec3> offset, double duration)
      : goal_(std::move(goal)), offset_(std::move(offset)), duration_(duration) {}

  [[nodiscard]] Status evaluate(double time, std::span<const Vec3>, std::span<Vec3> positions) const override {
    const double left = duration_ > 0.0 ? std::clamp(1.0 - time / duration_, 0.0, 1.0) : 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i)
      positions[i] = left > 0.0 ? Vec3(goal_[i] + left * offset_[i]) : goal_[i];
    return Done{};
  }
  [[nodiscard]] bool is_rigid() const override { return false; }

 private:
  std::vector<Vec3> goal_, offset_;
  double duration_;
};

/// Softens a stiffness so that waves are no faster than the limit.
void soften(Body& body, double max_wave_speed) {
  Fabric& fabric = body.fabric;
  const double stiffest = std::max({fabric.stretch_warp, fabric.stretch_weft, fabric.shear});
  const double limit = fabric.areal_density * max_wave_speed * max_wave_speed;
  if (stiffest > limit) {
    const double factor = limit / stiffest;
    for (double* modulus :
         {&fabric.stretch_warp, &fabric.stretch_weft, &fabric.shear, &fabric.bending_warp, &fabric.bending_weft})
      *modulus *= factor;
  }
  CableMaterial& cable = body.cable;
  const double cable_limit = cable.linear_density * max_wave_speed * max_wave_speed;
  if (cable.stretch > cable_limit) {
    cable.bending *= cable_limit / cable.stretch;
    cable.stretch = cable_limit;
  }
}

}  // namespace

Scene make_untangle_scene(const Scene& scene, const UntangleSetup& setup) {
  Scene result = scene;
  result.loads = {};
  result.loads.gravity.setZero();
  result.loads.air_density = 0.0;
  result.expect = {};
  result.time = {};
  result.time.frame_rate = 1.0 / setup.step;
  result.time.step = setup.step;
  result.integrator = {};
  result.integrator.tolerance = 1e-2;
  result.collision.response = "gauss_seidel";
  result.collision.pinch = PinchPolicy::yield;
  result.collision.start = StartPolicy::keep;
  result.collision.interval = 0.0;
  std::size_t first = 0;
  for (SceneBody& item : result.bodies) {
    Body& body = item.body;
    const std::size_t count = body.mesh.positions.size();
    body.velocity.setZero();
    body.stretch_limit.reset();
    body.plasticity = {};
    if (setup.max_wave_speed > 0.0) soften(body, setup.max_wave_speed);
    item.guides.clear();
    item.scripts.clear();
    Script script;
    std::vector<Vec3> goal, offset;
    for (std::size_t v = 0; v < count; ++v) {
      if (setup.is_movable[first + v] != 0 && body.kind != BodyKind::obstacle) continue;
      script.vertices.emplace_back(v);
      goal.push_back(setup.position[first + v]);
      offset.push_back(setup.offset.empty() ? Vec3::Zero() : setup.offset[first + v]);
    }
    if (!script.vertices.empty()) {
      script.motion = std::make_shared<ReturnMotion>(std::move(goal), std::move(offset), setup.growth_time);
      item.scripts.push_back(std::move(script));
    }
    first += count;
  }
  return result;
}

}  // namespace muslin
