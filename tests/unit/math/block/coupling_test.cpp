#include <gtest/gtest.h>

#include <Eigen/Core>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/block/coupling_blocks.hpp>
#include <tests/support/random.hpp>

namespace muslin::coupling_test {
namespace {

using Dense = Eigen::MatrixXd;

/// Two triangles 0-1-2 and 3-4-5 whose vertices know each other, and a coupling between them.
struct TwoTriangles {
  BlockMatrix matrix;
  Coupling coupling;
  Dense expected = Dense::Zero(18, 18);

  explicit TwoTriangles(std::uint64_t seed) : matrix(pattern(), BlockPattern(6, {})) {
    test::Random random(seed);
    for (std::size_t i = 0; i < 6; ++i) {
      matrix.block(matrix.block_pattern().diagonal_slot(VertexId(i))) = 2.0 * Mat3::Identity();
      expected.block<3, 3>(3 * static_cast<int>(i), 3 * static_cast<int>(i)) = 2.0 * Mat3::Identity();
    }
    coupling.vertex = {VertexId(0), VertexId(1), VertexId(2), VertexId(4)};
    coupling.weight = {-0.5, -0.25, -0.25, 1.0};
    const Vec3 n = random.in_box(1.0);
    coupling.block = SymmetricBlock(n * n.transpose() + 0.1 * Mat3::Identity());
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = 0; b < 4; ++b)
        expected.block<3, 3>(3 * coupling.vertex[a].value, 3 * coupling.vertex[b].value) +=
            coupling.weight[a] * coupling.weight[b] * coupling.block.matrix();
  }

  static BlockPattern pattern() {
    std::vector<VertexPair> pairs;
    for (const int first : {0, 3})
      for (int i = 0; i < 3; ++i) pairs.push_back({VertexId(first + i), VertexId(first + (i + 1) % 3)});
    return {6, pairs};
  }
};

Eigen::VectorXd flat(const std::vector<Vec3>& x) {
  Eigen::VectorXd result(3 * static_cast<int>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) result.segment<3>(3 * static_cast<int>(i)) = x[i];
  return result;
}

std::vector<Vec3> random_vector(test::Random& random) {
  std::vector<Vec3> x;
  for (int i = 0; i < 6; ++i) x.push_back(random.in_box(1.0));
  return x;
}

TEST(Couplings, ActOnAMatrix) {
  TwoTriangles two(1);
  test::Random random(2);
  two.matrix.set_couplings(Couplings(6, {two.coupling}), random_vector(random));
  const std::vector<std::uint8_t> fixed = {0, 0, 0, 1, 1, 1};
  for (int product = 0; product < 2; ++product) {  // the first leaves nothing behind
    const std::vector<Vec3> x = random_vector(random);
    std::vector<Vec3> y(6);
    two.matrix.multiply(x, y);
    EXPECT_LE((flat(y) - two.expected * flat(x)).norm(), 1e-14);
    EXPECT_NEAR(two.matrix.multiply_filtered(x, {}, y), flat(x).dot(two.expected * flat(x)), 1e-13);
    EXPECT_LE((flat(y) - two.expected * flat(x)).norm(), 1e-14);
    static_cast<void>(two.matrix.multiply_filtered(x, fixed, y));
    EXPECT_LE((flat(y) - two.expected * flat(x)).head<9>().norm(), 1e-14);
    EXPECT_EQ(flat(y).tail<9>().norm(), 0.0);
  }
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_LE(
        (two.matrix.diagonal(VertexId(i)) - two.expected.block<3, 3>(3 * static_cast<int>(i), 3 * static_cast<int>(i)))
            .norm(),
        1e-14);
  two.matrix.set_couplings({}, {});
  EXPECT_EQ(two.matrix.diagonal(VertexId(0)), Mat3(2.0 * Mat3::Identity()));
}

// Many are added up in parts; then fewer, which must not see what the others left.
TEST(Couplings, AddUpInParts) {
  TwoTriangles two(5);
  test::Random random(6);
  for (const std::size_t count : {100'000U, 20'000U, 1U}) {
    const std::vector<Vec3> x = random_vector(random);
    two.matrix.set_couplings(Couplings(6, std::vector<Coupling>(count, two.coupling)), random_vector(random));
    std::vector<Vec3> y(6);
    two.matrix.multiply(x, y);
    const Dense own = 2.0 * Dense::Identity(18, 18);
    const Eigen::VectorXd expected =
        own * flat(x) + static_cast<double>(count) * ((two.expected - own) * flat(x)).eval();
    EXPECT_LE((flat(y) - expected).norm(), 1e-12 * static_cast<double>(count));
  }
}

TEST(CouplingBlocks, AddUpWhatSharesVertices) {
  TwoTriangles two(5);
  Coupling other = two.coupling;
  other.vertex[3] = VertexId(3);
  const CouplingBlocks blocks(Couplings(6, {two.coupling, other, two.coupling}));
  // Row 0, right of the diagonal: its triangle three times, vertex 3 once, vertex 4 twice.
  const auto row = blocks.row(0);
  ASSERT_EQ(row.size(), 4U);
  const std::array<double, 4> factors = {3 * 0.125, 3 * 0.125, -0.5, 2 * -0.5};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(row[k].column, static_cast<std::int32_t>(k + 1));
    EXPECT_LE((row[k].block.matrix() - factors[k] * two.coupling.block.matrix()).norm(), 1e-14);
  }
  EXPECT_TRUE(blocks.row(4).empty());
  EXPECT_TRUE(CouplingBlocks(Couplings()).row(5).empty());
}

}  // namespace
}  // namespace muslin::coupling_test
