#pragma once
#include <cstddef>
#include <muslin/filter/row_system.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {

/// The yarns of a sheet of n × n vertices, 1 apart but for noise, as rows; the first vertex is held. Rows of the
/// first direction come first.
[[nodiscard]] RowSystem row_grid(int n, double noise, Random& random);

}  // namespace muslin::test
