#include <gtest/gtest.h>

#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/runner/run_scene.hpp>
#include <tests/support/program.hpp>

// The lines between the marks are quoted in docs/adding-an-output.md.
// [sink]
#include <filesystem>
#include <fstream>
#include <muslin/sim/run_frames.hpp>
#include <string>
#include <vector>

/// Writes the centre of each body's vertices in each frame as a line "frame,time,body,x,y,z".
class CentreSink final : public muslin::FrameSink {
 public:
  explicit CentreSink(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] muslin::Status begin(const muslin::RunStart& start) override {
    names_.clear();
    for (const muslin::SceneBody& item : start.scene.bodies) names_.push_back(item.body.name);
    ranges_.assign(start.ranges.begin(), start.ranges.end());
    // A run that is resumed keeps its first frames, and will append all later ones again.
    std::vector<std::string> lines = {"frame,time,body,x,y,z"};
    std::ifstream before(path_);
    std::string line;
    const std::size_t kept_lines = 1 + static_cast<std::size_t>(start.kept_frames) * names_.size();
    for (std::getline(before, line); lines.size() < kept_lines && std::getline(before, line);) lines.push_back(line);
    before.close();
    if (lines.size() < kept_lines) return failure("has too few frames to go on with");
    file_.open(path_, std::ios::trunc);
    for (const std::string& kept : lines) file_ << kept << '\n';
    return written();
  }

  [[nodiscard]] muslin::Status append(const muslin::RunFrame& frame) override {
    for (std::size_t b = 0; b < names_.size(); ++b) {
      muslin::Vec3 sum = muslin::Vec3::Zero();
      for (std::size_t i = 0; i < ranges_[b].vertex_count; ++i)
        sum += frame.state.position[ranges_[b].first_vertex + i];
      const muslin::Vec3 centre = sum / static_cast<double>(ranges_[b].vertex_count);
      file_ << frame.number << ',' << frame.time << ',' << names_[b] << ',' << centre.x() << ',' << centre.y() << ','
            << centre.z() << '\n';
    }
    return written();
  }

  [[nodiscard]] muslin::Status finish() override {
    file_.close();
    return written();
  }

 private:
  [[nodiscard]] muslin::Error failure(std::string what) const {
    return {muslin::Error::Kind::disk, path_.string(), std::move(what), "start the run again"};
  }
  /// A frame must be in the file when append() returns.
  [[nodiscard]] muslin::Status written() {
    if (file_.is_open()) file_.flush();
    if (!file_) return failure("could not be written");
    return muslin::Done{};
  }

  std::filesystem::path path_;
  std::vector<std::string> names_;
  std::vector<muslin::BodyRange> ranges_;
  std::ofstream file_;
};
// [sink]

namespace muslin::example_sink_test {
namespace {

constexpr const char* kScene = R"({
  "version": 1, "time": { "frames": 3, "frame_rate": 10, "step": 0.02 },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [3, 3], "size": [1, 1] } },
    { "name": "floor", "obstacle": { "grid": [2, 2], "size": [4, 4] }, "place": { "translate": [0, -3, 0] } } ]
})";

// [run]
RunResult run_with_centres(const std::string& scene, const std::filesystem::path& folder, ExistingRun existing,
                           std::optional<FrameInterval> frames) {
  CentreSink centres(folder.string() + ".csv");
  RunObserver observer;  // one of its own would show progress, or interrupt the run
  const auto result = run_scene(
      {.scene = scene, .folder = folder, .overrides = {}, .frames = frames, .existing = existing, .sinks = {&centres}},
      observer);
  return result.value();
}
// [run]

TEST(ExampleSink, WritesALinePerBodyAndFrameAlsoOfARunThatIsResumed) {
  const test::TemporaryFolder folder;
  const std::string scene = folder.write("scene.json", kScene).string();
  ASSERT_EQ(run_with_centres(scene, folder / "whole", ExistingRun::refuse, {}).ending, RunResult::Ending::complete);
  const std::string whole = *read_whole_file(folder / "whole.csv");
  EXPECT_EQ(whole.find("frame,time,body,x,y,z\n1,0,sheet,0,0,0\n1,0,floor,0,-3,0\n2,0.1,sheet,"), 0U) << whole;
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 9) << whole;

  const RunResult part = run_with_centres(scene, folder / "parts", ExistingRun::refuse, FrameInterval{1, 2});
  ASSERT_EQ(part.ending, RunResult::Ending::ended_early);
  std::ofstream(folder / "parts.csv", std::ios::app) << "3,0.2,sheet,9,9,9\n";  // behind the checkpoint
  ASSERT_EQ(run_with_centres(scene, folder / "parts", ExistingRun::resume, {}).ending, RunResult::Ending::complete);
  EXPECT_EQ(*read_whole_file(folder / "parts.csv"), whole);
}

/// What stands between two lines "// [name]" of this file.
std::string quoted(const std::string& source, const std::string& name) {
  const std::string mark = "// [" + name + "]\n";
  const std::size_t first = source.find(mark) + mark.size();
  return source.substr(first, source.find(mark, first) - first);
}

TEST(ExampleSink, ThePageQuotesTheseLines) {
  const std::string root = test::source_path("");
  const std::string source = *read_whole_file(root + "/tests/unit/io/run/example_sink_test.cpp");
  const std::string page = *read_whole_file(root + "/docs/adding-an-output.md");
  for (const char* name : {"sink", "run"}) {
    const std::string code = quoted(source, name);
    EXPECT_GT(code.size(), 100U) << name;
    EXPECT_NE(page.find("```cpp\n" + code + "```"), std::string::npos)
        << "docs/adding-an-output.md differs from the lines \"" << name << "\" of " << __FILE__;
  }
}

}  // namespace
}  // namespace muslin::example_sink_test
