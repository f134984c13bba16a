#include <algorithm>
#include <cmath>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/proximity/contact_springs.hpp>
#include <muslin/response/proximity/independent_pairs.hpp>

namespace muslin {
namespace {

/// Values of spring_of_pair_ for a pair without a spring, and for a pair that the springs of other pairs keep apart.
constexpr std::int32_t kNoSpring = -1, kRedundantPair = -2;

/// Damping with which a pair sticks [N s/m].
double sticking_damping(const CollisionView& step, const Contact& contact) {
  std::array<bool, 2> is_movable = {false, false};  // of the two elements
  const std::size_t first_of_other = contact.kind == StencilKind::edge_edge ? 2 : 3;
  for (std::size_t i = 0; i < 4; ++i)
    if (contact.weight[i] != 0.0 && step.is_movable(contact.vertex[i])) is_movable[i < first_of_other ? 0 : 1] = true;
  const double masses =
      is_movable[0] && is_movable[1] ? tolerance::kStickingDampingMasses : tolerance::kPrescribedStickingDampingMasses;
  return masses / (inverse_mass(contact, step.inverse_mass()) * step.size());
}

/// Normal force of a spring if the pair ends with this gap [N].
double normal_force_at(const ContactSpring& spring, double end_gap) {
  return std::max(0.0, spring.stiffness * (spring.rest_gap - end_gap));
}

/// Sets the friction of a spring by Coulomb's law for a pair that ends with this gap and slides at this speed: a damper
/// with Coulomb's force, but no stiffer than sticking requires.
void set_friction(ContactSpring& spring, double friction, double end_gap, double sliding, double stick) {
  const double bound = friction * normal_force_at(spring, end_gap);
  spring.damping = bound < stick * sliding ? bound / sliding : bound > 0.0 ? stick : 0.0;
}

}  // namespace

double ContactSprings::friction(const CollisionView& step, const Contact& contact) const {
  return options_.has_friction ? step.friction(contact) : 0.0;
}

void ContactSprings::begin(const CollisionView& step, std::span<const Vec3> velocity) {
  const RepulsionOptions& options = options_.repulsion;
  const double dt = step.size();
  springs_.clear();
  spring_of_pair_.assign(step.proximities().size(), kNoSpring);
  if (!(options.implicit_stiffness > 0.0)) return;
  const std::vector<std::uint8_t> is_independent = independent_pairs(step.proximities(), velocity.size());
  for (std::size_t i = 0; i < spring_of_pair_.size(); ++i) {
    const Proximity& pair = step.proximities()[i];
    const double a = inverse_mass(pair.contact, step.inverse_mass());
    if (!(a > 0.0)) continue;
    if (is_independent[i] == 0) {
      spring_of_pair_[i] = kRedundantPair;
      continue;
    }
    const Vec3 relative = relative_velocity(pair.contact, velocity);
    // An overlap should shrink by a share. A pair without overlap may approach to its thickness.
    const double overlap = pair.thickness - pair.distance;
    const double rise = overlap > 0.0 ? options.rate * overlap : overlap;
    if (pair.contact.normal.dot(relative) * dt > overlap) continue;
    ContactSpring spring{.vertex = pair.contact.vertex, .weight = pair.contact.weight, .normal = pair.contact.normal};
    // The stiffness increases as the gap decreases, like a barrier: a pair under more pressure comes nearer, but is
    // still kept apart. With the exponent 3/2, wrung cloth needs no more steps than with the exponent 1 and twice the
    // stiffness, and a pile, which keeps most of its gaps, needs a third fewer iterations.
    const double gap_share = std::clamp(pair.distance / pair.thickness, tolerance::kMinContactSpringGapShare, 1.0);
    spring.stiffness = options.implicit_stiffness / (gap_share * std::sqrt(gap_share) * a * dt * dt);
    spring.rest_gap = pair.distance + rise;
    set_friction(spring, friction(step, pair.contact), pair.distance + dt * spring.normal.dot(relative),
                 tangential(relative, spring.normal).norm(), sticking_damping(step, pair.contact));
    spring_of_pair_[i] = static_cast<std::int32_t>(springs_.size());
    springs_.push_back(spring);
  }
}

void ContactSprings::refine(const CollisionView& step, std::span<const Vec3> end) {
  std::vector<ContactSpring> kept;
  const double dt = step.size();
  for (std::size_t i = 0; i < spring_of_pair_.size(); ++i) {
    if (spring_of_pair_[i] < 0) continue;
    ContactSpring spring = springs_[static_cast<std::size_t>(spring_of_pair_[i])];
    const Proximity& pair = step.proximities()[i];
    const Vec3 relative_displacement = gap_vector(pair.contact, end) - gap_vector(pair.contact, step.start());
    const double end_gap = pair.distance + spring.normal.dot(relative_displacement);
    if (end_gap > spring.rest_gap) {
      spring_of_pair_[i] = kNoSpring;
      continue;
    }
    set_friction(spring, friction(step, pair.contact), end_gap,
                 tangential(relative_displacement, spring.normal).norm() / dt, sticking_damping(step, pair.contact));
    spring_of_pair_[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(spring);
  }
  springs_ = std::move(kept);
}

bool ContactSprings::correct_friction(const CollisionView& step, std::span<const Vec3> end) {
  if (!options_.has_friction) return false;
  std::vector<double> damping(springs_.size(), 0.0);
  double allowed = 0.0, excess = 0.0;
  for (std::size_t i = 0; i < spring_of_pair_.size(); ++i) {
    if (spring_of_pair_[i] < 0) continue;
    const auto s = static_cast<std::size_t>(spring_of_pair_[i]);
    ContactSpring spring = springs_[s];
    const Contact& contact = step.proximities()[i].contact;
    const Vec3 displacement = gap_vector(contact, end) - gap_vector(contact, step.start());
    const double end_gap = step.proximities()[i].distance + spring.normal.dot(displacement);
    const double sliding = tangential(displacement, spring.normal).norm() / step.size();
    const double bound = friction(step, contact) * normal_force_at(spring, end_gap);
    allowed += bound;
    excess += std::max(0.0, spring.damping * sliding - bound);
    set_friction(spring, friction(step, contact), end_gap, sliding, sticking_damping(step, contact));
    damping[s] = spring.damping;
  }
  if (!(excess > tolerance::kMaxFrictionExcess * allowed)) return false;
  for (std::size_t s = 0; s < springs_.size(); ++s) springs_[s].damping = damping[s];
  return true;
}

double ContactSprings::separating_speed(const CollisionView& step) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < spring_of_pair_.size(); ++i) {
    if (spring_of_pair_[i] < 0) continue;
    const double rest_gap = springs_[static_cast<std::size_t>(spring_of_pair_[i])].rest_gap;
    largest = std::max(largest, (rest_gap - step.proximities()[i].distance) / step.size());
  }
  return largest;
}

std::vector<SpringImpulse> ContactSprings::impulses(const CollisionView& step, std::span<const Vec3> velocity) const {
  if (springs_.empty()) return {};
  std::vector<SpringImpulse> carried(spring_of_pair_.size());
  const double dt = step.size();
  for (std::size_t i = 0; i < carried.size(); ++i) {
    carried[i].on_spring = spring_of_pair_[i] != kNoSpring;
    if (spring_of_pair_[i] < 0) continue;
    const ContactSpring& spring = springs_[static_cast<std::size_t>(spring_of_pair_[i])];
    const Proximity& pair = step.proximities()[i];
    const Vec3 relative = relative_velocity(pair.contact, velocity);
    const double gap = pair.distance + dt * spring.normal.dot(relative);
    carried[i].normal_impulse = dt * normal_force_at(spring, gap);
    carried[i].friction_impulse = dt * spring.damping * tangential(relative, spring.normal).norm();
  }
  return carried;
}

}  // namespace muslin
