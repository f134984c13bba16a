#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

/// Returns the contact of a pair at a given time of its motion.
[[nodiscard]] Contact contact_in_motion(StencilKind kind, const std::array<VertexId, 4>& vertex,
                                        const StencilMotion& motion, double time);

/// Orders collisions by time, then by compare_stencils(), which is the order in which they are returned.
[[nodiscard]] bool is_earlier(const Contact& a, const Contact& b);

/// A motion in which every vertex moves on a straight line from `start` to `end`, and the distance that defines a
/// collision.
struct CollisionQuery {
  std::span<const Vec3> start;
  std::span<const Vec3> end;
  /// Pairs that come as near as this distance [m, ≥ 0] collide. If it is not given, a pair collides if it breaks the
  /// rule of separation.hpp, with the separation of its own coordinates.
  std::optional<double> separation = std::nullopt;
};

/// All collisions of a motion, with the memory of the search. Reuse one object.
struct Collisions {
  std::vector<Contact> contacts;  ///< sorted by is_earlier()
  detail::SearchCounts counts;
  detail::SearchMemory<Contact> memory;
  std::vector<std::uint8_t> moves;  ///< one entry per vertex
  std::vector<double> separation;   ///< one per vertex [m]; the separation of a pair is the largest of its four
};

/// Finds every pair that step_contact_time() does not prove to keep its distance over the whole motion. If a separation
/// is given, it finds instead every pair that time_of_impact() does not prove to stay further apart than that
/// separation. The contact has the time that the function returns, and the closest points and the normal at that time.
/// Pairs none of whose vertices moves (end == start) are not tested, so stopping both elements ends every collision.
///
/// The broad phase decides which pairs are considered. It must have been refitted with the same motion and an inflation
/// of at least half the separation, or half of file_separation(start, end) if none is given. Exactly half is enough,
/// because halving is exact and boxes are rounded outward. Then no pair is missed, and the result does not depend on
/// the tree: disjoint boxes prove a pair apart along an axis, and time_of_impact() finds that proof too.
///
/// At the time of contact, C is the distance of the pair, which is about the separation unless the pair started nearer.
/// C is larger at the start if the two points approached each other, that is, if u < 0. A pair that rotates during the
/// step can meet at points other than those that were close at the start, and then u > 0 although the pair collides.
/// Only elements that met exactly at the start have the arbitrary normal of make_contact(), because later collisions
/// are proved apart until their time.
///
/// The same input gives the same bits on any number of threads and for any history of the tree.
void find_collisions(const BroadPhase& broad_phase, const CollisionQuery& query, Collisions& out);

}  // namespace muslin
