#include <algorithm>
#include <muslin/contact/contact_set.hpp>

namespace muslin {

void ContactSet::clear() {
  contacts_.clear();
  history_.clear();
  by_stencil_.clear();
  last_found_.clear();
}

std::vector<std::uint32_t>::const_iterator ContactSet::place_of(const Contact& contact) const {
  return std::lower_bound(by_stencil_.begin(), by_stencil_.end(), contact, [&](std::uint32_t i, const Contact& other) {
    return compare_stencils(contacts_[i], other) < 0;
  });
}

bool ContactSet::contains(const Contact& contact) const {
  const auto place = place_of(contact);
  return place != by_stencil_.end() && compare_stencils(contacts_[*place], contact) == 0;
}

std::size_t ContactSet::add(std::span<const Contact> found) {
  const std::size_t known = contacts_.size();
  last_found_.clear();
  for (const Contact& contact : found) {
    const auto place = place_of(contact);
    std::size_t index = contacts_.size();
    if (place != by_stencil_.end() && compare_stencils(contacts_[*place], contact) == 0) {
      index = *place;
      contacts_[index] = contact;
    } else {
      contacts_.push_back(contact);
      history_.emplace_back();
    }
    ++history_[index].times_found;
    last_found_.push_back(static_cast<std::uint32_t>(index));
  }

  // Merge all new contacts into the order at once; inserting them one by one would shift all others each time.
  for (std::size_t i = known; i < contacts_.size(); ++i) by_stencil_.push_back(static_cast<std::uint32_t>(i));
  const auto before = [&](std::uint32_t i, std::uint32_t j) {
    return compare_stencils(contacts_[i], contacts_[j]) < 0;
  };
  const auto middle = by_stencil_.begin() + static_cast<std::ptrdiff_t>(known);
  std::sort(middle, by_stencil_.end(), before);
  std::inplace_merge(by_stencil_.begin(), middle, by_stencil_.end(), before);
  return contacts_.size() - known;
}

}  // namespace muslin
