#include <algorithm>
#include <cmath>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/proximity/contact_springs.hpp>
#include <muslin/response/proximity/independent_pairs.hpp>

namespace muslin {
namespace {

/// In spring_of_pair: none, and held apart by the springs of other pairs.
constexpr std::int32_t kNoSpring = -1, kRedundantPair = -2;

/// The damping of what sticks [N s/m].
double sticking_damping(const CollisionStep& step, const Contact& contact) {
  std::array<bool, 2> is_movable = {false, false};  // of the two elements
  const std::size_t first_of_other = contact.kind == StencilKind::edge_edge ? 2 : 3;
  for (std::size_t i = 0; i < 4; ++i)
    if (contact.weight[i] != 0.0 && step.is_movable(contact.vertex[i])) is_movable[i < first_of_other ? 0 : 1] = true;
  const double masses =
      is_movable[0] && is_movable[1] ? tolerance::kStickingDampingMasses : tolerance::kPrescribedStickingDampingMasses;
  return masses / (inverse_mass(contact, step.inverse_mass()) * step.size());
}

/// The push of a spring where the pair ends at this gap [N].
double normal_force_at(const ContactSpring& spring, double end_gap) {
  return std::max(0.0, spring.stiffness * (spring.rest_gap - end_gap));
}

/// Lets a spring rub as Coulomb's law says where the pair ends at this gap and slides at this speed: a damper of that
/// force, but no stiffer than it takes to stick.
void set_friction(ContactSpring& spring, double friction, double end_gap, double sliding, double stick) {
  const double bound = friction * normal_force_at(spring, end_gap);
  spring.damping = bound < stick * sliding ? bound / sliding : bound > 0.0 ? stick : 0.0;
}

}  // namespace

std::vector<ContactSpring> make_contact_springs(const CollisionStep& step, std::span<const Vec3> velocity,
                                                const RepulsionOptions& options,
                                                std::vector<std::int32_t>& spring_of_pair) {
  std::vector<ContactSpring> springs;
  const double dt = step.size();
  spring_of_pair.assign(step.proximities().size(), kNoSpring);
  if (!(options.implicit_stiffness > 0.0)) return springs;
  const std::vector<std::uint8_t> is_independent = independent_pairs(step.proximities(), velocity.size());
  for (std::size_t i = 0; i < spring_of_pair.size(); ++i) {
    const Proximity& pair = step.proximities()[i];
    const double a = inverse_mass(pair.contact, step.inverse_mass());
    if (!(a > 0.0)) continue;
    if (is_independent[i] == 0) {
      spring_of_pair[i] = kRedundantPair;
      continue;
    }
    const Vec3 relative = relative_velocity(pair.contact, velocity);
    // What overlaps is to lose a share of it; what does not yet may come as near as its thickness.
    const double overlap = pair.thickness - pair.distance;
    const double rise = overlap > 0.0 ? options.rate * overlap : overlap;
    if (pair.contact.normal.dot(relative) * dt > overlap) continue;
    ContactSpring spring{.vertex = pair.contact.vertex, .weight = pair.contact.weight, .normal = pair.contact.normal};
    // Stiffer where there is less room, as a barrier is: what presses harder comes nearer, and is still held. By its
    // power of 3/2, wrung cloth needs no more steps than with the room itself and twice the stiffness, and what lies in
    // a pile, with most of its room left, a third fewer iterations.
    const double room = std::clamp(pair.distance / pair.thickness, tolerance::kMinContactSpringGapShare, 1.0);
    spring.stiffness = options.implicit_stiffness / (room * std::sqrt(room) * a * dt * dt);
    spring.rest_gap = pair.distance + rise;
    set_friction(spring, step.friction(pair.contact), pair.distance + dt * spring.normal.dot(relative),
                 tangential(relative, spring.normal).norm(), sticking_damping(step, pair.contact));
    spring_of_pair[i] = static_cast<std::int32_t>(springs.size());
    springs.push_back(spring);
  }
  return springs;
}

void update_contact_springs(const CollisionStep& step, std::span<const Vec3> end, std::vector<ContactSpring>& springs,
                            std::vector<std::int32_t>& spring_of_pair) {
  std::vector<ContactSpring> kept;
  const double dt = step.size();
  for (std::size_t i = 0; i < spring_of_pair.size(); ++i) {
    if (spring_of_pair[i] < 0) continue;
    ContactSpring spring = springs[static_cast<std::size_t>(spring_of_pair[i])];
    const Proximity& pair = step.proximities()[i];
    const Vec3 relative_displacement = gap_vector(pair.contact, end) - gap_vector(pair.contact, step.start());
    const double end_gap = pair.distance + spring.normal.dot(relative_displacement);
    if (end_gap > spring.rest_gap) {
      spring_of_pair[i] = kNoSpring;
      continue;
    }
    set_friction(spring, step.friction(pair.contact), end_gap,
                 tangential(relative_displacement, spring.normal).norm() / dt, sticking_damping(step, pair.contact));
    spring_of_pair[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(spring);
  }
  springs = std::move(kept);
}

std::vector<SpringImpulse> find_spring_impulses(const CollisionStep& step, std::span<const ContactSpring> springs,
                                                std::span<const std::int32_t> spring_of_pair,
                                                std::span<const Vec3> velocity) {
  std::vector<SpringImpulse> carried(spring_of_pair.size());
  const double dt = step.size();
  for (std::size_t i = 0; i < carried.size(); ++i) {
    carried[i].on_spring = spring_of_pair[i] != kNoSpring;
    if (spring_of_pair[i] < 0) continue;
    const ContactSpring& spring = springs[static_cast<std::size_t>(spring_of_pair[i])];
    const Proximity& pair = step.proximities()[i];
    const Vec3 relative = relative_velocity(pair.contact, velocity);
    const double gap = pair.distance + dt * spring.normal.dot(relative);
    carried[i].normal_impulse = dt * normal_force_at(spring, gap);
    carried[i].friction_impulse = dt * spring.damping * tangential(relative, spring.normal).norm();
  }
  return carried;
}

}  // namespace muslin
