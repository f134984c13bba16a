#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

/// Returns the rotation R nearest to A, which maximises tr(RᵀA). In shape matching A is Σ m (x - x̄)(r - r̄)ᵀ. Flat
/// shapes have an A of rank 2, which determines R as rank 3 does [Mueller05]; for a lower rank R is not unique.
[[nodiscard]] Mat3 nearest_rotation(const Mat3& a);

}  // namespace muslin
