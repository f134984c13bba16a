#pragma once
#include <tests/support/ccd_queries.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {

/// Queries whose elements touch exactly, although every coordinate is a double: they are made in whole numbers and then
/// scaled by a power of two, to sizes from 2^-13 to 2^13 metres.

struct TouchOptions {
  bool at_boundary = false;  ///< at a corner or side of the triangle, or at an end of edge 0-1; else anywhere
};

/// Random paths that meet at t = 1, or at another multiple of 1/16 (they may meet before, too).
[[nodiscard]] CcdQuery touch_at_dyadic_time(Random& random, const TouchOptions& options);

/// Elements that come near, touch at a multiple of 1/16 and part on the same side; a few stay in contact.
[[nodiscard]] CcdQuery touch_at_double_root(Random& random);

}  // namespace muslin::test
