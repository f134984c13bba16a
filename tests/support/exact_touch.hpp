#pragma once
#include <tests/support/ccd_queries.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {

/// Queries whose elements touch exactly although every coordinate is a double. They are made in whole numbers and then
/// scaled by a power of two, to sizes from 2^-13 to 2^13 metres.

/// Options of touch_at_dyadic_time().
struct TouchOptions {
  bool at_boundary =
      false;  ///< contact at a corner or side of the triangle, or at an end of edge 0-1; otherwise anywhere
};

/// Makes random paths that meet at t = 1 or at another multiple of 1/16 (they may also meet before).
[[nodiscard]] CcdQuery touch_at_dyadic_time(Random& random, const TouchOptions& options);

/// Makes elements that approach, touch at a multiple of 1/16 and separate on the same side; a few stay in contact.
[[nodiscard]] CcdQuery touch_at_double_root(Random& random);

}  // namespace muslin::test
