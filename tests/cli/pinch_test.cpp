#include <gtest/gtest.h>

#include <filesystem>
#include <muslin/io/run/run_audit.hpp>
#include <muslin/io/run/run_record.hpp>
#include <tests/support/program.hpp>
#include <tests/support/run_contents.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::pinch_test {
namespace {

namespace fs = std::filesystem;
using test::Outcome;

class PinchedRun : public testing::Test {
 protected:
  /// `muslin run` of the scene into the folder `name`.
  Outcome run(const std::string& name, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"run", scene_, "-o", (folder_ / name).string()});
    return test::run_program(test::program_path(), more);
  }
  [[nodiscard]] RunRecord record(const std::string& name) const {
    const auto result = read_run_record(folder_ / name / "run.json");
    EXPECT_TRUE(result) << result.error().message();
    return result ? *result : RunRecord{};
  }
  /// Every frame that is there was audited, and none intersects.
  void expect_clean(const std::string& name) const {
    const auto audit = read_run_audit(folder_ / name / "audit.json");
    ASSERT_TRUE(audit) << audit.error().message();
    EXPECT_TRUE(audit->clean());
    EXPECT_EQ(audit->frames().size(), static_cast<std::size_t>(record(name).frames_done() + 1));
  }

  test::TemporaryFolder folder_;
  std::string scene_ = folder_.write("scene.json", test::pinch_scene()).string();
};

TEST_F(PinchedRun, EndsAndSaysWhoWhereAndWhatToDo) {
  const Outcome outcome = run("a");
  EXPECT_EQ(outcome.exit_code, 7) << outcome.err;
  const RunRecord made = record("a");
  const std::int64_t next = made.last_frame() + 1;
  for (const std::string& part :
       {std::string("muslin: error: pinched: body "), std::string(" m behind its script, blocked by sheet, at vertex "),
        std::string(" near ("), " before frame " + std::to_string(next), std::string("--set collision.pinch=yield"),
        std::string("--set collision.max_lag=0.0"),
        "Frames up to " + std::to_string(made.last_frame()) + " are in " + (folder_ / "a").string()})
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << "\n" << outcome.err;
  EXPECT_EQ(made.state, RunState::stopped);
  EXPECT_EQ(made.reason.find("pinched: body "), 0U) << made.reason;
  ASSERT_TRUE(made.where);
  EXPECT_TRUE(made.where->body == "below" || made.where->body == "above") << made.where->body;
  EXPECT_LT(made.where->vertex, 8);
  EXPECT_NEAR(std::abs(made.where->position.x()), 0.1, 1e-6);  // a corner of a plate
  EXPECT_LT(std::abs(made.where->position.y()), 0.03);
  EXPECT_EQ(made.where->frame, next);
}

TEST_F(PinchedRun, KeepsTheFramesItHas) {
  ASSERT_EQ(run("a").exit_code, 7);
  EXPECT_GE(record("a").frames_done(), 2);
  EXPECT_LT(record("a").frames_done(), 12);
  EXPECT_TRUE(fs::exists(folder_ / "a" / "checkpoint"));
  expect_clean("a");
  const Outcome info = test::run_program(test::program_path(), {"info", (folder_ / "a").string()});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  EXPECT_NE(info.out.find("stopped"), std::string::npos) << info.out;

  // Tried again, it stops there again.
  const auto before = test::run_contents(folder_ / "a");
  EXPECT_EQ(run("a", {"--resume"}).exit_code, 7);
  EXPECT_EQ(test::run_contents(folder_ / "a"), before);
}

// Other settings make another run: it begins anew, and until it is asked to, nothing of the first is lost.
TEST_F(PinchedRun, GoesToItsEndWithARelaxedPolicy) {
  ASSERT_EQ(run("a").exit_code, 7);
  const auto before = test::run_contents(folder_ / "a");
  const std::vector<std::string> hashes = record("a").frame_hashes;
  const Outcome refused = run("a", {"--resume", "--set", "collision.max_lag=0.1"});
  EXPECT_EQ(refused.exit_code, 4) << refused.err;
  EXPECT_NE(refused.err.find("start again with --force"), std::string::npos) << refused.err;
  EXPECT_EQ(test::run_contents(folder_ / "a"), before);

  const Outcome waits = run("a", {"--force", "--set", "collision.max_lag=0.1"});
  EXPECT_EQ(waits.exit_code, 0) << waits.err;
  const RunRecord waited = record("a");
  EXPECT_EQ(waited.state, RunState::complete);
  EXPECT_EQ(waited.frames_done(), 12);
  EXPECT_GT(waited.statistics.max_lag, 2e-3);
  EXPECT_GT(waited.statistics.total.collision.rungs.stops, 0);
  expect_clean("a");
  // The frames before are the same: they lagged less.
  ASSERT_GT(waited.frame_hashes.size(), hashes.size());
  EXPECT_TRUE(std::equal(hashes.begin(), hashes.end(), waited.frame_hashes.begin()));
}

