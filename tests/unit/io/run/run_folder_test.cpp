#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/machine.hpp>
#include <muslin/io/run/run_folder.hpp>
#include <tests/support/program.hpp>
#include <tests/support/run_contents.hpp>

namespace muslin::run_folder_test {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

/// A run without physics: the state of a frame follows from the one before it, and has no times in its reports.
class FakeRun {
 public:
  FakeRun() {
    scene_.about = "two bodies";
    scene_.time.start_frame = 10;
    scene_.time.frames = 6;
    scene_.expect.max_strain = 0.045;
    scene_.expect.intersections = 0;
    scene_.bodies.resize(2);
    scene_.bodies[0].body.name = "sheet";
    scene_.bodies[0].body.mesh = *make_grid({.vertices = {5, 4}});
    scene_.bodies[1].body.name = "floor";
    scene_.bodies[1].body.kind = BodyKind::obstacle;
    scene_.bodies[1].body.mesh = *make_grid({.vertices = {2, 2}});
    for (const SceneBody& item : scene_.bodies) {
      ranges_.push_back({state_.position.size(), item.body.mesh.positions.size()});
      const auto& positions = item.body.mesh.positions;
      state_.position.insert(state_.position.end(), positions.begin(), positions.end());
    }
    state_.velocity.assign(state_.position.size(), Vec3::Zero());
    state_.acceleration = state_.velocity;
  }

  void advance() {
    ++state_.frame;
    state_.steps += 2;
    for (std::size_t i = 0; i < state_.position.size(); ++i) {
      state_.velocity[i] += Vec3(0.1, -0.3, 0.01 * static_cast<double>(i));
      state_.position[i] += state_.velocity[i] / 24.0;
    }
    steps_.assign(2, {});
    for (int k = 0; k < 2; ++k) {
      steps_[static_cast<std::size_t>(k)].step = k + 1;
      steps_[static_cast<std::size_t>(k)].max_strain = 0.01 * static_cast<double>(state_.frame);
    }
    // The floor lags behind its script on the way to each frame, and has not caught up at the end of the last.
    Lag lag;
    lag.length = 0.5;
    lag.body = 1;
    lag.against = 0;
    lag.place = Vec3(1, 2, 3);
    steps_[0].collision.lag = lag;
    // In frames with an even number both steps collide, in the others none.
    if (state_.frame % 2 == 0)
      for (int k = 0; k < 2; ++k)
        steps_[static_cast<std::size_t>(k)].collision.groups = {.zones = {{k, 7}}, .clusters = {{k}, {7}}};
    lag.length = 0.25;
    if (at_end()) steps_[1].collision.lag = lag;
  }

  [[nodiscard]] RunPlan plan(const std::string& scene_json = "{}\n", const std::string& input_hash = "aa") const {
    return {scene_, ranges_, "a.json", scene_json, {{"a.obj", input_hash, 3}}, {"muslin", "run"}, 1};
  }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const std::vector<StepReport>& steps() const { return steps_; }
  [[nodiscard]] bool at_end() const { return state_.frame == scene_.time.frames; }
  void restore(State state) { state_ = std::move(state); }

  /// Appends frames until `frame`, and finishes if that is the last.
  void go_on(RunFolder& folder, std::int64_t frame) {
    while (state_.frame < frame) {
      advance();
      const Status status = folder.append_frame(state_, steps_);
      ASSERT_TRUE(status) << status.error().message();
    }
    if (at_end()) {
      ASSERT_TRUE(folder.finish(state_, {.state = RunState::complete, .reason = {}, .where = {}}));
    }
  }

