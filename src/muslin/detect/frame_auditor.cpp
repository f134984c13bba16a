#include <fmt/format.h>
#include <time.h>  // clock_gettime is POSIX, not C++

#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/frame_auditor.hpp>

namespace muslin {
namespace {

/// Returns the processor time of this thread [s], independent of the load of the machine.
double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

FrameAuditor::FrameAuditor(std::span<const AuditBody> bodies, const Options& options)
    : options_(options), worker_([this](Job& job) { return audit_frame(job); }, options.max_queue_length) {
  for (const AuditBody& body : bodies) {
    const auto index = static_cast<std::int32_t>(body_names_.size());
    const auto first_vertex = static_cast<std::int32_t>(vertex_count_);
    const auto moved = [first_vertex](VertexId v) { return VertexId(v.value + first_vertex); };
    body_names_.push_back(body.name);
    body_is_obstacle_.push_back(body.is_obstacle ? 1 : 0);
    first_triangle_.push_back(static_cast<std::int32_t>(triangles_.size()));
    first_segment_.push_back(static_cast<std::int32_t>(segments_.size()));
    for (const auto& [a, b, c] : body.mesh.triangles) triangles_.push_back({moved(a), moved(b), moved(c)});
    for (const auto& [a, b] : body.mesh.segments) segments_.push_back({moved(a), moved(b)});
    triangle_body_.resize(triangles_.size(), index);
    segment_body_.resize(segments_.size(), index);
    vertex_count_ += body.mesh.positions.size();
  }
}

void FrameAuditor::submit(std::int64_t frame, std::vector<Vec3> positions) {
  MUSLIN_ASSERT(positions.size() == vertex_count_);
  worker_.submit({frame, std::move(positions)});
}

AuditedElement FrameAuditor::name(const AuditElement& element) const {
  const bool is_triangle = element.kind == AuditElement::Kind::triangle;
  const auto index = static_cast<std::size_t>(element.index);
  const auto body = static_cast<std::size_t>(is_triangle ? triangle_body_[index] : segment_body_[index]);
  return {body_names_[body], element.kind,
          element.index - (is_triangle ? first_triangle_[body] : first_segment_[body])};
}

FrameAudit FrameAuditor::audit_frame(const Job& job) const {
  const double start = thread_seconds();
  AuditReport report;
  with_threads(1, [&] {
    report = audit({.positions = job.positions,
                    .triangles = triangles_,
                    .segments = segments_,
                    .triangle_body = triangle_body_,
                    .segment_body = segment_body_,
                    .body_is_obstacle = body_is_obstacle_},
                   {.max_listed = options_.max_listed});
  });
  FrameAudit result{.frame = job.frame,
                    .intersections = report.intersections,
                    .obstacle_intersections = report.obstacle_intersections,
                    .undecidable = report.undecidable,
                    .first = {}};
  for (const IntersectingPair& pair : report.first) result.first.push_back({name(pair.a), name(pair.b), pair.place});
  result.seconds = thread_seconds() - start;
  return result;
}

const char* name_of(AuditElement::Kind kind) { return kind == AuditElement::Kind::triangle ? "triangle" : "segment"; }

std::string describe(const AuditedPair& pair) {
  return fmt::format("{} {} {} and {} {} {} near ({:.6g}, {:.6g}, {:.6g})", pair.a.body, name_of(pair.a.kind),
                     pair.a.index, pair.b.body, name_of(pair.b.kind), pair.b.index, pair.place.x(), pair.place.y(),
                     pair.place.z());
}

std::vector<Vec3> rounded_to_float(std::span<const Vec3> positions) {
  std::vector<Vec3> rounded;
  rounded.reserve(positions.size());
  for (const Vec3& x : positions) rounded.push_back(x.cast<float>().cast<double>());
  return rounded;
}

}  // namespace muslin
