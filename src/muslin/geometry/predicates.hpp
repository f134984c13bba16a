#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

// These functions return the sign (-1, 0 or 1) of a polynomial in coordinates. The sign is always right for the doubles
// as they are stored, for any finite value, subnormal or 1e300. A floating-point filter with a proven bound decides
// most calls; the rest are decided in integers of arbitrary length.

/// Returns the side of the plane a, b, c on which d lies: the sign of det(b-a, c-a, d-a). It is positive on the side
/// that (b-a)×(c-a) points to, and zero if all four points are coplanar.
[[nodiscard]] int orient3d_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Returns the sign of det(b-a, c-a): positive if a, b, c are in counter-clockwise order, zero if they are collinear.
[[nodiscard]] int orient2d_sign(const Vec2& a, const Vec2& b, const Vec2& c);

/// Two coordinates to project to, in this order.
struct Axes {
  int first = 0;
  int second = 1;
};

/// Returns orient2d_sign of three points projected along the coordinate that `axes` leaves out.
[[nodiscard]] int orient2d_sign(const Vec3& a, const Vec3& b, const Vec3& c, Axes axes);

/// Returns whether three points are collinear; they are if two of them are equal.
[[nodiscard]] bool are_collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace muslin