 private:
  Scene scene_;
  std::vector<BodyRange> ranges_;
  State state_;
  std::vector<StepReport> steps_;
};

void write_whole_run(const fs::path& path) {
  FakeRun run;
  auto folder = RunFolder::create(path, run.plan(), run.state());
  ASSERT_TRUE(folder) << folder.error().message();
  run.go_on(*folder, 6);
}

TEST(RunFolder, HoldsAllThatIsPromised) {
  const TemporaryFolder temporary;
  const fs::path path = temporary / "deep/er";
  write_whole_run(path);
  const auto files = test::run_contents(path);
  std::vector<std::string> names;
  for (const auto& [name, content] : files) names.push_back(name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"audit.json", "checkpoint", "floor.obj", "floor.pc2", "import_in_blender.py",
                                      "run.json", "scene.json", "sheet.obj", "sheet.pc2", "stats.ndjson"}));
  const auto record = read_run_record(path / "run.json");
  EXPECT_EQ(record->state, RunState::complete);
  EXPECT_EQ(record->frame_hashes.size(), 7U);
  EXPECT_EQ(record->last_frame(), 16);
  EXPECT_FALSE(record->finished.empty());
  ASSERT_EQ(record->expectations.size(), 2U);
  EXPECT_EQ(record->expectations[0].value, 0.06);
  EXPECT_FALSE(record->expectations[0].met());
  std::vector<std::int64_t> frames;
  ASSERT_TRUE(read_stats(path / "stats.ndjson", [&](const StepReport& step) {
    frames.push_back(step.frame);
    EXPECT_GT(step.memory, 1'000'000);
    EXPECT_LT(step.memory, 2 * static_cast<std::int64_t>(peak_memory()));
  }));
  EXPECT_EQ(frames.size(), 12U);
  EXPECT_EQ(frames.front(), 11);
  EXPECT_EQ(frames.back(), 16);

  const auto sequence = FrameSequence::open_folder(path);
  ASSERT_TRUE(sequence) << sequence.error().message();
  ASSERT_EQ(sequence->size(), 7U);
  EXPECT_EQ(sequence->label(0), 10);
  const FakeRun start;
  EXPECT_EQ(sequence->load(0)->positions[0].cast<float>(), start.state().position[20].cast<float>());  // "floor" first
}

// The sheet and the floor start in one plane, and the sheet's far vertices leave it faster: every frame intersects.
TEST(RunFolder, EveryFrameIsAuditedAsItStandsInTheFiles) {
  const TemporaryFolder temporary;
  const fs::path path = temporary / "run";
  write_whole_run(path);
  const auto audited = read_run_audit(path / "audit.json");
  ASSERT_TRUE(audited) << audited.error().message();
  const auto sequence = FrameSequence::open_folder(path);
  ASSERT_EQ(audited->frames().size(), sequence->size());
  std::size_t sum = 0;
  for (std::size_t k = 0; k < sequence->size(); ++k) {
    const Frame frame = *sequence->load(k);
    const std::size_t expected = audit({.positions = frame.positions, .triangles = frame.triangles}).intersections;
    EXPECT_EQ(audited->frames()[k].audit.frame, sequence->label(k));
    EXPECT_EQ(audited->frames()[k].audit.intersections, expected) << k;
    sum += expected;
  }
  EXPECT_GT(sum, 0U);
  const AuditedPair& pair = audited->frames()[0].audit.first.at(0);
  EXPECT_EQ(pair.a.body, "sheet");
  EXPECT_EQ(pair.b.body, "floor");

  const auto record = read_run_record(path / "run.json");
  EXPECT_EQ(record->audit.frames, 7);
  EXPECT_EQ(record->audit.intersections, static_cast<std::int64_t>(sum));
  EXPECT_GT(record->audit.seconds, 0.0);
  EXPECT_EQ(record->expectations.at(1).name, "intersections");
  EXPECT_EQ(record->expectations.at(1).value, static_cast<double>(sum));
  EXPECT_FALSE(record->expectations.at(1).met());

  // The lag is that of the last step of a frame.
  for (const RunAuditFrame& frame : audited->frames())
    EXPECT_EQ(frame.lag.length, frame.audit.frame == 16 ? 0.25 : 0.0) << frame.audit.frame;
  EXPECT_EQ(audited->frames()[6].lag.body, "floor");
  EXPECT_EQ(audited->frames()[6].lag.against, "sheet");
  EXPECT_EQ(audited->max_lag(), 0.25);
}

