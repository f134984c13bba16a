#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/run_audit.hpp>
#include <muslin/io/run/run_record.hpp>
#include <tests/support/program.hpp>
#include <tests/support/run_contents.hpp>
#include <thread>

namespace muslin::run_test {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::run_contents;
using test::RunningProgram;
using test::TemporaryFolder;

/// A sheet that hangs on two corners, beside a floor: a hundredth of a second per frame.
constexpr const char* kScene = R"({
  "version": 1, "about": "a small sheet",
  "time": { "frames": 6, "frame_rate": 24, "step": 0.02 },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [8, 8], "size": [1, 1] }, "pins": [{ "vertices": [0, 7] }] },
    { "name": "floor", "obstacle": { "grid": [2, 2], "size": [4, 4] }, "place": { "translate": [0, -3, 0] } } ]
})";

Outcome muslin(std::vector<std::string> arguments) { return test::run_program(test::program_path(), arguments); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A folder with the scene in it.
class RunCommand : public testing::Test {
 protected:
  /// `muslin run` of the scene into the folder `name`.
  Outcome run(const std::string& name, std::vector<std::string> more = {}) {
    return muslin(arguments(name, std::move(more)));
  }
  std::vector<std::string> arguments(const std::string& name, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"run", scene_, "-o", path(name)});
    return more;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] RunRecord record(const std::string& name) const {
    const auto result = read_run_record(folder_ / name / "run.json");
    EXPECT_TRUE(result) << result.error().message();
    return result ? *result : RunRecord{};
  }
  /// Waits until a run that goes on has written so many frames.
  void wait_for(const std::string& name, std::int64_t frames) const {
    for (int i = 0; i < 20'000; ++i) {
      const auto result = read_run_record(folder_ / name / "run.json");
      if (result && result->frames_done() >= frames) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ADD_FAILURE() << "no frame " << frames << " in " << name;
  }
  /// The run in the folder, ended at some frame, has the bytes of one that was simulated to that frame at once, and
  /// again after both went on.
  void expect_same_as_undisturbed(const std::string& name, const std::vector<std::string>& more) {
    const std::int64_t reached = record(name).last_frame();
    for (const std::int64_t last : {reached, reached + 3}) {
      std::vector<std::string> options = more;
      options.insert(options.end(), {"--quiet", "--resume", "--frames", "1-" + std::to_string(last)});
      ASSERT_EQ(run(name, options).exit_code, 0);
      ASSERT_EQ(run("undisturbed", options).exit_code, 0);
      EXPECT_EQ(run_contents(folder_ / name), run_contents(folder_ / "undisturbed"));
      expect_audit_agrees(name);
    }
  }

  [[nodiscard]] RunAudit audit(const std::string& name) const {
    const auto result = read_run_audit(folder_ / name / "audit.json");
    EXPECT_TRUE(result) << result.error().message();
    return result ? *result : RunAudit{};
  }
  /// audit.json is whole, agrees with run.json, and says of every frame what `muslin audit` says.
  void expect_audit_agrees(const std::string& name) const {
    const RunAudit said = audit(name);
    const RunRecord made = record(name);
    EXPECT_EQ(said.frames().size(), static_cast<std::size_t>(made.frames_done() + 1));
    EXPECT_EQ(made.audit.frames, made.frames_done() + 1);
    EXPECT_EQ(made.audit.bad_frames, static_cast<std::int64_t>(said.bad_frames()));
    EXPECT_EQ(made.audit.intersections, static_cast<std::int64_t>(said.intersections()));
    const Outcome outcome = muslin({"audit", path(name), "--first", "0"});
    EXPECT_EQ(outcome.exit_code, said.clean() ? 0 : 6) << outcome.err;
    std::string expected;
    for (const RunAuditFrame& frame : said.frames()) {
      const std::size_t count = frame.audit.intersections, left_out = frame.audit.obstacle_intersections;
      expected += "frame " + std::to_string(frame.audit.frame) + ": " +
                  (count == 0   ? "no intersections"
                   : count == 1 ? "1 intersection"
                                : std::to_string(count) + " intersections") +
                  (left_out > 0 ? " (" + std::to_string(left_out) + " between obstacles not counted)" : "") + "\n";
    }
    EXPECT_EQ(outcome.out.substr(0, expected.size()), expected) << outcome.out;
  }
  /// Lays the sheet of a frame that was written into the floor, as no run of ours would, and records its hash.
  void spoil(const std::string& name, std::int32_t sample) const {
    const fs::path cache = folder_ / name / "sheet.pc2";
    std::vector<std::vector<Vec3>> frames;
    {
      const auto reader = Pc2Reader::open(cache);
      ASSERT_TRUE(reader) << reader.error().message();
      for (std::int32_t k = 0; k < reader->header().samples; ++k) frames.push_back(*reader->read_frame(k));
    }
    for (Vec3& x : frames[static_cast<std::size_t>(sample)]) x.y() = x.z() - 3.0;
    auto writer = Pc2Writer::resume(cache, 0);
    ASSERT_TRUE(writer) << writer.error().message();
    for (const auto& frame : frames) ASSERT_TRUE(writer->append(frame));
    ASSERT_TRUE(writer->close());
    const auto floor = Pc2Reader::open(folder_ / name / "floor.pc2");
    ASSERT_TRUE(floor) << floor.error().message();
    ContentHash hash;
    hash.add_as_floats(frames[static_cast<std::size_t>(sample)]);
    hash.add_as_floats(*floor->read_frame(sample));
    RunRecord changed = record(name);
    changed.frame_hashes.at(static_cast<std::size_t>(sample)) = hash.hex();
    ASSERT_TRUE(write_run_record(folder_ / name / "run.json", changed));
  }

  TemporaryFolder folder_;
  std::string scene_ = folder_.write("scene.json", kScene).string();
};

