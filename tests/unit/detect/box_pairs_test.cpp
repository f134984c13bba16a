#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/box_pairs.hpp>
#include <tests/support/random.hpp>

namespace muslin::box_pairs_test {
namespace {

Box box(const Vec3& lower, const Vec3& upper) { return {lower, upper}; }

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// What the tree finds, found in parallel as the audit does: lower index first, in ascending order.
Pairs overlapping_pairs(std::span<const Box> boxes) {
  constexpr std::size_t kRanksPerChunk = 16;
  const BoxPairs tree(boxes);
  std::vector<Pairs> parts(chunk_count(tree.size(), kRanksPerChunk));
  parallel_chunks(tree.size(), kRanksPerChunk, [&](Chunk chunk) {
    for (std::size_t rank = chunk.begin; rank < chunk.end; ++rank) {
      const std::size_t i = tree.box_at(rank);
      tree.visit_partners(rank,
                          [&](std::size_t j) { parts[chunk.index].emplace_back(std::min(i, j), std::max(i, j)); });
    }
  });
  Pairs pairs = concatenate(parts);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TEST(Box, TouchingBoxesOverlap) {
  const Box unit = box(Vec3(0, 0, 0), Vec3(1, 1, 1));
  EXPECT_TRUE(unit.overlaps(box(Vec3(1, 0, 0), Vec3(2, 1, 1))));  // face
  EXPECT_TRUE(unit.overlaps(box(Vec3(1, 1, 1), Vec3(2, 2, 2))));  // corner
  EXPECT_FALSE(unit.overlaps(box(Vec3(std::nextafter(1.0, 2.0), 0, 0), Vec3(2, 1, 1))));
  EXPECT_TRUE(unit.overlaps(box(Vec3(0.5, 0.5, 0.5), Vec3(0.5, 0.5, 0.5))));  // a point
  EXPECT_FALSE(unit.overlaps(Box{}));
  EXPECT_FALSE(Box{}.overlaps(Box{}));
}

TEST(Box, GrowsToIncludePointsAndBoxes) {
  Box grown;
  grown.include(Vec3(1, 5, -1));
  grown.include(box(Vec3(0, 0, 0), Vec3(2, 1, 1)));
  EXPECT_EQ(grown.lower, Vec3(0, 0, -1));
  EXPECT_EQ(grown.upper, Vec3(2, 5, 1));
}

TEST(Box, CentreOfAHugeBoxIsFinite) {
  const double m = std::numeric_limits<double>::max();
  EXPECT_EQ(box(Vec3(m, m, -m), Vec3(m, m, m)).centre(), Vec3(m, m, 0));
}

TEST(BoxPairs, NoneOrOneBoxHasNoPairs) {
  EXPECT_TRUE(overlapping_pairs({}).empty());
  const std::vector<Box> one = {box(Vec3(0, 0, 0), Vec3(1, 1, 1))};
  EXPECT_TRUE(overlapping_pairs(one).empty());
}

TEST(BoxPairs, EqualBoxesAllOverlap) {
  const std::vector<Box> same(50, box(Vec3(1, 2, 3), Vec3(1, 2, 3)));
  EXPECT_EQ(overlapping_pairs(same).size(), 50U * 49U / 2U);
}

Pairs all_pairs_tested(const std::vector<Box>& boxes) {
  Pairs pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j)
      if (boxes[i].overlaps(boxes[j])) pairs.emplace_back(i, j);
  return pairs;
}

TEST(BoxPairs, AgreeWithTestingAllPairs) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const int count = seed % 50 == 0 ? 700 : random.integer(0, 150);
    const bool on_grid = random.chance(0.5);  // many touch exactly, many centres are equal
    const double scale = std::ldexp(1.0, random.integer(-1000, 1000)), size = random.uniform(0.0, 0.5);
    std::vector<Box> boxes;
    for (int i = 0; i < count; ++i) {
      Box b;
      const Vec3 p = random.in_box(1.0);
      for (int corner = 0; corner < 2; ++corner) {
        const double x = random.integer(0, 6), y = random.integer(0, 6), z = random.integer(0, 1);
        const Vec3 near_p = p + random.in_box(size);
        b.include(scale * (on_grid ? Vec3(x, y, z) : near_p));
      }
      boxes.push_back(b);
    }
    const auto expected = all_pairs_tested(boxes);
    found += expected.size();
    for (const int threads : {1, 4}) with_threads(threads, [&] { ASSERT_EQ(overlapping_pairs(boxes), expected); });
  }
  EXPECT_GT(found, 10'000U);
}

}  // namespace
}  // namespace muslin::box_pairs_test
