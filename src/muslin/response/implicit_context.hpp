#pragma once
#include <muslin/response/qp/guide.hpp>
#include <span>

namespace muslin {

class BlockMatrix;
class StretchRows;

/// What a response needs that solves for the dynamics, the limits on stretch and the collisions together, as QP-Collide
/// does [Raghupathi06]. Each part may be absent. Everything must outlive the step.
struct ImplicitContext {
  /// K = M - Δt ∂f/∂v - Δt² ∂f/∂x of the implicit integrator at the start of the step [kg]. Null where there is no such
  /// matrix: explicit integrators, several substeps, more than one Newton step.
  const BlockMatrix* matrix = nullptr;
  /// The limits on stretch that the response keeps itself (Duties::limits). It may evaluate them at any positions.
  StretchRows* limits = nullptr;
  std::span<const Guide> guides = {};
};

}  // namespace muslin
