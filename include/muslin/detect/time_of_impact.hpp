#pragma once
#include <muslin/contact/contact.hpp>
#include <optional>
#include <vector>

namespace muslin {

/// Finds the time at which a pair comes as near as `separation` [m, ≥ 0] while every vertex moves on a straight line
/// from start to end.
///
/// Returns nothing only if the pair provably stays further apart than `separation` over all of [0, 1], in exact
/// arithmetic for the given doubles. Otherwise it returns a time that is never later than the true first one, so no
/// collision is missed, and there is no tolerance to choose. A few pairs that barely miss each other (within rounding,
/// or by less than 1e-7 of their size) are reported. If the search exceeds its budget (core/tolerances/detect.hpp), it
/// reports a contact, never its absence.
///
/// Every input has an answer. Zero-area triangles, zero-length edges, parallel edges and pairs without motion are
/// ordinary cases. The time is 0 for elements with a common point, for differences beyond 2^600, for numbers that are
/// not finite, and for a separation that is negative or NaN.
///
/// The function needs the default floating-point environment: round to nearest, no flush to zero. (A host that links
/// code built with -ffast-math may change it; the proofs then do not hold for numbers below 1e-300.)
[[nodiscard]] std::optional<double> time_of_impact(StencilKind kind, const StencilMotion& motion, double separation);

/// One link of the chain of proofs behind an answer. A direction that changes from n to m, linearly in time, separates
/// the pair from time `from` to `until`; for most links n and m are equal. Extended precision represents the values
/// used by either stage of the search exactly.
struct ProvedInterval {
  Eigen::Matrix<long double, 3, 1> n,  ///< direction at `from`, of any length
      m;                               ///< direction at `until`
  long double from;                    ///< start of the interval, in [0, 1]
  long double until;                   ///< end of the interval, in [0, 1]
};

/// The same answer with its proof: the intervals join without gaps from 0 to the returned time, or to 1. An empty proof
/// with no contact means that one coordinate axis separates the pair throughout.
struct ProvedTime {
  std::optional<double> time;         ///< answer of time_of_impact()
  std::vector<ProvedInterval> proof;  ///< intervals in the order of time
};

/// Does the same as time_of_impact(), and returns the proof with the time.
[[nodiscard]] ProvedTime prove_time_of_impact(StencilKind kind, const StencilMotion& motion, double separation);

}  // namespace muslin