// A nanometre apart in doubles, two sheets at a height of 1 m are in one plane as floats: what the files say counts,
// in the start and in the frames.
TEST(RunFolder, AFrameSaysOnceWhatCollidedOnTheWayToIt) {
  const TemporaryFolder temporary;
  const fs::path path = temporary / "run";
  write_whole_run(path);
  int lines = 0;
  ASSERT_TRUE(read_stats(path / "stats.ndjson", [&](const StepReport& step) {
    ++lines;
    const CollisionGroups& groups = step.collision.groups;
    if (step.frame % 2 != 0 || step.step != 2) {
      EXPECT_TRUE(groups.zones.empty() && groups.clusters.empty());
    } else {
      EXPECT_EQ(groups.zones, (std::vector<std::vector<std::int32_t>>{{1, 7}}));
      EXPECT_EQ(groups.clusters, (std::vector<std::vector<std::int32_t>>{{1}, {7}}));
    }
  }));
  EXPECT_EQ(lines, 12);
}

TEST(RunFolder, TheAuditSeesWhatRoundingDid) {
  const TemporaryFolder temporary;
  Scene scene;
  scene.bodies.resize(2);
  State state;
  std::vector<BodyRange> ranges;
  for (const std::size_t b : {0U, 1U}) {
    Body& body = scene.bodies[b].body;
    body.name = b == 0 ? "lower" : "upper";
    body.mesh = *make_grid({.vertices = {3, 3}});
    for (Vec3& x : body.mesh.positions) x.y() = 1.0 + 1e-9 * static_cast<double>(b);
    ranges.push_back({state.position.size(), body.mesh.positions.size()});
    state.position.insert(state.position.end(), body.mesh.positions.begin(), body.mesh.positions.end());
  }
  state.velocity.assign(state.position.size(), Vec3::Zero());
  state.acceleration = state.velocity;
  auto folder = RunFolder::create(temporary / "run", {scene, ranges, "a.json", "{}", {}, {}, 1}, state);
  ASSERT_TRUE(folder) << folder.error().message();
  ++state.frame;
  ASSERT_TRUE(folder->append_frame(state, {}));
  ASSERT_TRUE(folder->finish(state, {}));
  ASSERT_EQ(folder->audit().frames().size(), 2U);
  for (const RunAuditFrame& frame : folder->audit().frames()) EXPECT_GT(frame.audit.intersections, 0U);
}

// However a run ends, its audit is whole: frame by frame as far as it got.
TEST(RunFolder, TheAuditIsWholeWhateverTheEnding) {
  const TemporaryFolder temporary;
  for (const RunState state : {RunState::partial, RunState::stopped, RunState::failed}) {
    const fs::path path = temporary / name_of(state);
    FakeRun run;
    auto folder = RunFolder::create(path, run.plan(), run.state());
    ASSERT_TRUE(folder);
    run.go_on(*folder, 3);
    ASSERT_TRUE(folder->finish(run.state(), {.state = state, .reason = "so", .where = {}}));
    EXPECT_EQ(folder->audit().frames().size(), 4U);
    EXPECT_EQ(read_run_audit(path / "audit.json")->frames().size(), 4U);
    EXPECT_EQ(read_run_record(path / "run.json")->audit.frames, 4);
  }
}

StepReport frame_after(int frames_done) {
  StepReport step;
  step.frame = 10 + frames_done + 1;
  return step;
}

// Whatever frame a run ends at without a word, and whatever it left behind, it can be resumed to the same bytes.
TEST(RunFolder, ResumesToTheSameBytes) {
  const TemporaryFolder temporary;
  write_whole_run(temporary / "whole");
  const auto whole = test::run_contents(temporary / "whole");
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE(round);
    const int killed_at = round % 6;
    const bool saved = round < 6;  // or the checkpoint is of any frame before
    const fs::path path = temporary / "killed" / std::to_string(round);
    FakeRun first;
    {
      auto folder = RunFolder::create(path, first.plan(), first.state());
      ASSERT_TRUE(folder) << folder.error().message();
      first.go_on(*folder, killed_at);
      if (saved) {
        ASSERT_TRUE(folder->finish(first.state(), {}));
      }
    }
    EXPECT_EQ(read_run_record(path / "run.json")->state, RunState::partial);
    // The next frame was half written: one body has it, the statistics end in a line without an end.
    {
      auto cache = Pc2Writer::resume(path / "floor.pc2", killed_at + 1);
      ASSERT_TRUE(cache->append(std::vector<Vec3>(4, Vec3::Ones())));
    }
    std::ofstream(path / "sheet.pc2", std::ios::app) << "half a frame";
    std::ofstream(path / "stats.ndjson", std::ios::app)
        << stats_line(frame_after(killed_at)) << stats_line(frame_after(killed_at)).substr(0, 40);
    std::ofstream(path / "checkpoint.part-123-4") << "half a checkpoint";
    EXPECT_EQ(FrameSequence::open_folder(path)->size(), static_cast<std::size_t>(killed_at) + 1);

    FakeRun second;
    auto resumed = RunFolder::resume(path, second.plan());
    ASSERT_TRUE(resumed) << resumed.error().message();
    EXPECT_LE(resumed->state.frame, killed_at);
    EXPECT_TRUE(!saved || resumed->state.frame == killed_at);
    second.restore(resumed->state);
    second.go_on(resumed->folder, 6);
    EXPECT_EQ(test::run_contents(path), whole);
  }
}

