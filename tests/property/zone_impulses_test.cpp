#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <muslin/contact/impulse.hpp>
#include <muslin/response/zones/impulse_minimiser.hpp>
#include <muslin/response/zones/zone_friction.hpp>
#include <muslin/response/zones/zone_normal_impulses.hpp>
#include <muslin/response/zones/zone_projection.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>
#include <tests/support/zone_cases.hpp>

namespace muslin::zone_impulses_test {
namespace {

using test::ZoneCase;

/// Both kinds of solver: small zones are dense, large ones are not.
ZoneCase some_zone(std::uint64_t seed, double friction = 0.0, double prescribed = 0.1) {
  test::Random random(seed);
  const int contacts = random.chance(0.5) ? random.integer(1, 40) : random.integer(129, 200);
  return test::random_zone({.vertices = std::max(6, contacts / 2 + random.integer(0, contacts)),
                            .contacts = contacts,
                            .prescribed = random.chance(0.5) ? prescribed : 0.0,
                            .friction = friction,
                            .seed = seed});
}

std::vector<double> normal_velocities(const ZoneProblem& problem, std::span<const Vec3> impulse) {
  std::vector<Vec3> y(problem.rows.vertex_count()), rho(problem.size());
  problem.rows.multiply_transposed<Vec3>(impulse, y);
  problem.rows.multiply<Vec3>(y, rho);
  std::vector<double> u(problem.size());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = problem.normal[i].dot(problem.relative[i] + rho[i]);
  return u;
}

std::vector<Vec3> project(const ZoneProblem& problem, double* left = nullptr) {
  ZoneProjection projection(problem, 1e-13);
  std::vector<double> b(problem.size()), r(problem.size());
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = -problem.normal[i].dot(problem.relative[i]);
  const double rest = projection.solve_normal(b, r);
  if (left != nullptr) *left = rest;
  std::vector<Vec3> impulse(problem.size());
  for (std::size_t i = 0; i < r.size(); ++i) impulse[i] = r[i] * problem.normal[i];
  return impulse;
}

TEST(ZoneProjectionLaws, IdempotentOrthogonalAndNeverAddsEnergy) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    ZoneCase zone = some_zone(seed, 0.0, 0.0);
    const ZoneProblem problem = zone.problem();
    double left = 0.0;
    const std::vector<Vec3> impulse = project(problem, &left);
    EXPECT_LE(left, 1e-7);
    const std::vector<Vec3> v = zone.after(problem, impulse);
    const double before = zone.kinetic_energy(zone.velocity), after = zone.kinetic_energy(v);
    EXPECT_LE(after, before * (1 + 1e-12));
    EXPECT_LE((zone.momentum(v) - zone.momentum(zone.velocity)).norm(), 1e-11);
    // Orthogonal in the mass norm: what it takes away and what it leaves share no energy.
    std::vector<Vec3> change(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) change[i] = zone.velocity[i] - v[i];
    EXPECT_NEAR(before, after + zone.kinetic_energy(change), 1e-6 * before);
    // Once more changes nothing.
    zone.velocity = v;
    const ZoneProblem again = zone.problem();
    const std::vector<Vec3> w = zone.after(again, project(again));
    for (std::size_t i = 0; i < w.size(); ++i) EXPECT_LE((w[i] - v[i]).norm(), 1e-6);
  }
}

// In the units in which every contact alone has inverse mass 1.
TEST(ZoneProjectionLaws, ImpulsesHaveTheLeastNorm) {
  int deficient = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const ZoneCase zone = some_zone(seed, 0.0, 0.0);
    const ZoneProblem problem = zone.problem();
    const auto n = static_cast<Eigen::Index>(problem.size());
    Eigen::MatrixXd rows = zone.jacobian();
    for (Eigen::Index i = 0; i < n; ++i) rows.row(i) *= problem.rows.scale(static_cast<std::size_t>(i));
    for (Eigen::Index v = 0; v < rows.cols(); ++v)
      rows.col(v) *= std::sqrt(zone.inverse_mass[static_cast<std::size_t>(v / 3)]);
    Eigen::VectorXd b(n);
    for (Eigen::Index i = 0; i < n; ++i)
      b(i) = -problem.normal[static_cast<std::size_t>(i)].dot(problem.relative[static_cast<std::size_t>(i)]);
    Eigen::Index rank = 0;
    const Eigen::VectorXd expected = test::solve_minimum_norm(rows * rows.transpose(), b, 1e-10, &rank);
    deficient += rank < n ? 1 : 0;
    const std::vector<Vec3> impulse = project(problem);
    for (std::size_t i = 0; i < impulse.size(); ++i)
      EXPECT_NEAR(problem.normal[i].dot(impulse[i]), expected(static_cast<Eigen::Index>(i)), 1e-5 * expected.norm());
  }
  EXPECT_GT(deficient, 15);
}

