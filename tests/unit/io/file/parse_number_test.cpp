#include <gtest/gtest.h>

#include <cmath>
#include <muslin/io/file/parse_number.hpp>

namespace muslin::parse_number_test {
namespace {

TEST(ParseNumber, ReadsDoublesAsTheyAreSpelt) {
  EXPECT_EQ(parse_double("0.1"), 0.1);
  EXPECT_EQ(parse_double("+1.5e3"), 1500.0);
  EXPECT_EQ(parse_double(".5"), 0.5);
  EXPECT_EQ(parse_double("-7."), -7.0);
  EXPECT_TRUE(std::signbit(*parse_double("-0")));
  EXPECT_TRUE(std::isnan(*parse_double("nan")));
  EXPECT_TRUE(std::isinf(*parse_double("-inf")));
  EXPECT_EQ(parse_double("4.9e-324"), 4.9e-324);
}

TEST(ParseNumber, TooSmallIsZeroAndTooLargeIsNone) {
  EXPECT_EQ(parse_double("1e-400"), 0.0);
  EXPECT_EQ(parse_double("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_TRUE(std::signbit(*parse_double("-1e-999999999999")));
  EXPECT_FALSE(parse_double("1e400"));
  EXPECT_FALSE(parse_double("-1e400"));
  EXPECT_FALSE(parse_double(std::string(400, '9')));
}

TEST(ParseNumber, RefusesWhatIsNotANumberFromStartToEnd) {
  for (const char* text : {"", "+", "-", "x", "1x", "1,5", "1 ", " 1", "+-1", "++1", "0x10", "1e", "--1", "e5"})
    EXPECT_FALSE(parse_double(text)) << text;
  for (const char* text : {"", "1.0", "1x", "+-1", "9223372036854775808", "0x1"})
    EXPECT_FALSE(parse_integer(text)) << text;
  EXPECT_EQ(parse_integer("-12"), -12);
  EXPECT_EQ(parse_integer("+12"), 12);
}

}  // namespace
}  // namespace muslin::parse_number_test
