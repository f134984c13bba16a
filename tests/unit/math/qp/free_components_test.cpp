#include <gtest/gtest.h>

#include <muslin/math/qp/free_components.hpp>

namespace muslin::free_components_test {
namespace {

QpRow row_between(int a, int b) {
  QpRow row;
  row.vertex[1] = VertexId(a), row.vertex[3] = VertexId(b);  // as contacts do, it leaves some out
  row.gradient[1] = Vec3::UnitX(), row.gradient[3] = -Vec3::UnitX();
  return row;
}

/// Masses of 1, 2, 3 … kg, with a spring between the first two.
BlockMatrix masses(std::size_t n) {
  const std::vector<VertexPair> spring = {{VertexId(0), VertexId(1)}};
  BlockMatrix matrix(BlockPattern(n, spring), BlockPattern(n, {}));
  const BlockPattern& pattern = matrix.block_pattern();
  for (std::size_t i = 0; i < n; ++i)
    matrix.block(pattern.diagonal_slot(VertexId(i))) = (static_cast<double>(i) + 1.0) * Mat3::Identity();
  matrix.block(pattern.slot(VertexId(0), VertexId(1))) = -7.0 * Mat3::Identity();
  for (const int i : {0, 1}) matrix.block(pattern.diagonal_slot(VertexId(i))) += 7.0 * Mat3::Identity();
  return matrix;
}

TEST(FreeComponents, MoveAsAWholeByWhatTheirResidualsSumUpTo) {
  const BlockMatrix matrix = masses(4);
  FreeComponents parts;
  parts.begin(matrix, {});
  const std::vector<Vec3> residual = {{3, 0, 0}, {0, 6, 0}, {0, 0, 9}, {4, 0, 0}};
  std::vector<Vec3> v(4, Vec3::Zero());
  parts.balance(residual, v);
  EXPECT_NEAR((v[0] - Vec3(1, 2, 0)).norm(), 0.0, 1e-14);  // 3 kg together
  EXPECT_NEAR((v[1] - Vec3(1, 2, 0)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((v[2] - Vec3(0, 0, 3)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((v[3] - Vec3(1, 0, 0)).norm(), 0.0, 1e-14);
}

TEST(FreeComponents, AreJoinedByRowsAndBoundByWhatIsFixed) {
  const BlockMatrix matrix = masses(4);
  const std::vector<std::uint8_t> fixed = {0, 0, 0, 1};
  FreeComponents parts;
  parts.begin(matrix, fixed);
  const std::vector<Vec3> residual(4, Vec3(6, 0, 0));
  std::vector<QpRow> rows = {row_between(1, 2), row_between(2, 3)};
  std::vector<std::uint8_t> active = {1, 0};
  parts.activate(rows, active);
  std::vector<Vec3> v(4, Vec3::Zero());
  parts.balance(residual, v);
  for (const std::size_t i : {0, 1, 2}) EXPECT_NEAR((v[i] - Vec3(3, 0, 0)).norm(), 0.0, 1e-14);  // 18 N s on 6 kg
  EXPECT_EQ(v[3], Vec3(0, 0, 0));

  active = {1, 1};  // now all hang on the fixed one
  parts.activate(rows, active);
  EXPECT_TRUE(parts.empty());

  active = {1, 0};
  rows[0].gradient[3].setZero();  // a guide knows where it is
  parts.activate(rows, active);
  EXPECT_TRUE(parts.empty());
}

}  // namespace
}  // namespace muslin::free_components_test
