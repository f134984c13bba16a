#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/filter/tension_system.hpp>
#include <muslin/filter/yarn_system.hpp>
#include <tests/support/row_grid.hpp>

namespace muslin::yarn_system_test {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

struct Values {
  std::vector<double> value, tension, lower_bound;
  Values(const RowSystem& rows, double tense, test::Random& random) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      value.push_back(random.uniform(-1.0, 1.0));
      tension.push_back(random.chance(tense) ? random.uniform(1.0, 100.0) : 0.0);
      lower_bound.push_back(kNone);
    }
  }
  [[nodiscard]] YarnSystem::Problem problem(double shift, double tolerance, int max_iterations = 2000) const {
    return {.value = value,
            .lower_bound = lower_bound,
            .tension = tension,
            .shift = shift,
            .tolerance = tolerance,
            .max_iterations = max_iterations};
  }
};

// In the metric of masses, of some tense threads and of nothing but tense ones.
TEST(YarnSystem, FindsWhatIsFoundDirectly) {
  test::Random random(1);
  for (const double tense : {0.0, 0.1, 1.0}) {
    const RowSystem rows = test::row_grid(12, 0.2, random);
    const Values values(rows, tense, random);
    std::vector<double> expected(rows.size()), found(rows.size(), 0.0);
    RowSystem::Motion expected_way, found_way;
    TensionSystem direct;
    ASSERT_TRUE(direct.solve(rows, std::vector<std::uint8_t>(rows.size(), 1), values.tension, values.value, 1e-3,
                             expected, expected_way));
    YarnSystem threads;
    ASSERT_TRUE(threads.solve(rows, values.problem(1e-3, 1e-10), found, found_way));
    double largest = 0.0;
    for (const double pull : expected) largest = std::max(largest, std::abs(pull));
    for (std::size_t r = 0; r < rows.size(); ++r) EXPECT_NEAR(found[r], expected[r], 1e-6 * largest);
    for (std::size_t n = 0; n < rows.nodes(); ++n)
      EXPECT_LE((found_way.translation[n] - expected_way.translation[n]).norm(), 1e-6) << "tense " << tense;
  }
}

/// What a solution must fulfil, whatever way it was found.
void expect_solution(const RowSystem& rows, const YarnSystem::Problem& problem, std::span<const double> lambda,
                     const RowSystem::Motion& delta) {
  double scale = 0.0;
  std::vector<Vec3> left(rows.nodes(), Vec3::Zero()), left_turn = left;  // W⁻¹ δ + Gᵀ λ, which is 0 without tension
  for (std::size_t n = 0; n < rows.nodes(); ++n)
    if (rows.mobility(n).inverse_mass > 0.0) left[n] = delta.translation[n] / rows.mobility(n).inverse_mass;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    double diagonal = 0.0;
    for (const NodeGradient& h : rows.row(r)) {
      if (h.node < 0) continue;
      const auto node = static_cast<std::size_t>(h.node);
      const Mobility& mobility = rows.mobility(node);
      diagonal +=
          mobility.inverse_mass * h.translation.squaredNorm() + h.rotation.dot(mobility.inverse_inertia * h.rotation);
      left[node] += lambda[r] * h.translation;
      left_turn[node] += mobility.inverse_inertia * (lambda[r] * h.rotation);
      scale = std::max(scale, std::abs(lambda[r]));
    }
    const double wrong = problem.value[r] + rows.change(r, delta) - problem.shift * diagonal * lambda[r];
    EXPECT_GE(lambda[r], problem.lower_bound[r]);
    EXPECT_LE(wrong, 1.01 * problem.tolerance);
    EXPECT_TRUE(lambda[r] == problem.lower_bound[r] || wrong >= -1.01 * problem.tolerance);
  }
  for (std::size_t n = 0; n < rows.nodes(); ++n) {
    EXPECT_LE(left[n].norm(), 1e-12 * scale);
    EXPECT_LE((left_turn[n] + delta.rotation[n]).norm(), 1e-12 * scale);
  }
}

// Rows that may be shorter do not push, or not below what they pulled before; others do.
TEST(YarnSystem, KeepsBounds) {
  test::Random random(2);
  for (int round = 0; round < 20; ++round) {
    const RowSystem rows = test::row_grid(random.integer(2, 14), 0.2, random);
    Values values(rows, 0.0, random);
    std::vector<double> lambda;
    for (double& lower_bound : values.lower_bound) {
      if (!random.chance(0.2)) lower_bound = random.uniform(-0.2, 0.0);
      lambda.push_back(random.uniform(-1.0, 1.0));
    }
    YarnSystem threads;
    RowSystem::Motion delta;
    const YarnSystem::Problem problem = values.problem(1e-6, 1e-5);
    ASSERT_TRUE(threads.solve(rows, problem, lambda, delta)) << "round " << round;
    expect_solution(rows, problem, lambda, delta);
  }
}

