#pragma once
#include <cstdint>

// Closest points, polygons and shapes.
namespace muslin::tolerance {

/// Exterior angle of a corner of a polygon [rad] below which the corner counts as straight. It is not cut off as a
/// triangle of its own while there is a better one. The value is above the rounding of coordinates that are a million
/// times the length of a side, and below the angle of any corner that a modeller means. With a larger value, fine
/// polygons lose true corners to thin triangles; with a smaller one, rounding makes slivers.
inline constexpr double kStraightCornerAngle = 1e-9;

/// Number of tests for ears after which the rest of a polygon becomes a fan [1]: they take about a tenth of a second.
/// With a larger value, hostile polygons take longer; with a smaller one, the triangles of large polygons may overlap.
inline constexpr std::int64_t kMaxEarTests = 100'000'000;

/// Number of steps of the search for a direction that separates two elements, after which exact signs decide [1]. It
/// suffices for all but a few of the neighbours in a wrinkled cloth. With a larger value, pairs that intersect take
/// more time; with a smaller one, more pairs need the exact signs, which cost more. The answer is the same.
inline constexpr int kMaxDisjointnessSteps = 24;

/// Squared sine of the angle between two directions below which the signs of the parameters are not trusted to locate
/// the closest points [1]. The plane of the directions is known to ε/sin, and the distance depends on (ε/sin)², so
/// below this value the error could exceed rounding: all sides or ends are tried as well. A larger value takes more
/// time and changes nothing else; with a smaller one, the distance may be wrong by more than rounding.
inline constexpr double kNearlyParallelSineSquared = 1e-16;

/// Squared sine of the angle between two directions (or squared ratio of their lengths) below which they count as
/// parallel, and only the boundary is tried [1]. The result is then right within 1e-14 of the size, and the normal has
/// hardly a correct digit to contribute beyond that. With a larger value, the minimum may be missed by as much; with a
/// smaller one, rounding decides where it is.
inline constexpr double kParallelSineSquared = 1e-28;

/// Spacing of the vertices of a generated shape, relative to its largest coordinate, below which the shape is refused
/// [1]. Doubles can hardly tell such vertices apart. With a larger value, usable shapes are refused; with a smaller
/// one, vertices may coincide.
inline constexpr double kMinVertexSpacingRatio = 1e-12;

}  // namespace muslin::tolerance
