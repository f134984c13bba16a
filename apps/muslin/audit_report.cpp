#include "audit_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muslin::app {
namespace {

bool names_body(const std::string& name, const std::string& body) {
  if (name == body) return true;
  const std::size_t slash = body.find('/');
  return slash != std::string::npos &&
         (body.compare(0, slash, name) == 0 || body.compare(slash + 1, body.npos, name) == 0);
}

std::string element_name(const Frame& frame, const AuditElement& element) {
  const auto index = static_cast<std::size_t>(element.index);
  const bool is_triangle = element.kind == AuditElement::Kind::triangle;
  const auto body = static_cast<std::size_t>(is_triangle ? frame.triangle_body[index] : frame.segment_body[index]);
  const std::int32_t first = is_triangle ? frame.first_triangle[body] : frame.first_segment[body];
  return fmt::format("{} {} {}", frame.body_names[body], is_triangle ? "triangle" : "segment", element.index - first);
}

}  // namespace

bool ObstacleNames::contain(const std::string& body) const {
  return std::any_of(names_.begin(), names_.end(), [&](const std::string& name) { return names_body(name, body); }) ||
         std::find(whole_bodies_.begin(), whole_bodies_.end(), body.substr(0, body.find('/'))) != whole_bodies_.end();
}

std::vector<std::string> ObstacleNames::unknown_in(const Frame& frame) const {
  std::vector<std::string> unknown;
  for (const std::string& name : names_) {
    const auto is_it = [&](const std::string& body) { return names_body(name, body); };
    if (std::none_of(frame.body_names.begin(), frame.body_names.end(), is_it)) unknown.push_back(name);
  }
  return unknown;
}

AuditedFrame audit_frame(const Frame& frame, const ObstacleNames& obstacles, std::size_t max_listed) {
  std::vector<std::uint8_t> is_obstacle;
  for (const std::string& body : frame.body_names) is_obstacle.push_back(obstacles.contain(body) ? 1 : 0);
  return audit_frame(frame, is_obstacle, max_listed);
}

AuditedFrame audit_frame(const Frame& frame, std::span<const std::uint8_t> is_obstacle, std::size_t max_listed) {
  AuditedFrame result;
  result.report = audit({.positions = frame.positions,
                         .triangles = frame.triangles,
                         .segments = frame.segments,
                         .triangle_body = frame.triangle_body,
                         .segment_body = frame.segment_body,
                         .body_is_obstacle = is_obstacle},
                        {.max_listed = max_listed});
  for (const IntersectingPair& pair : result.report.first)
    result.pairs.push_back(fmt::format("{} and {} near ({:.6g}, {:.6g}, {:.6g})", element_name(frame, pair.a),
                                       element_name(frame, pair.b), pair.place.x(), pair.place.y(), pair.place.z()));
  return result;
}

std::string count_intersections(std::size_t count) {
  if (count == 0) return "no intersections";
  return fmt::format("{} intersection{}", count, count == 1 ? "" : "s");
}

}  // namespace muslin::app
