#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <muslin/math/krylov/conjugate_gradient.hpp>
#include <muslin/math/krylov/rigid_preconditioner.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random_matrix.hpp>

namespace muslin::rigid_preconditioner_test {
namespace {

/// B: ways and turns of groups, then the vertices that are in none.
Eigen::MatrixXd motions(const std::vector<std::vector<VertexId>>& groups, std::span<const Vec3> x) {
  std::vector<std::uint8_t> grouped(x.size(), 0);
  for (const auto& group : groups)
    for (const VertexId v : group) grouped[v.index()] = 1;
  const auto rows = static_cast<Eigen::Index>(3 * x.size());
  Eigen::MatrixXd b = Eigen::MatrixXd::Zero(rows, 0);
  const auto add = [&](const Eigen::MatrixXd& columns) {
    b.conservativeResize(rows, b.cols() + columns.cols());
    b.rightCols(columns.cols()) = columns;
  };
  for (const auto& group : groups) {
    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(rows, 6);
    for (const VertexId v : group)
      for (int k = 0; k < 3; ++k) {
        columns(3 * v.value + k, k) = 1.0;
        columns.block<3, 1>(3 * v.value, 3 + k) = Vec3::Unit(k).cross(x[v.index()]);
      }
    add(columns);
  }
  for (std::size_t v = 0; v < x.size(); ++v) {
    if (grouped[v] != 0) continue;
    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(rows, 3);
    columns.block<3, 3>(static_cast<Eigen::Index>(3 * v), 0).setIdentity();
    add(columns);
  }
  return b;
}

TEST(RigidPreconditioner, LeadsToTheBestOfAllMotionsThatAreRigid) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    test::Random random(seed);
    const std::size_t n = 30;
    const BlockMatrix matrix = test::random_matrix(n, 80, 120, random);
    const std::vector<Vec3> x = test::random_vectors(n, random), right_side = test::random_vectors(n, random);
    std::vector<std::vector<VertexId>> groups(2);
    for (std::size_t v = 0; v < 12; ++v) groups[v % 3 == 0 ? 1 : 0].emplace_back(v);
    RigidPreconditioner preconditioner(make_preconditioner(PreconditionerKind::incomplete_cholesky, matrix), groups);
    preconditioner.set_positions(x);
    preconditioner.refresh(matrix, {});
    std::vector<Vec3> guess = test::random_vectors(n, random);
    preconditioner.project_to_rigid(guess);
    const auto report = ConjugateGradient().solve(matrix, preconditioner, {}, right_side, guess, {.tolerance = 1e-12});
    EXPECT_TRUE(report.converged());

    const Eigen::MatrixXd b = motions(groups, x);
    const Eigen::VectorXd y =
        test::solve_positive(b.transpose() * test::dense(matrix) * b, b.transpose() * test::flat(right_side));
    EXPECT_LE((test::flat(guess) - b * y).norm(), 1e-9 * (b * y).norm());
  }
}

/// Turning about an axis is rigid already, and of a stretched line nothing is left.
TEST(RigidPreconditioner, KeepsRigidMotionsAndNoOthers) {
  test::Random random(4);
  const BlockMatrix matrix = test::random_matrix(4, 6, 6, random);
  const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}};
  RigidPreconditioner all(make_preconditioner(PreconditionerKind::block_jacobi, matrix),
                          {{VertexId(0), VertexId(1), VertexId(2), VertexId(3)}});
  all.set_positions(x);
  all.refresh(matrix, {});
  std::vector<Vec3> turning;
  for (const Vec3& place : x) turning.push_back(Vec3(1, 2, 3) + Vec3(0.3, -0.2, 0.1).cross(place));
  std::vector<Vec3> kept = turning;
  all.project_to_rigid(kept);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LE((kept[i] - turning[i]).norm(), 1e-12);

  // All weights one: three vertices of a line that is stretched from its middle.
  BlockMatrix ones(BlockPattern(3, {}), BlockPattern(3, {}));
  for (std::size_t i = 0; i < 3; ++i) ones.scalar(ones.scalar_pattern().diagonal_slot(VertexId(i))) = 1.0;
  RigidPreconditioner line(make_preconditioner(PreconditionerKind::block_jacobi, ones),
                           {{VertexId(0), VertexId(1), VertexId(2)}});
  line.set_positions(std::span(x).first(3));
  line.refresh(ones, {});
  std::vector<Vec3> stretching{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  line.project_to_rigid(stretching);
  for (const Vec3& v : stretching) EXPECT_LE(v.norm(), 1e-12);
}

}  // namespace
}  // namespace muslin::rigid_preconditioner_test
