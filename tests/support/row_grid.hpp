#pragma once
#include <cstddef>
#include <muslin/filter/row_system.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {

/// Returns the yarns of a sheet of n × n vertices as rows. The spacing is 1 apart from noise, and the first vertex is
/// fixed. Rows of the first direction come first.
[[nodiscard]] RowSystem row_grid(int n, double noise, Random& random);

}  // namespace muslin::test
