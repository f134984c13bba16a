#pragma once
#include <limits>
#include <muslin/core/described.hpp>

namespace muslin {

/// Where a sheet stays bent. A hinge yields where its elastic curvature exceeds the yield curvature; what is beyond
/// becomes part of its rest angle.
struct Plasticity {
  double yield_curvature = std::numeric_limits<double>::infinity();  ///< [1/m]
  double hardening = 0.0;  ///< [1] growth of the yield curvature per plastic curvature; 0: none
};

/// What scenes may set (core/option.hpp).
void describe(Description<Plasticity>& options);

}  // namespace muslin
