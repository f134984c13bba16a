#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// The points of two elements that are nearest to each other, as weights of their vertices, with
///   gap               g = Σ cᵢ xᵢ   [m]    c = (-α₀, -α₁, -α₂, 1) or (-α₀, -α₁, α₂, α₃), as in a contact
///   squared distance  g·g           [m²]
///
/// These invariants hold for every finite input, including degenerate elements (no area, no length, all points in one):
///   - weights are never negative nor NaN, and those of one element sum to 1 within 2⁻⁵²;
///   - the distance is that of the exact answer within 1e-13 of the largest distance between two of the vertices
///     (the bound of the tests; 4e-15 is the worst seen in 2 million). If many pairs of points are equally near, any of
///     them may be returned.
/// Distances between vertices must be zero or in 1e-140 m … 1e140 m, because their squares are formed; elements smaller
/// than that count as points. The position of the origin does not matter: only differences of positions are used, so g
/// is more exact than the literal sum Σ cᵢ xᵢ, which loses digits far from the origin.
struct PointEdge {
  std::array<double, 2> weight;  ///< weights of the ends of the edge
  Vec3 gap;                      ///< from the edge to the point
  double squared_distance;
};

struct PointTriangle {
  std::array<double, 3> weight;  ///< α of the corners of the triangle
  Vec3 gap;                      ///< from the triangle to the point
  double squared_distance;
};

struct EdgeEdge {
  std::array<double, 2> weight_a;  ///< α₀, α₁
  std::array<double, 2> weight_b;  ///< α₂, α₃
  Vec3 gap;                        ///< from edge a to edge b
  double squared_distance;
};

[[nodiscard]] PointEdge closest_point_on_edge(const Vec3& p, const Vec3& a, const Vec3& b);
[[nodiscard]] PointTriangle closest_point_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
[[nodiscard]] EdgeEdge closest_points_on_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

}  // namespace muslin
