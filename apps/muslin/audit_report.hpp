#pragma once
#include <muslin/detect/audit.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace muslin::app {

/// Determines which bodies are obstacles. The user names them by body ("floor"), by group ("collar") or by both
/// ("shirt/collar"). A run folder names whole bodies only; a group of the same name in another body does not match.
class ObstacleNames {
 public:
  explicit ObstacleNames(std::vector<std::string> names, std::vector<std::string> whole_bodies = {})
      : names_(std::move(names)), whole_bodies_(std::move(whole_bodies)) {}
  [[nodiscard]] bool contain(const std::string& body) const;
  /// Returns the user's names that match no body of the frame.
  [[nodiscard]] std::vector<std::string> unknown_in(const Frame& frame) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::string> whole_bodies_;
};

/// A frame with its audit and a description of each pair found.
struct AuditedFrame {
  long label = 0;
  AuditReport report;
  std::vector<std::string> pairs;
};

/// Audits a frame. `is_obstacle` is nonzero for those bodies of the frame that are obstacles.
[[nodiscard]] AuditedFrame audit_frame(const Frame& frame, std::span<const std::uint8_t> is_obstacle,
                                       std::size_t max_listed);
[[nodiscard]] AuditedFrame audit_frame(const Frame& frame, const ObstacleNames& obstacles, std::size_t max_listed);

/// Returns "no intersections", "1 intersection" or "12 intersections".
[[nodiscard]] std::string count_intersections(std::size_t count);

}  // namespace muslin::app
