#include "frame_survey.hpp"

#include <algorithm>
#include <bit>

namespace muslin::app {
namespace {

/// Coordinates beyond this value [m] overflow when they are squared in float. No real cloth is that far away.
constexpr double kMaxCoordinate = 1e15;

/// Factor by which the picture may grow beyond the cloth to show an obstacle.
constexpr double kMaxSubjectGrowth = 2.0;

/// Calls use(body index, vertex) for each corner of each element.
template <class Use>
void visit_corners(const Frame& frame, Use&& use) {
  for (std::size_t t = 0; t < frame.triangles.size(); ++t)
    for (const VertexId v : frame.triangles[t]) use(static_cast<std::size_t>(frame.triangle_body[t]), v);
  for (std::size_t s = 0; s < frame.segments.size(); ++s)
    for (const VertexId v : frame.segments[s]) use(static_cast<std::size_t>(frame.segment_body[s]), v);
}

double diagonal(const Box& box) { return (box.upper - box.lower).norm(); }

}  // namespace

FrameSurvey::Body& FrameSurvey::body(const std::string& name) {
  const auto found = bodies_.find(name);
  if (found != bodies_.end()) return found->second;
  Body fresh{bodies_.size(), {}, CameraFit(camera_)};
  return bodies_.emplace(name, std::move(fresh)).first->second;
}

Status FrameSurvey::add(const Frame& frame, const std::string& name) {
  for (const Vec3& position : frame.positions)
    if (!(position.cwiseAbs().maxCoeff() <= kMaxCoordinate))
      return Error{Error::Kind::unreadable_file, name, "coordinates beyond 1e15 m cannot be drawn", ""};
  std::vector<Body*> found;
  for (const std::string& body_name : frame.body_names) found.push_back(&body(body_name));
  visit_corners(frame, [&](std::size_t b, VertexId v) {
    found[b]->box.include(frame.positions[v.index()]);
    found[b]->fit.include(frame.positions[v.index()]);
  });
  return Done{};
}

void FrameSurvey::add_motion(const Frame& frame) {
  std::vector<std::uint64_t> hashes(frame.body_names.size(), 0xcbf29ce484222325ULL);
  visit_corners(frame, [&](std::size_t b, VertexId v) {
    for (const double x : frame.positions[v.index()])
      hashes[b] = (hashes[b] ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15ULL;
  });
  for (std::size_t b = 0; b < hashes.size(); ++b) {
    Body& one = body(frame.body_names[b]);
    if (one.first_positions == 0) one.first_positions = hashes[b];
    one.moves = one.moves || one.first_positions != hashes[b];
  }
}

FrameSurvey::Subject FrameSurvey::subject() const {
  Subject subject{{}, CameraFit(camera_)};
  for (const bool obstacles_too : {false, true}) {
    for (const auto& [name, one] : bodies_) {
      if (one.fit.empty() || (one.is_obstacle && !obstacles_too)) continue;
      subject.box.include(one.box);
      subject.fit.include(one.fit);
    }
    if (!subject.fit.empty()) break;
  }
  const double size = diagonal(subject.box);
  for (const auto& [name, one] : bodies_) {
    if (one.fit.empty() || !one.is_obstacle) continue;
    Box together = subject.box;
    together.include(one.box);
    if (!(diagonal(together) <= kMaxSubjectGrowth * size)) continue;
    subject.box = together;
    subject.fit.include(one.fit);
  }
  return subject;
}

}  // namespace muslin::app