const std::vector<std::string> kLong = {"--set", "time.frames=1000000"};

TEST_F(RunCommand, WritesARunFolder) {
  const Outcome outcome = run("a");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "frame 7 of 7: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "6 frames in ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "muslin render " + path("a"))) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "audit clean in all 7 frames")) << outcome.err;
  const RunRecord made = record("a");
  EXPECT_EQ(made.state, RunState::complete);
  EXPECT_EQ(made.frames_done(), 6);
  ASSERT_EQ(made.bodies.size(), 2U);
  EXPECT_EQ(made.bodies[1].kind, BodyKind::obstacle);
  EXPECT_EQ(made.about, "a small sheet");
  const Outcome audit = muslin({"audit", path("a")});
  EXPECT_EQ(audit.exit_code, 0) << audit.out << audit.err;
  EXPECT_TRUE(contains(audit.out, "0 of 7 frames intersect")) << audit.out;
  expect_audit_agrees("a");
}

// The run that wrote the frame has long ended: its audit is lost, and the frame is not what it was.
TEST_F(RunCommand, AFrameThatIntersectsGivesSixWheneverItWasWritten) {
  ASSERT_EQ(run("a", {"--frames", "1-4"}).exit_code, 0);
  spoil("a", 2);
  fs::remove(path("a") + "/audit.json");
  const Outcome outcome = run("a", {"--resume", "--quiet"});
  EXPECT_EQ(outcome.exit_code, 6) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "muslin: warning: frame 3: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "sheet triangle ") && contains(outcome.err, " and floor triangle ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "in 1 of 7 frames; list them with: muslin audit ")) << outcome.err;
  EXPECT_EQ(record("a").state, RunState::complete);  // it went on
  EXPECT_FALSE(audit("a").clean());
  expect_audit_agrees("a");
  const Outcome info = muslin({"info", path("a")});
  EXPECT_TRUE(contains(info.out, "intersections in 1 of 7 frames")) << info.out;

  // Nothing is left to do, and still the run is not clean.
  const Outcome again = run("a", {"--resume"});
  EXPECT_EQ(again.exit_code, 6) << again.err;
  EXPECT_TRUE(contains(again.err, "the run is complete")) << again.err;
}

