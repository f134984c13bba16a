#include <algorithm>
#include <cmath>
#include <muslin/contact/contact_rows.hpp>

namespace muslin {

void ContactRows::assign(std::span<const Contact> contacts, std::span<const std::uint32_t> which,
                         std::span<const VertexId> vertices, std::span<const double> vertex_inverse_mass) {
  root_inverse_mass_.resize(vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    root_inverse_mass_[v] = std::sqrt(vertex_inverse_mass[vertices[v].index()]);
  reset(which.size(), vertices.size());
  scale_.assign(which.size(), 0.0);
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Contact& contact = contacts[which[i]];
    const double a = inverse_mass(contact, vertex_inverse_mass);
    if (!(a > 0.0)) continue;
    scale_[i] = 1.0 / std::sqrt(a);
    for (std::size_t j = 0; j < 4; ++j) {
      if (!(vertex_inverse_mass[contact.vertex[j].index()] > 0.0)) continue;
      const auto found = std::lower_bound(vertices.begin(), vertices.end(), contact.vertex[j]);
      const auto local = static_cast<std::size_t>(found - vertices.begin());
      row(i).vertex[j] = static_cast<std::uint32_t>(local);
      row(i).entry[j] = contact.weight[j] * root_inverse_mass_[local] * scale_[i];
    }
  }
}

}  // namespace muslin
