#include <algorithm>
#include <limits>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/zones/causal_order.hpp>

namespace muslin {

void CausalOrder::choose(std::span<const Contact> contacts, std::span<const double> inverse_mass,
                         std::vector<Contact>& first) {
  earliest_.resize(inverse_mass.size());
  for (const Contact& contact : contacts)
    for (const VertexId v : contact.vertex) earliest_[v.index()] = std::numeric_limits<double>::infinity();
  for (const Contact& contact : contacts)
    for (const VertexId v : contact.vertex) earliest_[v.index()] = std::min(earliest_[v.index()], contact.time);
  first.clear();
  late_.clear();
  for (const Contact& contact : contacts) {
    const bool is_first = std::all_of(contact.vertex.begin(), contact.vertex.end(), [&](VertexId v) {
      return !(inverse_mass[v.index()] > 0.0) || contact.time <= earliest_[v.index()] + tolerance::kSimultaneousTime;
    });
    (is_first ? first : late_).push_back(contact);
  }
  deferred_.add(late_);
}

std::int64_t CausalOrder::prevented(const ContactSet& chosen, std::span<const Contact> left) const {
  ContactSet remaining;
  remaining.add(left);
  return std::count_if(deferred_.contacts().begin(), deferred_.contacts().end(), [&](const Contact& contact) {
    return !chosen.contains(contact) && !remaining.contains(contact);
  });
}

}  // namespace muslin