TEST(ZonePushLaws, ComplementarityTo1em10) {
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const ZoneCase zone = some_zone(seed);
    const ZoneProblem problem = zone.problem();
    std::vector<Vec3> impulse(problem.size(), Vec3::Zero());
    ImpulseMinimiser minimiser;
    const auto report =
        minimiser.minimise_normal(problem.rows, problem.normal, problem.target_velocity, problem.relative,
                                  {.tolerance = 1e-12, .max_iterations = 20000}, impulse);
    if (!report.converged) continue;
    ++solved;
    const std::vector<double> u = normal_velocities(problem, impulse);
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double r = problem.normal[i].dot(impulse[i]);
      EXPECT_GE(r, 0.0);
      EXPECT_GE(u[i], -1e-10);
      EXPECT_LE(std::abs(r * u[i]), 1e-10);
      EXPECT_LE(tangential(impulse[i], problem.normal[i]).norm(), 1e-12);
    }
    const std::vector<Vec3> v = zone.after(problem, impulse);
    EXPECT_LE(zone.kinetic_energy(v), zone.kinetic_energy(zone.velocity) * (1 + 1e-12));
  }
  EXPECT_GT(solved, 150);  // prescribed vertices pinch some
}

// The nearest of all velocities that do not approach is nearer than any other that does not.
TEST(ZonePushLaws, AreTheNearestVelocities) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    const ZoneCase zone = some_zone(seed, 0.0, 0.0);
    const ZoneProblem problem = zone.problem();
    std::vector<Vec3> pushes(problem.size(), Vec3::Zero());
    std::vector<Vec3> friction_impulse(problem.size(), Vec3::Zero());
    ASSERT_EQ(find_zone_normal_impulses(problem, 1e-11, pushes, friction_impulse), ZoneOutcome::solved);
    const auto distance = [&](std::span<const Vec3> impulse) {
      std::vector<Vec3> v = zone.after(problem, impulse);
      for (std::size_t i = 0; i < v.size(); ++i) v[i] -= zone.velocity[i];
      return zone.kinetic_energy(v);
    };
    EXPECT_LE(distance(pushes), distance(project(problem)) * (1 + 1e-9));  // projection does not approach either
  }
}

/// |friction_impulse| ≤ μ normal_impulse; where it slides, against the sliding with all of it.
void expect_coulomb(const ZoneProblem& problem, std::span<const Vec3> impulse, double tolerance, int& sticks,
                    int& slips) {
  std::vector<Vec3> y(problem.rows.vertex_count()), rho(problem.size());
  problem.rows.multiply_transposed<Vec3>(impulse, y);
  problem.rows.multiply<Vec3>(y, rho);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const Vec3 sliding = tangential(problem.relative[i] + rho[i], problem.normal[i]);
    const double bound = problem.friction[i] * std::max(0.0, problem.normal[i].dot(impulse[i]));
    const Vec3 friction_impulse = tangential(impulse[i], problem.normal[i]);
    EXPECT_LE(friction_impulse.norm(), bound + tolerance);
    if (friction_impulse.norm() < bound - tolerance) {
      EXPECT_LE(sliding.norm(), tolerance);
      ++sticks;
    } else if (bound > tolerance && sliding.norm() > tolerance) {
      EXPECT_LE((friction_impulse + bound * sliding.normalized()).norm(),
                10 * tolerance * (1 + bound / sliding.norm()));
      ++slips;
    }
  }
}

