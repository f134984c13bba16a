#pragma once
#include <muslin/contact/contact.hpp>
#include <muslin/contact/stencil.hpp>
#include <optional>
#include <span>

/// How far apart a step keeps two elements.
///
/// Positions are doubles, but files hold floats. Rounding to nearest moves a coordinate by half a unit in the last
/// place or less, with ulp the spacing of floats at the pair's largest coordinate; so a vertex by √3/2 ulp, any point
/// of an element (a mean of its vertices) by no more than that, and the distance of two elements by √3 ulp. Elements
/// further apart than √3 ulp are therefore still apart in the file, and on the whole way of the rounding: no
/// intersection can begin, also between elements that share a vertex. The separation to keep is s = 4√3 ulp
/// (tolerance::kSeparationUlps).
///
/// To ask for s everywhere would hold fast whatever starts nearer. With d the distance at the start of the step, a pair
///   along the path  stays further apart than min(s, d/2), and
///   at the end      is further apart than s if d > s, else than k(d),
/// where k(d) is the next lower of a fixed set of distances, sixteen for each power of two: at least 16/17 d.
/// Separating and sliding motions pass from any distance, and nothing decays step by step: half of the distance may go
/// on the way but not at the end, and k takes the same few values at every step. If a pair is further apart than one of
/// these (not above s), or than s, it is so after any number of steps, in exact arithmetic. (Taking off the rounding
/// error of a step instead, min(s, d - 4E - 4 ulp), would let a pair creep by that much at every step.)
namespace muslin {

/// s [m] for the coordinates of one vertex at the start and the end. For a coordinate beyond the range of floats as if
/// their exponent had no limit; for one that is not finite, some positive number.
[[nodiscard]] double file_separation(const Vec3& start, const Vec3& end);
/// s of a pair: the largest of its four vertices.
[[nodiscard]] double file_separation(const StencilMotion& motion);
/// s of the pair of a contact. Responses aim at 2s, so that the next step has room to err.
[[nodiscard]] double file_separation(const Contact& contact, std::span<const Vec3> start, std::span<const Vec3> end);
/// The largest s that a pair of these vertices can have; the broad phase is inflated by half of it. Vertices that are
/// not finite do not count: their boxes overlap everything.
[[nodiscard]] double file_separation(std::span<const Vec3> start, std::span<const Vec3> end);

/// What a pair must keep [m]: more than these.
struct PairSeparation {
  double along_path;
  double at_end;
};
/// The rule above: from the distance at the start, or an upper bound of it, and s.
[[nodiscard]] PairSeparation pair_separation(double distance, double separation);

/// An upper bound of the distance of two elements [m], in exact arithmetic for the doubles given: that of their closest
/// points as found, and what rounding can hide, some 1e-18 of the size of the pair. NaN, infinity or anything for
/// positions that are not finite, or beyond 1e140 m.
[[nodiscard]] double distance_upper_bound(StencilKind kind, const std::array<Vec3, 4>& position);

/// Proves that two elements are further apart than `separation`, in exact arithmetic for the doubles given. False: not
/// proved. What is further apart by 1e-15 of its size (of an element with sides much longer than wide: by more) is.
[[nodiscard]] bool is_proved_apart(StencilKind kind, const std::array<Vec3, 4>& position, double separation);

/// Does a pair break the rule above in a step? Returns nothing only if it provably keeps both parts of it, in exact
/// arithmetic for the doubles given. Else the time of contact: where the distance along the path is lost (never later
/// than the true time), or 1 if only the end of the step is too near. No more work than time_of_impact() for pairs that
/// keep `separation` [m, > 0] throughout.
///
/// In contact at 0 is whatever cannot be proved apart at the start: elements that touch or intersect, or miss that by
/// some 1e-15 of their size, and what time_of_impact() has no proof for (numbers that are not finite). No motion frees
/// these; a step that keeps the rule never leads there. Pairs none of whose vertices moves should not be asked for.
[[nodiscard]] std::optional<double> step_contact_time(StencilKind kind, const StencilMotion& motion, double separation);

}  // namespace muslin
