#include <gtest/gtest.h>

#include <muslin/io/file/number_code.hpp>
#include <vector>

namespace muslin::number_code_test {
namespace {

std::string coded(const std::vector<std::int64_t>& differences) {
  std::string bytes;
  DifferenceEncoder encoder(bytes);
  for (const std::int64_t each : differences) encoder.put(each);
  encoder.finish();
  return bytes;
}

TEST(NumberCode, NumbersTakeSevenBitsPerByte) {
  std::string bytes;
  for (const std::uint64_t number : {0U, 127U, 128U, 300U}) store_number(bytes, number);
  EXPECT_EQ(bytes, (std::string{0, 127, '\x80', 1, '\xac', 2}));
  auto left = std::as_bytes(std::span(bytes));
  for (const std::uint64_t number : {0U, 127U, 128U, 300U}) EXPECT_EQ(take_number(left), number);
  EXPECT_EQ(take_number(left), std::nullopt);
}

TEST(NumberCode, ZerosAreCounted) {
  EXPECT_EQ(coded({3, -1, 0, 0, 0, 64}), (std::string{6, 1, 0, 2, '\x80', 1}));
  EXPECT_EQ(coded({0}), (std::string{0, 0}));
  EXPECT_EQ(coded({}), "");
}

TEST(NumberCode, DifferencesAreReadBack) {
  const std::vector<std::int64_t> differences = {
      0, 0, 1, -1, 63, -64, 64, 0, std::int64_t{1} << 50U, -(std::int64_t{1} << 50U), 0, 0};
  const std::string bytes = coded(differences);
  auto left = std::as_bytes(std::span(bytes));
  DifferenceDecoder decoder(left);
  for (const std::int64_t each : differences) EXPECT_EQ(decoder.take(), each);
  EXPECT_TRUE(decoder.is_finished());
  EXPECT_TRUE(left.empty());
  EXPECT_EQ(decoder.take(), std::nullopt);
}

TEST(NumberCode, BytesThatEndEarlyOrNeverAreRefused) {
  for (const std::string& bytes :
       {std::string{'\x80'}, std::string{0}, std::string{0, '\x80'}, std::string(20, '\xff')}) {
    auto left = std::as_bytes(std::span(bytes));
    EXPECT_EQ(DifferenceDecoder(left).take(), std::nullopt);
  }
  const std::string open = {0, 5};
  auto left = std::as_bytes(std::span(open));
  DifferenceDecoder decoder(left);
  EXPECT_EQ(decoder.take(), 0);
  EXPECT_FALSE(decoder.is_finished());
}

}  // namespace
}  // namespace muslin::number_code_test
