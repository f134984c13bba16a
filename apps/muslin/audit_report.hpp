#pragma once
#include <muslin/detect/audit.hpp>
#include <muslin/io/frame_sequence.hpp>
#include <string>
#include <utility>
#include <vector>

namespace muslin::app {

/// Which bodies are obstacles: named by body ("floor"), by group ("collar") or both ("shirt/collar").
class ObstacleNames {
 public:
  explicit ObstacleNames(std::vector<std::string> names) : names_(std::move(names)) {}
  [[nodiscard]] bool contain(const std::string& body) const;
  /// The names that no body of the frame has.
  [[nodiscard]] std::vector<std::string> unknown_in(const Frame& frame) const;

 private:
  std::vector<std::string> names_;
};

/// A frame, what its audit found, and the pairs put in words.
struct AuditedFrame {
  long label = 0;
  AuditReport report;
  std::vector<std::string> pairs;
};

[[nodiscard]] AuditedFrame audit_frame(const Frame& frame, const ObstacleNames& obstacles, std::size_t max_listed);

/// "no intersections", "1 intersection", "12 intersections".
[[nodiscard]] std::string count_intersections(std::size_t count);

}  // namespace muslin::app
