#pragma once
#include <array>
#include <concepts>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// The weights of an element's derivatives in a system matrix A = M + stiffness·K + velocity·D, with K = -∂f/∂x and
/// D = -∂f/∂v. Backward Euler has stiffness = Δt² and velocity = Δt.
struct MatrixWeights {
  double stiffness = 0.0;  ///< [s²]
  double velocity = 0.0;   ///< [s]

  friend bool operator==(const MatrixWeights&, const MatrixWeights&) = default;
};

/// The sum of an element's forces over its corners, which decides how System::balance_momentum() treats its body.
enum class NetForce {
  zero,  ///< internal forces, which cancel over the corners
  drag,  ///< each of n corners gets the force R (u - mean velocity) / n, where resistance(e) is R
  other  ///< any other: parts of the world with such an element are not balanced, as if pinned
};

/// Largest number of corners of an element, because the gather lists pack a corner into three bits.
inline constexpr int kMaxElementCorners = 8;

/// Elements of one kind (membrane triangles, springs, …), stored side by side. The forces of all elements are gathered
/// vertex by vertex, and the matrix block by block. So no value is written twice, every loop runs in parallel, and the
/// sums have the same order on any number of threads. prepare() computes once per element the values that its corners
/// share.
///
/// Corner a of element e is vertices(e)[a]. An invalid id marks a corner that the element does not have.
/// docs/adding-an-element.md has a worked example.
template <class E>
concept ElementKind = requires(E& elements, const E& prepared, std::size_t e, int a, int b, MatrixWeights weights,
                               std::span<const Vec3> x, std::span<const Vec3> v) {
  { E::kCorners } -> std::convertible_to<int>;
  { E::kNetForce } -> std::convertible_to<NetForce>;
  { prepared.size() } -> std::same_as<std::size_t>;
  /// The vertices of element e.
  { prepared.vertices(e) } -> std::convertible_to<std::array<VertexId, E::kCorners>>;
  /// Evaluates every element at positions x [m] and velocities v [m/s], in parallel. The functions below read the
  /// result.
  {elements.prepare(x, v)};
  /// Potential energy [J], or 0 if the kind has none.
  { prepared.energy(e) } -> std::same_as<double>;
  /// Force on corner a [N], elastic and velocity-dependent.
  { prepared.force(e, a) } -> std::same_as<Vec3>;
  /// The part of the force that an implicit step keeps on its right-hand side, f - (∂f/∂v) v: the elastic force, and
  /// the part of drag that does not vanish with the velocity.
  { prepared.implicit_force(e, a) } -> std::same_as<Vec3>;
  /// weights.stiffness·K_ab + weights.velocity·D_ab. K must be symmetric and positive semidefinite as a whole. If the
  /// true Hessian is not, use a cheap positive part of it. block(a, b) = block(b, a)ᵀ, bit for bit.
  { prepared.block(e, a, b, weights) } -> std::same_as<Mat3>;
};

/// A kind whose elements act like drag, with the resistance R.
template <class E>
concept DragKind = ElementKind<E> && E::kNetForce == NetForce::drag&& requires(const E& prepared, std::size_t e) {
  { prepared.resistance(e) } -> std::convertible_to<Mat3>;  // R [kg/s]
};

}  // namespace muslin
