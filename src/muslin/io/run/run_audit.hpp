#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <string>
#include <vector>

namespace muslin {

/// The largest lag of the scripted vertices behind their script at the end of a frame.
struct FrameLag {
  double length = 0.0;        ///< [m]; 0 if no vertex lags
  std::string body;           ///< body that lags
  std::string against;        ///< body that blocks it; empty if unknown
  Vec3 place = Vec3::Zero();  ///< [m]
};

/// One frame of a run as described in audit.json.
struct RunAuditFrame {
  FrameAudit audit;
  FrameLag lag;
};

/// The audit of a run: the content of audit.json, described in docs/run-folder.md. It contains no times, so that equal
/// runs give equal files.
class RunAudit {
 public:
  void add(RunAuditFrame frame);
  [[nodiscard]] const std::vector<RunAuditFrame>& frames() const { return frames_; }

  // Sums over all frames.
  [[nodiscard]] std::size_t intersections() const { return intersections_; }
  [[nodiscard]] std::size_t tangled() const { return tangled_; }
  [[nodiscard]] std::size_t outranked() const { return outranked_; }
  [[nodiscard]] std::size_t intersections_as_given() const { return intersections_as_given_; }
  /// Number of frames in which an obstacle as given intersects cloth.
  [[nodiscard]] std::size_t bad_frames_as_given() const { return bad_frames_as_given_; }
  /// Largest depth of cloth in an obstacle as given [m].
  [[nodiscard]] double depth_as_given() const { return depth_as_given_; }
  [[nodiscard]] std::size_t obstacle_intersections() const { return obstacle_intersections_; }
  [[nodiscard]] std::size_t undecidable() const { return undecidable_; }
  [[nodiscard]] std::size_t bad_frames() const { return bad_frames_; }  ///< number of frames that are not clean
  [[nodiscard]] double max_lag() const { return max_lag_; }             ///< largest lag at the end of any frame [m]
  [[nodiscard]] bool clean() const { return bad_frames_ == 0; }

 private:
  std::vector<RunAuditFrame> frames_;
  std::size_t intersections_ = 0;
  std::size_t tangled_ = 0;
  std::size_t outranked_ = 0;
  std::size_t intersections_as_given_ = 0;
  std::size_t bad_frames_as_given_ = 0;
  double depth_as_given_ = 0.0;
  std::size_t obstacle_intersections_ = 0;
  std::size_t undecidable_ = 0;
  std::size_t bad_frames_ = 0;
  double max_lag_ = 0.0;
};

/// Returns the text of audit.json, with one line per frame that omits empty fields.
[[nodiscard]] std::string to_json(const RunAudit& audit);
[[nodiscard]] Status write_run_audit(const std::filesystem::path& path, const RunAudit& audit);
[[nodiscard]] Result<RunAudit> read_run_audit(const std::filesystem::path& path);

}  // namespace muslin