TEST_F(RunCommand, ManyFramesThatIntersectAreNotAllSaid) {
  ASSERT_EQ(run("a", {"--set", "time.frames=8", "--frames", "1-7"}).exit_code, 0);
  for (std::int32_t k = 0; k < 6; ++k) spoil("a", k);
  fs::remove(path("a") + "/audit.json");
  const Outcome outcome = run("a", {"--set", "time.frames=8", "--resume", "--quiet"});
  EXPECT_EQ(outcome.exit_code, 6) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "warning: frame 5: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "frame 6 intersects as well; further frames are listed in ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "in 6 of 9 frames")) << outcome.err;
}

// A frame that is not the one that was written is not kept, whether the run is complete or not.
TEST_F(RunCommand, RefusesToKeepFramesAndStepsThatHaveChanged) {
  const auto zero = [&](const std::string& name, std::int64_t sample) {
    std::fstream cache(path(name) + "/sheet.pc2", std::ios::binary | std::ios::in | std::ios::out);
    const std::string zeros(64 * 12, '\0');
    cache.seekp(32 + sample * 64 * 12);
    cache.write(zeros.data(), static_cast<std::streamsize>(zeros.size()));
  };
  for (const std::string last : {"5", "7"}) {  // partial and complete
    SCOPED_TRACE(last);
    const std::string name = "to" + last;
    ASSERT_EQ(run(name, {"--quiet", "--frames", "1-" + last}).exit_code, 0);
    fs::copy(path(name), path(name) + "-zeroed");
    zero(name + "-zeroed", 2);
    const auto before = run_contents(path(name) + "-zeroed");
    const Outcome zeroed = run(name + "-zeroed", {"--resume"});
    EXPECT_EQ(zeroed.exit_code, 4) << zeroed.err;
    EXPECT_TRUE(contains(zeroed.err, "frame 3 in the caches (.pc2) is not the one that the run wrote")) << zeroed.err;
    EXPECT_TRUE(contains(zeroed.err, "start again with --force")) << zeroed.err;
    EXPECT_EQ(run_contents(path(name) + "-zeroed"), before);

    fs::copy(path(name), path(name) + "-emptied");
    fs::resize_file(path(name) + "-emptied/stats.ndjson", 0);
    const Outcome emptied = run(name + "-emptied", {"--resume"});
    EXPECT_EQ(emptied.exit_code, 4) << emptied.err;
    EXPECT_TRUE(contains(emptied.err, "stats.ndjson: the file has 0 steps of the frames to keep")) << emptied.err;
    EXPECT_EQ(run(name, {"--resume", "--quiet"}).exit_code, 0);
  }
}

TEST_F(RunCommand, RunsWithoutAnyoneToReadItsMessages) {
  const std::string command = test::program_path() + " run " + scene_ + " -o ";
  ASSERT_EQ(std::system((command + path("closed") + " 2>&-").c_str()), 0);
  ASSERT_EQ(std::system((command + path("full") + " 2>/dev/full").c_str()), 0);
  ASSERT_EQ(std::system((command + path("all") + " <&- >&- 2>&-").c_str()), 0);
  ASSERT_EQ(run("heard").exit_code, 0);
  for (const char* name : {"closed", "full", "all"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(run_contents(folder_ / name), run_contents(folder_ / "heard"));
    expect_audit_agrees(name);
  }
}

// No file may have more than a kilobyte or two, which is like a full disk to all but the record.
TEST_F(RunCommand, RecordsThatTheDiskIsFull) {
  const std::string command =
      "ulimit -f 4; " + test::program_path() + " run " + scene_ + " -o " + path("a") + " 2>" + path("err");
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 8);
  EXPECT_TRUE(contains(*read_whole_file(path("err")), "muslin: error: "));
  const RunRecord made = record("a");
  EXPECT_EQ(made.state, RunState::failed);
  EXPECT_TRUE(contains(made.reason, "File too large")) << made.reason;
}

