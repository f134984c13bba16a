#include <gtest/gtest.h>

#include <muslin/core/types.hpp>
#include <type_traits>

namespace muslin::types_test {
namespace {

TEST(Id, IsInvalidUntilItIsSet) {
  EXPECT_FALSE(VertexId().valid());
  EXPECT_EQ(VertexId().value, -1);
  EXPECT_TRUE(VertexId(0).valid());
}

TEST(Id, ComparesByValue) {
  EXPECT_EQ(VertexId(3), VertexId(3));
  EXPECT_NE(VertexId(3), VertexId(4));
  EXPECT_LT(VertexId(3), VertexId(4));
  EXPECT_LT(VertexId(), VertexId(0));
}

TEST(Id, TakesAndGivesSizes) {
  EXPECT_EQ(EdgeId(std::size_t{7}).index(), 7U);
  EXPECT_EQ(EdgeId(kMaxElements).index(), kMaxElements);
  EXPECT_TRUE(EdgeId(kMaxElements).valid());
}

// These hold at compile time: an index cannot be used as one of another kind, nor come from a number unasked.
static_assert(!std::is_convertible_v<int, VertexId>);
static_assert(!std::is_convertible_v<VertexId, int>);
static_assert(!std::is_convertible_v<VertexId, EdgeId>);
static_assert(!std::is_constructible_v<VertexId, EdgeId>);
static_assert(sizeof(TriangleId) == 4);
static_assert(std::is_trivially_copyable_v<VertexId>);

}  // namespace
}  // namespace muslin::types_test
