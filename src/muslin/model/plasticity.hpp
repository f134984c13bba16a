#pragma once
#include <limits>
#include <muslin/core/described.hpp>

namespace muslin {

/// Plastic bending of a sheet. A hinge yields where its elastic curvature exceeds the yield curvature; the excess
/// becomes part of its rest angle.
struct Plasticity {
  double yield_curvature = std::numeric_limits<double>::infinity();  ///< [1/m]
  double hardening = 0.0;  ///< [1] growth of the yield curvature per plastic curvature
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Plasticity>& options);

}  // namespace muslin
