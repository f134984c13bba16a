#include <muslin/core/disjoint_sets.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <tests/support/random.hpp>

namespace muslin::disjoint_sets_test {
namespace {

TEST(DisjointSets, TheLowestNumberRepresentsASetWhateverTheOrder) {
  DisjointSets sets(5);
  EXPECT_TRUE(sets.join(4, 2));
  EXPECT_TRUE(sets.join(3, 4));
  EXPECT_FALSE(sets.join(2, 3));
  EXPECT_EQ(sets.find(3), 2U);
  EXPECT_TRUE(sets.join(3, 0));
  for (const std::size_t i : {0U, 2U, 3U, 4U}) EXPECT_EQ(sets.find(i), 0U);
  EXPECT_EQ(sets.find(1), 1U);
}

TEST(DisjointSets, AgreeWithRelabelling) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const int n = random.integer(1, 60);
    DisjointSets sets(static_cast<std::size_t>(n));
    std::vector<std::size_t> label(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < label.size(); ++i) label[i] = i;
    for (int k = random.integer(0, n); k > 0; --k) {
      const auto a = static_cast<std::size_t>(random.integer(0, n - 1));
      const auto b = static_cast<std::size_t>(random.integer(0, n - 1));
      EXPECT_EQ(sets.join(a, b), label[a] != label[b]);
      const std::size_t low = std::min(label[a], label[b]), high = std::max(label[a], label[b]);
      std::replace(label.begin(), label.end(), high, low);
    }
    for (std::size_t i = 0; i < label.size(); ++i) EXPECT_EQ(sets.find(i), label[i]);
  }
}

TEST(DisjointSets, GrowAndStartAgain) {
  DisjointSets sets;
  sets.grow(3);
  sets.join(0, 2);
  sets.grow(5);
  sets.grow(2);  // never shrinks
  EXPECT_EQ(sets.size(), 5U);
  EXPECT_EQ(sets.find(2), 0U);
  EXPECT_EQ(sets.find(4), 4U);
  sets.isolate(2);
  sets.isolate(0);
  EXPECT_EQ(sets.find(2), 2U);
  EXPECT_EQ(sets.find(0), 0U);
}

}  // namespace
}  // namespace muslin::disjoint_sets_test
