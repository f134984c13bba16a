#pragma once
#include <muslin/detect/audit.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace muslin::app {

/// Which bodies are obstacles. The user names them by body ("floor"), by group ("collar") or both ("shirt/collar"); a
/// run folder names whole bodies, and a group of another body that has the same name is not meant.
class ObstacleNames {
 public:
  explicit ObstacleNames(std::vector<std::string> names, std::vector<std::string> whole_bodies = {})
      : names_(std::move(names)), whole_bodies_(std::move(whole_bodies)) {}
  [[nodiscard]] bool contain(const std::string& body) const;
  /// The user's names that no body of the frame has.
  [[nodiscard]] std::vector<std::string> unknown_in(const Frame& frame) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::string> whole_bodies_;
};

/// A frame, what its audit found, and the pairs put in words.
struct AuditedFrame {
  long label = 0;
  AuditReport report;
  std::vector<std::string> pairs;
};

/// `is_obstacle`: not zero for those of the frame's bodies that are.
[[nodiscard]] AuditedFrame audit_frame(const Frame& frame, std::span<const std::uint8_t> is_obstacle,
                                       std::size_t max_listed);
[[nodiscard]] AuditedFrame audit_frame(const Frame& frame, const ObstacleNames& obstacles, std::size_t max_listed);

/// "no intersections", "1 intersection", "12 intersections".
[[nodiscard]] std::string count_intersections(std::size_t count);

}  // namespace muslin::app
