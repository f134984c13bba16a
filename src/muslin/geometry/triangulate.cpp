#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/geometry.hpp>
#include <muslin/geometry/triangulate.hpp>

namespace muslin {
namespace {

/// Returns twice the area of the polygon times its normal. This is right also for polygons that are concave or not
/// quite flat.
Vec3 newell_normal(std::span<const Vec3> polygon) {
  // Differences from one corner are used, so that a small polygon far from the origin keeps its digits.
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    sum += (polygon[i] - polygon[0]).cross(polygon[i + 1] - polygon[0]);
  return sum;
}

void fan(std::span<const std::int32_t> corners, std::vector<CornerTriangle>& triangles) {
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) triangles.push_back({corners[0], corners[i], corners[i + 1]});
}

/// Returns whether a-b-c bends to the left about the normal by more than a straight corner.
bool turns_left(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& unit_normal) {
  const Vec3 u = b - a, v = c - b;
  return u.cross(v).dot(unit_normal) > tolerance::kStraightCornerAngle * u.norm() * v.norm();
}

void cut_quad(std::span<const Vec3> p, std::vector<CornerTriangle>& triangles) {
  const Vec3 normal = newell_normal(p).normalized();
  const bool inside_02 = turns_left(p[0], p[1], p[2], normal) && turns_left(p[2], p[3], p[0], normal);
  const bool inside_13 = turns_left(p[1], p[2], p[3], normal) && turns_left(p[3], p[0], p[1], normal);
  const bool shorter_02 = !((p[3] - p[1]).squaredNorm() < (p[2] - p[0]).squaredNorm());
  if (inside_02 == inside_13 ? shorter_02 : inside_02)
    triangles.assign({{0, 1, 2}, {0, 2, 3}});
  else
    triangles.assign({{0, 1, 3}, {1, 2, 3}});
}

/// Returns the cross product of b - a and c - b: twice the area of the triangle, positive if it bends to the left.
double doubled_area(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - b.y()) - (b.y() - a.y()) * (c.x() - b.x());
}

bool turns_left(const Vec2& a, const Vec2& b, const Vec2& c) {
  return doubled_area(a, b, c) > tolerance::kStraightCornerAngle * (b - a).norm() * (c - b).norm();
}

bool is_straight(const Vec2& a, const Vec2& b, const Vec2& c) {
  return std::abs(doubled_area(a, b, c)) <= tolerance::kStraightCornerAngle * (b - a).norm() * (c - b).norm();
}

/// Projects the polygon along the axis nearest to its normal, so that it is counter-clockwise. Dropping a coordinate
/// moves no corner by rounding, as a rotation into the plane would.
std::vector<Vec2> flatten(std::span<const Vec3> polygon, const Vec3& normal) {
  Eigen::Index axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  Eigen::Index x = (axis + 1) % 3, y = (axis + 2) % 3;
  if (normal[axis] < 0.0) std::swap(x, y);
  std::vector<Vec2> flat;
  flat.reserve(polygon.size());
  for (const Vec3& p : polygon) flat.emplace_back(p[x], p[y]);
  return flat;
}

/// Returns whether every corner bends to the left and the sides go round once only (a pentagram goes round twice).
bool is_strictly_convex(std::span<const Vec2> p) {
  const std::size_t n = p.size();
  int changes = 0;  // changes of the direction in x: two in one round
  bool rightward = p[0].x() > p[n - 1].x();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = (i + 1) % n;
    if (!turns_left(p[i], p[next], p[(i + 2) % n])) return false;
    const bool now_rightward = p[next].x() > p[i].x();
    changes += now_rightward != rightward;
    rightward = now_rightward;
  }
  return changes <= 2;
}

/// Cuts ears off a polygon in the plane: a corner whose triangle contains no other corner is removed, until three are
/// left.
class EarCutter {
 public:
  EarCutter(std::span<const Vec2> points, std::vector<CornerTriangle>& triangles)
      : points_(points), triangles_(triangles), left_(points.size()) {
    const auto n = static_cast<std::int32_t>(points.size());
    for (std::int32_t i = 0; i < n; ++i) {
      previous_.push_back(i == 0 ? n - 1 : i - 1);
      next_.push_back(i + 1 == n ? 0 : i + 1);
    }
    for (std::int32_t i = 0; i < n; ++i) {
      convex_.push_back(is_convex(i));
      if (!convex_.back()) blockers_.push_back(i);
    }
  }

