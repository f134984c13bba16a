#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <muslin/filter/yarn_lines.hpp>
#include <numbers>
#include <set>
#include <tests/support/dense.hpp>
#include <tests/support/row_grid.hpp>

namespace muslin::yarn_lines_test {
namespace {

/// Rows along a line through these places, all of which move.
RowSystem chain(const std::vector<Vec3>& x, bool is_ring = false) {
  std::vector<RowSystem::NodeGradients> gradients;
  const std::size_t count = is_ring ? x.size() : x.size() - 1;
  for (std::size_t r = 0; r < count; ++r)
    gradients.push_back({NodeGradient{.node = static_cast<std::int32_t>(r)},
                         NodeGradient{.node = static_cast<std::int32_t>((r + 1) % x.size())}});
  RowSystem rows(std::move(gradients), x.size(), x.size());
  for (std::size_t v = 0; v < x.size(); ++v) rows.mobility(v).inverse_mass = 1.0;
  for (std::size_t r = 0; r < count; ++r) {
    rows.row(r)[0].translation = x[r] - x[(r + 1) % x.size()];
    rows.row(r)[1].translation = -rows.row(r)[0].translation;
  }
  return rows;
}

std::vector<std::uint32_t> order_of(const YarnLines& lines) {
  std::vector<std::uint32_t> order;
  for (const YarnLines::Link& link : lines.links()) order.push_back(link.row);
  return order;
}

TEST(YarnLines, AreTheThreadsOfASheet) {
  test::Random random(1);
  const int n = 9;
  const RowSystem rows = test::row_grid(n, 0.1, random);
  YarnLines lines;
  lines.find(rows);
  ASSERT_EQ(lines.links().size(), rows.size());
  const std::vector<std::uint32_t> order = order_of(lines);
  EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), rows.size());
  std::size_t threads = 0, length = 0;
  for (std::size_t k = 0; k < rows.size(); ++k, ++length) {
    const YarnLines::Link& link = lines.links()[k];
    if (link.begins) {
      ++threads;
      EXPECT_EQ(length % (n - 1), 0u);
      EXPECT_EQ(link.first_cosine, 1.0);
      continue;
    }
    // It goes on from where the last one ends, and in its direction.
    const YarnLines::Link& before = lines.links()[k - 1];
    EXPECT_EQ(rows.row(link.row)[link.first].node, rows.row(before.row)[1 - before.first].node);
    EXPECT_EQ(link.first_cosine, before.second_cosine);
    EXPECT_GT(link.first_cosine, 0.7);
    EXPECT_EQ(link.row < rows.size() / 2, before.row < rows.size() / 2);
  }
  EXPECT_EQ(threads, 2u * n);
}

TEST(YarnLines, CutsRingsOpen) {
  std::vector<Vec3> x;
  for (int i = 0; i < 12; ++i) {
    const double angle = std::numbers::pi * i / 6.0;
    x.emplace_back(std::cos(angle), std::sin(angle), 0.0);
  }
  YarnLines lines;
  lines.find(chain(x, true));
  EXPECT_EQ(order_of(lines), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_TRUE(lines.links().front().begins);
  EXPECT_EQ(std::count_if(lines.links().begin(), lines.links().end(), [](const auto& link) { return link.begins; }), 1);
  EXPECT_EQ(lines.links().front().first_cosine, 1.0);
  EXPECT_EQ(lines.links().back().second_cosine, 1.0);
  EXPECT_NEAR(lines.links().front().second_cosine, std::cos(std::numbers::pi / 6.0), 1e-12);
}

// Around a corner of more than a right angle nothing goes on, nor where a row has no direction.
TEST(YarnLines, EndWhereTheyTurnBack) {
  YarnLines lines;
  lines.find(chain({{0, 0, 0}, {1, 0, 0}, {0.5, 0.1, 0}, {-0.5, 0.1, 0}, {-0.5, 0.1, 0}, {-1.5, 0.1, 0}}));
  std::vector<bool> begins;
  for (const YarnLines::Link& link : lines.links()) begins.push_back(link.begins);
  EXPECT_EQ(begins, (std::vector<bool>{true, true, false, true, true}));
}

/// Straight threads, of which some rows are not free, against a dense solution.
TEST(YarnLines, SolvesStraightThreads) {
  test::Random random(2);
  for (int round = 0; round < 100; ++round) {
    const int links = random.integer(1, 9);
    std::vector<Vec3> x;
    for (int i = 0; i <= links; ++i) x.emplace_back(i, 0.0, 0.0);
    const RowSystem rows = chain(x);
    YarnLines lines;
    lines.find(rows);
    const Eigen::Index places = links + 1, size = places + links;
    std::vector<double> mass;
    for (Eigen::Index p = 0; p < places; ++p) mass.push_back(random.uniform(1.0, 3.0));
    if (random.chance(0.3)) mass.front() = 0.0;  // held
    if (random.chance(0.3)) mass.back() = 0.0;
    std::vector<YarnLines::Part> parts;
    std::vector<std::uint8_t> is_free;
    std::vector<double> b, found(static_cast<std::size_t>(links));
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(size);
    for (Eigen::Index p = 0; p < places; ++p) {
      const double m = mass[static_cast<std::size_t>(p)];
      matrix(p, p) = m > 0.0 ? m : 1.0;
    }
    for (Eigen::Index k = 0; k < links; ++k) {
      const auto at = static_cast<std::size_t>(k);
      YarnLines::Part part{.gradient_norm = random.uniform(0.5, 2.0),
                           .first_mass = mass[at],
                           .second_mass = mass[at + 1],
                           .tension = random.uniform(0.0, 0.4),
                           .compliance = random.uniform(1e-6, 0.1)};
      parts.push_back(part);
      is_free.push_back(random.chance(0.8) ? 1 : 0);
      b.push_back(random.uniform(-1.0, 1.0));
      const Eigen::Index multiplier = places + k;
      matrix(multiplier, multiplier) = -1.0;
      if (part.first_mass > 0.0 && part.second_mass > 0.0) matrix(k, k + 1) = matrix(k + 1, k) = -part.tension;
      if (is_free.back() == 0) continue;
      matrix(multiplier, multiplier) = -part.compliance;
      if (part.first_mass > 0.0) matrix(multiplier, k) = matrix(k, multiplier) = -part.gradient_norm;
      if (part.second_mass > 0.0) matrix(multiplier, k + 1) = matrix(k + 1, multiplier) = part.gradient_norm;
      right[multiplier] = -b.back();
    }
    lines.factorise(parts, is_free);
    lines.solve(b, found);
    const Eigen::VectorXd expected = test::solve_regular(matrix, right);
    for (Eigen::Index k = 0; k < links; ++k) {
      const double multiplier = is_free[static_cast<std::size_t>(k)] != 0 ? expected[places + k] : 0.0;
      EXPECT_NEAR(found[static_cast<std::size_t>(k)], multiplier, 1e-9 * (1.0 + std::abs(multiplier)))
          << "round " << round;
    }
  }
}

}  // namespace
}  // namespace muslin::yarn_lines_test
