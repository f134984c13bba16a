#include <gtest/gtest.h>

#include <muslin/detect/frame_auditor.hpp>
#include <tests/support/random.hpp>

// GCC 12 drops the rounding of x = x.cast<float>().cast<double>() in some loops (-O2, two of three coordinates): the
// vectoriser makes a pair of conversions of it, which is then taken for no conversion. Audits of what files hold depend
// on the rounding.
namespace muslin::float_rounding_test {
namespace {

TEST(FloatRounding, RoundsEveryCoordinate) {
  test::Random random(5);
  std::vector<Vec3> positions;
  for (int i = 0; i < 1000; ++i) positions.push_back(random.in_box(3.0));
  const std::vector<Vec3> rounded = rounded_to_float(positions);
  ASSERT_EQ(rounded.size(), positions.size());
  for (std::size_t i = 0; i < rounded.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const volatile float stored = static_cast<float>(positions[i][k]);
      EXPECT_EQ(rounded[i][k], static_cast<double>(stored));
    }
}

}  // namespace
}  // namespace muslin::float_rounding_test
