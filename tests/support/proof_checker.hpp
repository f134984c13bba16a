#pragma once
#include <muslin/detect/time_of_impact.hpp>
#include <string>

namespace muslin::test {

/// Replays a proof of time_of_impact in rational arithmetic: the intervals join from 0 to the time returned (or 1), and
/// every direction keeps every corner difference further than the separation throughout its interval, exactly for the
/// doubles given. Returns what is wrong, or nothing.
[[nodiscard]] std::string find_proof_error(StencilKind kind, const StencilMotion& motion, double separation,
                                           const ProvedTime& proved);

}  // namespace muslin::test
