#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/io/file/folder_lock.hpp>
#include <muslin/io/run/pc2_frames.hpp>
#include <muslin/io/run/pc2_sink.hpp>
#include <muslin/io/run/run_audit.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <muslin/sim/run_frames.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// Content of a folder before a run writes into it.
enum class FolderContent {
  nothing,       ///< the folder is missing or empty
  run,           ///< a run folder
  foreign,       ///< other files, which must not be mixed with those of a run
  not_a_folder,  ///< a file
};
[[nodiscard]] Result<FolderContent> inspect_folder(const std::filesystem::path& folder);

/// The run that a folder is created or resumed for.
struct RunPlan {
  const Scene& scene;             ///< must outlive the RunFolder
  std::vector<BodyRange> ranges;  ///< vertex ranges of the bodies in the State
  std::string scene_file;         ///< file that the scene was read from
  std::string scene_json;         ///< text that reproduces the same scene
  std::vector<RunInput> inputs;   ///< other files that the scene was made from
  std::vector<std::string> command;
  int threads = 0;
  std::vector<FrameSink*> sinks = {};  ///< further outputs, which receive every frame too; must outlive the RunFolder
  std::vector<std::string> warnings = {};
  std::optional<UntangleReport> untangled = {};  ///< as in the record
};

/// Writes the frames of a run and all files that belong to them; docs/run-folder.md describes the files. The order of
/// writing is frames, checkpoint, audit.json, run.json, and each of the last three is replaced in one step. If the
/// process is killed at any time, the folder is readable, has the state `partial` and can be resumed. Frames after the
/// checkpoint are then cut off and simulated again, with bit-identical results.
///
/// Frames are passed to FrameSinks: first to the point caches (Pc2Sink) and, if the scene asks for it, to the contacts
/// file (ContactsSink), then to the sinks of the plan.
///
/// Every frame is audited as stored in the files, on a thread beside the simulation (FrameAuditor). During the run the
/// audit may be some frames behind. finish() waits for it, and a resumed run audits the frames that were missed.
class RunFolder {
 public:
  struct Resumed;

  /// Makes the folder and writes the start. An existing run in it is removed, so the caller must inspect the folder
  /// first.
  [[nodiscard]] static Result<RunFolder> create(const std::filesystem::path& folder, RunPlan plan, const State& start);
  /// Continues from the checkpoint. Another scene and changed inputs are refused, and so is a folder
  /// whose frames or statistics up to the checkpoint are not those that the run wrote. A run that was killed before its
  /// first checkpoint has none: see has_checkpoint().
  [[nodiscard]] static Result<Resumed> resume(const std::filesystem::path& folder, RunPlan plan);
  /// Checks that the files of a complete run still hold what its record says: the hash of every frame and the number of
  /// steps.
  [[nodiscard]] static Status check_complete(const std::filesystem::path& folder, const Scene& scene,
                                             const RunRecord& record);
  [[nodiscard]] static bool has_checkpoint(const std::filesystem::path& folder);

  /// Appends the frame of the state, the steps that led to it, and what touched, if the scene asks for that. A
  /// checkpoint is saved with every frame unless that would take more than a twentieth of the time; then one is saved
  /// every five seconds. Waits while the audit is too far behind.
  [[nodiscard]] Status append_frame(const State& state, std::span<const StepReport> steps,
                                    const FrameContacts* contacts = nullptr);

  /// State and reason that finish() records. finish() waits for the audit, then saves how the run ended and the
  /// checkpoint of the last frame. If the last frame could not be appended, the previous checkpoint stays.
  struct Ending {
    RunState state = RunState::partial;
    std::string reason;
    std::optional<RunPlace> where;
  };
  [[nodiscard]] Status finish(const State& state, Ending ending);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const RunRecord& record() const { return record_; }
  [[nodiscard]] const RunStatistics& statistics() const { return statistics_; }
  /// Returns the audit so far, including the start. After finish() it contains all frames.
  [[nodiscard]] const RunAudit& audit();

 private:
  using Clock = std::chrono::steady_clock;

  RunFolder(std::filesystem::path path, FolderLock lock, RunPlan plan);
  [[nodiscard]] Status write_start(const State& start);
  void record_failure(const Error& error);
  [[nodiscard]] Status write_fixed_files() const;
  [[nodiscard]] Status begin_sinks(std::int64_t kept_frames);
  [[nodiscard]] Status append_to_sinks(const State& state, std::span<const StepReport> steps,
                                       const FrameContacts* contacts);
  [[nodiscard]] Status save(const State& state);
  [[nodiscard]] Status write_audit_and_record();
  [[nodiscard]] Status resume_audit(const Pc2Frames& frames, std::span<const FrameLag> lags, const State& state);
  [[nodiscard]] Status submit_to_audit(std::int64_t frame, std::vector<Vec3> positions, FrameLag lag,
                                       Exemptions exempt);
  [[nodiscard]] Result<std::vector<Vec3>> with_obstacles_as_given(std::int64_t frame,
                                                                  std::span<const Vec3> positions) const;
  void keep(std::vector<FrameAudit> audits);
  [[nodiscard]] FrameLag lag_of(const StepReport& step) const;
  [[nodiscard]] Status write_record();
  [[nodiscard]] std::filesystem::path mesh_path(const SceneBody& body) const;

  std::filesystem::path path_;
  FolderLock lock_;
  RunPlan plan_;
  RunRecord record_;
  RunStatistics statistics_;
  std::unique_ptr<FrameSink> caches_;  ///< has a fixed address when the folder is moved, because `sinks_` refers to it
  std::unique_ptr<FrameSink> contacts_;  ///< null unless the scene asks for contacts
  FrameSinks sinks_;                     ///< the caches, the contacts and the sinks of the plan
  std::optional<StatsWriter> stats_;
  RunAudit audit_;
  std::deque<FrameLag> lags_;  ///< lags of the frames that are being audited
  std::unique_ptr<FrameAuditor> auditor_;
  bool audits_exemptions_ = false;  ///< whether a frame with exempt pairs may still be in the queue of the auditor
  std::uint64_t scene_hash_;
  std::int64_t saved_frame_ = -1;  ///< frame of the checkpoint
  double seconds_before_ = 0.0;    ///< time spent by earlier processes [s]
  Clock::time_point opened_ = Clock::now();
  Clock::time_point saved_ = Clock::now();
  Clock::duration save_time_{};
};

/// Result of resume(): the folder and the state of the checkpoint.
struct RunFolder::Resumed {
  RunFolder folder;
  State state;
};

}  // namespace muslin
