#pragma once
#include <compare>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A frame to be audited. Repeated vertices, elements without area or length and isolated vertices are allowed.
struct AuditInput {
  std::span<const Vec3> positions;
  std::span<const Triangle> triangles = {};
  std::span<const Segment> segments = {};
  /// Body of each element, as an index into `body_is_obstacle`. Empty: no element belongs to an obstacle.
  std::span<const std::int32_t> triangle_body = {};
  std::span<const std::int32_t> segment_body = {};
  std::span<const std::uint8_t> body_is_obstacle = {};  ///< not zero: yes
};

struct AuditOptions {
  std::size_t max_listed = 10;  ///< length of AuditReport::first
};

/// Triangles come before segments, then lower indices before higher ones.
struct AuditElement {
  enum class Kind : std::uint8_t { triangle, segment };
  Kind kind = Kind::triangle;
  std::int32_t index = -1;
  friend auto operator<=>(const AuditElement&, const AuditElement&) = default;
};

struct IntersectingPair {
  AuditElement a, b;  ///< a before b
  /// The middle of the overlap of their boxes: finite, and no farther from the intersection, and so from each of the
  /// two, than half the diagonal of the smaller one's box.
  Vec3 place;
};

struct AuditReport {
  std::size_t intersections = 0;           ///< pairs, without those between obstacles
  std::size_t obstacle_intersections = 0;  ///< pairs of which both elements belong to obstacles
  std::size_t undecidable = 0;             ///< elements with a vertex that is infinite or not a number; in no pair
  /// The first of the `intersections`, sorted by a, then b.
  std::vector<IntersectingPair> first;

  // How much work it was.
  std::size_t overlapping_pairs = 0;  ///< boxes overlap
  std::size_t exact_pairs = 0;        ///< of these, left to the exact test by the fast proof of proven_disjoint()

  /// Obstacles may intersect each other: what a script does there is not ours to judge.
  [[nodiscard]] bool clean() const { return intersections == 0 && undecidable == 0; }
};

/// Finds every pair of elements that intersect(), exactly, for the positions as they are stored. Independent of how the
/// frame was made: uses nothing of the simulation's own collision detection. Runs in parallel, may itself be called
/// from many threads, and gives the same report on any number of them.
[[nodiscard]] AuditReport audit(const AuditInput& input, const AuditOptions& options = {});

}  // namespace muslin