TEST(ZoneFrictionLaws, EachContactObeysCoulomb) {
  int sticks = 0, slips = 0, converged = 0, zones = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    const ZoneCase zone = some_zone(seed, 0.6, 0.0);
    const ZoneProblem problem = zone.problem();
    ImpulseMinimiser minimiser;
    const FindNormalImpulses find_normal_impulses = [&](std::span<const Vec3> relative,
                                                        std::span<Vec3> normal_impulse) {
      return minimiser
          .minimise_normal(problem.rows, problem.normal, problem.target_velocity, relative,
                           {.tolerance = 1e-10, .max_iterations = 5000}, normal_impulse)
          .converged;
    };
    std::vector<Vec3> normal_impulse(problem.size(), Vec3::Zero()), friction_impulse = normal_impulse,
                                                                    impulse = normal_impulse;
    ++zones;
    if (!find_contact_friction(problem, find_normal_impulses, {.tolerance = 1e-9, .rounds = 100}, normal_impulse,
                               friction_impulse)
             .converged)
      continue;
    ++converged;
    for (std::size_t i = 0; i < impulse.size(); ++i) impulse[i] = normal_impulse[i] + friction_impulse[i];
    expect_coulomb(problem, impulse, 1e-6, sticks, slips);
    const std::vector<Vec3> v = zone.after(problem, impulse);
    EXPECT_LE(zone.kinetic_energy(v), zone.kinetic_energy(zone.velocity) * (1 + 1e-9));
    EXPECT_LE((zone.momentum(v) - zone.momentum(zone.velocity)).norm(), 1e-11);
  }
  EXPECT_GE(converged, zones * 9 / 10);
  EXPECT_GT(sticks, 100);
  EXPECT_GT(slips, 100);
}

TEST(ZoneFrictionLaws, OfAZoneKeepsNormalVelocitiesAndTakesEnergy) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    const ZoneCase zone = some_zone(seed, 0.6, 0.0);
    const ZoneProblem problem = zone.problem();
    std::vector<Vec3> impulse = project(problem);
    const double without = zone.kinetic_energy(zone.after(problem, impulse));
    ZoneProjection projection(problem, 1e-13);
    std::vector<Vec3> friction_impulse(problem.size());
    find_zone_friction(problem, projection, impulse, friction_impulse);
    for (std::size_t i = 0; i < friction_impulse.size(); ++i) impulse[i] += friction_impulse[i];
    EXPECT_LE(zone.kinetic_energy(zone.after(problem, impulse)), without * (1 + 1e-9));
    for (const double u : normal_velocities(problem, impulse)) EXPECT_LE(std::abs(u), 1e-6);
  }
}

// 5,000 contacts in one zone.
TEST(LargeZones, AreSolved) {
  const ZoneCase zone = test::stack(8, 25, 0.0, 3);
  ASSERT_EQ(zone.contacts.size(), 5000U);
  const ZoneProblem problem = zone.problem();
  double left = 1.0;
  const std::vector<Vec3> projected = project(problem, &left);
  EXPECT_LE(left, 1e-9);
  std::vector<Vec3> pushes(problem.size(), Vec3::Zero());
  ImpulseMinimiser minimiser;
  ASSERT_TRUE(minimiser
                  .minimise_normal(problem.rows, problem.normal, problem.target_velocity, problem.relative,
                                   {.tolerance = 1e-10, .max_iterations = 1000}, pushes)
                  .converged);
  for (const double u : normal_velocities(problem, pushes)) EXPECT_GE(u, -1e-9);
  EXPECT_LE(zone.kinetic_energy(zone.after(problem, pushes)), zone.kinetic_energy(zone.velocity));
}

TEST(LargeZones, AreSolvedWithFriction) {
  const ZoneCase zone = test::stack(8, 25, 0.4, 3);
  const ZoneProblem problem = zone.problem();
  std::vector<Vec3> impulse(problem.size(), Vec3::Zero()), friction_impulse = impulse;
  for (int pass = 0; pass < 5; ++pass)
    ASSERT_TRUE(is_solved(find_zone_normal_impulses(problem, 1e-9, impulse, friction_impulse)));
  for (std::size_t i = 0; i < friction_impulse.size(); ++i) impulse[i] += friction_impulse[i];
  int sticks = 0, slips = 0;
  expect_coulomb(problem, impulse, 1e-5, sticks, slips);
  EXPECT_GT(sticks + slips, 4000);
}

}  // namespace
}  // namespace muslin::zone_impulses_test