TEST_F(PinchedRun, GoesToItsEndWhereScriptsYield) {
  const Outcome outcome = run("a", {"--set", "collision.pinch=yield"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(record("a").state, RunState::complete);
  EXPECT_EQ(record("a").frames_done(), 12);
  EXPECT_GT(record("a").statistics.total.collision.rungs.yields, 0);
  expect_clean("a");
}

// What yields is also judged as it was given: the artist will render the plates where their scripts have them.
TEST_F(PinchedRun, SaysWhatIntersectsAsGiven) {
  const Outcome outcome = run("a", {"--set", "collision.pinch=yield", "--set", "expect.intersections_as_given=0"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const RunRecord made = record("a");
  EXPECT_GT(made.audit.bad_frames_as_given, 0);
  EXPECT_LT(made.audit.bad_frames_as_given, made.audit.frames);
  EXPECT_GT(made.audit.intersections_as_given, 0);
  // The plates, as given, overlap by 12 mm in the middle of the run; the cloth is in between.
  EXPECT_GT(made.audit.depth_as_given, 3e-3);
  EXPECT_LT(made.audit.depth_as_given, 9e-3);
  ASSERT_EQ(made.expectations.size(), 1U);
  EXPECT_EQ(made.expectations[0].name, "intersections_as_given");
  EXPECT_FALSE(made.expectations[0].met());
  for (const std::string& part :
       {std::string("muslin: warning: frame "), std::string(", where its script places it, has "),
        std::string("muslin: warning: with obstacles where their scripts place them, "),
        std::string("intersections_as_given was expected to be at most 0, but is ")})
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << "\n" << outcome.err;
  const Outcome info = test::run_program(test::program_path(), {"info", (folder_ / "a").string()});
  EXPECT_NE(info.out.find("as given   with obstacles"), std::string::npos) << info.out;
  // The file says which bodies, and a resumed run says the same.
  const auto audit = read_run_audit(folder_ / "a" / "audit.json");
  ASSERT_TRUE(audit);
  EXPECT_EQ(audit->bad_frames_as_given(), static_cast<std::size_t>(made.audit.bad_frames_as_given));
  double deviation = 0.0;
  for (const RunAuditFrame& frame : audit->frames())
    for (const ObstacleAsGiven& obstacle : frame.audit.as_given) {
      EXPECT_TRUE(obstacle.body == "below" || obstacle.body == "above") << obstacle.body;
      deviation = std::max(deviation, obstacle.deviation);
    }
  EXPECT_NEAR(deviation, made.statistics.max_lag, 1e-6);
  ASSERT_EQ(run("b", {"--set", "collision.pinch=yield", "--set", "expect.intersections_as_given=0", "--frames", "1-7"})
                .exit_code,
            0);
  fs::remove(folder_ / "b" / "audit.json");
  ASSERT_EQ(
      run("b", {"--set", "collision.pinch=yield", "--set", "expect.intersections_as_given=0", "--resume"}).exit_code,
      0);
  EXPECT_EQ(test::run_contents(folder_ / "a"), test::run_contents(folder_ / "b"));
}

// Both plates share the overlap: neither gives way by much more than half of it and two thicknesses.
TEST_F(PinchedRun, YieldsNoMoreThanTheOverlapDemands) {
  ASSERT_EQ(run("a", {"--set", "collision.pinch=yield"}).exit_code, 0);
  constexpr double kOverlap = 0.012, kThickness = 0.001;
  EXPECT_GT(record("a").statistics.max_lag, 0.25 * kOverlap);
  EXPECT_LT(record("a").statistics.max_lag, 0.5 * kOverlap + 2.0 * kThickness);
}

// Of two plates of different priority the cloth ignores the lower one, which stays where its script has it.
TEST_F(PinchedRun, IgnoresTheObstacleOfLowerPriority) {
  const std::vector<std::string> settings = {"--set", "collision.pinch=priority", "--set", "bodies.above.priority=2"};
  const Outcome outcome = run("a", settings);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const RunRecord made = record("a");
  EXPECT_EQ(made.state, RunState::complete);
  EXPECT_GT(made.statistics.total.collision.rungs.priorities, 0);
  EXPECT_EQ(made.statistics.total.collision.rungs.yields, 0);
  EXPECT_EQ(made.statistics.max_lag, 0.0);
  EXPECT_GT(made.audit.outranked, 0);
  EXPECT_EQ(made.audit.intersections, 0);
  EXPECT_EQ(made.audit.intersections_as_given, made.audit.outranked);
  // Only the lower plate is ignored, and only while it pinches: at the end all is guarded again.
  const auto audit = read_run_audit(folder_ / "a" / "audit.json");
  ASSERT_TRUE(audit);
  for (const RunAuditFrame& frame : audit->frames())
    for (const ObstacleAsGiven& obstacle : frame.audit.as_given) EXPECT_EQ(obstacle.body, "below");
  EXPECT_TRUE(audit->frames().back().audit.as_given.empty());
  // Killed and resumed, it has the same bits, and the audit too.
  std::vector<std::string> first = settings, rest = settings;
  first.insert(first.end(), {"--frames", "1-7"});
  rest.emplace_back("--resume");
  ASSERT_EQ(run("b", first).exit_code, 0);
  ASSERT_EQ(run("b", rest).exit_code, 0);
  EXPECT_EQ(test::run_contents(folder_ / "a"), test::run_contents(folder_ / "b"));
}

// Equal priorities decide nothing: both give way.
TEST_F(PinchedRun, YieldsWherePrioritiesAreEqual) {
  const Outcome outcome = run("a", {"--set", "collision.pinch=priority"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(record("a").statistics.total.collision.rungs.priorities, 0);
  EXPECT_GT(record("a").statistics.total.collision.rungs.yields, 0);
  expect_clean("a");
}

}  // namespace
}  // namespace muslin::pinch_test
