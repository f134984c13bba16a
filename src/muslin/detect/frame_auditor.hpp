#pragma once
#include <cstdint>
#include <muslin/core/background_worker.hpp>
#include <muslin/detect/audit.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// An element by the name of its body and its number within it.
struct AuditedElement {
  std::string body;
  AuditElement::Kind kind = AuditElement::Kind::triangle;
  std::int32_t index = 0;
};

struct AuditedPair {
  AuditedElement a, b;
  Vec3 place = Vec3::Zero();  ///< IntersectingPair::place [m]
};

/// "triangle" or "segment".
[[nodiscard]] const char* name_of(AuditElement::Kind kind);
/// "sheet triangle 12 and floor triangle 0 near (0.1, 0, 0.25)"
[[nodiscard]] std::string describe(const AuditedPair& pair);

/// What the audit of a frame found: an AuditReport in words that need no frame to be understood.
struct FrameAudit {
  std::int64_t frame = 0;  ///< its number
  std::size_t intersections = 0;
  std::size_t obstacle_intersections = 0;
  std::size_t undecidable = 0;
  std::vector<AuditedPair> first = {};
  double seconds = 0.0;  ///< of computing that it took

  [[nodiscard]] bool clean() const { return intersections == 0 && undecidable == 0; }
};

/// A body whose mesh keeps its elements, wherever its vertices go.
struct AuditBody {
  std::string name;
  const Mesh& mesh;
  bool is_obstacle = false;
};

/// Audits the frames of one scene beside whatever else goes on, on one thread of its own: a simulation keeps its other
/// cores. Results come in the order of the frames. At most `max_queue_length` frames wait; who brings the next one
/// waits too.
class FrameAuditor {
 public:
  struct Options {
    std::size_t max_listed = 5;  ///< pairs per frame
    std::size_t max_queue_length = 2;
  };

  explicit FrameAuditor(std::span<const AuditBody> bodies) : FrameAuditor(bodies, Options()) {}
  FrameAuditor(std::span<const AuditBody> bodies, const Options& options);

  /// Takes a frame: the vertices of all bodies one after the other, as they are to be judged. Those of a file are
  /// floats, and rounding is where intersections may come from that the doubles do not have.
  void submit(std::int64_t frame, std::vector<Vec3> positions);
  /// What is there and was not taken before; does not wait.
  [[nodiscard]] std::vector<FrameAudit> take() { return worker_.take(); }
  /// Waits for all frames, and takes the results. More frames may follow.
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
  std::vector<std::int32_t> first_triangle_;  ///< of each body
  std::vector<std::int32_t> first_segment_;
  std::vector<Triangle> triangles_;
  std::vector<Segment> segments_;
  std::vector<std::int32_t> triangle_body_;
  std::vector<std::int32_t> segment_body_;
  std::size_t vertex_count_ = 0;
  BackgroundWorker<Job, FrameAudit> worker_;  ///< last: it uses all the others
};

/// The positions as files of floats hold them.
[[nodiscard]] std::vector<Vec3> rounded_to_float(std::span<const Vec3> positions);

}  // namespace muslin
