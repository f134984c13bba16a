#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <tests/soak/judge/bits_judge.hpp>
#include <tests/soak/judge/drive.hpp>
#include <tests/soak/judge/exit_judge.hpp>
#include <tests/soak/judge/motion_judge.hpp>
#include <tests/support/program.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::judge_test {
namespace {

namespace fs = std::filesystem;
using soak::FailureKind;
using soak::Findings;

/// A sheet falls onto a pinned one.
constexpr const char* kScene = R"({
  "version": 1, "time": { "frames": 8, "frame_rate": 24 },
  "bodies": [
    { "name": "net", "cloth": { "grid": [6, 6], "size": [0.4, 0.4] }, "pins": ["boundary"] },
    { "name": "sheet", "cloth": { "grid": [5, 5], "size": [0.2, 0.2] }, "place": { "translate": [0, 0.02, 0] } } ] })";

/// What the judges say of a run.
struct Verdict {
  Findings findings;
  soak::FrameVerdict frames;
  soak::MotionVerdict motion;
  soak::RunEnding ending = soak::RunEnding::wrong;
};

class Judge : public testing::Test {
 protected:
  void SetUp() override {
    scene_ = folder_.write("scene.json", kScene);
    child_ = soak::run_child(test::program_path(),
                             {"run", scene_.string(), "-o", run().string(), "--threads", "1", "--quiet"},
                             folder_ / "messages", {});
    ASSERT_EQ(child_.exit_code, 0) << child_.messages;
  }

  [[nodiscard]] fs::path run() const { return folder_ / "run"; }
  [[nodiscard]] soak::RunFacts facts() const { return soak::read_facts(scene_, run(), child_); }

  static Verdict judge(const soak::RunFacts& facts) {
    Verdict verdict;
    verdict.frames = soak::judge_frames(facts, verdict.findings);
    verdict.ending = soak::judge_ending(facts, verdict.frames, 20.0, verdict.findings);
    verdict.motion = soak::judge_motion(facts, soak::find_drive(*facts.scene), verdict.findings);
    return verdict;
  }

  /// Writes the cache of a body again with one vertex elsewhere in one frame.
  void displace(const std::string& body, std::int32_t frame, std::size_t vertex, const Vec3& by) const {
    const fs::path path = run() / (body + ".pc2");
    const auto cache = Pc2Reader::open(path);
    ASSERT_TRUE(cache);
    std::vector<std::vector<Vec3>> frames;
    for (std::int32_t k = 0; k < cache->header().samples; ++k) frames.push_back(*cache->read_frame(k));
    frames[static_cast<std::size_t>(frame)][vertex] += by;
    auto writer = Pc2Writer::create(path, cache->header());
    ASSERT_TRUE(writer);
    for (const auto& positions : frames) ASSERT_TRUE(writer->append(positions));
    ASSERT_TRUE(writer->close());
  }

  test::TemporaryFolder folder_;
  fs::path scene_;
  soak::ChildOutcome child_;
};

TEST_F(Judge, FindsNothingInAGoodRun) {
  const soak::RunFacts good = facts();
  EXPECT_EQ(good.frames.size(), 9U);
  EXPECT_EQ(good.elements.size(), 50U + 32U);
  const Verdict verdict = judge(good);
  EXPECT_TRUE(verdict.findings.empty()) << verdict.findings.front().what;
  EXPECT_EQ(verdict.ending, soak::RunEnding::complete);
  EXPECT_EQ(verdict.frames.intersections, std::vector<std::size_t>(9, 0));
  EXPECT_GT(verdict.motion.touches, 0);
  EXPECT_GT(verdict.motion.max_speed, 0.1);
}

TEST_F(Judge, FindsAPlantedIntersection) {
  displace("sheet", 3, 12, {0, -0.3, 0});
  const Verdict verdict = judge(facts());
  ASSERT_TRUE(soak::has(verdict.findings, FailureKind::intersection));
  EXPECT_EQ(verdict.findings.front().frame, 3);
  EXPECT_GT(verdict.frames.intersections[3], 0U);
  EXPECT_EQ(verdict.frames.intersections[2], 0U);
  // Neither the audit of the run nor its exit code knew of it.
  EXPECT_TRUE(soak::has(verdict.findings, FailureKind::dishonest_exit));
}

TEST_F(Judge, FindsAWrongExitCode) {
  for (const int code : {6, 7}) {
    soak::RunFacts wrong = facts();
    wrong.child.exit_code = code;
    EXPECT_TRUE(soak::has(judge(wrong).findings, FailureKind::dishonest_exit)) << code;
  }
  soak::RunFacts wrong = facts();
  wrong.record->frame_hashes.pop_back();
  EXPECT_TRUE(soak::has(judge(wrong).findings, FailureKind::dishonest_exit));
  wrong = facts();
  wrong.audited[2] = 1;
  EXPECT_TRUE(soak::has(judge(wrong).findings, FailureKind::dishonest_exit));
}

TEST_F(Judge, TellsCrashesStopsAndHangsApart) {
  soak::RunFacts facts = this->facts();
  facts.child.exit_code = 128 + SIGSEGV;
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::crash));

  facts.child.exit_code = 128 + SIGKILL;
  facts.child.met_cpu_limit = true;
  facts.child.cpu_seconds = 20.0;
  facts.child.last_progress = 19.0;
  EXPECT_EQ(judge(facts).ending, soak::RunEnding::time_limit);
  facts.child.last_progress = 1.0;
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::hang));

  facts.child.met_cpu_limit = false;
  facts.child.exit_code = 7;
  facts.record->reason = "the simulation diverged";
  facts.record->where = RunPlace{};
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::needless_stop));
  facts.record->reason = "an explicit integrator needs steps of 1e-11 s there";
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::needless_stop));  // the scene is not explicit
  facts.scene->integrator.method = IntegratorMethod::newmark;
  EXPECT_EQ(judge(facts).ending, soak::RunEnding::impossible);
  facts.record->reason = "pinched";
  facts.record->state = RunState::stopped;
  facts.scene->collision.pinch = PinchPolicy::stop;
  EXPECT_EQ(judge(facts).ending, soak::RunEnding::stopped_by_policy);

  facts.child.exit_code = 5;
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::needless_stop));
}

