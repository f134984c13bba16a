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

}  // namespace
}  // namespace muslin::pinch_test
