#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/io/content_hash.hpp>
#include <muslin/io/nearest_name.hpp>
#include <muslin/io/run_folder.hpp>
#include <muslin/io/run_folder_files.hpp>
#include <muslin/io/scene_file.hpp>
#include <muslin/response/response.hpp>

#include "audit_report.hpp"
#include "command.hpp"
#include "frame_interval.hpp"
#include "run_loop.hpp"
#include "run_messages.hpp"
#include "start_audit.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
  std::string scene;
  std::string output;
  std::vector<std::string> overrides;
  std::string response;
  std::string frames;
  std::string progress;
  int threads = 0;
  bool resume = false;
  bool force = false;
  bool quiet = false;
  bool verbose = false;
};

/// How the same run is made again, from its beginning.
std::vector<std::string> command_of(const RunArguments& arguments, const fs::path& folder) {
  std::vector<std::string> words = {"muslin", "run", arguments.scene, "-o", folder.string()};
  for (const std::string& override_text : arguments.overrides) words.insert(words.end(), {"--set", override_text});
  return words;
}

/// Why the run may not write into the folder; empty if it may.
std::string objection(FolderContent content, const fs::path& folder, const RunArguments& arguments) {
  switch (content) {
    case FolderContent::nothing:
      return {};
    case FolderContent::run:
      if (arguments.force || arguments.resume) return {};
      return fmt::format(
          "{}: there is a run already; go on with --resume, replace it with --force, or name another folder with -o",
          folder.string());
    case FolderContent::foreign:
      return fmt::format("{}: is not empty, and no run folder; name another folder with -o", folder.string());
    case FolderContent::not_a_folder:
      return fmt::format("{}: is a file; name a folder with -o", folder.string());
  }
  return {};
}

/// Why the frames asked for cannot be simulated; empty if they can. `next`: the first that is not there yet.
std::string objection(const FrameInterval& range, const SceneTime& time, std::int64_t next) {
  const std::int64_t end = time.start_frame + time.frames;
  if (range.last > end)
    return fmt::format("--frames {}-{}: the scene ends with frame {}; change that with --set time.frames=N",
                       range.first, range.last, end);
  if (range.first == time.start_frame || range.first == next || range.first == next - 1) return {};
  return fmt::format("--frames {}-{}: the first must be {}, where the scene starts{}", range.first, range.last,
                     time.start_frame,
                     next > time.start_frame + 1 ? fmt::format(", or {}, which comes next", next) : std::string());
}

RunPlan plan_of(const RunArguments& arguments, const Simulator& simulator, const LoadedScene& loaded,
                const fs::path& folder) {
  RunPlan plan{.scene = simulator.scene(),
               .ranges = {},
               .scene_file = fs::absolute(arguments.scene).lexically_normal().string(),
               .scene_json = loaded.resolved_json,
               .inputs = {},
               .command = command_of(arguments, folder),
               .threads = thread_limit()};
  for (std::size_t body = 0; body < plan.scene.bodies.size(); ++body) plan.ranges.push_back(simulator.range(body));
  for (const InputFile& file : loaded.files)
    if (file.path != plan.scene_file) plan.inputs.push_back({file.path.string(), file.hash, file.size});
  return plan;
}

/// A start that intersects cannot be kept free of intersections: says what, where, and what to do.
ExitCode refuse_start(const std::string& scene, const StartAudit& audit) {
  fmt::print(stderr, "muslin: error: {}: the start has {}{}; nothing was simulated\n", scene,
             count_intersections(audit.intersections),
             audit.only_as_floats ? " when rounded to the floats of the files" : "");
  for (const std::string& pair : audit.pairs) fmt::print(stderr, "  {}\n", pair);
  if (audit.intersections > audit.pairs.size())
    fmt::print(stderr, "  and {} more: muslin check {} --first {}\n", audit.intersections - audit.pairs.size(), scene,
               audit.intersections);
  fmt::print(stderr,
             "Move the bodies apart (\"place\"), repair the mesh, or leave a gap between what is attached "
             "(\"length\": \"start\")\n");
  return kStartIntersects;
}

/// `--response NAME` is short for `--set collision.response=NAME`, behind the others. Why it is not; empty if it is.
std::string add_response(RunArguments& arguments) {
  if (arguments.response.empty()) return {};
  std::vector<std::string> names;
  for (const ResponseInfo& response : known_responses()) names.emplace_back(response.name);
  if (find_response(arguments.response) == nullptr)
    return fmt::format("--response {}: unknown name; {}", arguments.response, suggest(arguments.response, names));
  arguments.overrides.push_back("collision.response=" + arguments.response);
  return {};
}

