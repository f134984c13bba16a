#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/io/mesh/run_info.hpp>

#include "audit_report.hpp"
#include "command.hpp"
#include "frame_interval.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

struct AuditArguments {
  std::vector<std::string> paths;
  std::vector<std::string> obstacles;
  std::string frames;
  int max_listed = 5;
  int threads = 0;
  bool each = false;
  bool quiet = false;
};

struct Totals {
  std::size_t frames = 0;
  std::size_t bad_frames = 0;
  std::size_t intersections = 0;
};

void print_frame(const std::string& title, const AuditedFrame& frame, const AuditArguments& arguments) {
  const AuditReport& report = frame.report;
  if (arguments.quiet && report.clean()) return;
  std::string line = fmt::format("{}: {}", title, count_intersections(report.intersections));
  if (report.obstacle_intersections > 0)
    line += fmt::format(" ({} between obstacles not counted)", report.obstacle_intersections);
  write_out("{}\n", line);
  for (const std::string& pair : frame.pairs) write_out("  {}\n", pair);
  if (report.intersections > frame.pairs.size() && !frame.pairs.empty())
    write_out("  and {} more\n", report.intersections - frame.pairs.size());
}

/// One set of bodies with a name.
struct Scene {
  std::string name;
  FrameSequence frames;
  ObstacleNames obstacles;
};