// Killed before the audit had its turn, or with an audit.json that says more than the checkpoint has, or is lost: what
// lacks is audited when the run is resumed, from the files.
TEST(RunFolder, MakesUpForAnAuditThatIsNotWhole) {
  const TemporaryFolder temporary;
  write_whole_run(temporary / "whole");
  const auto whole = test::run_contents(temporary / "whole");
  const std::string whole_audit = whole.at("audit.json");
  std::vector<std::string> audits = {"", "garbage", "{}", whole_audit, whole_audit.substr(0, 300)};
  const auto all = read_run_audit(temporary / "whole" / "audit.json");
  RunAudit some, gap;
  for (std::size_t k = 0; k < 3; ++k) some.add(all->frames()[k]);
  for (const std::size_t k : {0U, 1U, 3U}) gap.add(all->frames()[k]);
  audits.insert(audits.end(), {to_json(RunAudit()), to_json(some), to_json(gap), "missing"});
  for (const std::string& text : audits) {
    SCOPED_TRACE(text);
    const fs::path path = temporary / "killed";
    fs::remove_all(path);
    FakeRun run;
    {
      auto folder = RunFolder::create(path, run.plan(), run.state());
      ASSERT_TRUE(folder);
      run.go_on(*folder, 4);
      ASSERT_TRUE(folder->finish(run.state(), {}));
    }
    ASSERT_TRUE(write_whole_file(path / "audit.json", text));
    if (text == "missing") fs::remove(path / "audit.json");
    auto resumed = RunFolder::resume(path, run.plan());
    ASSERT_TRUE(resumed) << resumed.error().message();
    EXPECT_LE(read_run_audit(path / "audit.json")->frames().size(), 5U);
    run.restore(resumed->state);
    run.go_on(resumed->folder, 6);
    auto contents = test::run_contents(path);
    EXPECT_EQ(contents, whole);
  }
}

// Killed between the checkpoint and run.json: the record knows fewer frames than the checkpoint.
TEST(RunFolder, FindsTheHashesThatTheRecordLacks) {
  const TemporaryFolder temporary;
  write_whole_run(temporary / "whole");
  const fs::path path = temporary / "killed";
  FakeRun run;
  {
    auto folder = RunFolder::create(path, run.plan(), run.state());
    ASSERT_TRUE(folder);
    run.go_on(*folder, 1);
    ASSERT_TRUE(folder->finish(run.state(), {}));
    const std::string old_record = *read_whole_file(path / "run.json");
    run.go_on(*folder, 4);
    ASSERT_TRUE(folder->finish(run.state(), {}));
    ASSERT_TRUE(write_whole_file(path / "run.json", old_record));
  }
  auto resumed = RunFolder::resume(path, run.plan());
  ASSERT_TRUE(resumed) << resumed.error().message();
  EXPECT_EQ(resumed->state.frame, 4);
  run.restore(resumed->state);
  run.go_on(resumed->folder, 6);
  EXPECT_EQ(test::run_contents(path), test::run_contents(temporary / "whole"));
}

