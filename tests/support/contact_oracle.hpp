#pragma once
#include <array>
#include <compare>
#include <muslin/contact/contact.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// A stencil without weights or normal, for comparisons.
struct NamedStencil {
  StencilKind kind;
  std::array<VertexId, 4> vertex;
  friend constexpr auto operator<=>(const NamedStencil&, const NamedStencil&) = default;
};

/// Returns all pairs that can collide, by definition and without a tree, sorted: vertices of elements with triangles,
/// edges with edges, far ends of neighbouring cable edges with the other edge. Pairs that share a vertex and pairs of
/// scripted vertices only are excluded.
[[nodiscard]] std::vector<NamedStencil> all_stencils(const CollisionMesh& mesh);

/// Returns the distance by a direct call of closest_points.hpp, without the code that maps stencils to it.
[[nodiscard]] double distance_of(const NamedStencil& stencil, std::span<const Vec3> position);

/// Returns whether two contacts are equal in every bit that is not padding.
[[nodiscard]] bool same_bits(const Contact& a, const Contact& b);

/// Expects the invariants of every contact: Σ cᵢ = 0, |n| = 1, and the weights of each element are in [0, 1] and sum to
/// 1.
void expect_valid(const Contact& contact);

}  // namespace muslin::test