TEST_F(RunCommand, ShowsControlCharactersOfOthersEscaped) {
  const auto scene = folder_.write("evil.json", R"({"version": 1, "about": "\u001b[2J\nfine\u009b",
    "time": {"frames": 1}, "bodies": [{"name": "a", "cloth": "evil.obj"}]})");
  folder_.write("evil.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 9 0\n\xc2\x9bxy\nf 1 2 3\n");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", scene, "-o", path("a"), "--quiet"},
                                             {"info", path("a")},
                                             {"check", scene},
                                             {"list", "scenes", folder_.path()},
                                             {"check", path("\x1b[31m")},
                                             {"\x1b[31m"},
                                             {"run", "--\x1b[31m"}}) {
    const Outcome outcome = muslin(arguments);
    SCOPED_TRACE(arguments.front() + ": " + outcome.out + outcome.err);
    EXPECT_FALSE(contains(outcome.out + outcome.err, "\x1b"));
    EXPECT_FALSE(contains(outcome.out + outcome.err, "\xc2\x9b"));
    EXPECT_FALSE(contains(outcome.out, "\nfine"));
  }
  EXPECT_TRUE(contains(muslin({"check", scene}).out, "evil.json: \\x1b[2J\\nfine\\xc2\\x9b\n"));
}

// Two obstacles may stand in each other; muslin audit knows from run.json that they are obstacles.
TEST_F(RunCommand, ObstaclesThatIntersectAreListedApart) {
  scene_ = folder_
               .write("obstacles.json", R"({
    "version": 1, "time": { "frames": 2, "frame_rate": 24, "step": 0.02 },
    "bodies": [
      { "name": "sheet", "cloth": { "grid": [3, 3], "size": [1, 1] }, "pins": [{ "vertices": [0, 2] }] },
      { "name": "floor", "obstacle": { "grid": [2, 2], "size": [4, 4] }, "place": { "translate": [0, -3, 0] } },
      { "name": "wall", "obstacle": { "grid": [2, 2], "size": [4, 4] },
        "place": { "translate": [0, -3, 0], "rotate": [90, 0, 0] } } ]
  })")
               .string();
  const Outcome outcome = run("a", {"--quiet"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const RunAudit said = audit("a");
  EXPECT_TRUE(said.clean());
  ASSERT_EQ(said.frames().size(), 3U);
  for (const RunAuditFrame& frame : said.frames()) EXPECT_GT(frame.audit.obstacle_intersections, 0U);
  expect_audit_agrees("a");
}

TEST_F(RunCommand, ItsCopyOfTheSceneGivesTheSameFrames) {
  ASSERT_EQ(run("a", {"--set", "time.frames=2"}).exit_code, 0);
  ASSERT_EQ(muslin({"run", path("a") + "/scene.json", "-o", path("b")}).exit_code, 0);
  EXPECT_EQ(record("a").frame_hashes, record("b").frame_hashes);
}

TEST_F(RunCommand, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "3"}) ASSERT_EQ(run(threads, {"--threads", threads}).exit_code, 0);
  EXPECT_EQ(run_contents(folder_ / "1"), run_contents(folder_ / "2"));
  EXPECT_EQ(run_contents(folder_ / "1"), run_contents(folder_ / "3"));
}

