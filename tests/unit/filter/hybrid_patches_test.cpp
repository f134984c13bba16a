#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <muslin/filter/hybrid_patches.hpp>
#include <random>
#include <set>

namespace muslin::hybrid_patches_test {
namespace {

/// k × k vertices, 1 apart, in the xz plane, row by row.
struct Square {
  explicit Square(int k) {
    patch.side = k;
    for (int row = 0; row < k; ++row)
      for (int column = 0; column < k; ++column) {
        patch.vertices.emplace_back(row * k + column);
        rest.emplace_back(column, 0.0, row);
        mass.push_back(1.0);
      }
  }
  [[nodiscard]] HybridPatches hybrid(const HybridOptions& options = {}) const {
    HybridPatches result;
    result.add(patch, options, rest, mass);
    return result;
  }
  Patch patch;
  std::vector<Vec3> rest;
  std::vector<double> mass;
};

Mat3 turned() { return Eigen::AngleAxisd(0.9, Vec3(1, 2, 3).normalized()).toRotationMatrix(); }

TEST(HybridPatches, ExtraLengthsAreThoseOfTheThesis) {
  const Square five(5), seven(7);
  const auto count = [&](ExtraLengths extra) { return extra_pairs(five.patch, extra).size(); };
  EXPECT_EQ(count({false, false, false, false}), 0U);  // none
  EXPECT_EQ(count({true, false, false, false}), 2U);
  EXPECT_EQ(count({false, true, false, false}), 4U);
  EXPECT_EQ(count({true, true, false, false}), 6U);  // 6-I
  EXPECT_EQ(count({false, true, true, false}), 6U);  // 6-II
  EXPECT_EQ(count({false, true, false, true}), 6U);  // 6-III
  EXPECT_EQ(count({true, true, true, false}), 8U);   // 8-I
  EXPECT_EQ(count({true, true, false, true}), 8U);   // 8-II
  EXPECT_EQ(count({true, true, true, true}), 10U);
  using Pair = std::array<VertexId, 2>;
  const auto pairs = extra_pairs(five.patch, {true, true, true, true});
  const std::set<Pair> found(pairs.begin(), pairs.end());
  EXPECT_EQ(found.size(), 10U);
  EXPECT_TRUE(found.contains(Pair{VertexId(0), VertexId(24)}));  // diagonal
  EXPECT_TRUE(found.contains(Pair{VertexId(0), VertexId(4)}));   // side
  EXPECT_TRUE(found.contains(Pair{VertexId(2), VertexId(22)}));  // middles
  EXPECT_TRUE(found.contains(Pair{VertexId(1), VertexId(21)}));  // quarters
  EXPECT_EQ(inner_vertices(five.patch).size(), 9U);
  EXPECT_EQ(inner_vertices(seven.patch).size(), 25U);
  EXPECT_TRUE(inner_vertices(Square(2).patch).empty());
}

TEST(HybridPatches, InsideOfAFlatOutlineIsFlat) {
  const Square square(5);
  const HybridPatches hybrid = square.hybrid();
  std::vector<Vec3> x;
  for (const Vec3& r : square.rest) x.push_back(turned() * r + Vec3(1, 2, 3));
  const std::vector<Vec3> right = x;
  for (const VertexId v : inner_vertices(square.patch)) x[v.index()] += Vec3(0, 1, 0);
  hybrid.fill(x);
  for (std::size_t v = 0; v < x.size(); ++v) EXPECT_LT((x[v] - right[v]).norm(), 1e-14);
  EXPECT_LT(hybrid.deviation(x).largest, 1e-14);
}

// Without a projection to mix with, a square that was bent takes the share of the displacement back that is asked for.
TEST(HybridPatches, GoesTowardsItsShape) {
  for (const MatchingKind matching : {MatchingKind::spatial, MatchingKind::planar}) {
    const Square square(5);
    HybridOptions options;
    options.matching = matching;
    options.projection_share = 0.0;
    HybridPatches hybrid = square.hybrid(options);
    std::vector<Vec3> x;
    for (const Vec3& r : square.rest) x.push_back(turned() * (r + Vec3(0, 0.1 * r.x() * r.x(), 0)));
    EXPECT_GT(hybrid.deviation(x).largest, 0.1);
    std::vector<Vec3> displacement(x.size(), Vec3::Zero());
    hybrid.mix(x, displacement);
    for (std::size_t v = 0; v < x.size(); ++v) x[v] += displacement[v];
    hybrid.fill(x);
    EXPECT_LT(hybrid.deviation(x).largest, 1e-12);
    EXPECT_EQ(hybrid.matchings().mixed, 1);
  }
}

// In the thesis a square's shape matching is dropped where its summed ways oppose those of the projection. But shape
// matching keeps the centre of mass: for equal masses its sum is zero, and rounding decides. It is so here too.
TEST(HybridPatches, SummedWaysOfShapeMatchingVanish) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal;
  const Square square(5);
  int dropped = 0;
  constexpr int kTimes = 200;
  for (int i = 0; i < kTimes; ++i) {
    HybridPatches hybrid = square.hybrid();
    std::vector<Vec3> x = square.rest, displacement(x.size());
    for (Vec3& p : x) p += 0.05 * Vec3(normal(random), normal(random), normal(random));
    for (Vec3& w : displacement) w = Vec3(0.01, 0.02, 0.03);
    std::vector<Vec3> mixed = displacement;
    HybridOptions all;
    all.projection_share = 0.0;
    HybridPatches alone = square.hybrid(all);
    std::vector<Vec3> matching(x.size(), Vec3::Zero());
    alone.mix(x, matching);
    Vec3 sum = Vec3::Zero();
    for (const Vec3& m : matching) sum += m;
    EXPECT_LT(sum.norm(), 1e-12);
    hybrid.mix(x, mixed);
    dropped += static_cast<int>(hybrid.matchings().dropped);
    if (hybrid.matchings().dropped > 0) {
      EXPECT_EQ(mixed, displacement);  // cond. 1: the projection alone
    }
  }
  EXPECT_GT(dropped, kTimes / 5);
  EXPECT_LT(dropped, 4 * kTimes / 5);
}

TEST(HybridPatches, FlatMatchingIsThatOfSpaceForFlatShapes) {
  std::mt19937 random(10);
  std::normal_distribution<double> normal;
  const Square square(4);
  Vec3 centre = Vec3::Zero();
  for (const Vec3& r : square.rest) centre += r / 16.0;
  std::vector<Vec3> arm;
  for (const Vec3& r : square.rest) arm.push_back(r - centre + Vec3(0.1 * r.x(), 0, 0));
  Vec3 mean = Vec3::Zero();
  for (const Vec3& a : arm) mean += a / 16.0;
  for (Vec3& a : arm) a -= mean;
  for (int i = 0; i < 100; ++i) {
    const Mat3 rotation =
        Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized().matrix();
    std::vector<Vec3> x;
    for (const Vec3& a : arm) x.push_back(rotation * a + Vec3(3, 2, 1));
    const Placement flat = match_flat_shape(arm, square.mass, x);
    EXPECT_LT((flat.rotation - rotation).norm(), 1e-7);
    EXPECT_NEAR(flat.rotation.determinant(), 1.0, 1e-12);
  }
}

}  // namespace
}  // namespace muslin::hybrid_patches_test
