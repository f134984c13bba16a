#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/file/folder.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/run/blender_script.hpp>
#include <muslin/io/run/checkpoint.hpp>
#include <muslin/io/run/contacts_sink.hpp>
#include <muslin/io/run/machine.hpp>
#include <muslin/io/run/run_folder.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/model/body_thickness.hpp>
#include <muslin/sim/collision_world.hpp>
#include <muslin/sim/scripts.hpp>
#include <muslin/version.hpp>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;
namespace {

using std::chrono_literals::operator""s;

constexpr auto kMaxUnsavedTime = 5s;
constexpr int kMinSaveIntervalRatio = 20;  ///< smallest interval between saves, in durations of a save

RunRecord record_of(const RunPlan& plan) {
  const Scene& scene = plan.scene;
  RunRecord record;
  record.version = MUSLIN_VERSION;
  record.warnings = plan.warnings;
  record.untangled = plan.untangled;
  record.command = plan.command;
  record.machine = describe_machine();
  record.threads = plan.threads;
  record.started = utc_time();
  record.about = scene.about;
  record.scene_file = plan.scene_file;
  record.scene_hash = content_hash(plan.scene_json);
  record.inputs = plan.inputs;
  record.up = scene.up;
  record.frame_rate = scene.time.frame_rate;
  record.start_frame = scene.time.start_frame;
  record.frames = scene.time.frames;
  record.has_contacts = scene.output.contacts;
  for (const SceneBody& item : scene.bodies) {
    const Body& body = item.body;
    record.bodies.push_back({body.name, body.kind, body.mesh.positions.size(), body.mesh.triangles.size(),
                             body.mesh.segments.size(), thickness_of(body)});
  }
  return record;
}

std::uint64_t hash_of(const std::string& text) {
  ContentHash hash;
  hash.add(text);
  return hash.value();
}

Error changed(const fs::path& folder, std::string what) {
  return {Error::Kind::unreadable_file, folder.string(), std::move(what),
          "restore the original scene, or start again with --force"};
}

/// Checks that the run in the folder is that of the plan.
Status check_same_run(const fs::path& folder, const RunRecord& there, const RunRecord& planned) {
  for (const RunInput& input : planned.inputs)
    for (const RunInput& before : there.inputs)
      if (input.path == before.path && input.hash != before.hash)
        return changed(folder, fmt::format("{} has changed since the run began", input.path));
  if (there.scene_hash != planned.scene_hash)
    return changed(folder, "the folder holds a run of another scene or with other settings");
  return Done{};
}

std::unique_ptr<FrameAuditor> make_auditor(const Scene& scene) {
  std::vector<AuditBody> bodies;
  for (const SceneBody& item : scene.bodies)
    bodies.push_back({item.body.name, item.body.mesh, item.body.kind == BodyKind::obstacle});
  return std::make_unique<FrameAuditor>(bodies);
}

std::string hash_of_frame(std::span<const Vec3> positions) {
  ContentHash hash;
  hash.add_as_floats(positions);
  return hash.hex();
}

Error damaged(const fs::path& file, std::string what) {
  return {Error::Kind::unreadable_file, file.string(), std::move(what),
          "restore the file from a copy, or start again with --force"};
}

/// Computes the hashes of the first `count` frames and checks that they are the recorded ones. The last ones are not
/// recorded if the process was killed after it wrote the checkpoint and before it wrote the record.
Result<std::vector<std::string>> check_hashes(const fs::path& folder, const Pc2Frames& frames, std::size_t count,
                                              std::span<const std::string> recorded, std::int64_t start_frame) {
  std::vector<std::string> hashes(count);
  std::vector<std::optional<Error>> problems(count);
  parallel_for(count, 1, [&](std::size_t k) {
    const auto positions = frames.read(static_cast<std::int64_t>(k));
    if (positions)
      hashes[k] = hash_of_frame(*positions);
    else
      problems[k] = positions.error();
  });
  for (std::size_t k = 0; k < count; ++k) {
    if (problems[k]) return *problems[k];
    if (k < recorded.size() && hashes[k] != recorded[k])
      return damaged(folder, fmt::format("frame {} in the caches (.pc2) is not the one that the run wrote: its hash "
                                         "differs from that in {}",
                                         start_frame + static_cast<std::int64_t>(k), kRecordName));
  }
  return hashes;
}

/// Checks that stats.ndjson has all lines of the frames that are kept.
Status check_step_count(const fs::path& folder, std::int64_t there, std::int64_t expected) {
  if (there == expected) return Done{};
  return damaged(folder / kStatsName,
                 fmt::format("the file has {} steps of the frames to keep, but the run took {}", there, expected));
}

/// Keeps the groups of the last step of a frame that has any: one step is enough to inspect a frame.
void keep_last_groups(std::span<StepReport> steps) {
  bool is_known = false;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    CollisionGroups& groups = step->collision.groups;
    if (is_known) groups = {};
    is_known = is_known || !groups.zones.empty();
  }
}

}  // namespace

