#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/detect/separation.hpp>
#include <muslin/sim/collision_world.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/contact_oracle.hpp>
#include <tests/support/incline.hpp>
#include <tests/support/scenes.hpp>

/// What lies on something for a long time comes no nearer to it. Certificates look at one step; what every step may
/// take a little of is gone after thousands.
namespace muslin::resting_test {
namespace {

/// The nearest pair of a state, by all pairs.
struct Nearest {
  double distance = std::numeric_limits<double>::infinity();     ///< [m]
  double separations = std::numeric_limits<double>::infinity();  ///< [1] in the s of the pair (detect/separation.hpp)
  double in_file = std::numeric_limits<double>::infinity();      ///< [1] the same of the floats that a file holds
};

Nearest nearest(const std::vector<test::NamedStencil>& pairs, std::span<const Vec3> position) {
  std::vector<Vec3> floats;
  for (const Vec3& x : position) floats.emplace_back(x.cast<float>().cast<double>());
  Nearest result;
  for (const test::NamedStencil& pair : pairs) {
    double separation = 0.0;
    for (const VertexId v : pair.vertex)
      separation = std::max(separation, file_separation(position[v.index()], position[v.index()]));
    const double distance = test::distance_of(pair, position);
    result.distance = std::min(result.distance, distance);
    result.separations = std::min(result.separations, distance / separation);
    result.in_file = std::min(result.in_file, test::distance_of(pair, floats) / separation);
  }
  return result;
}

/// Takes so many steps, and looks twenty times. Returns the nearest pairs at those times.
std::vector<Nearest> rest(Scene scene, int steps) {
  const std::vector<test::NamedStencil> pairs = test::all_stencils(make_collision_mesh(scene));
  Simulator simulator = test::simulator_of(std::move(scene));
  std::vector<Nearest> seen;
  int taken = 0;
  std::int64_t near_pairs = 0;
  while (taken < steps) {
    const auto outcome = simulator.advance([&](const StepReport& report) {
      ++taken;
      near_pairs = report.collision.proximities + report.collision.contacts;
      return true;
    });
    EXPECT_TRUE(outcome && !outcome->divergence && !outcome->pinch) << "after " << taken << " steps";
    if (taken < steps * (static_cast<int>(seen.size()) + 1) / 20) continue;
    seen.push_back(nearest(pairs, simulator.state().position));
    SCOPED_TRACE(taken);
    EXPECT_GT(near_pairs, 10);  // it does lie on something
    EXPECT_EQ(test::intersections(simulator), 0U);
    EXPECT_GT(seen.back().separations, 1.0);
    EXPECT_GT(seen.back().in_file, 0.75);  // rounding to floats can eat a quarter
  }
  return seen;
}

double smallest(std::span<const Nearest> seen) {
  return std::min_element(seen.begin(), seen.end(),
                          [](const Nearest& a, const Nearest& b) { return a.distance < b.distance; })
      ->distance;
}

constexpr int kManySteps = 10'000;

TEST(Resting, NoPairCreepsCloserOnContactSprings) {
  const std::vector<Nearest> seen = rest(test::resting_scene(1e-3), kManySteps);
  ASSERT_EQ(seen.size(), 20U);
  const std::span<const Nearest> all(seen);
  EXPECT_GT(smallest(all.subspan(10)), 0.5 * smallest(all.first(10)));
}

// On impulses alone layers never lie quite still, and come and go; what they keep is the separation.
TEST(Resting, NoPairCreepsBelowTheSeparationOnImpulses) {
  Scene scene = test::resting_scene(1e-3);
  scene.collision.repulsion.implicit_stiffness = 0.0;
  EXPECT_EQ(rest(scene, kManySteps).size(), 20U);
}

// Without a thickness worth the name everything lies at the separation itself, and slides there.
TEST(Resting, NoPairCreepsBelowTheSeparationWithoutThickness) {
  Scene scene = test::resting_scene(1e-7);
  scene.collision.repulsion.implicit_stiffness = 0.0;
  const std::vector<Nearest> seen = rest(scene, 2000);
  EXPECT_LT(seen.back().separations, 10.0);
}

// Friction holds what it can hold, for ever: less than a micrometre in a minute.
TEST(Resting, ClothOnAnInclineDoesNotCreep) {
  for (const test::InclineOptions& options :
       {test::InclineOptions{.degrees = 30, .friction = 0.7, .vertices = 6},
        test::InclineOptions{.degrees = 40, .friction = 1.0, .vertices = 6, .response = "inelastic_projection"},
        test::InclineOptions{.degrees = 5, .friction = 0.1, .vertices = 6, .response = "complementarity"}}) {
    SCOPED_TRACE(options.degrees);
    const Scene scene = test::incline_scene(options);
    Simulator simulator = test::simulator_of(scene);
    test::advance(simulator, 20);
    const double before = test::downhill_displacement(simulator, scene, options);
    test::advance(simulator, 60 * 20);
    EXPECT_LE(std::abs(test::downhill_displacement(simulator, scene, options) - before), 1e-6);
  }
}

}  // namespace
}  // namespace muslin::resting_test
