#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// The kinds of the two elements that the four vertices of a stencil form.
enum class StencilKind : std::uint8_t {
  vertex_triangle,  ///< vertex 3 on triangle 0-1-2
  edge_edge,        ///< edge 0-1 on edge 2-3
  vertex_edge,      ///< vertex 3 on edge 0-1, ignoring vertex 2 (neighbouring edges of a cable)
};

/// The start and end of the four vertices of a stencil. In between, each moves on a straight line as t goes from 0 to
/// 1.
struct StencilMotion {
  std::array<Vec3, 4> start;  ///< positions at t = 0 [m]
  std::array<Vec3, 4> end;    ///< positions at t = 1 [m]
};

/// Four vertices of two elements that touch or will touch. Every detector and response uses this one stencil.
///   gap vector   g = Σ cᵢ xᵢ          [m]
///   constraint   C = n·g ≥ 0          [m]     ∂C/∂xᵢ = cᵢ n     [Harmon08 §2, (1)-(2)]
///   approach     u = n·Σ cᵢ vᵢ < 0    [m/s]
/// Invariants: Σ cᵢ = 0 up to rounding (so impulses conserve momentum), |n| = 1, no number is NaN, and all four
/// vertices are valid indices. A normal impulse λ ≥ 0 pushes the elements apart: it changes vᵢ by wᵢ cᵢ n λ.
struct Contact {
  /// Vertex 3 on triangle 0-1-2, edge 0-1 on edge 2-3, or vertex 3 on edge 0-1; in the last case vertex 2 repeats
  /// vertex 0.
  std::array<VertexId, 4> vertex;
  std::array<double, 4> weight = {};  ///< c = (-α₀, -α₁, -α₂, 1), or (-α₀, -α₁, α₂, α₃), or (-α₀, -α₁, 0, 1)
  Vec3 normal = Vec3::UnitZ();                      ///< n at the time of contact
  double time = 0;                                  ///< in [0, 1]; never later than the true first contact
  StencilKind kind = StencilKind::vertex_triangle;  ///< elements that the vertices form
};

/// Makes the contact of four vertices that are at `position` at the time of contact; only differences of positions
/// matter. Weights and gap are those of the closest points, and n = g/|g|. They are defined for parallel edges and
/// degenerate elements too.
///
/// Where the elements meet exactly (g = 0, or g is not finite), g has no direction. The normal is then that of the
/// plane of the triangle or of the two edges; if these span no plane, a vector perpendicular to the longest edge; if
/// all vertices coincide, the z axis. Its sign is arbitrary. If |g| is below some 1e-15 of the size of the pair, n is a
/// unit vector but consists mostly of rounding errors; the separation used in collision detection keeps pairs away from
/// that range.
///
/// For vertex_edge, the id given for vertex 2 is ignored: it becomes that of vertex 0, with weight 0.
[[nodiscard]] Contact make_contact(StencilKind kind, const std::array<VertexId, 4>& vertex,
                                   const std::array<Vec3, 4>& position, double time);

struct StencilGap;  // contact/stencil_gap.hpp

/// Makes the contact from known closest points, which must be those of `position`.
[[nodiscard]] Contact make_contact(StencilKind kind, const std::array<VertexId, 4>& vertex,
                                   const std::array<Vec3, 4>& position, const StencilGap& nearest, double time);

/// Returns Σ cᵢ yᵢ for any quantity y of the vertices. It is computed from differences from vertex 3, so a value that
/// all four have in common, however large, gives exactly zero.
[[nodiscard]] inline Vec3 weighted_difference(const std::array<double, 4>& weight, const Vec3& y0, const Vec3& y1,
                                              const Vec3& y2, const Vec3& y3) {
  return weight[0] * (y0 - y3) + weight[1] * (y1 - y3) + weight[2] * (y2 - y3);
}
/// Does the same for the vertices of a contact, where `y` has one entry for each vertex of all bodies.
[[nodiscard]] inline Vec3 weighted_difference(const Contact& contact, std::span<const Vec3> y) {
  const auto& v = contact.vertex;
  return weighted_difference(contact.weight, y[v[0].index()], y[v[1].index()], y[v[2].index()], y[v[3].index()]);
}

/// Returns g [m], the vector from the contact point on the first element to that on the second, at any positions.
[[nodiscard]] inline Vec3 gap_vector(const Contact& contact, std::span<const Vec3> position) {
  return weighted_difference(contact, position);
}
/// Returns C = n·g [m].
[[nodiscard]] inline double normal_gap(const Contact& contact, std::span<const Vec3> position) {
  return contact.normal.dot(gap_vector(contact, position));
}
/// Returns Σ cᵢ vᵢ [m/s], with its normal and tangential parts.
[[nodiscard]] inline Vec3 relative_velocity(const Contact& contact, std::span<const Vec3> velocity) {
  return weighted_difference(contact, velocity);
}
/// Returns u [m/s], which is negative if the elements approach each other.
[[nodiscard]] inline double normal_velocity(const Contact& contact, std::span<const Vec3> velocity) {
  return contact.normal.dot(relative_velocity(contact, velocity));
}

/// Returns the effective inverse mass a = Σ wᵢ cᵢ² [1/kg], which is zero if all vertices are prescribed. It is also
/// correct for triangles that repeat a corner: their closest points lie on one of their sides, so only one of the two
/// copies has a weight.
[[nodiscard]] inline double inverse_mass(const Contact& contact, std::span<const double> vertex_inverse_mass) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += vertex_inverse_mass[contact.vertex[i].index()] * (contact.weight[i] * contact.weight[i]);
  return sum;
}

/// Two elements that are nearer to each other than their thickness, or will be at the end of a motion. Their overlap is
/// thickness - distance, which is negative for a pair that is not yet that near.
struct Proximity {
  Contact contact;       ///< at time 0
  double distance = 0;   ///< [m]; equals C of the contact up to rounding
  double thickness = 0;  ///< thickness of this pair [m]
};

/// Orders contacts by kind, then by vertices, independently of how they were found. It does the same for anything else
/// that has a `kind` and a `vertex` list.
template <class Stencil>
[[nodiscard]] std::strong_ordering compare_stencils(const Stencil& a, const Stencil& b) {
  if (const auto order = a.kind <=> b.kind; order != 0) return order;
  return a.vertex <=> b.vertex;
}

}  // namespace muslin
