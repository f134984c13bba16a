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
  std::span<const Vec3> positions;           ///< positions of the vertices of all bodies [m]
  std::span<const Triangle> triangles = {};  ///< corners, as indices into `positions`
  std::span<const Segment> segments = {};    ///< ends, as indices into `positions`
  /// The body of each triangle, as an index into `body_is_obstacle`. If empty, no triangle belongs to an obstacle.
  std::span<const std::int32_t> triangle_body = {};
  std::span<const std::int32_t> segment_body = {};      ///< the same for segments
  std::span<const std::uint8_t> body_is_obstacle = {};  ///< nonzero marks an obstacle
};

/// Options of audit().
struct AuditOptions {
  std::size_t max_listed = 10;  ///< maximum length of AuditReport::first
};

/// An element of the audited frame. Triangles sort before segments, and lower indices before higher ones.
struct AuditElement {
  /// The kinds of elements that an audit examines.
  enum class Kind : std::uint8_t { triangle, segment };
  Kind kind = Kind::triangle;  ///< kind of the element
  std::int32_t index = -1;     ///< index into the triangles or the segments of the input
  /// Compares kinds, then indices.
  friend auto operator<=>(const AuditElement&, const AuditElement&) = default;
};

/// Two elements that intersect.
struct IntersectingPair {
  AuditElement a,  ///< the element that sorts first
      b;           ///< the other element
  /// The centre of the overlap of the two bounding boxes [m]. It is finite, and its distance from the intersection, and
  /// so from each element, is at most half the diagonal of the smaller box.
  Vec3 place;
};

/// The result of an audit.
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

  /// Returns whether the frame is free of intersections. Obstacles may intersect each other, because their motion is
  /// prescribed by the scene.
  [[nodiscard]] bool clean() const { return intersections == 0 && undecidable == 0; }
};

/// Finds every pair of elements that intersect(), exactly, for the positions as they are stored. The audit shares no
/// code with the collision detection of the simulation, so it checks that detection independently. It runs in parallel,
/// may be called from several threads at once, and returns the same report on any number of threads.
[[nodiscard]] AuditReport audit(const AuditInput& input, const AuditOptions& options = {});

/// An element identified by the name of its body and its index within that body.
struct AuditedElement {
  std::string body;  ///< name of the body; in a StartAudit, "body/group" for a named group of its mesh
  AuditElement::Kind kind = AuditElement::Kind::triangle;  ///< kind of the element
  std::int32_t index = 0;  ///< number among the triangles or the segments of the body, from 0
};

/// Two elements that intersect, identified by the names of their bodies.
struct AuditedPair {
  AuditedElement a,           ///< first element, in the order of IntersectingPair
      b;                      ///< second element
  Vec3 place = Vec3::Zero();  ///< IntersectingPair::place [m]
};

/// Returns "triangle" or "segment".
[[nodiscard]] const char* name_of(AuditElement::Kind kind);
/// Describes a pair: "sheet triangle 12 and floor triangle 0 near (0.1, 0, 0.25)".
[[nodiscard]] std::string describe(const AuditedPair& pair);

/// An obstacle as its script places it, compared with the cloth of a frame. A simulation may let an obstacle wait or
/// give way where it pinches cloth; whoever renders the frame with the obstacle as it was given sees these values.
struct ObstacleAsGiven {
  std::string body;               ///< name of the obstacle
  std::size_t intersections = 0;  ///< pairs of the obstacle, as given, with cloth, shells and cables
  double depth = 0.0;             ///< largest distance of a cloth vertex behind the nearest face of the obstacle [m]
  double deviation = 0.0;         ///< largest distance of a simulated vertex of the obstacle from its given place [m]
  Vec3 place = Vec3::Zero();      ///< the deepest vertex; else the first intersection, or the largest deviation [m]
};

/// The audit of one frame: an AuditReport that names bodies, so it can be read without the frame.
struct FrameAudit {
  std::int64_t frame = 0;                  ///< number of the frame
  std::size_t intersections = 0;           ///< as in AuditReport, without the pairs of the next two counts
  std::size_t tangled = 0;                 ///< pairs within tangles that the start had and that are not apart yet
  std::size_t outranked = 0;               ///< pairs with obstacles of lower priority that pinched cloth ignores
  std::size_t obstacle_intersections = 0;  ///< as in AuditReport
  std::size_t undecidable = 0;             ///< as in AuditReport
  std::vector<AuditedPair> first = {};     ///< the first intersecting pairs, those of `intersections` before others
  /// The obstacles that are not where their scripts place them, or that intersect cloth as given.
  std::vector<ObstacleAsGiven> as_given = {};
  double seconds = 0.0;  ///< processor time of the audit [s]

  /// Returns whether the frame is free of intersections, except for those that a priority of the scene allows.
  [[nodiscard]] bool clean() const { return intersections == 0 && tangled == 0 && undecidable == 0; }
  /// Returns the number of pairs of cloth with obstacles as given.
  [[nodiscard]] std::size_t intersections_as_given() const;
  /// Returns the largest depth of cloth in an obstacle as given [m].
  [[nodiscard]] double depth_as_given() const;
};

}  // namespace muslin