TEST_F(Judge, FindsEnergyAndSpeedFromNowhere) {
  soak::RunFacts facts = this->facts();
  ASSERT_TRUE(soak::find_drive(*facts.scene).is_closed);
  facts.steps[5].elastic_energy += 1e4;
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::energy));

  facts = this->facts();
  facts.steps[5].max_speed = 1000.0;
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::energy));

  facts = this->facts();
  facts.frames[4][0] += Vec3(0, 50, 0);  // a pinned vertex that gave way
  EXPECT_TRUE(soak::has(judge(facts).findings, FailureKind::energy));
}

TEST_F(Judge, NamesStrain) {
  soak::RunFacts facts = this->facts();
  facts.steps[7].max_strain = 11.0;
  facts.steps[7].collision.rungs.yields = 3;
  const Verdict verdict = judge(facts);
  ASSERT_TRUE(soak::has(verdict.findings, FailureKind::strain));
  EXPECT_NE(verdict.motion.reasons.find("yields 3"), std::string::npos) << verdict.motion.reasons;
}

TEST_F(Judge, ComparesBits) {
  const soak::ReferenceRun reference{.program = test::program_path(),
                                     .scene = scene_,
                                     .folder = run(),
                                     .child = child_,
                                     .work = folder_.path(),
                                     .memory_bytes = 0,
                                     .kill_share = 0.5};
  Findings findings;
  EXPECT_TRUE(soak::judge_bits(reference, findings).was_compared);
  EXPECT_TRUE(findings.empty()) << findings.front().what;
  // One coordinate that differs by a millimetre, and one step that counts another contact.
  const fs::path other = folder_ / "other.run";
  EXPECT_EQ(soak::differing_file(run(), other), "");
  displace("sheet", 5, 3, {0.001, 0, 0});
  EXPECT_EQ(soak::differing_file(run(), other), "sheet.pc2 differs");
  static_cast<void>(soak::judge_bits(reference, findings));
  EXPECT_TRUE(soak::has(findings, FailureKind::thread_bits));
  EXPECT_TRUE(soak::has(findings, FailureKind::resume_bits));
}

// Bodies that cross at the start and are kept so are a tangle, not a failure; the exit code must say so.
TEST(JudgeOfTangles, AcceptsWhatWasThereAtTheStart) {
  const test::TemporaryFolder folder;
  const auto scene = folder.write("scene.json", R"({
    "version": 1, "time": { "frames": 3 }, "collision": { "response": "gauss_seidel", "start": "keep" },
    "forces": { "gravity": 0 },
    "bodies": [
      { "name": "a", "cloth": { "grid": [6, 6], "size": [0.4, 0.4] } },
      { "name": "b", "cloth": { "grid": [6, 6], "size": [0.4, 0.4] }, "place": { "rotate": [90, 0, 0] } } ] })");
  const auto child = soak::run_child(test::program_path(), {"run", scene.string(), "-o", (folder / "run").string()},
                                     folder / "messages", {});
  EXPECT_EQ(child.exit_code, 6) << child.messages;
  const soak::RunFacts facts = soak::read_facts(scene, folder / "run", child);
  Findings findings;
  const soak::FrameVerdict frames = soak::judge_frames(facts, findings);
  EXPECT_GT(frames.at_given_start, 0U);
  EXPECT_EQ(soak::judge_ending(facts, frames, 20.0, findings), soak::RunEnding::complete);
  EXPECT_TRUE(findings.empty()) << findings.front().what;
}

// Cloth may intersect the obstacle of lower priority that pinches it, and only while the scene says so.
TEST(JudgeOfPriorities, AcceptsWhatPrioritiesAllow) {
  const test::TemporaryFolder folder;
  const auto scene = folder.write("scene.json", test::pinch_scene());
  const auto child = soak::run_child(test::program_path(),
                                     {"run", scene.string(), "-o", (folder / "run").string(), "--set",
                                      "collision.pinch=priority", "--set", "bodies.above.priority=2"},
                                     folder / "messages", {});
  EXPECT_EQ(child.exit_code, 0) << child.messages;
  soak::RunFacts facts = soak::read_facts(folder / "run" / "scene.json", folder / "run", child);
  ASSERT_TRUE(facts.scene);
  Findings findings;
  const soak::FrameVerdict frames = soak::judge_frames(facts, findings);
  EXPECT_GT(*std::max_element(frames.outranked.begin(), frames.outranked.end()), 0U);
  EXPECT_EQ(soak::judge_ending(facts, frames, 20.0, findings), soak::RunEnding::complete);
  EXPECT_TRUE(findings.empty()) << findings.front().what;

  facts.scene->collision.pinch = PinchPolicy::yield;
  const soak::FrameVerdict strict = soak::judge_frames(facts, findings);
  EXPECT_TRUE(soak::has(findings, FailureKind::intersection));
  EXPECT_EQ(soak::judge_ending(facts, strict, 20.0, findings), soak::RunEnding::wrong);
  EXPECT_TRUE(soak::has(findings, FailureKind::dishonest_exit));
}

}  // namespace
}  // namespace muslin::judge_test
