#include <muslin/response/clusters/cluster_impact.hpp>

#include <gtest/gtest.h>

#include <tests/support/random.hpp>
#include <tests/support/reference_programme.hpp>

namespace muslin::cluster_impact_test {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using test::least_cost_of_all_corners, test::Random;

/// Bodies on a line along x, each next to the one before it.
ClusterImpact row_of(std::span<const double> masses, std::span<const double> speeds, double e) {
  ClusterImpact impact;
  for (std::size_t i = 0; i < masses.size(); ++i) impact.bodies.push_back({1.0 / masses[i], Vec3(speeds[i], 0, 0)});
  for (std::size_t i = 0; i + 1 < masses.size(); ++i) {
    const double u = speeds[i + 1] - speeds[i];
    impact.pairs.push_back(
        {static_cast<std::int32_t>(i), static_cast<std::int32_t>(i + 1), Vec3::UnitX(), std::max(0.0, -e * u)});
  }
  return impact;
}

std::vector<Vec3> velocities_after(const ClusterImpact& impact, const VectorXd& impulse) {
  std::vector<Vec3> velocity;
  for (const auto& body : impact.bodies) velocity.push_back(body.velocity);
  for (std::size_t p = 0; p < impact.pairs.size(); ++p) {
    const auto& pair = impact.pairs[p];
    const Vec3 push = impulse[static_cast<Index>(p)] * pair.direction;
    velocity[static_cast<std::size_t>(pair.first)] -=
        impact.bodies[static_cast<std::size_t>(pair.first)].inverse_mass * push;
    velocity[static_cast<std::size_t>(pair.second)] +=
        impact.bodies[static_cast<std::size_t>(pair.second)].inverse_mass * push;
  }
  return velocity;
}

double energy_of(const ClusterImpact& impact, std::span<const Vec3> velocity) {
  double energy = 0.0;
  for (std::size_t i = 0; i < velocity.size(); ++i)
    if (impact.bodies[i].inverse_mass > 0.0) energy += 0.5 * velocity[i].squaredNorm() / impact.bodies[i].inverse_mass;
  return energy;
}

double energy_before(const ClusterImpact& impact) {
  std::vector<Vec3> velocity;
  for (const auto& body : impact.bodies) velocity.push_back(body.velocity);
  return energy_of(impact, velocity);
}

void expect_speeds(const ClusterImpact& impact, std::span<const double> expected) {
  ASSERT_FALSE(impact.is_cyclic());
  const ImpactSolution solution = solve_tree(impact);
  EXPECT_FALSE(solution.is_restrained);
  const std::vector<Vec3> after = velocities_after(impact, solution.impulse);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_LE((after[i] - Vec3(expected[i], 0, 0)).norm(), 1e-14) << i;
  EXPECT_NEAR(energy_of(impact, after) - energy_before(impact), solution.energy_gained, 1e-14);
}

TEST(ClusterImpact, TwoBodiesByHand) {
  expect_speeds(row_of(std::array{1.0, 1.0}, std::array{1.0, 0.0}, 1.0), std::array{0.0, 1.0});
  expect_speeds(row_of(std::array{1.0, 1.0}, std::array{1.0, 0.0}, 0.0), std::array{0.5, 0.5});
  // u⁻ = -2, u⁺ = 1, and 2 kg m/s: a + 3 (a + 1) = 2.
  expect_speeds(row_of(std::array{1.0, 3.0}, std::array{2.0, 0.0}, 0.5), std::array{-0.25, 0.75});
  // They part: nothing happens, whatever e is.
  expect_speeds(row_of(std::array{1.0, 3.0}, std::array{0.0, 1.0}, 1.0), std::array{0.0, 1.0});
}

// All at once, not one after the other as a real cradle: [Huh01 (1), (2)] with u⁺ = (1, 0) and (1, 0, 0).
TEST(ClusterImpact, ThreeAndFourBodiesByHand) {
  expect_speeds(row_of(std::array{1.0, 1.0, 1.0}, std::array{1.0, 0.0, 0.0}, 1.0),
                std::array{-1.0 / 3, 2.0 / 3, 2.0 / 3});
  expect_speeds(row_of(std::array{1.0, 1.0, 1.0}, std::array{1.0, 0.0, 0.0}, 0.0),
                std::array{1.0 / 3, 1.0 / 3, 1.0 / 3});
  expect_speeds(row_of(std::array{1.0, 1.0, 1.0}, std::array{1.0, 0.0, -1.0}, 1.0), std::array{-1.0, 0.0, 1.0});
  expect_speeds(row_of(std::array{1.0, 1.0, 1.0, 1.0}, std::array{1.0, 0.0, 0.0, 0.0}, 1.0),
                std::array{-0.5, 0.5, 0.5, 0.5});
  expect_speeds(row_of(std::array{1.0, 1.0, 1.0, 1.0}, std::array{1.0, 0.0, 0.0, 0.0}, 0.0),
                std::array{0.25, 0.25, 0.25, 0.25});
  // 4 kg m/s; u⁻ = (-1, -1, 0), u⁺ = (½, ½, 0): a + 2 (a + ½) + (a + 1) + (a + 1) = 4.
  expect_speeds(row_of(std::array{1.0, 2.0, 1.0, 1.0}, std::array{2.0, 1.0, 0.0, 0.0}, 0.5),
                std::array{0.2, 0.7, 1.2, 1.2});
}

// What parts by itself is left alone, unless it is pushed together again.
TEST(ClusterImpact, APairThatPartsIsLeftAlone) {
  expect_speeds(row_of(std::array{1.0, 1.0, 1.0}, std::array{1.0, 0.0, 2.0}, 1.0), std::array{0.0, 1.0, 2.0});
  expect_speeds(row_of(std::array{1.0, 1.0, 1.0}, std::array{1.0, 0.0, 0.4}, 0.0),
                std::array{7.0 / 15, 7.0 / 15, 7.0 / 15});
}

// Without restraint: -0.3, 0.7, 0.7, which is 0.535 J of 0.505 J.
TEST(ClusterImpact, AThirdBodyThatRecedesDoesNotAddEnergy) {
  const ClusterImpact impact = row_of(std::array{1.0, 1.0, 1.0}, std::array{1.0, 0.0, 0.1}, 1.0);
  const ImpactSolution solution = solve_tree(impact);
  EXPECT_TRUE(solution.is_restrained);
  const std::vector<Vec3> after = velocities_after(impact, solution.impulse);
  EXPECT_LE(energy_of(impact, after), energy_before(impact) * (1 + 1e-12));
  EXPECT_GE(energy_of(impact, after), energy_before(impact) * (1 - 1e-9));  // no more is given up than needed
  EXPECT_GE(after[1].x() - after[0].x(), 0.9);
  EXPECT_GE(after[2].x() - after[1].x(), -1e-12);
}

/// Bodies whose collision graph is a random tree.
ClusterImpact random_tree(Random& random, double e) {
  ClusterImpact impact;
  const int n = random.integer(2, 9);
  for (int i = 0; i < n; ++i) impact.bodies.push_back({random.uniform(0.1, 5.0), random.in_box(1.0)});
  for (int i = 1; i < n; ++i)
    impact.pairs.push_back({random.integer(0, i - 1), i, random.in_box(1.0).normalized(), 0.0});
  const VectorXd u = impact.approach();
  for (std::size_t p = 0; p < impact.pairs.size(); ++p)
    impact.pairs[p].min_velocity = std::max(0.0, -e * u[static_cast<Index>(p)]);
  return impact;
}

TEST(ClusterImpact, TreesKeepMomentumLoseEnergyAndPart) {
  int restrained = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const double e = random.chance(0.3) ? 1.0 : random.unit();
    const ClusterImpact impact = random_tree(random, e);
    ASSERT_FALSE(impact.is_cyclic());
    const ImpactSolution solution = solve_tree(impact);
    restrained += solution.is_restrained ? 1 : 0;
    ClusterImpact after = impact;
    const std::vector<Vec3> velocity = velocities_after(impact, solution.impulse);
    Vec3 change = Vec3::Zero();
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      change += (velocity[i] - impact.bodies[i].velocity) / impact.bodies[i].inverse_mass;
      after.bodies[i].velocity = velocity[i];
    }
    EXPECT_LE(change.norm(), 1e-13);
    EXPECT_LE(energy_of(impact, velocity), energy_before(impact) * (1 + 1e-12));
    const VectorXd u = after.approach();
    for (std::size_t p = 0; p < impact.pairs.size(); ++p) {
      const auto i = static_cast<Index>(p);
      EXPECT_GE(u[i], (solution.is_restrained ? 0.0 : impact.pairs[p].min_velocity) - 1e-11);
      if (!solution.is_restrained && solution.impulse[i] > 0.0) {
        EXPECT_NEAR(u[i], impact.pairs[p].min_velocity, 1e-10);
      }
    }
  }
  EXPECT_GT(restrained, 5);
  EXPECT_LT(restrained, 250);
}

