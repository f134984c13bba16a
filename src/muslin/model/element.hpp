#pragma once
#include <array>
#include <concepts>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// How much of an element's derivatives a system matrix takes: A = M + stiffness·K + velocity·D with K = -∂f/∂x and
/// D = -∂f/∂v. Backward Euler: stiffness = Δt², velocity = Δt.
struct MatrixWeights {
  double stiffness = 0.0;  ///< [s²]
  double velocity = 0.0;   ///< [s]

  friend bool operator==(const MatrixWeights&, const MatrixWeights&) = default;
};

/// Elements of one kind (membrane triangles, springs, …), stored side by side. The forces of all elements are gathered
/// vertex by vertex, and the matrix block by block, so that nothing is written twice, every loop runs in parallel and
/// the sums have the same order on any number of threads. prepare() does once per element what its vertices share.
///
/// Corner a of element e is vertex(e)[a]; an invalid id is a corner that the element does not have.
template <class E>
concept ElementKind = requires(E& elements, const E& prepared, std::size_t e, int a, int b, MatrixWeights weights,
                               std::span<const Vec3> x, std::span<const Vec3> v) {
  { E::kCorners } -> std::convertible_to<int>;
  { prepared.size() } -> std::same_as<std::size_t>;
  /// The vertices of element e.
  { prepared.vertices(e) } -> std::convertible_to<std::array<VertexId, E::kCorners>>;
  /// Evaluates every element at positions x [m] and velocities v [m/s], in parallel. What follows is read from that.
  {elements.prepare(x, v)};
  /// Potential energy [J]; 0 for what has none.
  { prepared.energy(e) } -> std::same_as<double>;
  /// Force on corner a [N], all of it: elastic, and what depends on velocity.
  { prepared.force(e, a) } -> std::same_as<Vec3>;
  /// The part of the force that an implicit step keeps on its right-hand side, f - (∂f/∂v) v: the elastic force, and of
  /// drag what does not vanish with the velocity.
  { prepared.implicit_force(e, a) } -> std::same_as<Vec3>;
  /// weights.stiffness·K_ab + weights.velocity·D_ab. K is symmetric and positive semidefinite as a whole: where the
  /// true Hessian is not, its nearest cheap positive part. block(a, b) = block(b, a)ᵀ, bit for bit.
  { prepared.block(e, a, b, weights) } -> std::same_as<Mat3>;
};

}  // namespace muslin
