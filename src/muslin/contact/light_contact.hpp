#pragma once
#include <muslin/contact/contact.hpp>
#include <span>

namespace muslin {

/// Returns true if an impulse could change this contact only by leverage: movable vertices have a weight, but all of
/// them less than tolerance::kMinMovableWeight. Both elements of such a contact have prescribed vertices, because the
/// weights of each sum to 1.
[[nodiscard]] bool is_light_contact(const Contact& contact, std::span<const double> vertex_inverse_mass);

/// Makes a light contact one of prescribed vertices: the movable ones lose their weights to the others of their
/// element. The weights still sum to zero.
void prescribe_light_contact(Contact& contact, std::span<const double> vertex_inverse_mass);

}  // namespace muslin