TEST(ClusterImpact, KnowsLoops) {
  ClusterImpact impact = row_of(std::array{1.0, 1.0, 1.0}, std::array{0.0, 0.0, 0.0}, 0.0);
  EXPECT_FALSE(impact.is_cyclic());
  impact.pairs.push_back({0, 2, Vec3::UnitY(), 0.0});
  EXPECT_TRUE(impact.is_cyclic());
  // What nothing moves is one body: cloth between two pinned parts is in a loop.
  impact.pairs.pop_back();
  impact.bodies[0].inverse_mass = impact.bodies[2].inverse_mass = 0.0;
  EXPECT_TRUE(impact.is_cyclic());
}

/// A loop of bodies, sometimes with a chord.
ClusterImpact random_loop(Random& random, double e) {
  ClusterImpact impact;
  const int n = random.integer(3, 5);
  const bool is_roll = random.chance(0.3);  // all the way round in one direction
  for (int i = 0; i < n; ++i) impact.bodies.push_back({random.uniform(0.2, 5.0), random.in_box(1.0)});
  for (int i = 0; i < n; ++i) {
    const Vec3 along = is_roll ? Vec3(Vec3::UnitZ()) : Vec3(random.in_box(1.0).normalized());
    impact.pairs.push_back({i, (i + 1) % n, along, 0.0});
  }
  if (n == 4 && random.chance(0.5)) impact.pairs.push_back({0, 2, random.in_box(1.0).normalized(), 0.0});
  const VectorXd u = impact.approach();
  for (std::size_t p = 0; p < impact.pairs.size(); ++p)
    impact.pairs[p].min_velocity = std::max(0.0, -e * u[static_cast<Index>(p)]);
  return impact;
}

