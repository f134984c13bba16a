// Laws of motion that every integrator must obey, and the order to which it obeys them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <tests/support/scenes.hpp>

namespace muslin::physics_test {
namespace {

using test::advance;
using test::scene_of;
using test::simulator_of;

constexpr IntegratorMethod kMethods[] = {IntegratorMethod::symplectic_euler, IntegratorMethod::newmark,
                                         IntegratorMethod::backward_euler};

/// Soft, so that the steps of the explicit methods can be long, and without damping, which Newmark takes to first
/// order.
Fabric soft_fabric() {
  Fabric fabric;
  fabric.stretch_warp = fabric.stretch_weft = 20.0;
  fabric.shear = 5.0;
  fabric.stretch_damping = fabric.bending_damping = 0.0;
  return fabric;
}

class EveryIntegrator : public testing::TestWithParam<IntegratorMethod> {};
std::string method_name(const testing::TestParamInfo<IntegratorMethod>& test) {
  constexpr std::array<const char*, 3> kNames = {"SymplecticEuler", "Newmark", "BackwardEuler"};
  return kNames[static_cast<std::size_t>(test.param)];
}
INSTANTIATE_TEST_SUITE_P(All, EveryIntegrator, testing::ValuesIn(kMethods), method_name);

TEST_P(EveryIntegrator, FallsFreelyAsItsOrderSays) {
  const double step = 1e-3;
  const int steps = 100;
  SceneBody body = test::sheet(5, 0.2);
  body.body.fabric = soft_fabric();  // stable at this step
  Simulator simulator = simulator_of(scene_of(std::move(body), step, GetParam()));
  advance(simulator, steps);
  const double n = steps;
  // Both Euler methods use the velocity at the end of the step, Newmark's that in its middle.
  const double fallen = GetParam() == IntegratorMethod::newmark ? 0.5 * n * n : 0.5 * n * (n + 1);
  for (const Vec3& x : simulator.state().position) EXPECT_NEAR(x.y(), -9.81 * step * step * fallen, 1e-12);
  for (const Vec3& v : simulator.state().velocity) EXPECT_NEAR(v.y(), -9.81 * step * n, 1e-11);
}

/// A crumpled sheet in free flight, turning.
Scene crumpled(double step, IntegratorMethod method) {
  SceneBody body = test::sheet(8, 0.2);
  test::perturb(body, 0.003, 7);
  body.body.velocity = Vec3(0.3, -0.2, 0.5);
  Scene scene = scene_of(std::move(body), step, method);
  scene.loads.gravity.setZero();
  return scene;
}

TEST_P(EveryIntegrator, KeepsLinearMomentumOfFreeCloth) {
  // The solver may stop early, at its usual tolerance: momentum is not its to lose.
  Simulator simulator =
      simulator_of(crumpled(GetParam() == IntegratorMethod::backward_euler ? 5e-3 : 5e-6, GetParam()));
  const test::Momenta before = test::momenta(simulator);
  for (int k = 0; k < 10; ++k) {
    advance(simulator, 10);
    const test::Momenta now = test::momenta(simulator);
    EXPECT_LE((now.linear - before.linear).norm(), 1e-12 * now.linear_scale) << k;
  }
}

TEST(SymplecticEuler, KeepsAngularMomentumOfFreeCloth) {
  Scene scene = crumpled(5e-6, IntegratorMethod::symplectic_euler);
  scene.bodies[0].body.bending_model = BendingModel::hinges;  // damped, like the membrane
  Simulator simulator = simulator_of(std::move(scene));
  const test::Momenta before = test::momenta(simulator);
  advance(simulator, 500);
  const test::Momenta now = test::momenta(simulator);
  EXPECT_LE((now.angular - before.angular).norm(), 1e-10 * now.angular_scale);
}

/// Largest distance between the states of two runs.
double distance(const State& a, const State& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.position.size(); ++i)
    largest = std::max(largest, (a.position[i] - b.position[i]).norm());
  return largest;
}

/// Runs a scene for `time` with steps of `step`, `step`/2 and `step`/4: ratio of the two differences, 2 to the order.
template <class MakeScene>
double convergence(double time, double step, MakeScene&& make_scene) {
  std::vector<State> ends;
  for (const int finer : {1, 2, 4}) {
    Simulator simulator = simulator_of(make_scene(step / finer));
    advance(simulator, static_cast<int>(std::lround(time / step)) * finer);
    ends.push_back(simulator.state());
  }
  return distance(ends[0], ends[1]) / distance(ends[1], ends[2]);
}

TEST_P(EveryIntegrator, SwingingSheetConvergesAtItsOrder) {
  const double ratio = convergence(0.1, 5e-4, [&](double step) {
    SceneBody body =
        test::sheet(6, 0.25, {VertexId(0), VertexId(1), VertexId(2), VertexId(3), VertexId(4), VertexId(5)});
    body.body.fabric = soft_fabric();
    Scene scene = scene_of(std::move(body), step, GetParam());
    scene.integrator.tolerance = 1e-10;
    return scene;
  });
  const double expected = GetParam() == IntegratorMethod::newmark ? 4.0 : 2.0;
  EXPECT_NEAR(ratio, expected, 0.15 * expected);
}

TEST_P(EveryIntegrator, SwingingCableConvergesAtItsOrder) {
  const double ratio = convergence(0.2, 1e-3, [&](double step) {
    SceneBody body = test::cable(10, {VertexId(0)});
    body.body.cable.stretch = 50.0;
    body.body.cable.stretch_damping = body.body.cable.bending_damping = 0.0;
    Scene scene = scene_of(std::move(body), step, GetParam());
    scene.integrator.tolerance = 1e-10;
    return scene;
  });
  const double expected = GetParam() == IntegratorMethod::newmark ? 4.0 : 2.0;
  EXPECT_NEAR(ratio, expected, 0.15 * expected);
}

TEST(HangingCloth, SettlesAndItsPinsCarryItsWeight) {
  const int n = 12;
  SceneBody body = test::sheet(n, 0.3, {VertexId(0), VertexId(n - 1)});
  body.body.fabric = find_fabric("cotton")->fabric;
  const double weight = 9.81 * body.body.fabric.areal_density * 0.3 * 0.3;
  Scene scene = scene_of(std::move(body), 0.01);
  scene.loads.air_density = 1.2;
  Simulator simulator = simulator_of(std::move(scene));
  const StepReport last = advance(simulator, 1500);
  EXPECT_LT(last.kinetic_energy, 1e-6);
  EXPECT_NEAR(last.reaction.y(), weight, 1e-3 * weight);
  EXPECT_NEAR(last.reaction.x(), 0.0, 1e-3 * weight);
  EXPECT_NEAR(last.reaction.z(), 0.0, 1e-3 * weight);
  EXPECT_LT(last.max_strain, 0.01);  // cotton is not rubber
}

TEST(UndrivenDampedCloth, NeverGainsEnergy) {
  const int n = 12;
  SceneBody body = test::sheet(n, 0.3, {VertexId(0), VertexId(n - 1)});
  test::perturb(body, 0.004, 3);
  Scene scene = scene_of(std::move(body), 0.005);
  scene.loads.air_density = 1.2;
  Simulator simulator = simulator_of(std::move(scene));
  double before = advance(simulator, 1).elastic_energy + 1.0;
  for (int frame = 0; frame < 400; ++frame) {
    const StepReport report = advance(simulator, 1);
    const double energy = report.kinetic_energy + report.elastic_energy + report.gravity_energy;
    EXPECT_LE(energy, before + 1e-9) << "step " << frame;
    before = energy;
  }
}

}  // namespace
}  // namespace muslin::physics_test
