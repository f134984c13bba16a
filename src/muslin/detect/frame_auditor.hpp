#pragma once
#include <cstdint>
#include <muslin/core/background_worker.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/detect/exemptions.hpp>
#include <muslin/detect/tangles.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// A body whose mesh keeps its elements while its vertices move.
struct AuditBody {
  std::string name;
  const Mesh& mesh;
  bool is_obstacle = false;
};

/// A frame to be audited: the vertices of all bodies one after the other, exactly as they are to be audited. A file
/// holds floats, and that rounding can cause intersections that the doubles do not have.
struct AuditFrame {
  std::int64_t number = 0;
  std::vector<Vec3> positions;
  std::vector<Vec3> given = {};  ///< the same with obstacles as given; empty if they are where they should be
  Exemptions exempt = {};        ///< pairs that are counted apart
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

  /// Queues a frame.
  void submit(AuditFrame frame);
  /// Returns the finished results that were not taken before, without waiting.
  [[nodiscard]] std::vector<FrameAudit> take() { return worker_.take(); }
  /// Waits for all frames and returns the remaining results. More frames may follow.
  [[nodiscard]] std::vector<FrameAudit> finish() { return worker_.finish(); }

 private:
  [[nodiscard]] FrameAudit audit_frame(const AuditFrame& frame) const;
  [[nodiscard]] AuditReport find(std::span<const Vec3> positions, std::size_t max_listed) const;
  void count_apart(std::span<const IntersectingPair> pairs, const Exemptions& exempt, FrameAudit& result) const;
  [[nodiscard]] AuditedElement name(const AuditElement& element) const;

  Options options_;
  std::vector<std::string> body_names_;
  std::vector<std::int32_t> first_triangle_;  ///< first triangle of each body
  std::vector<std::int32_t> first_segment_;
  TangleMesh mesh_;
  BackgroundWorker<AuditFrame, FrameAudit> worker_;  ///< declared last, because it uses all other members
};

/// Rounds positions to float, as files store them.
[[nodiscard]] std::vector<Vec3> rounded_to_float(std::span<const Vec3> positions);

}  // namespace muslin
