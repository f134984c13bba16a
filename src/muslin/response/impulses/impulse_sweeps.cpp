#include <algorithm>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>

namespace muslin {
void ImpulseSweeps::begin(const CollisionView& step) {
  set_.clear();
  rows_.clear();
  zones_.clear(step.inverse_mass());
}

int ImpulseSweeps::pass(CollisionView& step, std::span<const Contact> contacts, const GaussSeidelOptions& options) {
  if (!options.memory) begin(step);
  const std::size_t known = set_.size();
  set_.add(contacts);
  zones_.add(set_.contacts().subspan(known));
  rows_.resize(set_.size());
  for (const std::uint32_t i : set_.last_found()) rows_[i] = make_row(step, i, options);

  // Zones without a collision stay as earlier passes left them.
  is_active_.assign(zones_.size(), 0);
  for (const std::uint32_t i : set_.last_found())
    if (const std::int32_t zone = zones_.zone_of_contact()[i]; zone >= 0)
      is_active_[static_cast<std::size_t>(zone)] = 1;
  active_.clear();
  for (std::size_t zone = 0; zone < zones_.size(); ++zone)
    if (is_active_[zone] != 0) active_.push_back(static_cast<std::uint32_t>(zone));

  // Zones share no movable vertex, and only movable vertices are written.
  sweeps_.assign(active_.size(), 0);
  parallel_for(active_.size(), 1, [&](std::size_t i) { sweeps_[i] = sweep(step, active_[i], options.sweeps); });
  return sweeps_.empty() ? 0 : *std::max_element(sweeps_.begin(), sweeps_.end());
}

ImpulseSweeps::Row ImpulseSweeps::make_row(const CollisionView& step, std::size_t i,
                                           const GaussSeidelOptions& options) const {
  const Contact& contact = set_.contacts()[i];
  return {.inverse_mass = inverse_mass(contact, step.inverse_mass()),
          .target = find_target_velocity(step, contact, set_.history()[i].times_found, options.approach),
          .friction = step.friction(contact)};
}

int ImpulseSweeps::sweep(CollisionView& step, std::size_t zone, int max_sweeps) {
  const auto contacts = zones_.contacts(zone);
  int sweeps = 0;
  const auto apply_normal_impulses = [&](int most) {
    for (bool settled = false; !settled && sweeps < most; ++sweeps) {
      settled = true;
      for (const std::uint32_t i : contacts) settled &= apply_normal_impulse(step, i);
    }
  };
  apply_normal_impulses(max_sweeps);
  for (const std::uint32_t i : contacts) apply_friction_impulse(step, i);
  // Friction of one contact may make others approach again.
  apply_normal_impulses(max_sweeps);
  return sweeps;
}

/// Returns true if the contact already had an acceptable speed.
bool ImpulseSweeps::apply_normal_impulse(CollisionView& step, std::size_t i) {
  const Row& row = rows_[i];
  if (!(row.inverse_mass > 0.0)) return true;
  const Contact& contact = set_.contacts()[i];
  ContactSet::History& history = set_.history()[i];
  const double u = normal_velocity(contact, step.velocity());
  // The normal impulse may not fall below the value that bounds the friction applied so far; otherwise Coulomb's bound
  // would be violated.
  const double smallest = row.friction > 0.0 ? history.friction_impulse / row.friction : 0.0;
  const double normal_impulse = std::max(smallest, history.normal_impulse + (row.target.speed - u) / row.inverse_mass);
  const double change = normal_impulse - history.normal_impulse;
  if (change != 0.0) {
    apply_impulse(contact, change * contact.normal, step.inverse_mass(), step.velocity());
    history.normal_impulse = normal_impulse;
  }
  return u >= row.target.acceptable_speed;
}

void ImpulseSweeps::apply_friction_impulse(CollisionView& step, std::size_t i) {
  const Row& row = rows_[i];
  ContactSet::History& history = set_.history()[i];
  const double bound = row.friction * history.normal_impulse - history.friction_impulse;
  if (bound > 0.0)
    history.friction_impulse += apply_friction(set_.contacts()[i], bound, step.inverse_mass(), step.velocity());
}

}  // namespace muslin
