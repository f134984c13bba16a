#include <gtest/gtest.h>

#include <cmath>
#include <muslin/dynamics/free_parts.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/dynamics/wind.hpp>
#include <tests/support/random.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::system_test {
namespace {

/// A sheet, a shell and a cable tied together, all stretched and moving.
struct Assorted {
  Assorted() {
    bodies = {test::sheet(5, 0.2).body, test::sheet(4, 0.2).body, test::cable(4).body};
    bodies[1].kind = BodyKind::shell;
    bodies[1].bending_model = BendingModel::hinges;
    std::vector<WorldBody> parts;
    for (const Body& body : bodies) parts.push_back({.body = &body, .scripted = {}});
    const Tie tie{.from = 2, .vertex = VertexId(0), .to = 0, .anchor = {VertexId(3), VertexId(), VertexId()}};
    world = make_world(parts, std::span(&tie, 1), Loads{}).value();
    test::Random random(5);
    for (const Body& body : bodies) {
      for (const Vec3& x : body.mesh.positions) {
        // Stretched, so that the stiffness is exact; the shell stays flat, where its is.
        position.push_back(1.1 * x + (body.kind == BodyKind::cloth ? random.in_box(0.002) : Vec3(Vec3::Zero())));
        velocity.push_back(random.in_box(0.5));
      }
    }
  }
  std::vector<Body> bodies;
  World world;
  std::vector<Vec3> position, velocity;
};

/// A loose vertex has no mass and stays where it is, so nothing can be rigid with it.
TEST(World, LeavesVerticesWithoutMassOutOfRigidGroups) {
  Body body = test::sheet(3, 0.2).body;
  const VertexId loose(body.mesh.positions.size());
  body.mesh.positions.emplace_back(5, 0, 0);
  body.patches.list = {{.vertices = {VertexId(0), VertexId(1), loose}}};
  const WorldBody part{.body = &body, .scripted = {}};
  const World world = make_world(std::span(&part, 1), {}, Loads{}).value();
  ASSERT_EQ(world.rigid_groups.size(), 1U);
  EXPECT_EQ(world.rigid_groups[0], (std::vector<VertexId>{VertexId(0), VertexId(1)}));
}

TEST(System, ForceIsMinusTheGradientOfTheEnergy) {
  Assorted scene;
  scene.world.loads.gravity.setZero();
  System system(scene.world);
  const std::vector<Vec3> rest(scene.position.size(), Vec3::Zero());
  system.evaluate(scene.position, rest, 0.0);
  std::vector<Vec3> force(scene.position.size());
  system.implicit_force(force);
  const double h = 1e-7;
  for (std::size_t i = 0; i < force.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const auto energy_at = [&](double shift) {
        std::vector<Vec3> x = scene.position;
        x[i][k] += shift;
        system.evaluate(x, rest, 0.0);
        return system.elastic_energy();
      };
      const double slope = (energy_at(h) - energy_at(-h)) / (2.0 * h);
      EXPECT_NEAR(force[i][k], -slope, 1e-5 * (1.0 + std::abs(slope))) << i << " " << k;
    }
  }
}

TEST(System, MatrixIsTheDerivativeOfTheForces) {
  Assorted scene;
  System system(scene.world);
  const std::vector<Vec3> rest(scene.position.size(), Vec3::Zero());
  test::Random random(9);
  std::vector<Vec3> direction(scene.position.size());
  for (Vec3& d : direction) d = random.in_box(1.0);
  system.evaluate(scene.position, rest, 0.0);
  std::vector<Vec3> product(direction.size());
  system.assemble({.stiffness = 1.0}).multiply(direction, product);

  const double h = 1e-7;
  const auto force_at = [&](double shift) {
    std::vector<Vec3> x = scene.position;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += shift * direction[i];
    system.evaluate(x, rest, 0.0);
    std::vector<Vec3> force(x.size());
    system.implicit_force(force);
    return force;
  };
  const std::vector<Vec3> ahead = force_at(h), behind = force_at(-h);
  for (std::size_t i = 0; i < direction.size(); ++i) {
    const Vec3 expected = scene.world.mass[i] * direction[i] - (ahead[i] - behind[i]) / (2.0 * h);
    EXPECT_LE((product[i] - expected).norm(), 2e-4 * (1.0 + expected.norm())) << i;
  }
}

TEST(System, ForceOnOneVertexIsThatOfAll) {
  Assorted scene;
  scene.world.loads.damping = 0.3;
  System system(scene.world);
  system.evaluate(scene.position, scene.velocity, 0.1);
  std::vector<Vec3> force(scene.position.size());
  system.force(force);
  for (std::size_t i = 0; i < force.size(); ++i)
    EXPECT_LE((system.force_on(i) - force[i]).norm(), 1e-9 * (1.0 + force[i].norm())) << i;
}

TEST(System, FastestRatesBoundTheEigenvaluesOfTheMatrix) {
  Assorted scene;
  System system(scene.world);
  system.evaluate(scene.position, scene.velocity, 0.0);
  const System::Rates rates = system.max_rates();
  // Power iteration on M⁻¹ (M + K) finds the largest eigenvalue of M⁻¹K from below.
  const BlockMatrix& matrix = system.assemble({.stiffness = 1.0});
  std::vector<Vec3> v = scene.velocity, product(v.size());
  double eigenvalue = 0.0;
  for (int k = 0; k < 300; ++k) {
    matrix.multiply(v, product);
    double length = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      v[i] = product[i] / scene.world.mass[i];
      length += scene.world.mass[i] * v[i].squaredNorm();
    }
    eigenvalue = std::sqrt(length) - 1.0;
    for (Vec3& x : v) x /= std::sqrt(length);
  }
  EXPECT_GE(rates.stiffness, eigenvalue);
  EXPECT_LE(rates.stiffness, 4.0 * eigenvalue) << "a bound that is not wasteful";
}

TEST(FreeParts, AreThoseWithoutAScriptedVertex) {
  // 0-1-2 free, 3-4 held by 4, 5 alone.
  const std::vector<VertexPair> pairs = {
      {VertexId(2), VertexId(1)}, {VertexId(0), VertexId(2)}, {VertexId(3), VertexId(4)}};
  const std::vector<std::uint8_t> scripted = {0, 0, 0, 0, 1, 0};
  const FreeParts parts = find_free_parts(pairs, scripted);
  EXPECT_EQ(parts.part, (std::vector<std::int32_t>{0, 0, 0, -1, -1, 1}));
  EXPECT_EQ(parts.count, 2U);
}

TEST(Wind, SwellsAndFallsByItsGusts) {
  Loads loads;
  loads.wind = Vec3(2.0, 0.0, 0.0);
  EXPECT_EQ(wind_at(loads, 1.23), loads.wind);
  loads.gust_strength = 0.5;
  EXPECT_EQ(wind_at(loads, 0.0), loads.wind);
  double smallest = 10.0, most = 0.0;
  for (int k = 0; k < 10000; ++k) {
    const Vec3 wind = wind_at(loads, 0.01 * k);
    EXPECT_EQ(wind.tail<2>(), Vec2::Zero());
    smallest = std::min(smallest, wind.x());
    most = std::max(most, wind.x());
  }
  EXPECT_GE(smallest, 1.0);
  EXPECT_LT(smallest, 1.1);
  EXPECT_LE(most, 3.0);
  EXPECT_GT(most, 2.9);
  Loads later = loads;
  later.gust_time = 0.75;
  EXPECT_EQ(wind_at(later, 0.5), wind_at(loads, 1.25));
}

}  // namespace
}  // namespace muslin::system_test
