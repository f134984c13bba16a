#include <algorithm>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/collision_step.hpp>
#include <muslin/response/repulsion.hpp>
#include <vector>

namespace muslin {

// A pair sees the velocities that the pairs before it left. So where two triangles report the same points of a shared
// side, the second finds them moving apart fast enough and adds nothing.
void repel(CollisionStep& step, const RepulsionOptions& options) {
  const std::span<Vec3> velocity = step.velocity();
  const std::span<const double> w = step.inverse_mass();
  const std::vector<Proximity>& pairs = step.proximities();
  std::vector<double> sprung(pairs.size(), 0.0);  // Σ λ_r
  for (int sweep = 0; sweep < options.sweeps; ++sweep) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Contact& contact = pairs[i].contact;
      const double a = inverse_mass(contact, w);
      if (!(a > 0.0)) continue;
      const CarriedImpulse carried = step.carried().empty() ? CarriedImpulse{} : step.carried()[i];
      const double u = normal_velocity(contact, velocity);
      const double overlap = pairs[i].thickness - pairs[i].distance;
      double push = 0.0;
      if (overlap > 0.0) {
        // What a spring carries may use up most of its room; anything else stops.
        const double room =
            carried.on_spring ? std::max(0.0, pairs[i].distance - tolerance::kLeastShare * pairs[i].thickness) : 0.0;
        push = std::max(0.0, (-room / step.size() - u) / a);
        if (!carried.on_spring) {
          const double missing = std::max(0.0, options.rate * overlap / step.size() - std::max(0.0, u)) / a;
          const double spring = std::min(step.size() * options.stiffness * overlap - sprung[i], missing);
          sprung[i] += spring;
          push += spring;
        }
      }
      if (push > 0.0) apply_impulse(contact, push * contact.normal, w, velocity);
      double friction = step.friction(contact) * push;
      // What the candidate has left of its bound stops what creeps. To brake more than that, vertex by vertex, would
      // stretch the cloth.
      const double left = step.friction(contact) * carried.push - carried.rub;
      const double sliding = tangential(relative_velocity(contact, velocity), contact.normal).norm();
      if (sweep == 0 && left * a >= sliding && sliding * step.size() < tolerance::kCreepingShare * pairs[i].thickness)
        friction += left;
      if (friction > 0.0) apply_friction(contact, friction, w, velocity);
    }
  }
}

}  // namespace muslin
