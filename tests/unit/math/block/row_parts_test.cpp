#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/math/block/row_parts.hpp>
#include <tests/support/random.hpp>

namespace muslin::row_parts_test {
namespace {

/// Every row once, each part ascending.
void expect_partition(const RowParts& parts, std::size_t rows) {
  std::vector<std::int32_t> all;
  for (const auto& part : parts) {
    EXPECT_TRUE(std::is_sorted(part.begin(), part.end()));
    all.insert(all.end(), part.begin(), part.end());
  }
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), rows);
  for (std::size_t i = 0; i < rows; ++i) EXPECT_EQ(all[i], static_cast<std::int32_t>(i));
}

TEST(RowParts, ByNumberAreRanges) {
  for (const std::size_t rows : {0, 1, 1024, 1025, 5000, 100'000}) {
    const RowParts parts = parts_by_index(rows);
    expect_partition(parts, rows);
    EXPECT_LE(parts.size(), 16U);
    for (const auto& part : parts) EXPECT_EQ(part.back() - part.front() + 1, static_cast<std::int32_t>(part.size()));
  }
  EXPECT_EQ(parts_by_index(1024).size(), 1U);
  EXPECT_EQ(parts_by_index(1025).size(), 2U);
}

TEST(RowParts, ByPlaceCutAcrossTheLongestExtent) {
  // Long in z: the lower half of the rows by z is one part, whatever their numbers are.
  test::Random random(1);
  std::vector<Vec3> positions(16'384);
  for (Vec3& place : positions) place = random.in_box(1.0).cwiseProduct(Vec3(0.1, 0.2, 3.0));
  const RowParts parts = parts_by_position(positions, {});
  expect_partition(parts, positions.size());
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].size(), parts[1].size());
  double highest = -10.0, lowest = 10.0;
  for (const std::int32_t row : parts[0]) highest = std::max(highest, positions[static_cast<std::size_t>(row)].z());
  for (const std::int32_t row : parts[1]) lowest = std::min(lowest, positions[static_cast<std::size_t>(row)].z());
  EXPECT_LE(highest, lowest);
}

TEST(RowParts, ByPlaceCountOnlyWhatIsFree) {
  std::vector<Vec3> positions(40'000, Vec3::Zero());  // all in one place: cut by number
  std::vector<std::uint8_t> fixed(positions.size(), 1);
  for (std::size_t i = 0; i < fixed.size(); i += 2) fixed[i] = 0;
  const RowParts parts = parts_by_position(positions, fixed);
  expect_partition(parts, positions.size());
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].size(), 10'000U);
  for (const std::int32_t row : parts[1]) EXPECT_EQ(fixed[static_cast<std::size_t>(row)], 0);
}

TEST(RowParts, OfNothing) { expect_partition(parts_by_position({}, {}), 0); }

}  // namespace
}  // namespace muslin::row_parts_test
