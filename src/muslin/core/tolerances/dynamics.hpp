#pragma once

// Time steps without collisions.
namespace muslin::tolerance {

/// Error of a velocity that no longer matters [m/s], as a mean over the mass. The linear solver of an implicit step
/// stops there even if its right-hand side is smaller still; otherwise cloth at rest would be solved to zero.
inline constexpr double kVelocityErrorFloor = 1e-8;

/// Number of times that a step of Newton's method is halved while it does not reduce the residual [1]: the last one is
/// 1/64 of the whole. A larger value takes more evaluations of the forces; with a smaller one, more steps are kept that
/// increase the residual.
inline constexpr int kMaxNewtonHalvings = 6;

}  // namespace muslin::tolerance