TEST(ClusterImpact, LoopsAgreeWithBruteForce) {
  int solved = 0, infeasible = 0, gained = 0, restrained = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const ClusterImpact impact = random_loop(random, random.chance(0.2) ? 0.0 : random.unit());
    ASSERT_TRUE(impact.is_cyclic());
    const MatrixXd a = impact.coupling();
    const VectorXd u = impact.approach(), cost = a.colwise().sum().transpose();
    VectorXd min_velocity(u.size());
    for (Index p = 0; p < u.size(); ++p) min_velocity[p] = impact.pairs[static_cast<std::size_t>(p)].min_velocity;

    const ImpactSolution solution = solve_cycle(impact, 1e9);
    EXPECT_FALSE(solution.is_restrained);
    double best = least_cost_of_all_corners(cost, a, min_velocity - u);
    EXPECT_EQ(solution.is_infeasible, best > 1e300);
    if (solution.is_infeasible) {
      best = least_cost_of_all_corners(cost, a, -u);
      ++infeasible;
      min_velocity.setZero();
    }
    ++solved;
    EXPECT_NEAR(cost.dot(solution.impulse), best, 1e-7 * (1 + std::abs(best)));
    EXPECT_TRUE(((u + a * solution.impulse - min_velocity).array() >= -1e-8).all());
    EXPECT_TRUE((solution.impulse.array() >= 0.0).all());

    const double before = energy_before(impact), after = energy_of(impact, velocities_after(impact, solution.impulse));
    EXPECT_NEAR(after - before, solution.energy_gained, 1e-9 * (1 + after));
    if (solution.energy_gained > 1e-9) ++gained;
    // Within a limit.
    const ImpactSolution limited = solve_cycle(impact, 0.0);
    restrained += limited.is_restrained ? 1 : 0;
    EXPECT_LE(energy_of(impact, velocities_after(impact, limited.impulse)), before * (1 + 1e-12));
    EXPECT_EQ(limited.is_restrained, solution.energy_gained > 1e-12);
    EXPECT_TRUE(((u + a * limited.impulse).array() >= -1e-8).all());
  }
  EXPECT_GT(solved - infeasible, 100);
  EXPECT_GT(infeasible, 10);
  EXPECT_GT(gained, 5);
  EXPECT_GT(restrained, 5);
}

// A over B over C over A: nothing can bounce, and everything can move on together.
TEST(ClusterImpact, ARollMovesOnTogether) {
  ClusterImpact impact;
  for (const double speed : {0.0, -1.0, 0.0}) impact.bodies.push_back({1.0, Vec3(0, 0, speed)});
  impact.pairs = {{0, 1, Vec3::UnitZ(), 0.5}, {1, 2, Vec3::UnitZ(), 0.0}, {2, 0, Vec3::UnitZ(), 0.0}};
  const ImpactSolution solution = solve_cycle(impact, 0.0);
  EXPECT_TRUE(solution.is_infeasible);
  EXPECT_FALSE(solution.is_restrained);
  for (const Vec3& v : velocities_after(impact, solution.impulse)) EXPECT_LE((v - Vec3(0, 0, -1.0 / 3)).norm(), 1e-9);
}

TEST(ClusterImpact, EnergyIsThatAboutTheMean) {
  ClusterImpact impact = row_of(std::array{1.0, 3.0}, std::array{6.0, 2.0}, 0.0);
  EXPECT_NEAR(relative_energy(impact), 0.5 * 9 + 1.5 * 1, 1e-14);  // the mean is 3 m/s
  impact.bodies.push_back({0.0, Vec3(7, 0, 0)});
  EXPECT_NEAR(relative_energy(impact), 6.0, 1e-14);
}

}  // namespace
}  // namespace muslin::cluster_impact_test
