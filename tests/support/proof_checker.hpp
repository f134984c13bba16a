#pragma once
#include <muslin/detect/time_of_impact.hpp>
#include <string>

namespace muslin::test {

/// Verifies a proof of time_of_impact in rational arithmetic: the intervals join from 0 to the returned time (or 1),
/// and every direction keeps every corner difference further than the separation throughout its interval, exactly for
/// the given doubles. Returns a description of the first error, or an empty text.
[[nodiscard]] std::string find_proof_error(StencilKind kind, const StencilMotion& motion, double separation,
                                           const ProvedTime& proved);

}  // namespace muslin::test
