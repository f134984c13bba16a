#pragma once
#include <muslin/contact/stencil.hpp>
#include <optional>
#include <vector>

namespace muslin {

/// When does a pair come as close as `separation` [m, ≥ 0]? Every vertex moves on a straight line from start to end.
///
/// Returns nothing only if the pair provably stays further apart than `separation` over all of [0, 1], in exact
/// arithmetic for the doubles given. Else a time that is never later than the true first one: no collision is missed,
/// and there is no tolerance to choose. A few pairs that miss each other by next to nothing (within rounding, or by
/// less than 1e-7 of their size) are reported; where time runs out (tolerances.hpp) contact is reported, never its
/// absence.
///
/// Every input has an answer. Zero-area triangles, zero-length edges, parallel edges and pairs without motion are
/// ordinary cases. In contact at 0 are elements with a point in common, differences beyond 2^600, anything that is not
/// finite, and any separation that is negative or NaN.
///
/// Needs the floating-point environment that programs start in: round to nearest, no flush to zero. (A host that links
/// code built with -ffast-math may switch it; numbers below 1e-300 are then no longer proved.)
[[nodiscard]] std::optional<double> time_of_impact(StencilKind kind, const StencilMotion& motion, double separation);

/// One link of the chain of proofs behind an answer: a direction that turns from n to m, linearly in time, keeps the
/// pair apart from time `from` to `until`; most do not turn. Extended precision holds what either stage of the search
/// used, exactly.
struct ProvedInterval {
  Eigen::Matrix<long double, 3, 1> n, m;
  long double from;
  long double until;
};

/// The same answer, with the proof: the intervals join without gaps from 0 to the time returned (or to 1). An empty
/// proof with no contact means that one coordinate axis separates the pair throughout.
struct ProvedTime {
  std::optional<double> time;
  std::vector<ProvedInterval> proof;
};
[[nodiscard]] ProvedTime prove_time_of_impact(StencilKind kind, const StencilMotion& motion, double separation);

}  // namespace muslin