// One vertex of a sheet becomes a patch that turns.
TEST(YarnSystem, TurnsPatches) {
  test::Random random(3);
  constexpr int kSide = 8;
  const RowSystem sheet = test::row_grid(kSide, 0.2, random);
  std::vector<RowSystem::NodeGradients> gradients;
  const auto patch = static_cast<std::int32_t>(sheet.nodes());
  const auto is_member = [](std::int32_t node) { return node == 27 || node == 28 || node == 35 || node == 36; };
  for (std::size_t r = 0; r < sheet.size(); ++r) {
    RowSystem::NodeGradients row = sheet.row(r);
    if (is_member(row[0].node) && is_member(row[1].node)) continue;
    for (NodeGradient& h : row)
      if (is_member(h.node)) {
        h.node = patch;
        h.rotation = random.in_box(1.0);
      }
    gradients.push_back(row);
  }
  RowSystem rows(std::move(gradients), sheet.nodes(), sheet.nodes() + 1);
  for (std::size_t n = 0; n < sheet.nodes(); ++n) rows.mobility(n) = sheet.mobility(n);
  rows.mobility(sheet.nodes()) = {.inverse_mass = 0.2, .inverse_inertia = 0.3 * Mat3::Identity()};
  const Values values(rows, 0.0, random);
  std::vector<double> lambda(rows.size(), 0.0);
  YarnSystem threads;
  RowSystem::Motion delta;
  const YarnSystem::Problem problem = values.problem(1e-6, 1e-8);
  ASSERT_TRUE(threads.solve(rows, problem, lambda, delta));
  EXPECT_GT(delta.rotation.back().norm(), 1e-3);
  expect_solution(rows, problem, lambda, delta);
}

// The same accuracy on a sheet of a hundred times as many rows takes hardly more iterations.
TEST(YarnSystem, TakesNoMoreIterationsOnFinerSheets) {
  const auto iterations = [](int n) {
    test::Random random(4);
    const RowSystem rows = test::row_grid(n, 0.1, random);
    const Values values(rows, 0.0, random);
    std::vector<double> lambda(rows.size(), 0.0);
    YarnSystem threads;
    RowSystem::Motion delta;
    EXPECT_TRUE(threads.solve(rows, values.problem(1e-6, 1e-4, 200), lambda, delta));
    return threads.iterations();
  };
  EXPECT_LE(iterations(100), 2 * iterations(10));
}

// What a solution's pulls do is the solution's motion, whether they were just found or are known.
TEST(YarnSystem, RespondsToPullsThatAreKnown) {
  test::Random random(6);
  const RowSystem rows = test::row_grid(8, 0.2, random);
  const Values values(rows, 0.3, random);
  std::vector<double> lambda(rows.size(), 0.0);
  YarnSystem threads;
  RowSystem::Motion delta, again;
  ASSERT_TRUE(threads.solve(rows, values.problem(1e-3, 1e-6, 500), lambda, delta));
  YarnSystem other;
  ASSERT_TRUE(other.compute_response(rows, values.tension, lambda, again));
  for (std::size_t n = 0; n < rows.nodes(); ++n)
    EXPECT_LE((again.translation[n] - delta.translation[n]).norm(), 1e-12 * (1.0 + delta.translation[n].norm()));
}

// Tension in some threads takes nothing from momentum, whatever is left over.
TEST(YarnSystem, KeepsMomentum) {
  test::Random random(5);
  RowSystem rows = test::row_grid(10, 0.2, random);
  const Values values(rows, 0.3, random);
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows.row(r)[1].node < 0)
      rows.row(r)[0].translation.setZero(), rows.row(r)[0].coefficient = 0.0;  // nothing is held
  std::vector<double> lambda(rows.size(), 0.0);
  YarnSystem threads;
  RowSystem::Motion delta;
  EXPECT_FALSE(threads.solve(rows, values.problem(1e-8, 1e-12, 10), lambda, delta));
  Vec3 momentum = Vec3::Zero();
  double size = 0.0;
  for (std::size_t n = 1; n < rows.nodes(); ++n) {
    momentum += delta.translation[n] / rows.mobility(n).inverse_mass;
    size += delta.translation[n].norm() / rows.mobility(n).inverse_mass;
  }
  EXPECT_GT(size, 1.0);
  EXPECT_LE(momentum.norm(), 1e-12 * size);
}

}  // namespace
}  // namespace muslin::yarn_system_test
