#include <algorithm>
#include <muslin/contact/zones.hpp>
#include <muslin/core/assert.hpp>
#include <muslin/core/disjoint_sets.hpp>

namespace muslin {

/// Replaces the counts by the positions where the groups begin.
template <class T>
void Zones::Groups<T>::allocate() {
  std::size_t total = 0;
  for (std::size_t& end : ends) {
    const std::size_t begin = total;
    total += end;
    end = begin;
  }
  items.resize(total);
}

Zones::Zones() : sets_(std::make_unique<DisjointSets>()) {}
Zones::Zones(Zones&&) noexcept = default;
Zones& Zones::operator=(Zones&&) noexcept = default;
Zones::~Zones() = default;

void Zones::clear(std::span<const double> inverse_mass) {
  inverse_mass_ = inverse_mass;
  nodes_.resize(std::max(nodes_.size(), inverse_mass.size()));
  sets_->grow(inverse_mass.size());
  if (++stamp_ == 0) {  // old stamps recur after four billion rounds, so reset them
    for (Node& node : nodes_) node.stamp = 0;
    stamp_ = 1;
  }
  lowest_ = static_cast<std::int32_t>(inverse_mass.size());
  highest_ = -1;
  first_added_ = 0;
  vertex_of_contact_.clear();
  zone_of_contact_.clear();
  fixed_contacts_.clear();
  contacts_.start(0);
  vertices_.start(0);
}

void Zones::add(std::span<const Contact> contacts) {
  first_added_ = static_cast<std::uint32_t>(vertex_of_contact_.size());
  for (const Contact& contact : contacts) merge(contact);
  number_zones();
  list_members();
}

void Zones::merge(const Contact& contact) {
  std::int32_t member = -1;
  for (const VertexId v : contact.vertex) {
    MUSLIN_ASSERT(v.valid() && v.index() < inverse_mass_.size());
    if (!(inverse_mass_[v.index()] > 0)) continue;
    Node& node = nodes_[v.index()];
    if (node.stamp != stamp_) {
      node.stamp = stamp_;
      sets_->isolate(v.index());
      lowest_ = std::min(lowest_, v.value);
      highest_ = std::max(highest_, v.value);
    }
    if (member >= 0) sets_->join(static_cast<std::size_t>(member), v.index());
    member = v.value;
  }
  vertex_of_contact_.push_back(member);
}

void Zones::number_zones() {
  for (std::int32_t v = lowest_; v <= highest_; ++v) nodes_[static_cast<std::size_t>(v)].zone = -1;
  std::int32_t count = 0;
  zone_of_contact_.clear();
  fixed_contacts_.clear();
  for (std::size_t i = 0; i < vertex_of_contact_.size(); ++i) {
    std::int32_t zone = -1;
    if (const std::int32_t vertex = vertex_of_contact_[i]; vertex >= 0) {
      Node& first = nodes_[sets_->find(static_cast<std::size_t>(vertex))];
      if (first.zone < 0) first.zone = count++;
      zone = first.zone;
    } else {
      fixed_contacts_.push_back(static_cast<std::uint32_t>(i));
    }
    zone_of_contact_.push_back(zone);
  }
  contacts_.start(static_cast<std::size_t>(count));
  vertices_.start(static_cast<std::size_t>(count));
}

void Zones::list_members() {
  const auto for_each_contact = [&](const auto& visit) {
    for (std::size_t i = 0; i < zone_of_contact_.size(); ++i)
      if (zone_of_contact_[i] >= 0) visit(static_cast<std::size_t>(zone_of_contact_[i]), static_cast<std::uint32_t>(i));
  };
  for_each_contact([&](std::size_t zone, std::uint32_t) { contacts_.count(zone); });
  contacts_.allocate();
  for_each_contact([&](std::size_t zone, std::uint32_t contact) { contacts_.put(zone, contact); });

  // Visit all vertices of the range, which needs no sorting; a visit takes about a nanosecond.
  const auto for_each_vertex = [&](const auto& visit) {
    for (std::int32_t v = lowest_; v <= highest_; ++v) {
      const auto vertex = static_cast<std::size_t>(v);
      if (nodes_[vertex].stamp != stamp_) continue;
      visit(static_cast<std::size_t>(nodes_[sets_->find(vertex)].zone), VertexId(v));
    }
  };
  for_each_vertex([&](std::size_t zone, VertexId) { vertices_.count(zone); });
  vertices_.allocate();
  for_each_vertex([&](std::size_t zone, VertexId vertex) { vertices_.put(zone, vertex); });
}

}  // namespace muslin
