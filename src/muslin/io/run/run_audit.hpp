#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <string>
#include <vector>

namespace muslin {

/// How far scripted vertices are behind their script at the end of a frame: the farthest of them.
struct FrameLag {
  double length = 0.0;        ///< [m]; 0: nothing lags
  std::string body;           ///< that lags
  std::string against;        ///< what is in its way; empty: not known
  Vec3 place = Vec3::Zero();  ///< [m]
};

/// A frame of a run as audit.json describes it.
struct RunAuditFrame {
  FrameAudit audit;
  FrameLag lag;
};

/// What the audit says of a run: audit.json, described in docs/run-folder.md. Holds no times, so that equal runs have
/// equal files.
class RunAudit {
 public:
  void add(RunAuditFrame frame);
  [[nodiscard]] const std::vector<RunAuditFrame>& frames() const { return frames_; }

  // Sums over the frames.
  [[nodiscard]] std::size_t intersections() const { return intersections_; }
  [[nodiscard]] std::size_t obstacle_intersections() const { return obstacle_intersections_; }
  [[nodiscard]] std::size_t undecidable() const { return undecidable_; }
  [[nodiscard]] std::size_t bad_frames() const { return bad_frames_; }  ///< that are not clean
  [[nodiscard]] double max_lag() const { return max_lag_; }             ///< [m] at the end of any frame
  [[nodiscard]] bool clean() const { return bad_frames_ == 0; }

 private:
  std::vector<RunAuditFrame> frames_;
  std::size_t intersections_ = 0;
  std::size_t obstacle_intersections_ = 0;
  std::size_t undecidable_ = 0;
  std::size_t bad_frames_ = 0;
  double max_lag_ = 0.0;
};

/// The text of audit.json: a line per frame, with no more in it than there is to say.
[[nodiscard]] std::string to_json(const RunAudit& audit);
[[nodiscard]] Status write_run_audit(const std::filesystem::path& path, const RunAudit& audit);
[[nodiscard]] Result<RunAudit> read_run_audit(const std::filesystem::path& path);

}  // namespace muslin