TEST_F(RunCommand, EndsWhereAskedAndGoesOn) {
  ASSERT_EQ(run("whole").exit_code, 0);
  const Outcome first = run("a", {"--frames", "1-3"});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_TRUE(contains(first.err, "ended at frame 3 as requested; continue with --resume")) << first.err;
  EXPECT_EQ(record("a").state, RunState::partial);
  EXPECT_EQ(record("a").frames_done(), 2);
  EXPECT_EQ(run("a", {"--frames", "4-5", "--resume"}).exit_code, 0);
  EXPECT_EQ(record("a").last_frame(), 5);
  EXPECT_EQ(run("a", {"--resume"}).exit_code, 0);
  EXPECT_EQ(run_contents(folder_ / "a"), run_contents(folder_ / "whole"));

  const Outcome again = run("a", {"--resume"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_TRUE(contains(again.err, "the run is complete")) << again.err;
  EXPECT_EQ(run("b", {"--resume"}).exit_code, 0);  // nothing there yet: from the beginning
  EXPECT_EQ(record("b").state, RunState::complete);
}

TEST_F(RunCommand, RefusesFramesThatAreNotNext) {
  EXPECT_EQ(run("a", {"--frames", "3-5"}).exit_code, 2);
  EXPECT_EQ(run("a", {"--frames", "1-8"}).exit_code, 2);
  EXPECT_EQ(run("a", {"--frames", "x"}).exit_code, 2);
  EXPECT_FALSE(fs::exists(path("a")));
  ASSERT_EQ(run("a", {"--frames", "1-3"}).exit_code, 0);
  EXPECT_EQ(run("a", {"--frames", "6-7", "--resume"}).exit_code, 2);
}

TEST_F(RunCommand, OverwritesNothingUnasked) {
  ASSERT_EQ(run("a").exit_code, 0);
  const auto before = run_contents(folder_ / "a");
  const Outcome refused = run("a");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "--resume") && contains(refused.err, "--force")) << refused.err;
  EXPECT_EQ(run("a", {"--resume", "--set", "time.step=0.01"}).exit_code, 4);
  EXPECT_EQ(run("a", {"--force", "--set", "time.no_such_key=1"}).exit_code, 3);
  EXPECT_EQ(run("a", {"--force", "--resume"}).exit_code, 2);
  EXPECT_EQ(run_contents(folder_ / "a"), before);

  std::ofstream(path("a") + "/notes.txt") << "mine";
  EXPECT_EQ(run("a", {"--force", "--set", "time.frames=2"}).exit_code, 0);
  EXPECT_EQ(record("a").frames_done(), 2);
  EXPECT_TRUE(fs::exists(path("a") + "/notes.txt"));

  fs::create_directory(path("mine"));
  std::ofstream(path("mine") + "/thesis.tex") << "years of work";
  for (const char* option : {"--force", "--resume", "--quiet"}) {
    EXPECT_EQ(run("mine", {option}).exit_code, 2) << option;
    EXPECT_EQ(run("scene.json", {option}).exit_code, 2) << option;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(path("mine")), {}), 1);
}

TEST_F(RunCommand, SaysWhyItCannotWrite) {
  EXPECT_EQ(run("scene.json/a").exit_code, 4);
  EXPECT_EQ(run(std::string(300, 'x')).exit_code, 4);
  EXPECT_EQ(muslin({"run", scene_, "-o", "/proc/muslin"}).exit_code, 4);
}

TEST_F(RunCommand, SaysThatItMayNotWrite) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  fs::create_directory(path("closed"));
  fs::permissions(path("closed"), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(run("closed/a").exit_code, 4);
  EXPECT_EQ(run("closed").exit_code, 4);
}

// A limit on the size of files stands in for a disk that fills up in the middle of the run.
TEST_F(RunCommand, AFullDiskKeepsWhatIsThereAndTheRunGoesOn) {
  std::string command = "ulimit -f 40; exec " + test::program_path();
  for (const std::string& word : arguments("a", {"--set", "time.frames=100", "--quiet"})) command += " '" + word + "'";
  const Outcome outcome = test::run_program("/bin/sh", {"-c", command});
  EXPECT_EQ(outcome.exit_code, 8) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "continue with --resume")) << outcome.err;
  EXPECT_EQ(record("a").state, RunState::failed);
  EXPECT_GT(record("a").frames_done(), 0);
  EXPECT_EQ(muslin({"audit", path("a"), "--frames", "1-2"}).exit_code, 0);
  ASSERT_EQ(run("a", {"--set", "time.frames=100", "--resume", "--quiet"}).exit_code, 0);
  ASSERT_EQ(run("whole", {"--set", "time.frames=100", "--quiet"}).exit_code, 0);
  EXPECT_EQ(run_contents(folder_ / "a"), run_contents(folder_ / "whole"));
}

TEST_F(RunCommand, AnInterruptFinishesTheFrame) {
  for (const int signal : {SIGINT, SIGTERM}) {
    SCOPED_TRACE(signal);
    fs::remove_all(path("a"));
    fs::remove_all(path("undisturbed"));
    RunningProgram program(test::program_path(), arguments("a", kLong));
    wait_for("a", 2);
    EXPECT_EQ(run("a", {"--set", "time.frames=1000000", "--resume"}).exit_code, 4);  // one writer at a time
    EXPECT_EQ(muslin({"audit", path("a"), "--frames", "2"}).exit_code, 0);
    program.send(signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "continue with --resume")) << outcome.err;
    EXPECT_EQ(record("a").state, RunState::partial);
    EXPECT_EQ(record("a").reason, "interrupted");
    expect_audit_agrees("a");
    expect_same_as_undisturbed("a", kLong);
  }
}

