#include <gtest/gtest.h>

#include <cmath>
#include <muslin/io/json/units.hpp>
#include <numbers>

namespace muslin::units_test {
namespace {

struct Case {
  const char* text;
  Quantity quantity;
  double value;
};

class GoodQuantity : public testing::TestWithParam<Case> {};

TEST_P(GoodQuantity, IsReadInItsUnit) {
  const auto value = parse_quantity(GetParam().text, GetParam().quantity);
  ASSERT_TRUE(value) << value.error().message();
  EXPECT_NEAR(*value, GetParam().value, 1e-14 * std::abs(GetParam().value)) << GetParam().text;
}

using namespace quantity;  // NOLINT(google-build-using-namespace): a table of them follows
INSTANTIATE_TEST_SUITE_P(
    Table, GoodQuantity,
    testing::Values(
        Case{"0.4 mm", kLength, 4e-4}, Case{"0.4mm", kLength, 4e-4}, Case{" -2  cm ", kLength, -0.02},
        Case{"12 in", kLength, 0.3048}, Case{"3 ft", kLength, 0.9144}, Case{"7 um", kLength, 7e-6},
        Case{"7 \xc2\xb5m", kLength, 7e-6}, Case{"7 \xce\xbcm", kLength, 7e-6}, Case{"1e-3 km", kLength, 1.0},
        Case{"+.5 m", kLength, 0.5}, Case{"2e3m", kLength, 2000.0}, Case{"150 g/m^2", kArealDensity, 0.15},
        Case{"150 g/m2", kArealDensity, 0.15}, Case{"150 g/m\xc2\xb2", kArealDensity, 0.15},
        Case{"150 g m^-2", kArealDensity, 0.15}, Case{"150 g m\xe2\x81\xbb\xc2\xb2", kArealDensity, 0.15},
        Case{"1 oz/yd^2", kArealDensity, 0.028349523125 / 0.83612736}, Case{"24 fps", kFrequency, 24.0},
        Case{"30 Hz", kFrequency, 30.0}, Case{"1/s", kFrequency, 1.0}, Case{"1 / min", kFrequency, 1.0 / 60},
        Case{"1/60 s", kTime, 1.0 / 60}, Case{"5 ms", kTime, 0.005}, Case{"2 min", kTime, 120.0},
        Case{"90 deg", kAngle, 90.0}, Case{"90\xc2\xb0", kAngle, 90.0}, Case{"1 rad", kAngle, 180 / std::numbers::pi},
        Case{"2 turns", kAngle, 720.0}, Case{"120 rpm", kAngularSpeed, 720.0},
        Case{"2 rad/s", kAngularSpeed, 360 / std::numbers::pi}, Case{"2 N/m", kForcePerLength, 2.0},
        Case{"0.3 kN/m", kForcePerLength, 300.0}, Case{"5 N/cm", kForcePerLength, 500.0}, Case{"1 cN", kForce, 0.01},
        Case{"1 lbf", kForce, 4.4482216152605}, Case{"10 uN m", kMomentPerLength, 1e-5},
        Case{"10 uN*m", kMomentPerLength, 1e-5}, Case{"10 \xc2\xb5N\xc2\xb7m", kMomentPerLength, 1e-5},
        Case{"1 gf cm^2/cm", kMomentPerLength, 9.80665e-5}, Case{"1 gf*cm", kMomentPerLength, 9.80665e-5},
        Case{"100 mN mm^2", kBendingStiffness, 1e-7}, Case{"5 km/h", kSpeed, 5.0 / 3.6},
        Case{"9.81 m/s^2", kAcceleration, 9.81}, Case{"9.81 m/s/s", kAcceleration, 9.81}, Case{"40 %", kRatio, 0.4},
        Case{"0.4", kRatio, 0.4}, Case{"1/3", kRatio, 1.0 / 3}, Case{"0.5 1/cm", kCurvature, 50.0},
        Case{"10 1/m", kCurvature, 10.0}, Case{"30 tex", kLinearDensity, 3e-5}, Case{"9 den", kLinearDensity, 1e-6},
        Case{"2 MPa mm", kForcePerLength, 2000.0}, Case{"5 mJ", kEnergy, 5e-3}));

std::string fault(std::string_view text, const Quantity& wanted) {
  const auto value = parse_quantity(text, wanted);
  EXPECT_FALSE(value) << text;
  return value ? "" : value.error().message();
}

TEST(Units, AWrongDimensionSaysWhichWasWanted) {
  EXPECT_EQ(fault("5 kg", kLength),
            "\"5 kg\" is not a length; must be a length, e.g. 0.4, \"0.4 mm\", \"12 in\" (a plain number is in m)");
  EXPECT_EQ(fault("90 deg", kRatio), "\"90 deg\" is not a ratio; must be a ratio, e.g. 0.4, \"40 %\"");
  EXPECT_NE(fault("3 N", kForcePerLength).find("must be a force per length, e.g. 3000, \"3 kN/m\""), std::string::npos);
}

TEST(Units, SayWhatIsNoQuantity) {
  EXPECT_EQ(fault("0.4", kLength).substr(0, 19), "\"0.4\" has no unit; ");
  EXPECT_EQ(fault("wide", kLength).substr(0, 39), "\"wide\" does not begin with a number; mu");
  EXPECT_EQ(fault("", kLength).substr(0, 35), "\"\" does not begin with a number; mu");
  EXPECT_NE(fault("3 furlongs", kLength).find("unknown unit \"furlongs\""), std::string::npos);
  EXPECT_NE(fault("1,5 mm", kLength).find("has a comma in its number; write a point"), std::string::npos);
  for (const char* text : {"1e400 m", "nan m", "inf", "1/0 s", "1e308 km", "3 m^9", "3 m^", "3 m/", "3 m//s", "5e m",
                           "3 m**2", "3 \xff", "--3 m", "3 m)", "3 m^-", "1e308 h"})
    for (const Quantity& quantity : {kLength, kTime, kSpeed}) EXPECT_FALSE(parse_quantity(text, quantity)) << text;
}

TEST(Units, EveryExampleIsRight) {
  for (const Quantity& quantity :
       {kRatio, kLength, kTime, kFrequency, kSpeed, kAcceleration, kAngle, kAngularSpeed, kCurvature, kArealDensity,
        kLinearDensity, kDensity, kForce, kForcePerLength, kMomentPerLength, kBendingStiffness, kEnergy}) {
    std::size_t examples = 0;
    for (std::size_t at = quantity.examples.find('"'); at != std::string_view::npos;) {
      const std::size_t end = quantity.examples.find('"', at + 1);
      const auto value = parse_quantity(quantity.examples.substr(at + 1, end - at - 1), quantity);
      EXPECT_TRUE(value) << quantity.examples;
      ++examples;
      at = quantity.examples.find('"', end + 1);
    }
    EXPECT_GE(examples, 1U) << quantity.name;
    if (!quantity.unit.empty()) {
      const auto one = parse_quantity("1 " + std::string(quantity.unit), quantity);
      ASSERT_TRUE(one) << one.error().message();
      EXPECT_EQ(*one, 1.0) << quantity.unit;
    }
  }
}

}  // namespace
}  // namespace muslin::units_test
