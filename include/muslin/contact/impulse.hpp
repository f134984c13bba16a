#pragma once
#include <muslin/contact/contact.hpp>
#include <span>

namespace muslin {

/// Applies an impulse p [N·s] between the two elements of a contact: vᵢ += wᵢ cᵢ p. Along the normal, p = λ n with
/// λ ≥ 0 pushes the elements apart. The relative velocity changes by a p, where a is the inverse mass of the contact.
/// Momentum is conserved if all vertices with a weight are movable. Only movable vertices are written, so zones that
/// share only prescribed vertices may be processed in parallel.
inline void apply_impulse(const Contact& contact, const Vec3& impulse, std::span<const double> vertex_inverse_mass,
                          std::span<Vec3> velocity) {
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t v = contact.vertex[i].index();
    const double share = vertex_inverse_mass[v] * contact.weight[i];
    if (share != 0.0) velocity[v] += share * impulse;
  }
}

/// Returns the part of a vector perpendicular to the normal of a contact.
[[nodiscard]] inline Vec3 tangential(const Vec3& vector, const Vec3& normal) {
  return vector - normal.dot(vector) * normal;
}

/// Reduces the tangential relative velocity by a friction impulse of at most `bound` [N·s]; Coulomb's bound is μ λ. It
/// never reverses the sliding, so it only dissipates energy. Returns the magnitude of the impulse.
double apply_friction(const Contact& contact, double bound, std::span<const double> vertex_inverse_mass,
                      std::span<Vec3> velocity);

}  // namespace muslin
