#pragma once
#include <muslin/contact/contact.hpp>
#include <span>

namespace muslin {

/// Lets an impulse p [N·s] act between the two elements of a contact: vᵢ += wᵢ cᵢ p. Along the normal, p = λ n with
/// λ ≥ 0 is a push. The relative velocity changes by a p, a the inverse mass of the contact. Keeps momentum wherever
/// all vertices with a weight are movable, and writes to no other: zones that share prescribed vertices only may be
/// treated at the same time.
inline void apply_impulse(const Contact& contact, const Vec3& impulse, std::span<const double> vertex_inverse_mass,
                          std::span<Vec3> velocity) {
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t v = contact.vertex[i].index();
    const double share = vertex_inverse_mass[v] * contact.weight[i];
    if (share != 0.0) velocity[v] += share * impulse;
  }
}

/// The part of a vector across the normal of a contact.
[[nodiscard]] inline Vec3 tangential(const Vec3& vector, const Vec3& normal) {
  return vector - normal.dot(vector) * normal;
}

/// Rubs: takes away tangential relative velocity, by an impulse of `bound` [N·s] at most: Coulomb's is μ λ. Never turns
/// the sliding round, so energy is only lost. Returns the size of the impulse.
double apply_friction(const Contact& contact, double bound, std::span<const double> vertex_inverse_mass,
                      std::span<Vec3> velocity);

}  // namespace muslin