TEST(RunFolder, RefusesToResumeAnotherRun) {
  const TemporaryFolder temporary;
  const fs::path path = temporary / "run";
  FakeRun run;
  {
    auto folder = RunFolder::create(path, run.plan(), run.state());
    ASSERT_TRUE(folder);
    run.go_on(*folder, 2);
    ASSERT_TRUE(folder->finish(run.state(), {}));
  }
  const auto before = test::run_contents(path);
  const auto expect_refused = [&](const RunPlan& plan, const std::string& what) {
    const auto resumed = RunFolder::resume(path, plan);
    ASSERT_FALSE(resumed) << what;
    EXPECT_NE(resumed.error().message().find(what), std::string::npos) << resumed.error().message();
    EXPECT_EQ(test::run_contents(path), before);
  };
  expect_refused(run.plan("{\"other\":1}\n"), "another scene");
  expect_refused(run.plan("{}\n", "bb"), "a.obj has changed");
  fs::resize_file(path / "sheet.pc2", 40);
  EXPECT_FALSE(RunFolder::resume(path, run.plan()));
  fs::remove(path / "checkpoint");
  EXPECT_FALSE(RunFolder::has_checkpoint(path));
  EXPECT_FALSE(RunFolder::resume(path, run.plan()));
}

TEST(RunFolder, IsWrittenByOneAtATime) {
  const TemporaryFolder temporary;
  const FakeRun run;
  {
    const auto first = RunFolder::create(temporary / "run", run.plan(), run.state());
    ASSERT_TRUE(first);
    const auto second = RunFolder::create(temporary / "run", run.plan(), run.state());
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().what.find("another run"), std::string::npos);
    EXPECT_FALSE(RunFolder::resume(temporary / "run", run.plan()));
  }
  EXPECT_TRUE(RunFolder::resume(temporary / "run", run.plan()));
}

TEST(RunFolder, ReplacesARunAndNothingElse) {
  const TemporaryFolder temporary;
  const fs::path path = temporary / "run";
  EXPECT_EQ(*inspect_folder(path), FolderContent::nothing);
  write_whole_run(path);
  EXPECT_EQ(*inspect_folder(path), FolderContent::run);
  std::ofstream(path / "notes.txt") << "mine";
  std::ofstream(path / "other.obj") << "mine";
  const FakeRun run;
  { ASSERT_TRUE(RunFolder::create(path, run.plan(), run.state())); }
  EXPECT_EQ(*read_whole_file(path / "notes.txt"), "mine");
  EXPECT_EQ(*read_whole_file(path / "other.obj"), "mine");
  EXPECT_EQ(read_run_record(path / "run.json")->frames_done(), 0);
}

TEST(RunFolder, TellsWhatIsInAFolder) {
  const TemporaryFolder temporary;
  EXPECT_EQ(*inspect_folder(temporary.path()), FolderContent::nothing);
  temporary.write("run.json.part-1-2", "killed before it began");
  EXPECT_EQ(*inspect_folder(temporary.path()), FolderContent::nothing);
  const fs::path file = temporary.write("thesis.tex", "");
  EXPECT_EQ(*inspect_folder(temporary.path()), FolderContent::foreign);
  EXPECT_EQ(*inspect_folder(file), FolderContent::not_a_folder);
}

TEST(RunFolder, SaysWhyItCannotBeMade) {
  const TemporaryFolder temporary;
  const FakeRun run;
  temporary.write("file", "");
  for (const fs::path& path : {temporary / "file/run", temporary / std::string(300, 'x'), fs::path("/proc/muslin")}) {
    const auto folder = RunFolder::create(path, run.plan(), run.state());
    ASSERT_FALSE(folder) << path;
    EXPECT_NE(folder.error().where.find(path.string()), std::string::npos);
  }
  for (const char* name : {"", "../sheet", ".hidden", "floor"}) {
    Scene scene;
    scene.bodies.resize(2);
    scene.bodies[0].body.name = name;
    scene.bodies[1].body.name = "floor";
    const auto folder = RunFolder::create(temporary / "run", {scene, {{}, {}}, "", "", {}, {}, 1}, {});
    ASSERT_FALSE(folder) << name;
    EXPECT_EQ(folder.error().kind, Error::Kind::invalid_scene);
  }
}

}  // namespace
}  // namespace muslin::run_folder_test
