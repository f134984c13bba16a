#pragma once
#include <cstdint>
#include <muslin/core/background_worker.hpp>
#include <muslin/detect/audit.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// An element identified by the name of its body and its index within that body.
struct AuditedElement {
  std::string body;
  AuditElement::Kind kind = AuditElement::Kind::triangle;
  std::int32_t index = 0;
};

struct AuditedPair {
  AuditedElement a, b;
  Vec3 place = Vec3::Zero();  ///< IntersectingPair::place [m]
};

/// Returns "triangle" or "segment".
[[nodiscard]] const char* name_of(AuditElement::Kind kind);
/// Describes a pair: "sheet triangle 12 and floor triangle 0 near (0.1, 0, 0.25)".
[[nodiscard]] std::string describe(const AuditedPair& pair);

/// The audit of one frame: an AuditReport that names bodies, so it can be read without the frame.
struct FrameAudit {
  std::int64_t frame = 0;  ///< number of the frame
  std::size_t intersections = 0;
  std::size_t obstacle_intersections = 0;
  std::size_t undecidable = 0;
  std::vector<AuditedPair> first = {};
  double seconds = 0.0;  ///< computing time [s]

  [[nodiscard]] bool clean() const { return intersections == 0 && undecidable == 0; }
};

/// A body whose mesh keeps its elements while its vertices move.
struct AuditBody {
  std::string name;
  const Mesh& mesh;
  bool is_obstacle = false;
};

/// Audits the frames of one scene in the background, on one thread of its own, so that a simulation keeps the other
/// cores. Results come in the order of the frames. At most `max_queue_length` frames wait; when the queue is full,
/// submit() waits too.
class FrameAuditor {
 public:
  struct Options {
    std::size_t max_listed = 5;  ///< listed pairs per frame
    std::size_t max_queue_length = 2;
  };

  explicit FrameAuditor(std::span<const AuditBody> bodies) : FrameAuditor(bodies, Options()) {}
  FrameAuditor(std::span<const AuditBody> bodies, const Options& options);

  /// Queues a frame: the vertices of all bodies one after the other, exactly as they are to be audited. A file holds
  /// floats, and that rounding can cause intersections that the doubles do not have.
  void submit(std::int64_t frame, std::vector<Vec3> positions);
  /// Returns the finished results that were not taken before, without waiting.
  [[nodiscard]] std::vector<FrameAudit> take() { return worker_.take(); }
  /// Waits for all frames and returns the remaining results. More frames may follow.
  [[nodiscard]] std::vector<FrameAudit> finish() { return worker_.finish(); }

 private:
  struct Job {
    std::int64_t frame;
    std::vector<Vec3> positions;
  };
  [[nodiscard]] FrameAudit audit_frame(const Job& job) const;
  [[nodiscard]] AuditedElement name(const AuditElement& element) const;

  Options options_;
  std::vector<std::string> body_names_;
  std::vector<std::uint8_t> body_is_obstacle_;
  std::vector<std::int32_t> first_triangle_;  ///< first triangle of each body
  std::vector<std::int32_t> first_segment_;
  std::vector<Triangle> triangles_;
  std::vector<Segment> segments_;
  std::vector<std::int32_t> triangle_body_;
  std::vector<std::int32_t> segment_body_;
  std::size_t vertex_count_ = 0;
  BackgroundWorker<Job, FrameAudit> worker_;  ///< declared last, because it uses all other members
};

/// Rounds positions to float, as files store them.
[[nodiscard]] std::vector<Vec3> rounded_to_float(std::span<const Vec3> positions);

}  // namespace muslin
