#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/runner/run_scene.hpp>
#include <tests/support/program.hpp>
#include <tests/support/run_contents.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::run_scene_test {
namespace {

namespace fs = std::filesystem;
using Ending = RunResult::Ending;

constexpr const char* kScene = R"({
  "version": 1, "time": { "frames": 4, "frame_rate": 24, "step": 0.02 },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [3, 3], "size": [1, 1] }, "pins": [{ "vertices": [0, 2] }] },
    { "name": "floor", "obstacle": { "grid": [2, 2], "size": [4, 4] }, "place": { "translate": [0, -3, 0] } } ]
})";

/// Keeps the numbers of the frames of a run, as a file that is resumed would.
class NumberSink final : public FrameSink {
 public:
  [[nodiscard]] Status begin(const RunStart& start) override {
    numbers.resize(static_cast<std::size_t>(start.kept_frames));
    return Done{};
  }
  [[nodiscard]] Status append(const RunFrame& frame) override {
    if (frame.number == refused) return Error{Error::Kind::disk, "numbers", "are full", ""};
    numbers.push_back(frame.number);
    return Done{};
  }

  std::int64_t refused = -1;
  std::vector<std::int64_t> numbers;
};

class Watcher final : public RunObserver {
 public:
  void on_start_intersects(const StartAudit& audit) override { start_intersections = audit.intersections; }
  void on_begin() override { ++begins; }
  void on_frame(const FinishedFrame& frame) override { last = frame.frame; }
  void on_audit_finding(const FrameAudit& audit) override { findings.push_back(audit.frame); }
  [[nodiscard]] Interrupt requested() override { return last >= stop_after ? Interrupt::after_frame : Interrupt::none; }

  std::int64_t stop_after = 1000;
  std::int64_t last = 0;
  int begins = 0;
  std::size_t start_intersections = 0;
  std::vector<std::int64_t> findings;
};

class RunSceneTest : public testing::Test {
 protected:
  [[nodiscard]] RunRequest request(const std::string& name, ExistingRun existing = ExistingRun::refuse) {
    return {.scene = scene_, .folder = folder_ / name, .overrides = {}, .existing = existing, .sinks = {&sink_}};
  }
  /// Runs a request that must not be refused.
  [[nodiscard]] RunResult run(const RunRequest& wanted) {
    const auto result = run_scene(wanted, watcher_);
    if (!result) {
      ADD_FAILURE() << result.error().message();
      return {};
    }
    return *result;
  }
  [[nodiscard]] Error refused(const RunRequest& wanted) {
    const auto result = run_scene(wanted, watcher_);
    if (!result) return result.error();
    ADD_FAILURE() << "was run";
    return {};
  }

  test::TemporaryFolder folder_;
  std::string scene_ = folder_.write("scene.json", kScene).string();
  NumberSink sink_;
  Watcher watcher_;
};