RunFolder::RunFolder(fs::path path, FolderLock lock, RunPlan plan)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      plan_(std::move(plan)),
      record_(record_of(plan_)),
      caches_(std::make_unique<Pc2Sink>(path_)),
      auditor_(make_auditor(plan_.scene)),
      scene_hash_(hash_of(plan_.scene_json)) {
  MUSLIN_ASSERT(plan_.ranges.size() == plan_.scene.bodies.size());
  sinks_.add(*caches_);
  if (plan_.scene.output.contacts) {
    contacts_ = std::make_unique<ContactsSink>(path_ / kContactsName);
    sinks_.add(*contacts_);
  }
  for (FrameSink* sink : plan_.sinks) sinks_.add(*sink);
}

fs::path RunFolder::mesh_path(const SceneBody& item) const { return path_ / (item.body.name + ".obj"); }

Result<RunFolder> RunFolder::create(const fs::path& path, RunPlan plan, const State& start) {
  if (Status status = check_body_names(plan.scene); !status) return status.error();
  if (Status status = make_folder(path); !status) return status.error();
  auto lock = FolderLock::take(path);
  if (!lock) return lock.error();
  if (Status status = remove_run(path); !status) return status.error();
  RunFolder folder(path, std::move(*lock), std::move(plan));
  // Write the record first: from here on, the folder may be replaced or resumed.
  if (Status status = folder.write_record(); !status) return status.error();
  if (Status status = folder.write_start(start); !status) {
    folder.record_failure(status.error());
    return status.error();
  }
  return folder;
}

Status RunFolder::write_start(const State& start) {
  if (Status status = write_fixed_files(); !status) return status;
  if (Status status = begin_sinks(/*kept_frames=*/0); !status) return status;
  auto stats = StatsWriter::create(path_ / kStatsName);
  if (!stats) return stats.error();
  stats_.emplace(std::move(*stats));
  if (Status status = append_to_sinks(start, {}, nullptr); !status) return status;
  if (Status status = submit_to_audit(0, rounded_to_float(start.position), {}, exemptions_of(plan_.scene, start));
      !status)
    return status;
  return save(start);
}

/// Records why a run could not begin, as far as the disk has room for it. Nothing of the run is worth keeping, so its
/// meshes make room.
void RunFolder::record_failure(const Error& error) {
  record_.state = RunState::failed;
  record_.reason = error.message();
  record_.frame_hashes.clear();
  record_.finished = utc_time();
  if (write_record()) return;
  std::error_code ignored;
  for (const SceneBody& item : plan_.scene.bodies) fs::remove(mesh_path(item), ignored);
  static_cast<void>(static_cast<bool>(write_record()));  // the caller reports the cause in any case
}