TEST_F(RunCommand, ASecondInterruptStopsNow) {
  std::vector<std::string> options = kLong;
  options.insert(options.end(), {"--set", "time.step=1e-7"});  // a frame of 400 000 steps
  RunningProgram program(test::program_path(), arguments("a", options));
  wait_for("a", 0);
  while (!fs::exists(path("a") + "/checkpoint")) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  program.send(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  program.send(SIGINT);
  EXPECT_EQ(program.wait().exit_code, 130);
  EXPECT_EQ(record("a").state, RunState::partial);
  EXPECT_EQ(record("a").frames_done(), 0);
}

TEST_F(RunCommand, AKilledRunIsPartialAndResumes) {
  {
    RunningProgram program(test::program_path(), arguments("a", kLong));
    wait_for("a", 3);
    program.send(SIGKILL);
    EXPECT_EQ(program.wait().exit_code, 128 + SIGKILL);
  }
  EXPECT_EQ(record("a").state, RunState::partial);
  EXPECT_EQ(muslin({"info", path("a")}).exit_code, 0);
  expect_same_as_undisturbed("a", kLong);
}

TEST_F(RunCommand, NamesThePlaceWhereItDiverged) {
  // A storm of 500 000 km/h: more than an explicit step can follow.
  const std::vector<std::string> wild = {"--set", "integrator=symplectic_euler",
                                         "--set", "forces.wind.velocity=[1e5,1e5,0]",
                                         "--set", "forces.air.density=1000"};
  const Outcome outcome = run("a", wild);
  EXPECT_EQ(outcome.exit_code, 7) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "diverged: body sheet, vertex ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "an explicit integrator needs steps of")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the implicit integrator")) << outcome.err;
  EXPECT_FALSE(contains(outcome.err, "time.step")) << outcome.err;
  const RunRecord made = record("a");
  EXPECT_EQ(made.state, RunState::failed);
  ASSERT_TRUE(made.where);
  EXPECT_EQ(made.where->body, "sheet");
  EXPECT_EQ(made.where->frame, made.last_frame() + 1);
  EXPECT_TRUE(fs::exists(path("a") + "/checkpoint"));
  EXPECT_EQ(audit("a").frames().size(), static_cast<std::size_t>(made.frames_done() + 1));
}

TEST_F(RunCommand, ExpectationsThatAreNotMetAreSaid) {
  const Outcome outcome = run("a", {"--set", "expect.max_speed=1e-6"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.err, "warning: max_speed was expected")) << outcome.err;
  ASSERT_EQ(record("a").expectations.size(), 1U);
  EXPECT_FALSE(record("a").expectations[0].met());
}

TEST_F(RunCommand, ShowsProgressAsAsked) {
  EXPECT_EQ(run("quiet", {"--quiet"}).err, "");
  const Outcome json = run("json", {"--progress", "json"});
  EXPECT_EQ(json.err.find("{\"frame\":2,\"last_frame\":7,\"frames_done\":1,\"frames\":6,"), 0U) << json.err;
  EXPECT_FALSE(contains(run("none", {"--progress", "none"}).err, "frame 2"));
  EXPECT_TRUE(contains(run("bar", {"--progress", "bar"}).err, "frame 7/7"));
  EXPECT_TRUE(contains(run("verbose", {"-v"}).err, "  step 2 to "));
  EXPECT_EQ(run("other", {"--progress", "fireworks"}).exit_code, 2);
  EXPECT_EQ(muslin({"run"}).exit_code, 2);
  EXPECT_EQ(muslin({"run", path("missing.json")}).exit_code, 4);
}

