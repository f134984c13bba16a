#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/io/file/folder_lock.hpp>
#include <muslin/io/run/pc2_sink.hpp>
#include <muslin/io/run/run_audit.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <muslin/sim/frame_sink.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// What a folder holds before a run writes into it.
enum class FolderContent {
  nothing,       ///< no such folder, or an empty one
  run,           ///< a run folder
  foreign,       ///< other files, which a run must not mix with its own
  not_a_folder,  ///< a file
};
[[nodiscard]] Result<FolderContent> inspect_folder(const std::filesystem::path& folder);

/// The run that a folder is for.
struct RunPlan {
  const Scene& scene;             ///< must outlive the RunFolder
  std::vector<BodyRange> ranges;  ///< of its bodies in the State
  std::string scene_file;         ///< that it was read from
  std::string scene_json;         ///< that makes the same scene again
  std::vector<RunInput> inputs;   ///< other files that it was made from
  std::vector<std::string> command;
  int threads = 0;
  std::vector<FrameSink*> sinks = {};  ///< further outputs, which get every frame too; must outlive the RunFolder
};

/// Writes the frames of a run and all that belongs to them; docs/run-folder.md describes the files. The order of
/// writing is frames, checkpoint, audit.json, run.json, each of the last three replaced in one step: whenever the
/// process is killed, the folder is readable, says `partial`, and can be resumed. What is behind the checkpoint is cut
/// off then and simulated again, to the same bits.
///
/// Frames go through FrameSinks: the point caches (Pc2Sink) first, then those of the plan.
///
/// Every frame is audited as it stands in the files, on a thread beside the simulation (FrameAuditor). During the run
/// the audit may be some frames behind. finish() waits for it, and a run that is resumed audits the frames that were
/// missed.
class RunFolder {
 public:
  struct Resumed;

  /// Makes the folder and writes the start. Removes a run that is there; the caller has inspected the folder.
  [[nodiscard]] static Result<RunFolder> create(const std::filesystem::path& folder, RunPlan plan, const State& start);
  /// Continues where the checkpoint was written. Refuses another scene, and inputs that have changed. A folder of a run
  /// that was killed before its first checkpoint has none: see has_checkpoint().
  [[nodiscard]] static Result<Resumed> resume(const std::filesystem::path& folder, RunPlan plan);
  [[nodiscard]] static bool has_checkpoint(const std::filesystem::path& folder);

  /// Appends the frame that the state shows and the steps that led to it. Saves a checkpoint with it unless that would
  /// take more than a twentieth of the time: then every five seconds. Waits while the audit is too far behind.
  [[nodiscard]] Status append_frame(const State& state, std::span<const StepReport> steps);

  /// Waits for the audit; saves how the run ended, and the checkpoint of the last frame. (Of one that could not be
  /// appended there is none: the checkpoint before stays.)
  struct Ending {
    RunState state = RunState::partial;
    std::string reason;
    std::optional<RunPlace> where;
  };
  [[nodiscard]] Status finish(const State& state, Ending ending);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const RunRecord& record() const { return record_; }
  [[nodiscard]] const RunStatistics& statistics() const { return statistics_; }
  /// What the audit has found so far, from the start on. After finish() it has all frames.
  [[nodiscard]] const RunAudit& audit();

 private:
  using Clock = std::chrono::steady_clock;

  RunFolder(std::filesystem::path path, FolderLock lock, RunPlan plan);
  [[nodiscard]] Status write_fixed_files() const;
  [[nodiscard]] Status begin_sinks(std::int64_t kept_frames);
  [[nodiscard]] Status append_to_sinks(const State& state, std::span<const StepReport> steps);
  [[nodiscard]] Status save(const State& state);
  [[nodiscard]] Status write_audit_and_record();
  [[nodiscard]] Status resume_audit(const Pc2Frames& frames, std::span<const FrameLag> lags);
  void submit_to_audit(std::int64_t frame, std::vector<Vec3> positions, FrameLag lag);
  void keep(std::vector<FrameAudit> audits);
  [[nodiscard]] FrameLag lag_of(const StepReport& step) const;
  [[nodiscard]] Status write_record();
  [[nodiscard]] std::filesystem::path mesh_path(const SceneBody& body) const;

  std::filesystem::path path_;
  FolderLock lock_;
  RunPlan plan_;
  RunRecord record_;
  RunStatistics statistics_;
  std::unique_ptr<FrameSink> caches_;  ///< stays in one place while the folder is moved: `sinks_` refers to it
  FrameSinks sinks_;                   ///< the caches, and those of the plan
  std::optional<StatsWriter> stats_;
  RunAudit audit_;
  std::deque<FrameLag> lags_;  ///< of the frames that are being audited
  std::unique_ptr<FrameAuditor> auditor_;
  std::uint64_t scene_hash_;
  std::int64_t saved_frame_ = -1;  ///< that the checkpoint holds
  double seconds_before_ = 0.0;    ///< that earlier processes spent
  Clock::time_point opened_ = Clock::now();
  Clock::time_point saved_ = Clock::now();
  Clock::duration save_time_{};
};

struct RunFolder::Resumed {
  RunFolder folder;
  State state;
};

}  // namespace muslin