/// Audits the frames of one scene in batches, so that results appear early and in order.
ExitCode audit_scene(const Scene& scene, const AuditArguments& arguments, Totals& totals) {
  const std::string& name = scene.name;
  const FrameSequence& sequence = scene.frames;
  std::vector<std::size_t> chosen;
  const auto range = arguments.frames.empty() ? std::nullopt : parse_frame_interval(arguments.frames);
  for (std::size_t i = 0; i < sequence.size(); ++i)
    if (!range || !sequence.moves() || (range->first <= sequence.label(i) && sequence.label(i) <= range->last))
      chosen.push_back(i);
  if (chosen.empty()) {
    return report(
        Error{Error::Kind::unreadable_file, name, "none of these frames exists",
              fmt::format("the frames are {} to {}", sequence.label(0), sequence.label(sequence.size() - 1))});
  }

  const std::size_t batch = 4 * static_cast<std::size_t>(thread_limit());
  for (std::size_t begin = 0; begin < chosen.size(); begin += batch) {
    const std::size_t count = std::min(batch, chosen.size() - begin);
    std::vector<std::optional<Result<AuditedFrame>>> results(count);
    parallel_for(count, 1, [&](std::size_t i) {
      const std::size_t index = chosen[begin + i];
      auto frame = sequence.load(index);
      if (!frame) {
        results[i].emplace(frame.error());
        return;
      }
      AuditedFrame audited = audit_frame(*frame, scene.obstacles, static_cast<std::size_t>(arguments.max_listed));
      audited.label = sequence.label(index);
      results[i].emplace(std::move(audited));
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (!*results[i]) return report(results[i]->error());
      const AuditedFrame& frame = **results[i];
      print_frame(sequence.moves() ? fmt::format("frame {}", frame.label) : name, frame, arguments);
      ++totals.frames;
      totals.bad_frames += frame.report.clean() ? 0 : 1;
      totals.intersections += frame.report.intersections;
    }
    std::fflush(stdout);
  }
  return kDone;
}

/// Interprets the paths: each folder is a scene; files belong to the folder if there is exactly one, or form a scene
/// themselves.
Result<std::vector<Scene>> open_scenes(const AuditArguments& arguments) {
  std::vector<fs::path> folders, files;
  for (const std::string& path : arguments.paths) {
    std::error_code ignored;
    (fs::is_directory(path, ignored) ? folders : files).emplace_back(path);
  }
  std::vector<Scene> scenes;
  const auto add = [&](const fs::path& first, std::size_t more, Result<FrameSequence> frames,
                       std::vector<std::string> run_obstacles = {}) -> Status {
    if (!frames) return frames.error();
    scenes.push_back({first.string() + (more > 0 ? fmt::format(" and {} more", more) : ""), std::move(*frames),
                      ObstacleNames(arguments.obstacles, std::move(run_obstacles))});
    return Done{};
  };
  if (arguments.each) {
    for (const fs::path& file : files)
      if (auto status = add(file, 0, FrameSequence::open_files({&file, 1})); !status) return status.error();
    files.clear();
  }
  if (folders.empty() && !files.empty())
    if (auto status = add(files.front(), files.size() - 1, FrameSequence::open_files(files)); !status)
      return status.error();
  for (const fs::path& folder : folders) {
    const auto info = read_run_info(folder);
    if (!info) return info.error();
    if (auto status = add(folder, files.size(), FrameSequence::open_folder(folder, files), info->obstacles()); !status)
      return status.error();
  }
  return scenes;
}

/// Returns the names that match no body in the first frame of any scene.
Result<std::vector<std::string>> find_unknown(const std::vector<Scene>& scenes, const ObstacleNames& obstacles) {
  Frame all;
  for (const Scene& scene : scenes) {
    const auto frame = scene.frames.load(0);
    if (!frame) return frame.error();
    all.body_names.insert(all.body_names.end(), frame->body_names.begin(), frame->body_names.end());
  }
  return obstacles.unknown_in(all);
}

ExitCode audit_all(const AuditArguments& arguments) {
  if (!arguments.frames.empty() && !parse_frame_interval(arguments.frames)) {
    write_err("muslin: error: --frames {}: must be a number or a range such as 10-20\n", arguments.frames);
    return kCommandLine;
  }
  const auto scenes = open_scenes(arguments);
  if (!scenes) return report(scenes.error());
  for (const Scene& scene : *scenes) warn(scene.frames.warnings());
  const ObstacleNames obstacles(arguments.obstacles);
  if (!arguments.obstacles.empty()) {
    const auto unknown = find_unknown(*scenes, obstacles);
    if (!unknown) return report(unknown.error());
    if (!unknown->empty()) {
      write_err("muslin: error: --obstacle {}: no body or group has that name\n", unknown->front());
      return kCommandLine;
    }
  }

  Totals totals;
  for (const Scene& scene : *scenes) {
    if (scenes->size() > 1 && scene.frames.moves()) write_out("{}\n", scene.name);
    if (const ExitCode code = audit_scene(scene, arguments, totals); code != kDone) return code;
  }
  if (totals.frames > 1)
    write_out("{} of {} frames intersect, {} in total\n", totals.bad_frames, totals.frames,
              count_intersections(totals.intersections));
  return totals.bad_frames == 0 ? kDone : kIntersections;
}

}  // namespace

CommandAction add_audit(CLI::App& parser) {
  auto arguments = std::make_shared<AuditArguments>();
  parser.footer(
      "Meshes given together form one scene. A cache (.pc2) animates the mesh of the same name. A folder is a run\n"
      "folder or holds numbered meshes (shirt_0001.obj, ...), one per frame; meshes given beside it are in every\n"
      "frame. Each folder is a scene of its own. The run.json of a run folder names the obstacles. The exit code is 6\n"
      "if anything intersects.");
  parser.add_option("paths", arguments->paths, "Meshes (.obj, .ply), caches (.pc2) or folders")->required();
  parser
      .add_option("--obstacle", arguments->obstacles,
                  "Body or group whose intersections with itself and with other obstacles do not count (repeatable)")
      ->allow_extra_args(false);
  parser.add_option("--frames", arguments->frames, "Audit only these frames, e.g. 10-20");
  parser.add_option("--first", arguments->max_listed, "Number of pairs to list per frame")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  parser.add_option("--threads", arguments->threads, "Number of threads; 0 uses all")->check(CLI::Range(0, 1024));
  parser.add_flag("--each", arguments->each, "Audit each file separately, not all as one scene");
  parser.add_flag("--quiet", arguments->quiet, "Print only frames that intersect");
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = audit_all(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
