#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

/// The contact of a pair at a time of its motion.
[[nodiscard]] Contact contact_in_motion(StencilKind kind, const std::array<VertexId, 4>& vertex,
                                        const StencilMotion& motion, double time);

/// The order in which collisions are returned: by time, then by compare_stencils.
[[nodiscard]] bool is_earlier(const Contact& a, const Contact& b);

/// A motion, every vertex on a straight line from `start` to `end`, and what counts as a collision in it.
struct CollisionQuery {
  std::span<const Vec3> start;
  std::span<const Vec3> end;
  /// [m], ≥ 0: pairs that come this near collide. Not given: those that break the rule of separation.hpp, each with
  /// the separation of its own coordinates.
  std::optional<double> separation = std::nullopt;
};

/// All collisions of a motion, and the memory of the search. Reuse one object.
struct Collisions {
  std::vector<Contact> contacts;  ///< sorted by is_earlier
  detail::SearchCounts counts;
  detail::SearchMemory<Contact> memory;
  std::vector<std::uint8_t> moves;  ///< one per vertex
  std::vector<double> separation;   ///< one per vertex [m]; that of a pair is the largest of its four
};

/// Finds every pair that step_contact_time() does not prove to keep its distance (or, with a separation given, that
/// time_of_impact() does not prove further apart than that) over the whole motion, with the time it gives, and closest
/// points and normal at that time. Pairs none of whose vertices moves (end == start) are not tested: stopping both
/// elements ends every collision. Which pairs there are is the broad phase's rule. It must have been refitted with the
/// same motion and an inflation of at least half the separation, file_separation(start, end) if none is given: halving
/// is exact and boxes are rounded outward, so just that is enough. Then no pair is missed, and none depends on the
/// tree: boxes apart prove a pair apart along an axis, which time_of_impact() sees too.
///
/// At the time of contact C is the distance, which is about the separation unless the pair started nearer. At the start
/// C is larger where the two points came nearer to each other, that is where u < 0. A pair that turns on the way can
/// meet elsewhere than where it was close, and then u > 0 though it collides. Only elements that met exactly at the
/// start have the arbitrary normal of make_contact(): later ones are proved apart until their time.
///
/// Same input, same bits: on any number of threads, and whatever the tree went through before.
void find_collisions(const BroadPhase& broad_phase, const CollisionQuery& query, Collisions& out);

}  // namespace muslin
