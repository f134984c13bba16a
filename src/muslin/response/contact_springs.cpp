#include <algorithm>
#include <limits>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/contact_springs.hpp>

namespace muslin {
namespace {

bool has_prescribed_side(const CollisionStep& step, const Contact& contact) {
  const auto is_fixed = [&](std::size_t i) { return contact.weight[i] == 0.0 || !step.is_movable(contact.vertex[i]); };
  if (contact.kind == StencilKind::edge_edge) return (is_fixed(0) && is_fixed(1)) || (is_fixed(2) && is_fixed(3));
  return is_fixed(3) || (is_fixed(0) && is_fixed(1) && is_fixed(2));
}

/// How crowded each vertex is: over its pairs, the sum of its share of their inverse mass. Springs are the softer for
/// it, since a vertex near the corner of several triangles is in a pair with each of them.
std::vector<double> crowding(const CollisionStep& step) {
  const std::span<const double> w = step.inverse_mass();
  std::vector<double> result(w.size(), 0.0);
  for (const Proximity& pair : step.proximities()) {
    const double a = inverse_mass(pair.contact, w);
    if (!(a > 0.0)) continue;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t v = pair.contact.vertex[i].index();
      result[v] += w[v] * pair.contact.weight[i] * pair.contact.weight[i] / a;
    }
  }
  return result;
}

/// The pushes [N] under which no pair that touches is accelerated towards itself, given all other forces: what springs
/// must be able to carry, and what counts for friction. (To push with them right away is unstable: forces of stiff
/// cloth swing from step to step.)
std::vector<double> expected_loads(const CollisionStep& step, std::span<const Vec3> force) {
  const std::span<const double> w = step.inverse_mass();
  const std::vector<Proximity>& pairs = step.proximities();
  std::vector<double> load(pairs.size(), 0.0);
  std::vector<Vec3> acceleration(force.begin(), force.end());
  for (std::size_t v = 0; v < acceleration.size(); ++v) acceleration[v] *= w[v];
  for (int sweep = 0; sweep < tolerance::kLoadSweeps; ++sweep) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Contact& contact = pairs[i].contact;
      const double a = inverse_mass(contact, w);
      if (!(a > 0.0) || pairs[i].distance >= pairs[i].thickness) continue;
      const double before = load[i];
      load[i] = std::max(0.0, before - normal_velocity(contact, acceleration) / a);
      if (load[i] != before) apply_impulse(contact, (load[i] - before) * contact.normal, w, acceleration);
    }
  }
  return load;
}

/// The part of a spring's push that presses [N]: the load, and what resists further approach; not what takes overlap
/// away.
double pressing(const ContactSpring& spring, double distance, double end_gap) {
  const double push = std::max(0.0, spring.stiffness * (spring.rest_gap - end_gap));
  return std::min(push, spring.load + spring.stiffness * std::max(0.0, distance - end_gap));
}

}  // namespace

std::vector<ContactSpring> make_contact_springs(const CollisionStep& step, std::span<const Vec3> velocity,
                                                std::span<const Vec3> force, const RepulsionOptions& options,
                                                std::vector<std::int32_t>& spring_of_pair) {
  std::vector<ContactSpring> springs;
  const double dt = step.size();
  spring_of_pair.assign(step.proximities().size(), -1);
  if (!(options.implicit_stiffness > 0.0)) return springs;
  const std::vector<double> crowded = crowding(step), loads = expected_loads(step, force);
  for (std::size_t i = 0; i < spring_of_pair.size(); ++i) {
    const Proximity& pair = step.proximities()[i];
    const double a = inverse_mass(pair.contact, step.inverse_mass());
    if (!(a > 0.0)) continue;
    const Vec3 relative = relative_velocity(pair.contact, velocity);
    // What overlaps is to lose a share of it; what does not yet may come as near as its thickness.
    const double overlap = pair.thickness - pair.distance;
    const double rise = overlap > 0.0 ? options.rate * overlap : overlap;
    if (pair.contact.normal.dot(relative) * dt > overlap) continue;
    const bool held = has_prescribed_side(step, pair.contact);
    const double share = held ? 1.0 : tolerance::kShareOfLooseSprings;
    double crowd = 1.0;
    for (std::size_t k = 0; k < 4; ++k)
      if (pair.contact.weight[k] != 0.0) crowd = std::max(crowd, crowded[pair.contact.vertex[k].index()]);
    const double masses = share * options.implicit_stiffness / crowd;
    ContactSpring spring{.vertex = pair.contact.vertex, .weight = pair.contact.weight, .normal = pair.contact.normal};
    spring.load = loads[i];
    const double least = masses / (a * dt * dt),
                 most = held ? std::numeric_limits<double>::infinity() : tolerance::kStifferLooseSprings * least;
    spring.stiffness = std::clamp(spring.load / (tolerance::kCarryingShare * pair.thickness), least, most);
    spring.rest_gap = pair.distance + rise;
    spring_of_pair[i] = static_cast<std::int32_t>(springs.size());
    springs.push_back(spring);
  }
  return springs;
}

void settle_springs(const CollisionStep& step, std::span<const Vec3> end, std::vector<ContactSpring>& springs,
                    std::vector<std::int32_t>& spring_of_pair) {
  std::vector<ContactSpring> kept;
  const double dt = step.size();
  for (std::size_t i = 0; i < spring_of_pair.size(); ++i) {
    if (spring_of_pair[i] < 0) continue;
    ContactSpring spring = springs[static_cast<std::size_t>(spring_of_pair[i])];
    const Proximity& pair = step.proximities()[i];
    const Vec3 way = gap_vector(pair.contact, end) - gap_vector(pair.contact, step.start());
    const double end_gap = pair.distance + spring.normal.dot(way), stretch = end_gap - spring.rest_gap;
    if (stretch > tolerance::kPullingShare * pair.thickness) {
      spring_of_pair[i] = -1;
      continue;
    }
    // Coulomb's force at this load, as a damper at this sliding speed; but no stiffer than the spring itself.
    const double bound = step.friction(pair.contact) * pressing(spring, pair.distance, end_gap);
    if (bound > 0.0) {
      const double sliding = tangential(way, spring.normal).norm() / dt, stick = spring.stiffness * dt;
      spring.damping = bound < stick * sliding ? bound / sliding : stick;
    }
    spring_of_pair[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(spring);
  }
  springs = std::move(kept);
}

std::vector<CarriedImpulse> carried_impulses(const CollisionStep& step, std::span<const ContactSpring> springs,
                                             std::span<const std::int32_t> spring_of_pair,
                                             std::span<const Vec3> velocity) {
  std::vector<CarriedImpulse> carried(spring_of_pair.size());
  const double dt = step.size();
  for (std::size_t i = 0; i < carried.size(); ++i) {
    if (spring_of_pair[i] < 0) continue;
    const ContactSpring& spring = springs[static_cast<std::size_t>(spring_of_pair[i])];
    const Proximity& pair = step.proximities()[i];
    const Vec3 relative = relative_velocity(pair.contact, velocity);
    const double gap = pair.distance + dt * spring.normal.dot(relative);
    carried[i].on_spring = true;
    carried[i].push = dt * pressing(spring, pair.distance, gap);
    carried[i].rub = dt * spring.damping * tangential(relative, spring.normal).norm();
  }
  return carried;
}

}  // namespace muslin