ExitCode run_scene(RunArguments arguments) {
  if (const std::string why = add_response(arguments); !why.empty()) return refuse(why);
  std::optional<FrameInterval> range;
  if (!arguments.frames.empty() && !(range = parse_frame_interval(arguments.frames)))
    return refuse(fmt::format("--frames {}: must be a range such as 1-50", arguments.frames));
  const fs::path folder = arguments.output.empty() ? fs::path(fs::path(arguments.scene).stem().string() + ".run")
                                                   : fs::path(arguments.output);
  const auto content = look_into(folder);
  if (!content) return report(content.error());
  if (const std::string why = objection(*content, folder, arguments); !why.empty()) return refuse(why);

  // The scene before the folder: one that cannot be simulated replaces no run.
  auto loaded =
      read_scene(arguments.scene, {.overrides = arguments.overrides, .resolved_folder = fs::absolute(folder)});
  if (!loaded) return report(loaded.error());
  auto simulator = Simulator::create(std::move(loaded->scene));
  if (!simulator) return report(simulator.error());
  const SceneTime time = simulator->scene().time;

  const bool has_run = arguments.resume && *content == FolderContent::run;
  std::int64_t next = time.start_frame + 1;
  if (has_run) {
    const auto record = read_run_record(folder / kRecordName);
    if (!record) return report(record.error());
    next = record->last_frame() + 1;
    if (record->state == RunState::complete && record->scene_hash == content_hash(loaded->resolved_json)) {
      fmt::print(stderr, "{}: the run is complete, with all {} frames; audit: {}\n", folder.string(), record->frames,
                 describe(record->audit, record->frames_done() + 1));
      return record->audit.bad_frames == 0 ? kDone : kIntersections;
    }
  }
  if (range)
    if (const std::string why = objection(*range, time, next); !why.empty()) return refuse(why);

  const ProgressStyle style = arguments.quiet                 ? ProgressStyle::none
                              : arguments.progress == "bar"   ? ProgressStyle::bar
                              : arguments.progress == "plain" ? ProgressStyle::plain
                              : arguments.progress == "json"  ? ProgressStyle::json
                              : arguments.progress == "none"  ? ProgressStyle::none
                              : arguments.verbose             ? ProgressStyle::plain
                                                              : default_style(stderr);
  const RunLoopOptions options{.last_frame = range ? range->last : time.start_frame + time.frames,
                               .style = style,
                               .quiet = arguments.quiet,
                               .verbose = arguments.verbose};
  const InterruptListener interrupt;  // from here on: what is begun in the folder is brought to an orderly end
  RunPlan plan = plan_of(arguments, *simulator, *loaded, folder);
  if (has_run && RunFolder::has_checkpoint(folder)) {
    auto resumed = RunFolder::resume(folder, std::move(plan));
    if (!resumed) return report(resumed.error());
    if (!simulator->restore(std::move(resumed->state)))
      return report({Error::Kind::unreadable_file, (folder / kCheckpointName).string(),
                     "the checkpoint does not fit the scene", "start again with --force"});
    return run_loop(*simulator, resumed->folder, interrupt, options);
  }
  if (simulator->scene().collision.start == StartPolicy::refuse)
    if (const StartAudit audit = audit_start(*simulator, 5); !audit.clean())
      return refuse_start(arguments.scene, audit);
  auto created = RunFolder::create(folder, std::move(plan), simulator->state());
  if (!created) return report(created.error());
  return run_loop(*simulator, *created, interrupt, options);
}

}  // namespace

Run add_run(CLI::App& parser) {
  auto arguments = std::make_shared<RunArguments>();
  parser.footer(
      "Messages and progress go to stderr. The first Ctrl-C finishes the frame, the second stops at once; both save "
      "what\n"
      "is there, and --resume goes on to the same bits. Every frame is audited beside the\n"
      "simulation. Exit code 5 if the start intersects, 6 if a frame does, 7 if the numbers diverged or scripts\n"
      "left no room, 130 if interrupted.");
  parser.add_option("scene", arguments->scene, "The scene, a JSON file")->required();
  parser.add_option("-o,--output", arguments->output, "Run folder to write; default: the scene's name with .run, here");
  parser.add_option("--set", arguments->overrides, "Change a setting of the scene, e.g. time.step=2ms (repeatable)")
      ->allow_extra_args(false);
  parser.add_option("--response", arguments->response,
                    "How collisions are resolved, see muslin list responses; short for --set collision.response=NAME");
  parser.add_option("--threads", arguments->threads, "Threads to use; 0: all")->check(CLI::Range(0, 1024));
  parser.add_option("--frames", arguments->frames, "Only these, e.g. 1-50; --resume goes on behind them");
  auto* resume = parser.add_flag("--resume", arguments->resume, "Go on with the run in the folder");
  parser.add_flag("--force", arguments->force, "Replace the run in the folder")->excludes(resume);
  parser.add_flag("--quiet", arguments->quiet, "Print warnings and errors only");
  parser.add_flag("-v,--verbose", arguments->verbose, "Print a line per step");
  parser
      .add_option("--progress", arguments->progress, "bar, plain, json or none; default: bar on a terminal, else plain")
      ->check(CLI::IsMember({"bar", "plain", "json", "none"}));
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = run_scene(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
