#pragma once
#include <compare>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// The frame that an audit examines. Repeated vertices, elements without area or length and isolated vertices are
/// allowed.
struct AuditInput {
  std::span<const Vec3> positions;
  std::span<const Triangle> triangles = {};
  std::span<const Segment> segments = {};
  /// The body of each element, as an index into `body_is_obstacle`. If empty, no element belongs to an obstacle.
  std::span<const std::int32_t> triangle_body = {};
  std::span<const std::int32_t> segment_body = {};
  std::span<const std::uint8_t> body_is_obstacle = {};  ///< nonzero marks an obstacle
};

struct AuditOptions {
  std::size_t max_listed = 10;  ///< maximum length of AuditReport::first
};

/// An element of the audited frame. Triangles sort before segments, and lower indices before higher ones.
struct AuditElement {
  enum class Kind : std::uint8_t { triangle, segment };
  Kind kind = Kind::triangle;
  std::int32_t index = -1;
  friend auto operator<=>(const AuditElement&, const AuditElement&) = default;
};

struct IntersectingPair {
  AuditElement a, b;  ///< a sorts before b
  /// The centre of the overlap of the two bounding boxes. It is finite, and its distance from the intersection, and so
  /// from each element, is at most half the diagonal of the smaller box.
  Vec3 place;
};

struct AuditReport {
  std::size_t intersections = 0;           ///< number of pairs, without pairs of two obstacles
  std::size_t obstacle_intersections = 0;  ///< number of pairs whose elements both belong to obstacles
  std::size_t undecidable = 0;             ///< elements with an infinite or NaN coordinate; they are in no pair
  /// The first of the `intersections`, sorted by a, then by b.
  std::vector<IntersectingPair> first;

  // Counters of the work done.
  std::size_t overlapping_pairs = 0;  ///< pairs whose boxes overlap
  std::size_t exact_pairs = 0;        ///< those of them that proven_disjoint() could not rule out, so that the exact
                                      ///< test decided

  /// Obstacles may intersect each other, because their motion is prescribed by the scene.
  [[nodiscard]] bool clean() const { return intersections == 0 && undecidable == 0; }
};

/// Finds every pair of elements that intersect(), exactly, for the positions as they are stored. The audit shares no
/// code with the collision detection of the simulation, so it checks that detection independently. It runs in parallel,
/// may be called from several threads at once, and returns the same report on any number of threads.
[[nodiscard]] AuditReport audit(const AuditInput& input, const AuditOptions& options = {});

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

}  // namespace muslin
