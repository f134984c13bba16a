#pragma once
#include <muslin/response/collision_options.hpp>
#include <span>

namespace muslin {

class BlockMatrix;
class StretchRows;

/// The data that a response needs to solve for dynamics, limits on stretch and collisions together, as QP-Collide does
/// [Raghupathi06]. Each part may be absent. All referenced objects must outlive the step.
struct ImplicitContext {
  /// K = M - Δt ∂f/∂v - Δt² ∂f/∂x of the implicit integrator, where its last Newton step began [kg]. Null if no such
  /// matrix exists: for explicit integrators, or several substeps.
  const BlockMatrix* matrix = nullptr;
  /// The limits on stretch for which the response is responsible (Duties::limits). It may evaluate them at any
  /// positions.
  StretchRows* limits = nullptr;
  std::span<const Guide> guides = {};
};

}  // namespace muslin