Result<RunFolder::Resumed> RunFolder::resume(const fs::path& path, RunPlan plan) {
  auto lock = FolderLock::take(path);
  if (!lock) return lock.error();
  auto there = read_run_record(path / kRecordName);
  if (!there) return there.error();
  RunFolder folder(path, std::move(*lock), std::move(plan));
  if (Status status = check_same_run(path, *there, folder.record_); !status) return status.error();
  auto state = read_checkpoint(path / kCheckpointName, folder.scene_hash_);
  if (!state) return state.error();

  const std::int64_t done = state->frame;
  const auto frames = Pc2Frames::open(path, folder.plan_.scene, done + 1);
  if (!frames) return frames.error();
  // Nothing is removed before all that is kept has been checked.
  auto hashes =
      check_hashes(path, *frames, static_cast<std::size_t>(done + 1), there->frame_hashes, folder.record_.start_frame);
  if (!hashes) return hashes.error();
  if (hashes->back() != hash_of_frame(state->position))
    return damaged(path, fmt::format("frame {} in the caches (.pc2) is not that of the checkpoint",
                                     folder.record_.start_frame + done));
  folder.record_.frame_hashes = std::move(*hashes);
  folder.record_.started = there->started;
  folder.record_.command = there->command;
  folder.record_.scene_file = there->scene_file;
  folder.record_.audit.seconds = there->audit.seconds;
  folder.seconds_before_ = there->seconds;
  folder.record_.peak_memory = there->peak_memory;

  std::vector<FrameLag> lags(static_cast<std::size_t>(done + 1));
  auto stats = StatsWriter::resume(path / kStatsName, folder.record_.last_frame(), [&](const StepReport& step) {
    folder.statistics_.add(step);
    const std::int64_t frame = step.frame - folder.record_.start_frame;
    if (0 < frame && frame <= done) lags[static_cast<std::size_t>(frame)] = folder.lag_of(step);
  });
  if (!stats) return stats.error();
  if (Status status = check_step_count(path, folder.statistics_.steps, state->steps); !status) return status.error();
  folder.stats_.emplace(std::move(*stats));
  folder.saved_frame_ = done;
  // Remove everything after the checkpoint; it is simulated again.
  remove_temporary_files(path);
  if (Status status = folder.begin_sinks(done + 1); !status) return status.error();
  if (Status status = folder.resume_audit(*frames, lags, *state); !status) return status.error();
  if (Status status = folder.write_fixed_files(); !status) return status.error();
  if (Status status = folder.write_audit_and_record(); !status) return status.error();
  return Resumed{std::move(folder), std::move(*state)};
}

Status RunFolder::check_complete(const fs::path& path, const Scene& scene, const RunRecord& record) {
  const auto frames = Pc2Frames::open(path, scene, record.frames_done() + 1);
  if (!frames) return frames.error();
  const auto hashes = check_hashes(path, *frames, record.frame_hashes.size(), record.frame_hashes, record.start_frame);
  if (!hashes) return hashes.error();
  std::int64_t steps = 0;
  if (Status status = read_stats(path / kStatsName, [&](const StepReport&) { ++steps; }); !status) return status;
  return check_step_count(path, steps, record.statistics.steps);
}

bool RunFolder::has_checkpoint(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kCheckpointName, ignored);
}

Status RunFolder::write_fixed_files() const {
  if (Status status = write_whole_file(path_ / kSceneName, plan_.scene_json); !status) return status;
  if (Status status = write_whole_file(path_ / kBlenderName, blender_script()); !status) return status;
  for (const SceneBody& item : plan_.scene.bodies)
    if (Status status = write_mesh(mesh_path(item), item.body.mesh); !status) return status;
  return Done{};
}

Status RunFolder::begin_sinks(std::int64_t kept_frames) {
  return sinks_.begin({plan_.scene, plan_.ranges, kept_frames});
}

Status RunFolder::append_to_sinks(const State& state, std::span<const StepReport> steps,
                                  const FrameContacts* contacts) {
  const RunFrame frame{.number = record_.start_frame + state.frame,
                       .time = static_cast<double>(state.frame) / record_.frame_rate,
                       .state = state,
                       .steps = steps,
                       .contacts = contacts};
  if (Status status = sinks_.append(frame); !status) return status;
  ContentHash hash;
  for (const BodyRange& range : plan_.ranges)
    hash.add_as_floats(std::span(state.position).subspan(range.first_vertex, range.vertex_count));
  record_.frame_hashes.push_back(hash.hex());
  return Done{};
}

