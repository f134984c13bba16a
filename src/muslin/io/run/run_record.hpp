#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/io/run/machine.hpp>
#include <muslin/model/body.hpp>
#include <muslin/sim/expectations.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

enum class RunState {
  partial,   ///< going on, killed, interrupted or ended early as asked: can be resumed
  complete,  ///< all frames are there
  stopped,   ///< ended by a policy of the scene
  failed,    ///< ended by numbers that diverged, or by a file or disk
};

[[nodiscard]] const char* name_of(RunState state);
[[nodiscard]] const char* name_of(BodyKind kind);

/// A mesh or animation that the scene was made from.
struct RunInput {
  std::string path;
  std::string hash;
  std::uint64_t size = 0;
};

struct RunBody {
  std::string name;
  BodyKind kind = BodyKind::cloth;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  std::size_t segments = 0;
};

/// Where a run could not go on.
struct RunPlace {
  std::string body;
  std::int32_t vertex = 0;
  Vec3 position = Vec3::Zero();  ///< [m]
  double time = 0.0;             ///< [s]
  std::int64_t frame = 0;        ///< number of the frame that could not be finished
};

/// What audit.json comes to.
struct RunAuditSummary {
  std::int64_t frames = 0;         ///< audited so far, the start included
  std::int64_t bad_frames = 0;     ///< with intersections
  std::int64_t intersections = 0;  ///< over all frames, without those between obstacles
  double seconds = 0.0;            ///< of computing, over all times the run was resumed
};

/// What a run folder says of itself: run.json, described in docs/run-folder.md. Written whole or not at all, after the
/// frames and the checkpoint that it counts.
struct RunRecord {
  std::string version;  ///< of Muslin
  RunState state = RunState::partial;
  std::string reason;             ///< why it is not complete; may be empty
  std::optional<RunPlace> where;  ///< goes with the reason

  std::vector<std::string> command;
  Machine machine;
  int threads = 0;
  std::string started;   ///< UTC
  std::string finished;  ///< UTC; empty while the run goes on
  double seconds = 0.0;  ///< spent, over all times it was resumed

  std::string about;
  std::string scene_file;
  std::string scene_hash;  ///< of scene.json
  std::vector<RunInput> inputs;
  Axis up = Axis::y;
  double frame_rate = 24.0;
  std::int64_t start_frame = 1;
  std::int64_t frames = 0;  ///< planned, after the start
  std::vector<RunBody> bodies;

  /// What the steps of all frames done come to; of the last one, its energies.
  RunStatistics statistics;
  RunAuditSummary audit;
  std::vector<ExpectationOutcome> expectations;  ///< of a complete run
  std::vector<std::string> frame_hashes;  ///< of the start and each frame done: the floats of all bodies in order

  /// Frames simulated after the start.
  [[nodiscard]] std::int64_t frames_done() const {
    return frame_hashes.empty() ? 0 : static_cast<std::int64_t>(frame_hashes.size()) - 1;
  }
  [[nodiscard]] std::int64_t last_frame() const { return start_frame + frames_done(); }
};

/// The text of run.json.
[[nodiscard]] std::string to_json(const RunRecord& record);
[[nodiscard]] Status write_run_record(const std::filesystem::path& path, const RunRecord& record);
[[nodiscard]] Result<RunRecord> read_run_record(const std::filesystem::path& path);

}  // namespace muslin
