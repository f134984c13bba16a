#include <fmt/format.h>
#include <time.h>  // clock_gettime is POSIX, not C++

#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/detect/obstacles_as_given.hpp>

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
    : options_(options), worker_([this](AuditFrame& frame) { return audit_frame(frame); }, options.max_queue_length) {
  for (const AuditBody& body : bodies) {
    const auto index = static_cast<std::int32_t>(body_names_.size());
    const auto first_vertex = static_cast<std::int32_t>(mesh_.vertex_count);
    const auto moved = [first_vertex](VertexId v) { return VertexId(v.value + first_vertex); };
    body_names_.push_back(body.name);
    mesh_.is_obstacle.push_back(body.is_obstacle ? 1 : 0);
    first_triangle_.push_back(static_cast<std::int32_t>(mesh_.triangles.size()));
    first_segment_.push_back(static_cast<std::int32_t>(mesh_.segments.size()));
    for (const auto& [a, b, c] : body.mesh.triangles) mesh_.triangles.push_back({moved(a), moved(b), moved(c)});
    for (const auto& [a, b] : body.mesh.segments) mesh_.segments.push_back({moved(a), moved(b)});
    mesh_.triangle_body.resize(mesh_.triangles.size(), index);
    mesh_.segment_body.resize(mesh_.segments.size(), index);
    mesh_.vertex_count += body.mesh.positions.size();
  }
}

void FrameAuditor::submit(AuditFrame frame) {
  MUSLIN_ASSERT(frame.positions.size() == mesh_.vertex_count);
  MUSLIN_ASSERT(frame.given.empty() || frame.given.size() == mesh_.vertex_count);
  worker_.submit(std::move(frame));
}

AuditedElement FrameAuditor::name(const AuditElement& element) const {
  const auto body = static_cast<std::size_t>(mesh_.body(element));
  const bool is_triangle = element.kind == AuditElement::Kind::triangle;
  return {body_names_[body], element.kind,
          element.index - (is_triangle ? first_triangle_[body] : first_segment_[body])};
}

AuditReport FrameAuditor::find(std::span<const Vec3> positions, std::size_t max_listed) const {
  return audit({.positions = positions,
                .triangles = mesh_.triangles,
                .segments = mesh_.segments,
                .triangle_body = mesh_.triangle_body,
                .segment_body = mesh_.segment_body,
                .body_is_obstacle = mesh_.is_obstacle},
               {.max_listed = max_listed});
}

FrameAudit FrameAuditor::audit_frame(const AuditFrame& frame) const {
  const double start = thread_seconds();
  // Where pairs are counted apart, every pair must be known.
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max() / 4;
  const bool needs_all = !frame.exempt.empty() || !frame.given.empty();
  AuditReport report, given;
  with_threads(1, [&] {
    report = find(frame.positions, needs_all ? kAll : options_.max_listed);
    if (!frame.given.empty()) given = find(frame.given, kAll);
  });
  FrameAudit result{.frame = frame.number,
                    .intersections = report.intersections,
                    .obstacle_intersections = report.obstacle_intersections,
                    .undecidable = report.undecidable};
  count_apart(report.first, frame.exempt, result);
  if (!frame.given.empty())
    result.as_given = compare_as_given(mesh_, body_names_, frame.positions, frame.given, given.first);
  else if (needs_all)
    result.as_given = compare_as_given(mesh_, body_names_, frame.positions, frame.positions, report.first);
  result.seconds = thread_seconds() - start;
  return result;
}

/// Counts the exempt pairs apart, and lists the first pairs, those that are not exempt before the others.
void FrameAuditor::count_apart(std::span<const IntersectingPair> pairs, const Exemptions& exempt,
                               FrameAudit& result) const {
  std::vector<const IntersectingPair*> order;
  for (const bool lists_exempt : {false, true})
    for (const IntersectingPair& pair : pairs) {
      const std::span<const VertexId> a = mesh_.vertices(pair.a), b = mesh_.vertices(pair.b);
      const bool is_tangled = exempt.has_tangled(a, b), is_outranked = !is_tangled && exempt.has_outranked(a, b);
      if ((is_tangled || is_outranked) != lists_exempt) continue;
      order.push_back(&pair);
      result.tangled += is_tangled ? 1 : 0;
      result.outranked += is_outranked ? 1 : 0;
    }
  result.intersections -= result.tangled + result.outranked;
  order.resize(std::min(order.size(), options_.max_listed));
  for (const IntersectingPair* pair : order) result.first.push_back({name(pair->a), name(pair->b), pair->place});
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