Status RunFolder::append_frame(const State& state, std::span<const StepReport> steps, const FrameContacts* contacts) {
  MUSLIN_ASSERT(state.frame == record_.frames_done() + 1);
  std::vector<StepReport> numbered(steps.begin(), steps.end());
  const auto memory = static_cast<std::int64_t>(memory_in_use());
  for (StepReport& step : numbered) {
    step.frame = record_.start_frame + state.frame;
    step.memory = memory;
  }
  keep_last_groups(numbered);
  if (Status status = stats_->append(numbered); !status) return status;
  if (Status status = append_to_sinks(state, numbered, contacts); !status) return status;
  for (const StepReport& step : numbered) statistics_.add(step);
  if (Status status =
          submit_to_audit(state.frame, rounded_to_float(state.position),
                          numbered.empty() ? FrameLag{} : lag_of(numbered.back()), exemptions_of(plan_.scene, state));
      !status)
    return status;
  const auto unsaved = Clock::now() - saved_;
  if (unsaved < kMaxUnsavedTime && unsaved < kMinSaveIntervalRatio * save_time_) return Done{};
  return save(state);
}

Status RunFolder::save(const State& state) {
  const auto begin = Clock::now();
  // Which pairs are exempt is known only now: the checkpoint must not be ahead of the audit of such frames.
  if (std::exchange(audits_exemptions_, false)) {
    keep(auditor_->finish());
    if (Status status = write_run_audit(path_ / kAuditName, audit_); !status) return status;
  }
  if (Status status = write_checkpoint(path_ / kCheckpointName, state, scene_hash_); !status) return status;
  saved_frame_ = state.frame;
  if (Status status = write_audit_and_record(); !status) return status;
  saved_ = Clock::now();
  save_time_ = saved_ - begin;
  return Done{};
}

FrameLag RunFolder::lag_of(const StepReport& step) const {
  const Lag& lag = step.collision.lag;
  const auto name = [&](std::int32_t body) {
    const bool is_known = body >= 0 && static_cast<std::size_t>(body) < record_.bodies.size();
    return is_known ? record_.bodies[static_cast<std::size_t>(body)].name : std::string();
  };
  return {lag.length, name(lag.body), name(lag.against), lag.place};
}

/// Queues a frame, the start being frame 0. Where scripted vertices lag, the obstacles as given are audited too.
Status RunFolder::submit_to_audit(std::int64_t frame, std::vector<Vec3> positions, FrameLag lag, Exemptions exempt) {
  std::vector<Vec3> given;
  if (lag.length > 0.0) {
    auto result = with_obstacles_as_given(frame, positions);
    if (!result) return result.error();
    if (*result != positions) given = std::move(*result);
  }
  audits_exemptions_ |= !exempt.empty();
  lags_.push_back(std::move(lag));
  auditor_->submit({record_.start_frame + frame, std::move(positions), std::move(given), std::move(exempt)});
  return Done{};
}

/// Returns the positions of a frame, with the obstacles where their scripts place them, rounded as in the files.
Result<std::vector<Vec3>> RunFolder::with_obstacles_as_given(std::int64_t frame,
                                                             std::span<const Vec3> positions) const {
  Scripts scripts(plan_.scene, plan_.ranges);
  std::vector<Vec3> scripted(positions.begin(), positions.end()), result = scripted;
  const double time = static_cast<double>(frame) / record_.frame_rate;
  if (const Status status = scripts.evaluate(time, {}, scripted); !status) return status.error();
  scripted = rounded_to_float(scripted);
  for (std::size_t b = 0; b < plan_.ranges.size(); ++b) {
    if (plan_.scene.bodies[b].body.kind != BodyKind::obstacle) continue;
    const auto first = static_cast<std::ptrdiff_t>(plan_.ranges[b].first_vertex);
    std::copy_n(scripted.begin() + first, plan_.ranges[b].vertex_count, result.begin() + first);
  }
  return result;
}

