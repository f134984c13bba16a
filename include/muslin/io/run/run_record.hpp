#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/model/body.hpp>
#include <muslin/sim/expectations.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/untangle.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// State of a run as recorded in run.json.
enum class RunState {
  partial,   ///< in progress, killed, interrupted or ended early on request: can be resumed
  complete,  ///< all frames are there
  stopped,   ///< ended by a policy of the scene, such as a pinch
  failed,    ///< ended by a divergence, a file error or a disk error
};

/// Returns the name in run.json: "partial", "cloth".
/// @{
[[nodiscard]] const char* name_of(RunState state);
[[nodiscard]] const char* name_of(BodyKind kind);
/// @}

/// The machine of a run. Values that the operating system does not report are empty or 0.
struct Machine {
  std::string cpu;  ///< "Intel(R) Xeon(R) CPU @ 2.20GHz"
  int cores = 0;    ///< number of cores that this process may use
  std::string os;   ///< "Linux 6.1.0 x86_64"
};

/// A mesh or animation file that the scene was made from.
struct RunInput {
  std::string path;        ///< absolute
  std::string hash;        ///< hash of the content, 64 bits in hexadecimal
  std::uint64_t size = 0;  ///< [B]
};

/// A body of a run with the numbers of its elements.
struct RunBody {
  std::string name;                 ///< name in the scene, which is also that of its files in the run folder
  BodyKind kind = BodyKind::cloth;  ///< kind of the body
  std::size_t vertices = 0;         ///< number of vertices
  std::size_t triangles = 0;        ///< number of triangles
  std::size_t segments = 0;         ///< number of segments
  double thickness = 0.0;           ///< distance below which it repels itself [m]; 0 if an older version wrote the run
};

/// The place at which a run could not continue.
struct RunPlace {
  std::string body;              ///< name of the body
  std::int32_t vertex = 0;       ///< index of the vertex within the body
  Vec3 position = Vec3::Zero();  ///< last valid position of the vertex [m]
  double time = 0.0;             ///< after the start [s]
  std::int64_t frame = 0;        ///< number of the frame that could not be finished
};

/// Summary of audit.json.
struct RunAuditSummary {
  std::int64_t frames = 0;                  ///< frames audited so far, including the start
  std::int64_t bad_frames = 0;              ///< frames that are not clean (FrameAudit::clean())
  std::int64_t intersections = 0;           ///< sum of FrameAudit::intersections over all frames
  std::int64_t tangled = 0;                 ///< the same for FrameAudit::tangled
  std::int64_t outranked = 0;               ///< the same for FrameAudit::outranked
  std::int64_t intersections_as_given = 0;  ///< the same for FrameAudit::intersections_as_given()
  std::int64_t bad_frames_as_given = 0;     ///< frames in which an obstacle as given intersects cloth
  double depth_as_given = 0.0;              ///< largest depth of cloth in an obstacle as given [m]
  double seconds = 0.0;                     ///< computing time over all processes of the run [s]
};

/// The content of run.json, described in docs/run-folder.md. It is written in one step, after the frames and the
/// checkpoint that it counts.
struct RunRecord {
  std::string version;                 ///< version of Muslin
  RunState state = RunState::partial;  ///< how far the run got, or how it ended
  std::string reason;                  ///< why the run is not complete; may be empty
  std::optional<RunPlace> where;       ///< belongs to the reason

  std::vector<std::string> warnings;        ///< what the user should know about the scene, in one sentence each
  std::optional<UntangleReport> untangled;  ///< what became of a start that intersects; without the list of pairs

  std::vector<std::string> command;  ///< words of the command line that repeats the run from its beginning
  Machine machine;                   ///< machine of the process that began or last resumed the run
  int threads = 0;                   ///< number of threads that it was allowed to use
  std::string started;               ///< UTC
  std::string finished;              ///< UTC; empty while the run is in progress
  double seconds = 0.0;              ///< time spent over all processes of the run [s]
  std::uint64_t peak_memory = 0;     ///< largest memory in use by a process of the run [B]; 0 if unknown

  std::string about;             ///< Scene::about
  std::string scene_file;        ///< absolute path of the scene file
  std::string scene_hash;        ///< hash of scene.json
  std::vector<RunInput> inputs;  ///< other files that the scene was made from; a resumed run needs them unchanged
  Axis up = Axis::y;             ///< Scene::up
  double frame_rate = 24.0;      ///< [1/s]
  std::int64_t start_frame = 1;  ///< number of the frame that shows the start
  std::int64_t frames = 0;       ///< planned frames after the start
  bool has_contacts = false;     ///< SceneOutput::contacts
  std::vector<RunBody> bodies;   ///< in the order of the scene

  /// Combined reports of the steps of all frames done; the energies are those of the last step.
  RunStatistics statistics;
  std::vector<SlowFrame> slow_frames;            ///< frames that took much longer than most, and what they cost
  RunAuditSummary audit;                         ///< audit of all frames so far
  std::vector<ExpectationOutcome> expectations;  ///< of a complete run only
  /// Hashes of the start and of each frame done, over the floats of all bodies in order.
  std::vector<std::string> frame_hashes;

  /// Returns the number of frames simulated after the start.
  [[nodiscard]] std::int64_t frames_done() const {
    return frame_hashes.empty() ? 0 : static_cast<std::int64_t>(frame_hashes.size()) - 1;
  }
  /// Returns the number of vertices of all bodies that are no obstacles.
  [[nodiscard]] std::size_t simulated_vertices() const;
  /// Returns the number of the last frame done, which is that of the start if there is none.
  [[nodiscard]] std::int64_t last_frame() const { return start_frame + frames_done(); }
};

/// Returns the text of run.json.
[[nodiscard]] std::string to_json(const RunRecord& record);
/// Writes run.json, which appears complete or not at all.
[[nodiscard]] Status write_run_record(const std::filesystem::path& path, const RunRecord& record);
/// Reads run.json. A file that is missing, damaged or of another format is an Error.
[[nodiscard]] Result<RunRecord> read_run_record(const std::filesystem::path& path);

}  // namespace muslin
