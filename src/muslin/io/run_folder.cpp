#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/io/blender_script.hpp>
#include <muslin/io/checkpoint.hpp>
#include <muslin/io/content_hash.hpp>
#include <muslin/io/mesh_file.hpp>
#include <muslin/io/run_folder.hpp>
#include <muslin/io/run_folder_files.hpp>
#include <muslin/io/whole_file.hpp>
#include <muslin/version.hpp>

namespace muslin {
namespace fs = std::filesystem;
namespace {

using std::chrono_literals::operator""s;

constexpr auto kLongestUnsaved = 5s;
constexpr int kSaveShare = 20;  ///< saving takes at most this part of the time

RunRecord record_of(const RunPlan& plan) {
  const Scene& scene = plan.scene;
  RunRecord record;
  record.version = MUSLIN_VERSION;
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
  for (const SceneBody& item : scene.bodies)
    record.bodies.push_back({item.body.name, item.body.kind, item.body.mesh.positions.size(),
                             item.body.mesh.triangles.size(), item.body.mesh.segments.size()});
  return record;
}

std::uint64_t hash_of(const std::string& text) {
  ContentHash hash;
  hash.add(text);
  return hash.value();
}

Error changed(const fs::path& folder, std::string what) {
  return {Error::Kind::unreadable_file, folder.string(), std::move(what),
          "give the scene as it was, or start again with --force"};
}

/// Whether the run in the folder is the one of the plan.
Status check_same_run(const fs::path& folder, const RunRecord& there, const RunRecord& planned) {
  for (const RunInput& input : planned.inputs)
    for (const RunInput& before : there.inputs)
      if (input.path == before.path && input.hash != before.hash)
        return changed(folder, fmt::format("{} has changed since the run was begun", input.path));
  if (there.scene_hash != planned.scene_hash) return changed(folder, "holds a run of another scene, or other settings");
  return Done{};
}

/// The hashes of the frames in the caches from the `first` to the `last`: what run.json lacks when the process was
/// killed between the checkpoint and it.
Result<std::vector<std::string>> hash_frames(std::span<const fs::path> caches, std::int64_t first, std::int64_t last) {
  std::vector<ContentHash> hashes(static_cast<std::size_t>(std::max<std::int64_t>(0, last - first + 1)));
  for (const fs::path& path : caches) {
    const auto cache = Pc2Reader::open(path);
    if (!cache) return cache.error();
    if (cache->header().samples <= last)
      return Error{Error::Kind::unreadable_file, path.string(),
                   fmt::format("has {} frames; the checkpoint was written after {}", cache->header().samples, last + 1),
                   "the file is cut off; start the run again with --force"};
    for (std::int64_t k = first; k <= last; ++k) {
      const auto positions = cache->read_frame(static_cast<std::int32_t>(k));
      if (!positions) return positions.error();
      hashes[static_cast<std::size_t>(k - first)].add_as_floats(*positions);
    }
  }
  std::vector<std::string> result;
  for (const ContentHash& hash : hashes) result.push_back(hash.hex());
  return result;
}

std::span<const Vec3> positions_of(const State& state, const BodyRange& range) {
  return std::span(state.position).subspan(range.first_vertex, range.vertex_count);
}

}  // namespace

RunFolder::RunFolder(fs::path path, FolderLock lock, RunPlan plan)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      plan_(std::move(plan)),
      record_(record_of(plan_)),
      scene_hash_(hash_of(plan_.scene_json)) {
  MUSLIN_ASSERT(plan_.ranges.size() == plan_.scene.bodies.size());
}

fs::path RunFolder::mesh_path(const SceneBody& item) const { return path_ / (item.body.name + ".obj"); }
fs::path RunFolder::cache_path(const SceneBody& item) const { return path_ / (item.body.name + ".pc2"); }

Result<RunFolder> RunFolder::create(const fs::path& path, RunPlan plan, const State& start) {
  if (Status status = check_body_names(plan.scene); !status) return status.error();
  if (Status status = make_folder(path); !status) return status.error();
  auto lock = FolderLock::take(path);
  if (!lock) return lock.error();
  if (Status status = remove_run(path); !status) return status.error();
  RunFolder folder(path, std::move(*lock), std::move(plan));
  // The record first: from here on the folder is ours to replace or resume.
  if (Status status = folder.write_record(); !status) return status.error();
  if (Status status = folder.write_fixed_files(); !status) return status.error();
  for (const SceneBody& item : folder.plan_.scene.bodies) {
    auto cache = Pc2Writer::create(folder.cache_path(item),
                                   {.points = static_cast<std::int32_t>(item.body.mesh.positions.size()),
                                    .start = static_cast<float>(folder.record_.start_frame)});
    if (!cache) return cache.error();
    folder.caches_.push_back(std::move(*cache));
  }
  auto stats = StatsWriter::create(path / kStatsName);
  if (!stats) return stats.error();
  folder.stats_.emplace(std::move(*stats));
  if (Status status = folder.append_positions(start); !status) return status.error();
  if (Status status = folder.save(start); !status) return status.error();
  return folder;
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
  std::vector<fs::path> cache_paths;
  for (const SceneBody& item : folder.plan_.scene.bodies) cache_paths.push_back(folder.cache_path(item));
  auto& hashes = there->frame_hashes;
  hashes.resize(std::min(hashes.size(), static_cast<std::size_t>(done + 1)));
  auto missing = hash_frames(cache_paths, static_cast<std::int64_t>(hashes.size()), done);
  if (!missing) return missing.error();
  hashes.insert(hashes.end(), missing->begin(), missing->end());
  folder.record_.frame_hashes = std::move(hashes);
  folder.record_.started = there->started;
  folder.record_.command = there->command;
  folder.record_.scene_file = there->scene_file;
  folder.seconds_before_ = there->seconds;

  // Everything behind the checkpoint goes. What stays is written again only where it is the same anyway.
  remove_temporary_files(path);
  for (std::size_t b = 0; b < cache_paths.size(); ++b) {
    auto cache = Pc2Writer::resume(cache_paths[b], static_cast<std::int32_t>(done + 1));
    if (!cache) return cache.error();
    if (const std::size_t points = static_cast<std::size_t>(cache->header().points);
        points != folder.record_.bodies[b].vertices)
      return changed(cache_paths[b],
                     fmt::format("has {} points; the body has {} vertices", points, folder.record_.bodies[b].vertices));
    folder.caches_.push_back(std::move(*cache));
  }
  auto stats = StatsWriter::resume(path / kStatsName, folder.record_.last_frame(),
                                   [&](const StepReport& step) { folder.statistics_.add(step); });
  if (!stats) return stats.error();
  folder.stats_.emplace(std::move(*stats));
  folder.saved_frame_ = done;
  if (Status status = folder.write_fixed_files(); !status) return status.error();
  if (Status status = folder.write_record(); !status) return status.error();
  return Resumed{std::move(folder), std::move(*state)};
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

Status RunFolder::append_positions(const State& state) {
  ContentHash hash;
  for (std::size_t b = 0; b < caches_.size(); ++b) {
    const auto positions = positions_of(state, plan_.ranges[b]);
    if (Status status = caches_[b].append(positions); !status) return status;
    hash.add_as_floats(positions);
  }
  for (Pc2Writer& cache : caches_)
    if (Status status = cache.flush(); !status) return status;
  record_.frame_hashes.push_back(hash.hex());
  return Done{};
}

Status RunFolder::append_frame(const State& state, std::span<const StepReport> steps) {
  MUSLIN_ASSERT(state.frame == record_.frames_done() + 1);
  std::vector<StepReport> numbered(steps.begin(), steps.end());
  for (StepReport& step : numbered) step.frame = record_.start_frame + state.frame;
  if (Status status = stats_->append(numbered); !status) return status;
  if (Status status = append_positions(state); !status) return status;
  for (const StepReport& step : numbered) statistics_.add(step);
  const auto unsaved = Clock::now() - saved_;
  if (unsaved < kLongestUnsaved && unsaved < kSaveShare * save_time_) return Done{};
  return save(state);
}

Status RunFolder::save(const State& state) {
  const auto begin = Clock::now();
  if (Status status = write_checkpoint(path_ / kCheckpointName, state, scene_hash_); !status) return status;
  if (Status status = write_record(); !status) return status;
  saved_frame_ = state.frame;
  saved_ = Clock::now();
  save_time_ = saved_ - begin;
  return Done{};
}

Status RunFolder::write_record() {
  record_.seconds = seconds_before_ + std::chrono::duration<double>(Clock::now() - opened_).count();
  return write_run_record(path_ / kRecordName, record_);
}

Status RunFolder::finish(const State& state, Ending ending) {
  record_.state = ending.state;
  record_.reason = std::move(ending.reason);
  record_.where = std::move(ending.where);
  record_.finished = utc_time();
  if (ending.state == RunState::complete) record_.expectations = check_expectations(plan_.scene.expect, statistics_);
  const bool is_written = state.frame == record_.frames_done();
  return is_written && saved_frame_ != state.frame ? save(state) : write_record();
}

}  // namespace muslin
