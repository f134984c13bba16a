#include "run_scene.hpp"

#include <fmt/format.h>

#include <muslin/core/parallel.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/run/run_folder.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/scene/scene_file.hpp>

#include "audit_report.hpp"
#include "run_loop.hpp"
#include "run_messages.hpp"
#include "start_audit.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

/// How the same run is made again, from its beginning.
std::vector<std::string> command_of(const RunRequest& request) {
  std::vector<std::string> words = {"muslin", "run", request.scene, "-o", request.folder.string()};
  for (const std::string& override_text : request.overrides) words.insert(words.end(), {"--set", override_text});
  return words;
}

/// Why the run may not write into the folder; empty if it may.
std::string objection(FolderContent content, const fs::path& folder, ExistingRun existing) {
  switch (content) {
    case FolderContent::nothing:
      return {};
    case FolderContent::run:
      if (existing != ExistingRun::refuse) return {};
      return fmt::format(
          "{}: holds a run already; continue it with --resume, replace it with --force, or name another folder with -o",
          folder.string());
    case FolderContent::foreign:
      return fmt::format("{}: is neither empty nor a run folder; name another folder with -o", folder.string());
    case FolderContent::not_a_folder:
      return fmt::format("{}: this is a file; name a folder with -o", folder.string());
  }
  return {};
}

/// Why the frames asked for cannot be simulated; empty if they can. `next`: the first that is not there yet.
std::string objection(const FrameInterval& range, const SceneTime& time, std::int64_t next) {
  const std::int64_t end = time.start_frame + time.frames;
  if (range.last > end)
    return fmt::format("--frames {}-{}: the scene ends with frame {}; make it longer with --set time.frames=N",
                       range.first, range.last, end);
  if (range.first == time.start_frame || range.first == next || range.first == next - 1) return {};
  return fmt::format(
      "--frames {}-{}: the first frame must be {}, the start of the scene{}", range.first, range.last, time.start_frame,
      next > time.start_frame + 1 ? fmt::format(", or {}, the next frame of the run", next) : std::string());
}

RunPlan plan_of(const RunRequest& request, const Simulator& simulator, const LoadedScene& loaded) {
  RunPlan plan{.scene = simulator.scene(),
               .ranges = {},
               .scene_file = fs::absolute(request.scene).lexically_normal().string(),
               .scene_json = loaded.resolved_json,
               .inputs = {},
               .command = command_of(request),
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
             audit.only_as_floats ? " after rounding to the floats of the files" : "");
  for (const std::string& pair : audit.pairs) fmt::print(stderr, "  {}\n", pair);
  if (audit.intersections > audit.pairs.size())
    fmt::print(stderr, "  and {} more: muslin check {} --first {}\n", audit.intersections - audit.pairs.size(), scene,
               audit.intersections);
  fmt::print(stderr,
             "Move the bodies apart (\"place\"), repair the mesh, or leave a gap between attached bodies "
             "(\"length\": \"start\")\n");
  return kStartIntersects;
}

bool holds_run(const fs::path& folder) {
  const auto content = inspect_folder(folder);
  return content && *content == FolderContent::run;
}

}  // namespace

ExitCode check_folder(const fs::path& folder, ExistingRun existing) {
  const auto content = inspect_folder(folder);
  if (!content) return report(content.error());
  const std::string why = objection(*content, folder, existing);
  return why.empty() ? kDone : refuse(why);
}

ExitCode run_scene(const RunRequest& request, std::optional<InterruptListener>& interrupt) {
  const fs::path& folder = request.folder;
  if (const ExitCode code = check_folder(folder, request.existing); code != kDone) return code;

  // The scene before the folder: one that cannot be simulated replaces no run.
  auto loaded = read_scene(request.scene, {.overrides = request.overrides, .resolved_folder = fs::absolute(folder)});
  if (!loaded) return report(loaded.error());
  auto simulator = Simulator::create(std::move(loaded->scene));
  if (!simulator) return report(simulator.error());
  const SceneTime time = simulator->scene().time;

  const bool has_run = request.existing == ExistingRun::resume && holds_run(folder);
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
  if (request.frames)
    if (const std::string why = objection(*request.frames, time, next); !why.empty()) return refuse(why);

  const RunLoopOptions options{.last_frame = request.frames ? request.frames->last : time.start_frame + time.frames,
                               .style = request.style,
                               .quiet = request.quiet,
                               .verbose = request.verbose};
  if (!interrupt) interrupt.emplace();  // from here on: what is begun in the folder is brought to an orderly end
  RunPlan plan = plan_of(request, *simulator, *loaded);
  if (has_run && RunFolder::has_checkpoint(folder)) {
    auto resumed = RunFolder::resume(folder, std::move(plan));
    if (!resumed) return report(resumed.error());
    if (!simulator->restore(std::move(resumed->state)))
      return report({Error::Kind::unreadable_file, (folder / kCheckpointName).string(),
                     "the checkpoint does not match the scene", "start again with --force"});
    return run_loop(*simulator, resumed->folder, *interrupt, options);
  }
  if (simulator->scene().collision.start == StartPolicy::refuse)
    if (const StartAudit audit = audit_start(*simulator, 5); !audit.clean()) return refuse_start(request.scene, audit);
  auto created = RunFolder::create(folder, std::move(plan), simulator->state());
  if (!created) return report(created.error());
  return run_loop(*simulator, *created, *interrupt, options);
}

}  // namespace muslin::app
