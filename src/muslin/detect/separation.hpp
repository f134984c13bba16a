#pragma once
#include <muslin/contact/contact.hpp>
#include <numbers>
#include <optional>
#include <span>

/// The distance that a step keeps between two elements.
///
/// Positions are doubles, but files hold floats. Let ulp be the spacing of floats at the pair's largest coordinate.
/// Rounding to nearest moves a coordinate by at most half an ulp, so it moves a vertex, and any point of an element (a
/// mean of its vertices), by at most √3/2 ulp, and changes the distance of two elements by at most √3 ulp. Elements
/// further apart than √3 ulp are therefore still apart in the file, and all along the rounding displacement, so no
/// intersection can begin, not even between elements that share a vertex. The separation to keep is s = 4√3 ulp
/// (tolerance::kSeparationUlps).
///
/// Requiring s everywhere would freeze any pair that starts nearer. Instead, with d the distance at the start of the
/// step, a pair
///   along the path  stays further apart than min(s, d/2), and
///   at the end      is further apart than s if d > s, else than k(d), and than r if d ≥ r₀,
/// where r, a little more than √3 ulp, is what floats resolve on the way, r₀ the same at the start, and k(d) is the
/// next lower of a fixed set of distances, sixteen for each power of two, so that k(d) ≥ 16/17 d. Separating and
/// sliding motions are accepted from any distance. The distance does not decay step by step: half of it may be lost
/// along the path but not at the end, and k takes the same few values at every step. If a pair is further apart than
/// one of these values (not above s), or than s, it stays so after any number of steps, in exact arithmetic.
/// (Subtracting the rounding error of a step instead, min(s, d - 4E - 4 ulp), would let a pair creep by that much at
/// every step.)
///
/// Elements that are carried away from the origin together come to coarser floats. A pair that floats resolve at the
/// start of a step, d ≥ r₀, must be resolved at its end, d > r: so a pair that is resolved once is resolved in every
/// later frame, wherever it goes. Where ulp doubles on the way, r may exceed d, and the pair must part by a distance of
/// the order of ulp. A pair that is not resolved at the start of a run has no such promise (unresolved_pairs()).
namespace muslin {

/// Returns s [m] for the coordinates of one vertex at the start and the end. A coordinate beyond the range of floats is
/// treated as if their exponent had no limit; for one that is not finite, the result is some positive number.
[[nodiscard]] double file_separation(const Vec3& start, const Vec3& end);
/// Returns s of a pair [m], the largest of its four vertices.
[[nodiscard]] double file_separation(const StencilMotion& motion);
/// Returns s of the pair of a contact [m]. Responses target 2s, which leaves the next step a margin for error.
[[nodiscard]] double file_separation(const Contact& contact, std::span<const Vec3> start, std::span<const Vec3> end);
/// Returns the largest s that a pair of these vertices can have [m]; the broad phase is inflated by half of it.
/// Vertices that are not finite do not count, because their boxes overlap every other box.
[[nodiscard]] double file_separation(std::span<const Vec3> start, std::span<const Vec3> end);

/// Lower bounds that the distance of a pair must exceed [m].
struct PairSeparation {
  double along_path;
  double at_end;
};
/// Applies the rule above to s, s for the coordinates at the start, and the distance at the start, or an upper bound of
/// that distance [m].
[[nodiscard]] PairSeparation pair_separation(double distance, double start_separation, double separation);
/// Does the same where both s are equal.
[[nodiscard]] PairSeparation pair_separation(double distance, double separation);
/// Returns the distance that floats resolve [m]: r of the rule above for this s, of which √3 ulp is a quarter. Like the
/// fixed set of distances, r is a number of few bits times the golden ratio, so that no distance that people choose is
/// equal to it.
[[nodiscard]] inline double resolved_distance(double separation) {
  constexpr double kShare = 5.0 / 32.0 * std::numbers::phi;
  static_assert(kShare > 0.25 && kShare < 0.253);
  return kShare * separation;
}

/// Returns an upper bound of the distance of two elements [m], in exact arithmetic for the given doubles: the distance
/// of their computed closest points plus the possible rounding error, some 1e-18 of the size of the pair. The result is
/// unspecified (NaN, infinity or any number) for positions that are not finite or beyond 1e140 m.
[[nodiscard]] double distance_upper_bound(StencilKind kind, const std::array<Vec3, 4>& position);

/// Proves that two elements are further apart than `separation`, in exact arithmetic for the given doubles. False means
/// not proved. A margin of 1e-15 of the size of the pair is enough for a proof (more for elements that are much longer
/// than wide).
[[nodiscard]] bool is_proved_apart(StencilKind kind, const std::array<Vec3, 4>& position, double separation);

/// Tests whether a pair breaks the rule above in a step. Returns nothing only if the pair provably keeps both parts of
/// the rule, in exact arithmetic for the given doubles. Otherwise it returns the time of contact: the time at which the
/// distance along the path is lost (never later than the true time), or 1 if the pair is too near only at the end of
/// the step. For pairs that keep `separation` [m, > 0] throughout, it costs no more than time_of_impact().
///
/// Pairs that cannot be proved apart at the start are in contact at 0: elements that touch or intersect, or are within
/// some 1e-15 of their size of doing so, and pairs for which time_of_impact() has no proof (numbers that are not
/// finite). No motion frees these; a step that keeps the rule never leads there. Do not call this for pairs none of
/// whose vertices moves.
[[nodiscard]] std::optional<double> step_contact_time(StencilKind kind, const StencilMotion& motion, double separation);

}  // namespace muslin