  void run() {
    std::int32_t corner = 0;
    std::size_t misses = 0;  // corners examined since the last cut; if all of them, there is no ear
    while (left_ > 3 && tests_ < tolerance::kMaxEarTests) {
      if (misses == left_) {
        corner = fallback_corner(corner);
      } else if (!is_ear(corner)) {
        corner = next(corner);
        ++misses;
        continue;
      }
      cut(corner);
      // Skipping a corner keeps a long row of ears from becoming a fan of thin triangles.
      corner = next(next(corner));
      misses = 0;
    }
    std::vector<std::int32_t> rest;
    for (std::int32_t i = corner; rest.size() < left_; i = next(i)) rest.push_back(i);
    fan(rest, triangles_);
  }

 private:
  [[nodiscard]] std::int32_t next(std::int32_t i) const { return next_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::int32_t previous(std::int32_t i) const { return previous_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Vec2& point(std::int32_t i) const { return points_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] bool is_convex(std::int32_t i) const {
    return turns_left(point(previous(i)), point(i), point(next(i)));
  }

  /// Only corners that are not convex can be the nearest ones inside a triangle, so only they are examined.
  bool is_ear(std::int32_t corner) {
    ++tests_;
    if (!convex_[static_cast<std::size_t>(corner)]) return false;
    const Vec2 &a = point(previous(corner)), &b = point(corner), &c = point(next(corner));
    const Vec2 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    tests_ += static_cast<std::int64_t>(blockers_.size());
    return std::none_of(blockers_.begin(), blockers_.end(), [&](std::int32_t blocker) {
      const Vec2& p = point(blocker);
      if (p.x() < low.x() || p.x() > high.x() || p.y() < low.y() || p.y() > high.y()) return false;
      // A polygon with a hole is given as one that visits the two ends of a bridge twice: such duplicates do not block
      // an ear.
      if (p == a || p == b || p == c) return false;
      return doubled_area(a, b, p) >= 0.0 && doubled_area(b, c, p) >= 0.0 && doubled_area(c, a, p) >= 0.0;
    });
  }

  /// Chooses a corner if there is no ear: one that spans no area, because cutting it changes nothing; otherwise a
  /// convex one; otherwise any.
  std::int32_t fallback_corner(std::int32_t start) {
    std::int32_t convex_corner = -1;
    std::int32_t i = start;
    do {
      ++tests_;
      if (is_straight(point(previous(i)), point(i), point(next(i)))) return i;
      if (convex_corner < 0 && convex_[static_cast<std::size_t>(i)]) convex_corner = i;
      i = next(i);
    } while (i != start);
    return convex_corner < 0 ? start : convex_corner;
  }

  void cut(std::int32_t corner) {
    const std::int32_t before = previous(corner), after = next(corner);
    triangles_.push_back({before, corner, after});
    next_[static_cast<std::size_t>(before)] = after;
    previous_[static_cast<std::size_t>(after)] = before;
    --left_;
    if (!convex_[static_cast<std::size_t>(corner)]) std::erase(blockers_, corner);
    update(before);
    update(after);
  }

  /// Updates a corner that has a new neighbour. Cutting an ear makes corners more convex; cutting a bad corner may not.
  void update(std::int32_t i) {
    const bool was = convex_[static_cast<std::size_t>(i)], is = is_convex(i);
    convex_[static_cast<std::size_t>(i)] = is;
    if (was && !is) blockers_.push_back(i);
    if (!was && is) std::erase(blockers_, i);
    tests_ += static_cast<std::int64_t>(was != is ? blockers_.size() : 0);
  }

  std::span<const Vec2> points_;
  std::vector<CornerTriangle>& triangles_;
  std::size_t left_;
  std::vector<std::int32_t> next_, previous_;  ///< the remaining corners, as a ring
  std::vector<bool> convex_;
  std::vector<std::int32_t> blockers_;  ///< the remaining corners that are not convex
  std::int64_t tests_ = 0;
};

}  // namespace

void triangulate(std::span<const Vec3> polygon, std::vector<CornerTriangle>& triangles) {
  triangles.clear();
  const auto n = static_cast<std::int32_t>(polygon.size());
  if (n < 3) return;
  if (n == 3) return triangles.push_back({0, 1, 2});
  if (n == 4) return cut_quad(polygon, triangles);

  const Vec3 normal = newell_normal(polygon);
  if (normal.allFinite() && !normal.isZero(0.0)) {
    const std::vector<Vec2> flat = flatten(polygon, normal);
    if (!is_strictly_convex(flat)) return EarCutter(flat, triangles).run();
  }
  for (std::int32_t i = 1; i + 1 < n; ++i) triangles.push_back({0, i, i + 1});
}

}  // namespace muslin
