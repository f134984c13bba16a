#pragma once
#include <array>
#include <compare>
#include <muslin/contact/stencil.hpp>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// Four vertices that touch, or will: the one stencil of every detector and response.
///   gap vector   g = Σ cᵢ xᵢ          [m]
///   constraint   C = n·g ≥ 0          [m]     ∂C/∂xᵢ = cᵢ n     [Harmon08 §2, (1)-(2)]
///   approach     u = n·Σ cᵢ vᵢ < 0    [m/s]
/// Invariants: Σ cᵢ = 0 up to rounding (so impulses conserve momentum), |n| = 1, nothing is NaN, and all four vertices
/// can be indexed. An impulse λ ≥ 0 pushes: it changes vᵢ by wᵢ cᵢ n λ.
struct Contact {
  /// Vertex 3 on triangle 0-1-2, edge 0-1 on edge 2-3, or vertex 3 on edge 0-1; then vertex 2 repeats vertex 0.
  std::array<VertexId, 4> vertex;
  std::array<double, 4> weight = {};  ///< c = (-α₀, -α₁, -α₂, 1), or (-α₀, -α₁, α₂, α₃), or (-α₀, -α₁, 0, 1)
  Vec3 normal = Vec3::UnitZ();  ///< n, at the time of contact
  double time = 0;              ///< in [0, 1]; never later than the true first contact
  StencilKind kind = StencilKind::vertex_triangle;
};

/// The contact of four vertices that are at `position` at the time of contact; only differences of positions count.
/// Weights and gap are those of the closest points, n = g/|g|: defined for parallel edges and degenerate elements too.
///
/// Where the elements meet exactly (g = 0, or g is not finite) there is no such direction. The normal then is that of
/// the plane of the triangle or of the two edges; where these span no plane, one across the longest edge; where all is
/// one point, the z axis. Its sign is arbitrary. Just short of that, |g| below some 1e-15 of the size of the pair, n is
/// a unit vector but mostly rounding: the separation that collisions are looked for with keeps them away from there.
///
/// For vertex_edge the id given for vertex 2 does not matter: it becomes that of vertex 0, with weight 0.
[[nodiscard]] Contact make_contact(StencilKind kind, const std::array<VertexId, 4>& vertex,
                                   const std::array<Vec3, 4>& position, double time);

/// The same from closest points already known, which must be those of `position`.
[[nodiscard]] Contact make_contact(StencilKind kind, const std::array<VertexId, 4>& vertex,
                                   const std::array<Vec3, 4>& position, const StencilGap& nearest, double time);

/// Σ cᵢ yᵢ of any quantity of the vertices, as differences from vertex 3: what all four have in common, however large,
/// gives exactly zero.
[[nodiscard]] inline Vec3 weighted_difference(const std::array<double, 4>& weight, const Vec3& y0, const Vec3& y1,
                                              const Vec3& y2, const Vec3& y3) {
  return weight[0] * (y0 - y3) + weight[1] * (y1 - y3) + weight[2] * (y2 - y3);
}
[[nodiscard]] inline Vec3 weighted_difference(const Contact& contact, std::span<const Vec3> y) {
  const auto& v = contact.vertex;
  return weighted_difference(contact.weight, y[v[0].index()], y[v[1].index()], y[v[2].index()], y[v[3].index()]);
}

/// g [m]: from the point of contact on the first element to that on the other, at any positions.
[[nodiscard]] inline Vec3 gap_vector(const Contact& contact, std::span<const Vec3> position) {
  return weighted_difference(contact, position);
}
/// C = n·g [m].
[[nodiscard]] inline double normal_gap(const Contact& contact, std::span<const Vec3> position) {
  return contact.normal.dot(gap_vector(contact, position));
}
/// Σ cᵢ vᵢ [m/s]: normal and tangential part.
[[nodiscard]] inline Vec3 relative_velocity(const Contact& contact, std::span<const Vec3> velocity) {
  return weighted_difference(contact, velocity);
}
/// u [m/s]; negative: approaching.
[[nodiscard]] inline double normal_velocity(const Contact& contact, std::span<const Vec3> velocity) {
  return contact.normal.dot(relative_velocity(contact, velocity));
}

/// Effective inverse mass a = Σ wᵢ cᵢ² [1/kg]. Zero: only prescribed vertices take part. Right for triangles that
/// repeat a corner as well: closest points lie on one of their sides, so only one of the two has a weight.
[[nodiscard]] inline double inverse_mass(const Contact& contact, std::span<const double> vertex_inverse_mass) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += vertex_inverse_mass[contact.vertex[i].index()] * (contact.weight[i] * contact.weight[i]);
  return sum;
}

/// The order of contacts that does not depend on how they were found: by kind, then by vertices.
[[nodiscard]] inline std::strong_ordering compare_stencils(const Contact& a, const Contact& b) {
  if (const auto order = a.kind <=> b.kind; order != 0) return order;
  return a.vertex <=> b.vertex;
}

}  // namespace muslin
