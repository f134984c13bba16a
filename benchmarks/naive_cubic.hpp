#pragma once
#include <muslin/contact/stencil.hpp>
#include <optional>

namespace muslin::bench {

struct NaiveCubicOptions {
  double tolerance = 1e-6;  ///< [m]
  /// Look at the end of the step too, as the paper does, in case rounding hides a root there. Slower, misses fewer.
  bool check_end = false;
};

/// Continuous collision as most cloth programs do it [Bridson02 §7.1]: the four points are coplanar at the roots of a
/// cubic; at each root in [0, 1], see whether the elements are closer than a tolerance. Made as fast as we could, to
/// compare with. Not safe: rounding moves or loses roots, and no tolerance fits all scales. Vertex-triangle and
/// edge-edge only.
[[nodiscard]] std::optional<double> naive_cubic(StencilKind kind, const StencilMotion& motion,
                                                const NaiveCubicOptions& options = {});

}  // namespace muslin::bench
