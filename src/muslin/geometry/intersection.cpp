#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/geometry/intersection.hpp>
#include <muslin/geometry/predicates.hpp>
#include <optional>

namespace muslin {
namespace {

/// Returns axes in which a, b, c project to a triangle with area, so that their plane is projected without loss: a
/// question about points of that plane can be decided on their projections. Returns none if the three are collinear.
std::optional<Axes> nondegenerate_axes(const Vec3& a, const Vec3& b, const Vec3& c) {
  // The largest component of the rounded normal is only the best guess: each answer is checked exactly.
  const Vec3 normal = (b - a).cross(c - a).cwiseAbs();
  int guess = 0;
  if (normal[1] > normal[guess]) guess = 1;
  if (normal[2] > normal[guess]) guess = 2;
  for (int k = 0; k < 3; ++k) {
    const int left_out = (guess + k) % 3;
    const Axes axes{(left_out + 1) % 3, (left_out + 2) % 3};
    if (orient2d_sign(a, b, c, axes) != 0) return axes;
  }
  return std::nullopt;
}

bool between(double x, double a, double b) { return std::min(a, b) <= x && x <= std::max(a, b); }

bool in_box_of(const Vec3& x, const SegmentCorners& s, Axes axes) {
  return between(x[axes.first], s[0][axes.first], s[1][axes.first]) &&
         between(x[axes.second], s[0][axes.second], s[1][axes.second]);
}

/// Tests segments of one plane, projected to `axes`. Either they cross at inner points, or an end of one lies on the
/// other: on its line and in its box. The second test also works for segments that are points.
bool segments_meet_in_plane(const SegmentCorners& s, const SegmentCorners& t, Axes axes) {
  const int t0 = orient2d_sign(s[0], s[1], t[0], axes), t1 = orient2d_sign(s[0], s[1], t[1], axes);
  if (t0 * t1 > 0) return false;
  const int s0 = orient2d_sign(t[0], t[1], s[0], axes), s1 = orient2d_sign(t[0], t[1], s[1], axes);
  if (t0 * t1 < 0 && s0 * s1 < 0) return true;
  return (t0 == 0 && in_box_of(t[0], s, axes)) || (t1 == 0 && in_box_of(t[1], s, axes)) ||
         (s0 == 0 && in_box_of(s[0], t, axes)) || (s1 == 0 && in_box_of(s[1], t, axes));
}

/// Tests segments of one line.
bool segments_meet_on_line(const SegmentCorners& s, const SegmentCorners& t) {
  const auto [s_first, s_last] = std::minmax(s[0], s[1], lexicographically_less);
  const auto [t_first, t_last] = std::minmax(t[0], t[1], lexicographically_less);
  return !lexicographically_less(s_last, t_first) && !lexicographically_less(t_last, s_first);
}

/// Tests a point of the plane of t, whose projection to `axes` has some area.
bool triangle_contains_in_plane(const TriangleCorners& t, const Vec3& p, Axes axes) {
  const int side0 = orient2d_sign(t[0], t[1], p, axes), side1 = orient2d_sign(t[1], t[2], p, axes),
            side2 = orient2d_sign(t[2], t[0], p, axes);
  return std::min({side0, side1, side2}) >= 0 || std::max({side0, side1, side2}) <= 0;
}

SegmentCorners side(const TriangleCorners& t, std::size_t k) { return {t[k], t[(k + 1) % 3]}; }

template <class Test>
bool any_side(const TriangleCorners& t, Test&& test) {
  return test(side(t, 0)) || test(side(t, 1)) || test(side(t, 2));
}

/// Returns whether t lies on one side of the plane of s without touching it. This is never true for an s without a
/// plane.
bool strictly_beside(const TriangleCorners& s, const TriangleCorners& t) {
  const int first = orient3d_sign(s[0], s[1], s[2], t[0]);
  return first != 0 && first == orient3d_sign(s[0], s[1], s[2], t[1]) && first == orient3d_sign(s[0], s[1], s[2], t[2]);
}

}  // namespace

bool lexicographically_less(const Vec3& p, const Vec3& q) {
  if (p[0] != q[0]) return p[0] < q[0];
  if (p[1] != q[1]) return p[1] < q[1];
  return p[2] < q[2];
}

bool segments_meet(const SegmentCorners& s, const SegmentCorners& t) {
  if (orient3d_sign(s[0], s[1], t[0], t[1]) != 0) return false;
  // The segments now lie in one plane. It is spanned by three of the four corners, unless all are collinear. If s is
  // not a point, a third corner off its line is an end of t; if s is a point, only t and that point can span the plane.
  std::optional<Axes> axes = nondegenerate_axes(s[0], s[1], t[0]);
  if (!axes) axes = nondegenerate_axes(s[0], s[1], t[1]);
  if (!axes) axes = nondegenerate_axes(t[0], t[1], s[0]);
  return axes ? segments_meet_in_plane(s, t, *axes) : segments_meet_on_line(s, t);
}

bool segment_meets_triangle(const SegmentCorners& s, const TriangleCorners& t) {
  const int from = orient3d_sign(t[0], t[1], t[2], s[0]), to = orient3d_sign(t[0], t[1], t[2], s[1]);
  if (from * to > 0) return false;
  // If s goes from one side of the plane to the other, it meets t if its line passes all sides of t in the same sense.
  if (from * to < 0) {
    const int side0 = orient3d_sign(s[0], s[1], t[0], t[1]), side1 = orient3d_sign(s[0], s[1], t[1], t[2]);
    if (side0 * side1 < 0) return false;
    const int side2 = orient3d_sign(s[0], s[1], t[2], t[0]);
    return std::min({side0, side1, side2}) >= 0 || std::max({side0, side1, side2}) <= 0;
  }
  // A triangle without area is the union of its sides.
  const std::optional<Axes> axes = nondegenerate_axes(t[0], t[1], t[2]);
  if (!axes) return any_side(t, [&](const SegmentCorners& of_t) { return segments_meet(s, of_t); });
  // If one end is in the plane, it must lie in t; if both are, s starts inside t or meets a side.
  if (from != 0) return triangle_contains_in_plane(t, s[1], *axes);
  if (triangle_contains_in_plane(t, s[0], *axes)) return true;
  return to == 0 && any_side(t, [&](const SegmentCorners& of_t) { return segments_meet_in_plane(s, of_t, *axes); });
}

// Two triangles that meet do so in a convex set; a corner of that set lies on a side of one of them. (In different
// planes the set is a segment of the line in which the planes meet, and ends where the line leaves one of the
// triangles.)
bool triangles_meet(const TriangleCorners& s, const TriangleCorners& t) {
  if (strictly_beside(s, t) || strictly_beside(t, s)) return false;
  return any_side(s, [&](const SegmentCorners& of_s) { return segment_meets_triangle(of_s, t); }) ||
         any_side(t, [&](const SegmentCorners& of_t) { return segment_meets_triangle(of_t, s); });
}

}  // namespace muslin
