#include <fmt/format.h>

#include <muslin/core/parallel.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/runner/run_loop.hpp>
#include <muslin/io/runner/run_scene.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/scene_warnings.hpp>

namespace muslin {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxListedStartPairs = 5;

Error refusal(std::string where, std::string what, std::string remedy) {
  return {Error::Kind::invalid_request, std::move(where), std::move(what), std::move(remedy)};
}

/// Returns the command line that repeats the same run from its beginning.
std::vector<std::string> command_of(const RunRequest& request) {
  std::vector<std::string> words = {"muslin", "run", request.scene, "-o", request.folder.string()};
  for (const std::string& override_text : request.overrides) words.insert(words.end(), {"--set", override_text});
  return words;
}

/// Checks that the requested frames can be simulated. `next` is the first frame that does not exist yet.
Status check_frames(const FrameInterval& interval, const SceneTime& time, std::int64_t next) {
  const std::string where = fmt::format("--frames {}-{}", interval.first, interval.last);
  const std::int64_t end = time.start_frame + time.frames;
  if (interval.last > end)
    return refusal(where, fmt::format("the scene ends with frame {}", end), "make it longer with --set time.frames=N");
  if (interval.first == time.start_frame || interval.first == next || interval.first == next - 1) return Done{};
  const bool has_frames = next > time.start_frame + 1;
  return refusal(where,
                 fmt::format("the first frame must be {}, the start of the scene{}", time.start_frame,
                             has_frames ? fmt::format(", or {}, the next frame of the run", next) : std::string()),
                 {});
}

RunPlan plan_of(const RunRequest& request, const Simulator& simulator, const LoadedScene& loaded,
                const std::optional<UntangleReport>& untangled) {
  RunPlan plan{.scene = simulator.scene(),
               .ranges = {},
               .scene_file = fs::absolute(request.scene).lexically_normal().string(),
               .scene_json = loaded.resolved_json,
               .inputs = {},
               .command = command_of(request),
               .threads = thread_limit(),
               .sinks = request.sinks,
               .warnings = loaded.warnings,
               .untangled = untangled};
  for (std::size_t body = 0; body < plan.scene.bodies.size(); ++body) plan.ranges.push_back(simulator.range(body));
  for (const InputFile& file : loaded.files)
    if (file.path != plan.scene_file) plan.inputs.push_back({file.path.string(), file.hash, file.size});
  return plan;
}

bool holds_run(const fs::path& folder) {
  const auto content = inspect_folder(folder);
  return content && *content == FolderContent::run;
}

RunResult complete_before(RunRecord record) {
  RunResult result;
  result.was_complete = true;
  result.record = std::move(record);
  return result;
}

}  // namespace

Status check_folder(const fs::path& folder, ExistingRun existing) {
  const auto content = inspect_folder(folder);
  if (!content) return content.error();
  switch (*content) {
    case FolderContent::nothing:
      return Done{};
    case FolderContent::run:
      if (existing != ExistingRun::refuse) return Done{};
      return refusal(folder.string(), "holds a run already",
                     "continue it with --resume, replace it with --force, or name another folder with -o");
    case FolderContent::foreign:
      return refusal(folder.string(), "is neither empty nor a run folder", "name another folder with -o");
    case FolderContent::not_a_folder:
      return refusal(folder.string(), "this is a file", "name a folder with -o");
  }
  return Done{};
}

Result<RunResult> run_scene(const RunRequest& request, RunObserver& observer) {
  const fs::path& folder = request.folder;
  if (const Status status = check_folder(folder, request.existing); !status) return status.error();

  // Read the scene before the folder is touched, so that a scene that cannot be simulated replaces no run.
  auto loaded = read_scene(request.scene, {.overrides = request.overrides, .resolved_folder = fs::absolute(folder)});
  if (!loaded) return loaded.error();
  // The start is audited below, because a resumed run is already past it.
  auto simulator = Simulator::create(std::move(loaded->scene), {.audit_start = false});
  if (!simulator) return simulator.error();
  const SceneTime time = simulator->scene().time;

  const bool has_run = request.existing == ExistingRun::resume && holds_run(folder);
  std::int64_t next = time.start_frame + 1;
  std::optional<UntangleReport> untangled;
  if (has_run) {
    auto record = read_run_record(folder / kRecordName);
    if (!record) return record.error();
    next = record->last_frame() + 1;
    untangled = record->untangled;
    if (record->state == RunState::complete && record->scene_hash == content_hash(loaded->resolved_json)) {
      if (const Status status = RunFolder::check_complete(folder, simulator->scene(), *record); !status)
        return status.error();
      return complete_before(std::move(*record));
    }
  }
  if (request.frames)
    if (const Status status = check_frames(*request.frames, time, next); !status) return status.error();
  const std::int64_t last_frame = request.frames ? request.frames->last : time.start_frame + time.frames;

  const bool resumes = has_run && RunFolder::has_checkpoint(folder);
  if (!resumes) {
    if (loaded->start)
      if (const Status status = begin_with(*simulator, *loaded->start); !status) return status.error();
    if (simulator->scene().collision.start == StartPolicy::refuse)
      if (const StartAudit audit = audit_start(*simulator, kMaxListedStartPairs); !audit.clean()) {
        observer.on_start_intersects(audit);
        return start_error(audit);
      }
    auto start = prepare_start(*simulator, kMaxListedStartPairs);
    if (!start) return start.error();
    untangled = std::move(start->untangled);
  }
  for (std::string& warning : scene_warnings(simulator->scene())) loaded->warnings.push_back(std::move(warning));
  if (std::string warning = resolution_warning(*simulator); !warning.empty())
    loaded->warnings.push_back(std::move(warning));
  for (const std::string& warning : loaded->warnings) observer.on_warning(warning);
  if (untangled) {
    if (!resumes) observer.on_untangled(*untangled);
    loaded->warnings.push_back(describe(*untangled));
  }
  observer.on_begin();
  RunPlan plan = plan_of(request, *simulator, *loaded, untangled);
  if (resumes) {
    auto resumed = RunFolder::resume(folder, std::move(plan));
    if (!resumed) return resumed.error();
    if (!simulator->restore(std::move(resumed->state)))
      return Error{Error::Kind::unreadable_file, (folder / kCheckpointName).string(),
                   "the checkpoint does not match the scene", "start again with --force"};
    return run_loop(*simulator, resumed->folder, last_frame, observer);
  }
  auto created = RunFolder::create(folder, std::move(plan), simulator->state());
  if (!created) return created.error();
  return run_loop(*simulator, *created, last_frame, observer);
}

}  // namespace muslin
