#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/checkpoint.hpp>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>

namespace muslin::checkpoint_test {
namespace {

constexpr std::uint64_t kScene = 0x1234'5678'9abc'def0ULL;

State random_state(std::uint64_t seed, std::size_t vertices, std::size_t hinges, std::size_t scripts = 2) {
  test::Random random(seed);
  State state;
  state.frame = 17;
  state.steps = 1'000'000'000'000;
  state.interval = {.length = 1 << 30, .successes = 5};
  for (std::size_t i = 0; i < vertices; ++i) state.position.push_back(random.in_box(10.0));
  for (std::size_t i = 0; i < vertices; ++i) state.velocity.push_back(random.in_box(1e-9));
  for (std::size_t i = 0; i < vertices; ++i) state.acceleration.push_back(random.in_box(1e9));
  for (std::size_t i = 0; i < hinges; ++i) state.hinges.rest_angles.push_back(random.uniform(-3.0, 3.0));
  for (std::size_t i = 0; i < hinges; ++i) state.hinges.plastic_angles.push_back(random.unit());
  for (std::size_t i = 0; i < scripts; ++i) state.script_delay.push_back(random.unit());
  for (std::size_t i = 0; i < 2 * vertices; ++i) state.tension.push_back(random.unit());
  for (std::size_t i = 0; i < vertices; ++i) state.tangle.push_back(static_cast<std::int32_t>(i % 3) - 1);
  for (std::size_t i = 0; i < vertices; ++i) state.min_priority.push_back(static_cast<std::int32_t>(i % 4) - 2);
  return state;
}

void expect_same_bits(double a, double b) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b));
}

void expect_same(const State& a, const State& b) {
  EXPECT_EQ(a.frame, b.frame);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.interval.length, b.interval.length);
  EXPECT_EQ(a.interval.successes, b.interval.successes);
  ASSERT_EQ(a.script_delay.size(), b.script_delay.size());
  for (std::size_t i = 0; i < a.script_delay.size(); ++i) expect_same_bits(a.script_delay[i], b.script_delay[i]);
  EXPECT_EQ(a.tangle, b.tangle);
  EXPECT_EQ(a.min_priority, b.min_priority);
  ASSERT_EQ(a.tension.size(), b.tension.size());
  for (std::size_t i = 0; i < a.tension.size(); ++i) expect_same_bits(a.tension[i], b.tension[i]);
  ASSERT_EQ(a.position.size(), b.position.size());
  ASSERT_EQ(a.velocity.size(), b.velocity.size());
  ASSERT_EQ(a.acceleration.size(), b.acceleration.size());
  ASSERT_EQ(a.hinges.rest_angles.size(), b.hinges.rest_angles.size());
  ASSERT_EQ(a.hinges.plastic_angles.size(), b.hinges.plastic_angles.size());
  for (std::size_t i = 0; i < a.position.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      expect_same_bits(a.position[i][k], b.position[i][k]);
      expect_same_bits(a.velocity[i][k], b.velocity[i][k]);
      expect_same_bits(a.acceleration[i][k], b.acceleration[i][k]);
    }
  for (std::size_t i = 0; i < a.hinges.rest_angles.size(); ++i) {
    expect_same_bits(a.hinges.rest_angles[i], b.hinges.rest_angles[i]);
    expect_same_bits(a.hinges.plastic_angles[i], b.hinges.plastic_angles[i]);
  }
}

TEST(Checkpoint, KeepsEveryBit) {
  const test::TemporaryFolder folder;
  State special = random_state(3, 2, 1);
  special.position[0] = {-0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max()};
  special.velocity[1] = {0.1, -std::numeric_limits<double>::min(), 1.0 + 0x1p-52};
  for (const State& state :
       {random_state(1, 1000, 300), random_state(2, 5, 0, 7), random_state(9, 5, 3, 0), State{}, special}) {
    ASSERT_TRUE(write_checkpoint(folder / "checkpoint", state, kScene));
    const auto read = read_checkpoint(folder / "checkpoint", kScene);
    ASSERT_TRUE(read) << read.error().message();
    expect_same(state, *read);
  }
}

void expect_refused(const std::filesystem::path& path, const std::string& what) {
  const auto read = read_checkpoint(path, kScene);
  ASSERT_FALSE(read) << what;
  EXPECT_EQ(read.error().kind, Error::Kind::unreadable_file);
  EXPECT_EQ(read.error().where, path.string());
  EXPECT_NE(read.error().what.find(what), std::string::npos) << read.error().message();
  EXPECT_FALSE(read.error().remedy.empty());
}

TEST(Checkpoint, RefusesEveryTruncation) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(write_checkpoint(folder / "checkpoint", random_state(4, 3, 2), kScene));
  const std::string whole = *read_whole_file(folder / "checkpoint");
  for (std::size_t size = 0; size < whole.size(); ++size)
    expect_refused(folder.write("cut", whole.substr(0, size)),
                   size < 8 ? "this is not a Muslin checkpoint" : "cut off");
  expect_refused(folder.write("longer", whole + "x"), "damaged");
  expect_refused(folder.write("longer", whole + std::string(8, '\0')), "damaged");
}

TEST(Checkpoint, RefusesEveryFlippedByte) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(write_checkpoint(folder / "checkpoint", random_state(5, 3, 2), kScene));
  const std::string whole = *read_whole_file(folder / "checkpoint");
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ (1 << i % 8));
    expect_refused(folder.write("flipped", bytes), "");
  }
}

TEST(Checkpoint, RefusesAnotherSceneAnotherVersionAndOtherFiles) {
  const test::TemporaryFolder folder;
  const State state = random_state(6, 3, 2);
  ASSERT_TRUE(write_checkpoint(folder / "other", state, kScene + 1));
  expect_refused(folder / "other", "belongs to another scene");
  ASSERT_TRUE(write_checkpoint(folder / "checkpoint", state, kScene));
  std::string bytes = *read_whole_file(folder / "checkpoint");
  for (const int version : {1, 2, 3, 4, 6}) {
    bytes[8] = static_cast<char>(version);
    expect_refused(folder.write("version", bytes), "version " + std::to_string(version) + " of the checkpoint format");
  }
  expect_refused(folder.write("foreign", std::string(200, 'x')), "this is not a Muslin checkpoint");
  EXPECT_FALSE(read_checkpoint(folder / "missing", kScene));
  EXPECT_FALSE(read_checkpoint(folder.path(), kScene));
}

TEST(Checkpoint, ThatCannotBeWrittenLeavesTheOneBefore) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(write_checkpoint("/dev/full", random_state(7, 3, 2), kScene).error().kind, Error::Kind::disk);
  EXPECT_FALSE(write_checkpoint(folder / "none/checkpoint", State{}, kScene));
  const State first = random_state(8, 4, 0);
  ASSERT_TRUE(write_checkpoint(folder / "checkpoint", first, kScene));
  folder.write("checkpoint.part-1-0", "half of anoth");  // of a run that was killed while it wrote
  expect_same(*read_checkpoint(folder / "checkpoint", kScene), first);
}

}  // namespace
}  // namespace muslin::checkpoint_test