void RunFolder::keep(std::vector<FrameAudit> audits) {
  for (FrameAudit& frame : audits) {
    record_.audit.seconds += frame.seconds;
    audit_.add({std::move(frame), std::move(lags_.front())});
    lags_.pop_front();
  }
  record_.audit.frames = static_cast<std::int64_t>(audit_.frames().size());
  record_.audit.bad_frames = static_cast<std::int64_t>(audit_.bad_frames());
  record_.audit.intersections = static_cast<std::int64_t>(audit_.intersections());
  record_.audit.tangled = static_cast<std::int64_t>(audit_.tangled());
  record_.audit.outranked = static_cast<std::int64_t>(audit_.outranked());
  record_.audit.intersections_as_given = static_cast<std::int64_t>(audit_.intersections_as_given());
  record_.audit.bad_frames_as_given = static_cast<std::int64_t>(audit_.bad_frames_as_given());
  record_.audit.depth_as_given = audit_.depth_as_given();
  statistics_.intersections = record_.audit.intersections + record_.audit.tangled;
  statistics_.intersections_as_given = record_.audit.intersections_as_given;
}

const RunAudit& RunFolder::audit() {
  keep(auditor_->take());
  return audit_;
}

/// Writes the record, which states how far the run got or how it ended, even if the disk has no space for the audit.
Status RunFolder::write_audit_and_record() {
  Status audited = write_run_audit(path_ / kAuditName, audit());
  if (Status status = write_record(); !status) return status;
  return audited;
}

/// Keeps the audit up to the checkpoint and audits the other existing frames, because the process may have been killed
/// before it did. A missing or damaged audit.json is made again; which pairs were exempt in earlier frames is then no
/// longer known, and those of the checkpoint are taken.
Status RunFolder::resume_audit(const Pc2Frames& frames, std::span<const FrameLag> lags, const State& state) {
  if (const auto there = read_run_audit(path_ / kAuditName))
    for (const RunAuditFrame& frame : there->frames()) {
      const std::size_t next = audit_.frames().size();
      if (next == lags.size() || frame.audit.frame != record_.start_frame + static_cast<std::int64_t>(next)) break;
      audit_.add(frame);
    }
  for (std::size_t k = audit_.frames().size(); k < lags.size(); ++k) {
    auto positions = frames.read(static_cast<std::int64_t>(k));
    if (!positions) return positions.error();
    if (Status status = submit_to_audit(static_cast<std::int64_t>(k), std::move(*positions), lags[k],
                                        exemptions_of(plan_.scene, state));
        !status)
      return status;
  }
  return Done{};
}

Status RunFolder::write_record() {
  record_.statistics = statistics_;
  record_.slow_frames = statistics_.frame_costs.slow_frames();
  record_.seconds = seconds_before_ + std::chrono::duration<double>(Clock::now() - opened_).count();
  record_.peak_memory = std::max(record_.peak_memory, peak_memory());
  return write_run_record(path_ / kRecordName, record_);
}

Status RunFolder::finish(const State& state, Ending ending) {
  const Status sinks = sinks_.finish();
  keep(auditor_->finish());
  record_.state = ending.state;
  record_.reason = std::move(ending.reason);
  record_.where = std::move(ending.where);
  record_.finished = utc_time();
  if (ending.state == RunState::complete) record_.expectations = check_expectations(plan_.scene.expect, statistics_);
  const bool is_written = state.frame == record_.frames_done();
  Status saved = is_written && saved_frame_ != state.frame ? save(state) : write_audit_and_record();
  if (!saved && saved.error().kind == Error::Kind::disk) {
    // How the run ended matters more than what is written anew when it is resumed.
    if (record_.state == RunState::complete || record_.state == RunState::partial) {
      record_.state = RunState::failed;
      record_.reason = saved.error().message();
    }
    if (!write_record()) {
      std::error_code ignored;
      fs::remove(path_ / kBlenderName, ignored);
      fs::remove(path_ / kAuditName, ignored);
      static_cast<void>(static_cast<bool>(write_record()));  // the caller reports the cause in any case
    }
  }
  return saved ? sinks : saved;
}

}  // namespace muslin
