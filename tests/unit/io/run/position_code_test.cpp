#include <gtest/gtest.h>

#include <cmath>
#include <muslin/io/run/position_code.hpp>
#include <tests/support/random.hpp>

namespace muslin::position_code_test {
namespace {

/// Reads what the encoder wrote, by the rules of its description: the frames of the group that begins at a byte.
std::vector<std::vector<Vec3>> read_group(const std::string& bytes, std::size_t at, std::size_t frames,
                                          std::size_t points, double quantum) {
  const auto number = [&] {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(bytes.at(at++));
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return value;
    }
  };
  std::uint64_t zeros = 0;
  const auto difference = [&]() -> std::int64_t {
    if (zeros > 0) return --zeros, 0;
    const std::uint64_t value = number();
    if (value == 0) return zeros = number(), 0;
    return value % 2 == 0 ? static_cast<std::int64_t>(value / 2) : -static_cast<std::int64_t>(value / 2) - 1;
  };
  std::vector<std::vector<std::int64_t>> all;
  std::vector<std::vector<Vec3>> positions(frames, std::vector<Vec3>(points));
  for (std::size_t f = 0; f < frames; ++f) {
    std::vector<std::int64_t>& x = all.emplace_back(3 * points);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = difference() + (f == 0 ? (i < 3 ? 0 : x[i - 3]) : f == 1 ? all[0][i] : 2 * all[f - 1][i] - all[f - 2][i]);
      positions[f][i / 3][static_cast<Eigen::Index>(i % 3)] = static_cast<double>(x[i]) * quantum;
    }
  }
  EXPECT_EQ(zeros, 0U);
  return positions;
}

// By hand: one vertex, quantum 1. The start 3, -1, 0 has the differences 3, -1, 0, hence the numbers 6, 1 and a zero. A
// frame at the same place has three zeros more. The third frame has moved by 64 along z, which takes two bytes.
TEST(PositionEncoder, WritesWhatItsDescriptionSays) {
  PositionEncoder encoder(1.0);
  for (const Vec3& x : {Vec3(3.2, -0.9, 0.4), Vec3(3, -1, 0), Vec3(3, -1, 64)}) encoder.append(std::vector{x});
  encoder.finish();
  const std::string expected = {6, 1, 0, 5, static_cast<char>(128 + 0), 1};
  EXPECT_EQ(encoder.bytes(), expected);
  EXPECT_EQ(encoder.groups(), std::vector<std::size_t>{0});
}

TEST(PositionEncoder, EveryGroupCanBeReadByItself) {
  constexpr double kQuantum = 1.0 / 1024;
  constexpr std::size_t kFrames = 75, kPoints = 20;
  test::Random random(7);
  std::vector<std::vector<Vec3>> frames(kFrames, std::vector<Vec3>(kPoints));
  for (std::size_t v = 0; v < kPoints; ++v) {
    Vec3 x = random.in_box(v < 10 ? 1e4 : 1.0);
    const Vec3 velocity = random.in_box(0.1);
    for (auto& frame : frames) {
      frame[v] = x;
      if (v % 4 != 0) x += velocity + random.in_box(0.01);  // a quarter rests
    }
  }
  PositionEncoder encoder(kQuantum);
  for (const auto& frame : frames) encoder.append(frame);
  encoder.finish();
  ASSERT_EQ(encoder.groups().size(), 3U);
  for (std::size_t g = 0; g < 3; ++g) {
    const std::size_t first = 32 * g, count = std::min<std::size_t>(32, kFrames - first);
    const auto read = read_group(encoder.bytes(), encoder.groups()[g], count, kPoints, kQuantum);
    for (std::size_t f = 0; f < count; ++f)
      for (std::size_t v = 0; v < kPoints; ++v)
        EXPECT_LE((read[f][v] - frames[first + f][v]).cwiseAbs().maxCoeff(), kQuantum / 2 + 1e-12);
  }
}

TEST(PositionEncoder, ABodyAtRestTakesNextToNothing) {
  PositionEncoder encoder(1e-5);
  const std::vector<Vec3> floor = {Vec3(-1, 0, -1), Vec3(1, 0, -1), Vec3(1, 0, 1), Vec3(-1, 0, 1)};
  for (int frame = 0; frame < 32; ++frame) encoder.append(floor);
  encoder.finish();
  EXPECT_LT(encoder.bytes().size(), 40U);
}

}  // namespace
}  // namespace muslin::position_code_test
