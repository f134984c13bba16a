// The scenes of scenes/hard at small sizes, each with the response that it names: they run to their end, without an
// intersection, keep what they expect, and show what they are there for.
#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/mesh/pc2.hpp>
#include <tests/support/hard_scenes.hpp>
#include <tests/support/program.hpp>
#include <tests/support/shipped_scenes.hpp>

namespace muslin::hard_scenes_test {
namespace {

class EveryHardScene : public testing::TestWithParam<test::HardScene> {};

TEST_P(EveryHardScene, KeepsItsExpectationsAtASmallSize) {
  const test::TemporaryFolder folder;
  const RunRecord record = test::run_hard_scene(GetParam(), folder / "run");
  EXPECT_FALSE(record.expectations.empty());
  for (const auto& expectation : record.expectations)
    EXPECT_TRUE(expectation.met()) << expectation.name << ": " << expectation.value;
}

INSTANTIATE_TEST_SUITE_P(Small, EveryHardScene, testing::ValuesIn(test::hard_scenes()),
                         [](const auto& scene) { return test::scene_name_for_test(scene.param.name); });

TEST(HardScenes, AreAllTested) {
  EXPECT_EQ(test::scene_files(test::source_path("scenes/hard")).size(), test::hard_scenes().size());
}

Vec3 mean_position(const std::filesystem::path& cache, bool at_end) {
  const auto reader = Pc2Reader::open(cache);
  EXPECT_TRUE(reader) << reader.error().message();
  const auto positions = reader->read_frame(at_end ? reader->header().samples - 1 : 0);
  EXPECT_TRUE(positions) << positions.error().message();
  Vec3 sum = Vec3::Zero();
  for (const Vec3& x : *positions) sum += x;
  return sum / static_cast<double>(positions->size());
}

/// Distance by which the first cup is taken along when the cloth is pulled at this speed [m].
double cup_displacement(const std::string& speed, const std::string& end) {
  const test::TemporaryFolder folder;
  const RunRecord record = test::run_hard_scene(test::hard_scene("tablecloth"), folder / "run", {},
                                                {"bodies.cloth.pins.0.motion.velocity=[" + speed + ",0,0]",
                                                 "bodies.cloth.pins.0.motion.end=" + end, "time.frames=30"});
  EXPECT_LT(record.statistics.total.max_strain, 0.6);
  const Vec3 displacement =
      mean_position(folder / "run" / "cup1.pc2", true) - mean_position(folder / "run" / "cup1.pc2", false);
  return displacement.x();
}

// Friction of 0.2 gives a cup 2 m/s² at most. It takes 0.25 s to reach 0.5 m/s, and then goes with the cloth; from
// under it, cloth at 8 m/s is gone in a tenth of a second.
TEST(HardScenes, ASlowTableClothTakesItsCupsAlongAndAFastOneLeavesThem) {
  const double slow = cup_displacement("0.5", "0.6s"), fast = cup_displacement("8", "0.25s");
  EXPECT_GT(slow, 0.1);
  EXPECT_LT(fast, 0.05);
  EXPECT_GE(fast, 0.0);
}

}  // namespace
}  // namespace muslin::hard_scenes_test