TEST_F(RunSceneTest, ACompleteRunReachesFolderSinkAndObserver) {
  const RunResult result = run(request("a"));
  EXPECT_EQ(result.ending, Ending::complete);
  EXPECT_FALSE(result.error);
  EXPECT_TRUE(result.reason.empty());
  EXPECT_EQ(result.record.frames_done(), 4);
  EXPECT_EQ(result.record.audit.frames, 5);
  EXPECT_GT(result.record.statistics.steps, 0);
  EXPECT_EQ(read_run_record(folder_ / "a/run.json")->state, RunState::complete);
  EXPECT_EQ(sink_.numbers, (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(watcher_.begins, 1);
  EXPECT_EQ(watcher_.last, 5);

  const RunResult again = run(request("a", ExistingRun::resume));
  EXPECT_TRUE(again.was_complete);
  EXPECT_EQ(again.ending, Ending::complete);
  EXPECT_EQ(again.record.frames_done(), 4);
  EXPECT_EQ(watcher_.begins, 1);
}

TEST_F(RunSceneTest, AnInterruptedRunResumesToTheSameBits) {
  ASSERT_EQ(run(request("whole")).ending, Ending::complete);
  watcher_ = {};
  watcher_.stop_after = 3;
  const RunResult stopped = run(request("parts"));
  EXPECT_EQ(stopped.ending, Ending::interrupted);
  EXPECT_EQ(stopped.reason, "interrupted");
  EXPECT_EQ(stopped.record.last_frame(), 3);
  sink_.numbers.push_back(99);  // as if a frame had been appended behind the checkpoint
  watcher_ = {};
  EXPECT_EQ(run(request("parts", ExistingRun::resume)).ending, Ending::complete);
  EXPECT_EQ(sink_.numbers, (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(test::run_contents(folder_ / "parts"), test::run_contents(folder_ / "whole"));
}

TEST_F(RunSceneTest, EndsEarlyAsAskedAndRefusesFramesThatAreNotThere) {
  RunRequest wanted = request("a");
  wanted.frames = FrameInterval{1, 3};
  const RunResult result = run(wanted);
  EXPECT_EQ(result.ending, Ending::ended_early);
  EXPECT_EQ(result.reason, "ended at frame 3 as requested");
  EXPECT_EQ(result.record.state, RunState::partial);
  wanted.existing = ExistingRun::resume;
  for (const FrameInterval frames : {FrameInterval{1, 6}, FrameInterval{2, 5}}) {
    wanted.frames = frames;
    EXPECT_EQ(refused(wanted).kind, Error::Kind::invalid_request);
  }
  wanted.frames = FrameInterval{4, 5};
  EXPECT_EQ(run(wanted).ending, Ending::complete);
}

TEST_F(RunSceneTest, RefusesAFolderThatIsInUse) {
  ASSERT_EQ(run(request("a")).ending, Ending::complete);
  EXPECT_EQ(refused(request("a")).kind, Error::Kind::invalid_request);
  EXPECT_EQ(run(request("a", ExistingRun::replace)).ending, Ending::complete);
  fs::create_directory(folder_ / "other");
  folder_.write("other/thesis.tex", "");
  EXPECT_EQ(refused(request("other", ExistingRun::replace)).kind, Error::Kind::invalid_request);
  EXPECT_FALSE(check_folder(folder_ / "scene.json", ExistingRun::replace));
  EXPECT_TRUE(check_folder(folder_ / "new", ExistingRun::refuse));
}

TEST_F(RunSceneTest, RefusesAStartThatIntersectsAndWritesNothing) {
  RunRequest wanted = request("a");
  wanted.overrides = {R"(bodies.floor.place={"rotate": [90, 0, 0]})", "collision.start=refuse"};
  EXPECT_EQ(refused(wanted).kind, Error::Kind::start_intersects);
  EXPECT_GT(watcher_.start_intersections, 0U);
  EXPECT_FALSE(fs::exists(folder_ / "a"));
  EXPECT_TRUE(sink_.numbers.empty());
}

TEST_F(RunSceneTest, ASinkThatFailsLeavesARunThatResumes) {
  sink_.refused = 3;
  const RunResult result = run(request("a"));
  EXPECT_EQ(result.ending, Ending::failed);
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->message(), "numbers: are full");
  EXPECT_EQ(result.record.state, RunState::failed);
  EXPECT_EQ(result.record.last_frame(), 2);
  sink_.refused = -1;
  EXPECT_EQ(run(request("a", ExistingRun::resume)).ending, Ending::complete);
  EXPECT_EQ(sink_.numbers, (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
}

TEST_F(RunSceneTest, APinchHasPlaceReasonAndRemedy) {
  scene_ = folder_.write("pinch.json", test::pinch_scene()).string();
  const RunResult result = run(request("a"));
  EXPECT_EQ(result.ending, Ending::pinched);
  EXPECT_EQ(result.reason.find("pinched: body "), 0U) << result.reason;
  EXPECT_FALSE(result.remedy.empty());
  ASSERT_TRUE(result.where);
  EXPECT_EQ(result.where->frame, result.record.last_frame() + 1);
  EXPECT_EQ(result.record.state, RunState::stopped);
}

TEST_F(RunSceneTest, TheObserverLearnsWhatTheAuditFinds) {
  watcher_.stop_after = 3;
  ASSERT_EQ(run(request("a")).ending, Ending::interrupted);
  EXPECT_TRUE(watcher_.findings.empty());
  // The floor is put into the sheet in the file of frame 2, and the audit that knew better is lost.
  const auto scene = read_scene(scene_)->scene;
  {
    auto cache = Pc2Writer::resume(folder_ / "a/floor.pc2", 1);
    ASSERT_TRUE(cache);
    std::vector<Vec3> positions = scene.bodies[1].body.mesh.positions;
    for (Vec3& x : positions) x = Vec3(x.x(), x.z(), 0.01);
    ASSERT_TRUE(cache->append(positions));
    ASSERT_TRUE(cache->append(scene.bodies[1].body.mesh.positions));
    ASSERT_TRUE(cache->close());
  }
  auto record = read_run_record(folder_ / "a/run.json");
  ASSERT_TRUE(record);
  ContentHash hash;
  hash.add_as_floats(*Pc2Reader::open(folder_ / "a/sheet.pc2")->read_frame(1));
  hash.add_as_floats(*Pc2Reader::open(folder_ / "a/floor.pc2")->read_frame(1));
  record->frame_hashes.at(1) = hash.hex();
  ASSERT_TRUE(write_run_record(folder_ / "a/run.json", *record));
  fs::remove(folder_ / "a/audit.json");
  watcher_ = {};
  const RunResult result = run(request("a", ExistingRun::resume));
  EXPECT_EQ(result.ending, Ending::complete);
  EXPECT_EQ(watcher_.findings, (std::vector<std::int64_t>{2}));
  EXPECT_EQ(result.record.audit.bad_frames, 1);
}

}  // namespace
}  // namespace muslin::run_scene_test
