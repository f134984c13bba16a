#pragma once
#include <muslin/contact/contact.hpp>
#include <optional>

namespace muslin::bench {

/// Options of naive_cubic().
struct NaiveCubicOptions {
  double tolerance = 1e-6;  ///< [m]
  /// Also checks the end of the step, as the paper does, in case rounding hides a root there. This is slower but misses
  /// fewer collisions.
  bool check_end = false;
};

/// Continuous collision detection as most cloth programs implement it [Bridson02 §7.1]: the four points are coplanar at
/// the roots of a cubic; at each root in [0, 1], the elements are tested for a distance below a tolerance. This
/// baseline is optimised as far as we could. It is not safe: rounding moves or loses roots, and no tolerance fits all
/// scales. It supports vertex-triangle and edge-edge pairs only.
[[nodiscard]] std::optional<double> naive_cubic(StencilKind kind, const StencilMotion& motion,
                                                const NaiveCubicOptions& options = {});

}  // namespace muslin::bench
