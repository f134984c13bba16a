#include <algorithm>
#include <cmath>
#include <muslin/contact/light_contact.hpp>
#include <muslin/core/tolerances/contact.hpp>

namespace muslin {

bool is_light_contact(const Contact& contact, std::span<const double> vertex_inverse_mass) {
  double most = 0.0;
  for (std::size_t i = 0; i < 4; ++i)
    if (vertex_inverse_mass[contact.vertex[i].index()] > 0.0) most = std::max(most, std::abs(contact.weight[i]));
  return most > 0.0 && most < tolerance::kMinMovableWeight;
}

void prescribe_light_contact(Contact& contact, std::span<const double> vertex_inverse_mass) {
  const std::size_t first_of_other = contact.kind == StencilKind::edge_edge ? 2 : 3;
  for (const auto& [begin, end] :
       {std::pair(std::size_t{0}, first_of_other), std::pair(first_of_other, std::size_t{4})}) {
    double total = 0.0, kept = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      total += contact.weight[i];
      if (vertex_inverse_mass[contact.vertex[i].index()] > 0.0) contact.weight[i] = 0.0;
      kept += contact.weight[i];
    }
    for (std::size_t i = begin; i < end; ++i) contact.weight[i] *= total / kept;
  }
}

}  // namespace muslin
