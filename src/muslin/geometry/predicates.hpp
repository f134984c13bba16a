#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

// Signs of polynomials in coordinates, always right for the doubles as they are stored: any finite value, subnormal or
// 1e300. A floating filter with a proved bound decides most calls; what it cannot decide goes to whole numbers of any
// length. Results are -1, 0 or 1.

/// Side of the plane a, b, c on which d lies: the sign of det(b-a, c-a, d-a). Positive where (b-a)×(c-a) points to;
/// zero where all four lie in one plane.
[[nodiscard]] int orient3d_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Sign of det(b-a, c-a): positive where a, b, c turn left, zero where they lie on one line.
[[nodiscard]] int orient2d_sign(const Vec2& a, const Vec2& b, const Vec2& c);

/// Two coordinates to look at, in this order.
struct Axes {
  int first = 0;
  int second = 1;
};

/// orient2d_sign of three points seen along the coordinate that `axes` leaves out.
[[nodiscard]] int orient2d_sign(const Vec3& a, const Vec3& b, const Vec3& c, Axes axes);

/// Whether three points lie on one line; so they do where two of them are equal.
[[nodiscard]] bool are_collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace muslin