TEST_F(RunCommand, RefusesAStartThatIntersects) {
  const std::vector<std::string> low = {"--set", "bodies.floor.place={\"rotate\": [90, 0, 0]}", "--set",
                                        "collision.start=refuse"};
  const Outcome refused = run("a", low);
  EXPECT_EQ(refused.exit_code, 5) << refused.err;
  for (const char* part : {"the start has ", " intersections; nothing was simulated\n  sheet triangle ",
                           " and floor triangle ", " near (", " more: muslin check ", "Move the bodies apart"})
    EXPECT_TRUE(contains(refused.err, part)) << part << "\n" << refused.err;
  EXPECT_FALSE(fs::exists(path("a")));

  // A run that is there stays as it was, even with --force.
  ASSERT_EQ(run("b").exit_code, 0);
  const auto before = run_contents(folder_ / "b");
  EXPECT_EQ(run("b", {"--force", low[0], low[1], low[2], low[3]}).exit_code, 5);
  EXPECT_EQ(run_contents(folder_ / "b"), before);
}

TEST_F(RunCommand, UntanglesAStartThatIntersects) {
  const auto scene = folder_.write("through.json", R"({"version": 1, "time": {"frames": 2}, "bodies": [
      {"name": "sheet", "cloth": {"grid": [12, 12], "size": [0.5, 0.5]}},
      {"name": "ball", "obstacle": {"sphere": {"radius": 0.1}}, "place": {"translate": [0, 0.05, 0]}}]})");
  const Outcome run = muslin({"run", scene, "-o", path("through")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* part : {"muslin: warning: the start had ", " intersections; untangled in ", ": 0 left, ", " mm"})
    EXPECT_TRUE(contains(run.err, part)) << part << "\n" << run.err;
  EXPECT_TRUE(contains(muslin({"info", path("through")}).out, "untangled in "));
  const std::optional<UntangleReport> untangled = record("through").untangled;
  ASSERT_TRUE(untangled);
  EXPECT_GT(untangled->pairs_before, 0U);
  EXPECT_EQ(untangled->pairs_after, 0U);
  EXPECT_GT(untangled->moved_vertices, 0U);
  EXPECT_GT(untangled->max_displacement, 0.01);
  EXPECT_GT(untangled->seconds, 0.0);
  // A run that is resumed still says what became of its start.
  ASSERT_EQ(muslin({"run", scene, "-o", path("resumed"), "--frames", "1-2"}).exit_code, 0);
  ASSERT_EQ(muslin({"run", scene, "-o", path("resumed"), "--resume"}).exit_code, 0);
  ASSERT_TRUE(record("resumed").untangled);
  EXPECT_EQ(record("resumed").untangled->pairs_before, untangled->pairs_before);
  EXPECT_TRUE(contains(muslin({"info", path("resumed")}).out, "untangled in "));
  EXPECT_EQ(muslin({"audit", path("through")}).exit_code, 0);
  // What is kept is named, and the exit code is that of intersections.
  const Outcome kept = muslin({"run", scene, "-o", path("kept"), "--set", "collision.start=keep"});
  EXPECT_EQ(kept.exit_code, 6) << kept.err;
  EXPECT_TRUE(contains(kept.err, " are ignored until they are apart\n  sheet triangle ")) << kept.err;
}

TEST_F(RunCommand, RefusesAStartThatIntersectsOnlyInTheFloatsOfTheFiles) {
  // Apart by less than half a step of a float at 1.
  const auto scene = folder_.write("near.json", R"({"version": 1, "time": {"frames": 1}, "bodies": [
      {"name": "sheet", "cloth": {"grid": [2, 2]}, "place": {"translate": [0, 1, 0]}},
      {"name": "floor", "obstacle": {"plane": {}}, "place": {"translate": [0, 0.99999999, 0]}}]})");
  const Outcome refused = muslin({"run", scene, "-o", path("near"), "--set", "collision.start=refuse"});
  EXPECT_EQ(refused.exit_code, 5) << refused.err;
  EXPECT_TRUE(contains(refused.err, " after rounding to the floats of the files; nothing was simulated"))
      << refused.err;
  EXPECT_FALSE(fs::exists(path("near")));
}

