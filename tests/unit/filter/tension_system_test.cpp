#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <muslin/filter/tension_system.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>

namespace muslin::tension_system_test {
namespace {

/// Rows between random nodes, some of which are patches, with gradients and vectors D at random.
RowSystem random_rows(test::Random& random) {
  const int vertices = random.integer(2, 8), patches = random.integer(0, 3), count = random.integer(1, 15);
  const auto nodes = static_cast<std::size_t>(vertices + patches);
  std::vector<RowSystem::NodeGradients> rows(static_cast<std::size_t>(count));
  for (RowSystem::NodeGradients& gradients : rows) {
    gradients[0].node = random.integer(0, vertices + patches - 1);
    gradients[1].node = random.integer(0, vertices + patches - 1);
    if (gradients[1].node == gradients[0].node) gradients[1].node = -1;
  }
  RowSystem system(std::move(rows), static_cast<std::size_t>(vertices), nodes);
  for (std::size_t n = 0; n < nodes; ++n) {
    system.mobility(n).inverse_mass = random.uniform(0.5, 2.0);
    if (n < static_cast<std::size_t>(vertices)) continue;
    const Vec3 axis = random.in_box(1.0);
    system.mobility(n).inverse_inertia = Mat3::Identity() + axis * axis.transpose();
  }
  for (std::size_t r = 0; r < system.size(); ++r)
    for (NodeGradient& gradient : system.row(r)) {
      if (gradient.node < 0) continue;
      gradient.translation = random.in_box(1.0);
      gradient.coefficient = random.uniform(-1, 1);
      if (gradient.node < vertices) continue;
      gradient.rotation = random.in_box(1.0);
      gradient.weighted_arm = random.in_box(1.0);
    }
  return system;
}

/// H δ + Gᵀ λ = 0 and G δ - S λ = -C as they stand, every node with six coordinates.
struct Dense {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd right_side;
  Dense(const RowSystem& rows, std::span<const std::uint8_t> active, std::span<const double> tension,
        std::span<const double> value, double shift) {
    const auto nodes = static_cast<Eigen::Index>(rows.nodes()), count = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd inverse_mobility = Eigen::MatrixXd::Identity(6 * nodes, 6 * nodes), mobility = inverse_mobility;
    for (Eigen::Index n = 0; n < nodes; ++n) {
      const Mobility& m = rows.mobility(static_cast<std::size_t>(n));
      mobility.block<3, 3>(6 * n, 6 * n) *= m.inverse_mass;
      mobility.block<3, 3>(6 * n + 3, 6 * n + 3) = m.inverse_inertia;
      if (n < static_cast<Eigen::Index>(rows.vertex_nodes()))
        mobility.block<3, 3>(6 * n + 3, 6 * n + 3).setIdentity();  // nothing turns it
      inverse_mobility.block<6, 6>(6 * n, 6 * n) = mobility.block<6, 6>(6 * n, 6 * n).inverse();
    }
    matrix = Eigen::MatrixXd::Zero(6 * nodes + count, 6 * nodes + count);
    matrix.topLeftCorner(6 * nodes, 6 * nodes) = inverse_mobility;
    right_side = Eigen::VectorXd::Zero(6 * nodes + count);
    for (Eigen::Index r = 0; r < count; ++r) {
      Eigen::VectorXd g = Eigen::VectorXd::Zero(6 * nodes);
      Eigen::MatrixXd d = Eigen::MatrixXd::Zero(3, 6 * nodes);
      for (const NodeGradient& gradient : rows.row(static_cast<std::size_t>(r))) {
        if (gradient.node < 0) continue;
        g.segment<3>(6 * gradient.node) += gradient.translation;
        g.segment<3>(6 * gradient.node + 3) += gradient.rotation;
        for (int k = 0; k < 3; ++k) {
          d(k, 6 * gradient.node + k) += gradient.coefficient;
          d.col(6 * gradient.node + 3 + k) += Vec3::Unit(k).cross(gradient.weighted_arm);
        }
      }
      const Eigen::Index at = 6 * nodes + r;
      matrix(at, at) = -shift * g.dot(mobility * g);
      if (active[static_cast<std::size_t>(r)] == 0) {
        matrix(at, at) = -1.0;
        continue;
      }
      matrix.topLeftCorner(6 * nodes, 6 * nodes) += tension[static_cast<std::size_t>(r)] * d.transpose() * d;
      matrix.block(0, at, 6 * nodes, 1) = g;
      matrix.block(at, 0, 1, 6 * nodes) = g.transpose();
      right_side[at] = -value[static_cast<std::size_t>(r)];
    }
  }
};

TEST(TensionSystem, FindsTheSolutionOfTheDenseSystem) {
  test::Random random(1);
  for (int round = 0; round < 100; ++round) {
    const RowSystem rows = random_rows(random);
    TensionSystem system;
    for (const double shift : {1e-2, 1e-6}) {  // the second time with what the first has found
      std::vector<std::uint8_t> active(rows.size());
      std::vector<double> tension(rows.size()), value(rows.size()), lambda(rows.size());
      for (std::size_t r = 0; r < rows.size(); ++r) {
        active[r] = random.chance(0.7) ? 1 : 0;
        tension[r] = random.uniform(0.0, 5.0);
        value[r] = random.uniform(-1.0, 1.0);
      }
      RowSystem::Motion delta;
      ASSERT_TRUE(system.solve(rows, active, tension, value, shift, lambda, delta));
      const Dense dense(rows, active, tension, value, shift);
      const Eigen::VectorXd expected = test::solve_regular(dense.matrix, dense.right_side);
      const auto nodes = static_cast<Eigen::Index>(rows.nodes());
      const double scale = 1e-14 / shift * (1.0 + expected.norm());
      for (Eigen::Index n = 0; n < nodes; ++n) {
        const auto place = static_cast<std::size_t>(n);
        EXPECT_LE((delta.translation[place] - expected.segment<3>(6 * n)).norm(), scale);
        EXPECT_LE((delta.rotation[place] - expected.segment<3>(6 * n + 3)).norm(), scale);
      }
      for (std::size_t r = 0; r < rows.size(); ++r)
        EXPECT_NEAR(lambda[r], expected[6 * nodes + static_cast<Eigen::Index>(r)], 10.0 * scale);
    }
  }
}

/// However stiff: 1/S is a thousand million times the masses, of whose digits rounding would leave seven.
TEST(TensionSystem, KeepsMomentum) {
  test::Random random(2);
  constexpr std::size_t kNodes = 40;
  std::vector<RowSystem::NodeGradients> gradients(kNodes - 1);
  for (std::size_t r = 0; r + 1 < kNodes; ++r)
    gradients[r] = {NodeGradient{.node = static_cast<std::int32_t>(r)},
                    NodeGradient{.node = static_cast<std::int32_t>(r + 1)}};
  RowSystem rows(std::move(gradients), kNodes, kNodes);
  for (std::size_t n = 0; n < kNodes; ++n) rows.mobility(n).inverse_mass = random.uniform(0.5, 2.0);
  std::vector<double> tension, value, lambda(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Vec3 translation = random.in_box(1.0);
    rows.row(r)[0].translation = translation, rows.row(r)[1].translation = -translation;
    rows.row(r)[0].coefficient = 1.0, rows.row(r)[1].coefficient = -1.0;
    tension.push_back(random.uniform(0.0, 5.0));
    value.push_back(random.uniform(-1.0, 1.0));
  }
  TensionSystem system;
  RowSystem::Motion delta;
  ASSERT_TRUE(system.solve(rows, std::vector<std::uint8_t>(rows.size(), 1), tension, value, 1e-9, lambda, delta));
  Vec3 momentum = Vec3::Zero();
  double scale = 0.0;
  for (std::size_t n = 0; n < kNodes; ++n) {
    momentum += delta.translation[n] / rows.mobility(n).inverse_mass;
    scale += delta.translation[n].norm() / rows.mobility(n).inverse_mass;
  }
  EXPECT_LT(momentum.norm(), 1e-12 * scale);
}

/// A length of zero has no direction, and does not pull.
TEST(TensionSystem, DoesWithoutRowsThatHaveNoDirection) {
  RowSystem rows({{NodeGradient{.node = 0}, NodeGradient{.node = 1}}}, 2, 2);
  for (const std::size_t n : {0, 1}) rows.mobility(n).inverse_mass = 1.0;
  TensionSystem system;
  RowSystem::Motion delta;
  std::vector<double> lambda(1, 7.0);
  ASSERT_TRUE(system.solve(rows, std::vector<std::uint8_t>{1}, std::vector<double>{0.0}, std::vector<double>{1.0}, 1e-5,
                           lambda, delta));
  EXPECT_EQ(lambda[0], 0.0);
  EXPECT_EQ(delta.translation[0], Vec3(Vec3::Zero()));
}

/// A patch of one vertex has no inertia, and moves like that vertex.
TEST(TensionSystem, TakesAPatchThatIsAPoint) {
  const auto solution = [](std::size_t vertex_nodes) {
    RowSystem rows({{NodeGradient{.node = 0}, NodeGradient{.node = 1}}}, vertex_nodes, 2);
    for (const std::size_t n : {0, 1}) rows.mobility(n).inverse_mass = 1.0;
    rows.row(0)[0].translation = Vec3(1, 0, 0), rows.row(0)[1].translation = Vec3(-1, 0, 0);
    rows.row(0)[0].coefficient = 1.0, rows.row(0)[1].coefficient = -1.0;
    TensionSystem system;
    RowSystem::Motion delta;
    std::vector<double> lambda(1);
    EXPECT_TRUE(system.solve(rows, std::vector<std::uint8_t>{1}, std::vector<double>{2.0}, std::vector<double>{1.0},
                             1e-5, lambda, delta));
    return delta.translation;
  };
  EXPECT_EQ(solution(1), solution(2));
}

}  // namespace
}  // namespace muslin::tension_system_test
