#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

// These functions decide whether two closed sets have a point in common, exactly for the doubles as they are stored.
// Any corners may be equal or collinear: a segment may be a point, and a triangle may be a segment or a point. Touching
// counts.

using SegmentCorners = std::array<Vec3, 2>;
using TriangleCorners = std::array<Vec3, 3>;

[[nodiscard]] bool segments_meet(const SegmentCorners& s, const SegmentCorners& t);
[[nodiscard]] bool segment_meets_triangle(const SegmentCorners& s, const TriangleCorners& t);
[[nodiscard]] bool triangles_meet(const TriangleCorners& s, const TriangleCorners& t);

/// Orders points by x, then y, then z. Along any line this is one of the two orders of its points, so it answers all
/// questions about collinear points exactly and without arithmetic.
[[nodiscard]] bool lexicographically_less(const Vec3& p, const Vec3& q);

}  // namespace muslin