TEST_F(RunCommand, BeginsThoughObstaclesIntersect) {
  const auto scene = folder_.write("obstacles.json", R"({"version": 1, "time": {"frames": 1}, "bodies": [
      {"name": "sheet", "cloth": {"grid": [3, 3]}, "place": {"translate": [0, 1, 0]}},
      {"name": "ball", "obstacle": {"sphere": {"radius": 0.1}}},
      {"name": "floor", "obstacle": {"plane": {}}}]})");
  EXPECT_EQ(muslin({"run", scene, "-o", path("obstacles")}).exit_code, 0);
}

TEST_F(RunCommand, TakesTheResponseByName) {
  ASSERT_EQ(run("a", {"--response", "rigid_zones"}).exit_code, 0);
  EXPECT_TRUE(contains(*read_whole_file(folder_ / "a" / "scene.json"), "\"response\": \"rigid_zones\""));
  ASSERT_EQ(run("b", {"--set", "collision.response=rigid_zones"}).exit_code, 0);
  EXPECT_EQ(run_contents(folder_ / "a"), run_contents(folder_ / "b"));
  const Outcome unknown = run("c", {"--response", "rigid_zone"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.err, "did you mean \"rigid_zones\"? known: gauss_seidel, ")) << unknown.err;
  EXPECT_FALSE(fs::exists(path("c")));
}

/// Each line has the counters of the response of the run, and of no other.
TEST_F(RunCommand, CountersOfAResponseAreInItsOwnRuns) {
  ASSERT_EQ(run("a", {"--response", "qp_collide", "--set", "bodies.floor.place.translate=[0,-0.1,0]"}).exit_code, 0);
  ASSERT_EQ(run("b", {"--response", "gauss_seidel"}).exit_code, 0);
  const auto count = [&](const char* name, std::string_view word) {
    const std::string text = *read_whole_file(folder_ / name / "stats.ndjson");
    std::size_t times = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++times;
    return times;
  };
  EXPECT_GT(count("a", "\n"), 0U);
  EXPECT_EQ(count("a", "\"qp\":{\"rows\":"), count("a", "\n"));
  EXPECT_EQ(count("b", "\"qp\""), 0U);
  EXPECT_EQ(count("a", "\"clusters\":{\"count\""), 0U);
  EXPECT_TRUE(contains(*read_whole_file(folder_ / "a" / "run.json"), "\"qp\": {\n        \"rows\": "));
  EXPECT_TRUE(contains(muslin({"info", path("a")}).out, "  qp         rows ")) << muslin({"info", path("a")}).out;
}

TEST_F(RunCommand, InfoDescribesARun) {
  ASSERT_EQ(run("a", {"--set", "expect.max_strain=5"}).exit_code, 0);
  const Outcome info = muslin({"info", path("a")});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  for (const char* part : {"complete, 6 of 6 frames", "1 to 7, 24 per second", "sheet: cloth, 64 vertices",
                           "floor: obstacle, 4 vertices, 2 triangles", "solver iterations each", "at most", "J kinetic",
                           "max_strain of at most 5", "met", " contacts; ", " kB per simulated vertex",
                           "audit      clean in all 7 frames"})
    EXPECT_TRUE(contains(info.out, part)) << part << "\n" << info.out;
  EXPECT_TRUE(contains(info.out, record("a").frame_hashes.back())) << info.out;
  EXPECT_GT(record("a").peak_memory, 1'000'000U);
  const Outcome json = muslin({"info", path("a"), "--json"});
  EXPECT_TRUE(contains(json.out, "\"statistics\": {")) << json.out;
  EXPECT_EQ(muslin({"info", folder_.path()}).exit_code, 4);
}

TEST(InfoCommand, DescribesTheProgram) {
  const Outcome info = muslin({"info"});
  EXPECT_EQ(info.exit_code, 0);
  EXPECT_TRUE(contains(info.out, "Muslin 0.")) << info.out;
  EXPECT_TRUE(contains(info.out, "threads")) << info.out;
  EXPECT_TRUE(contains(muslin({"info", "--json"}).out, "\"compiler\": ")) << info.out;
}

}  // namespace
}  // namespace muslin::run_test
