#include <algorithm>
#include <limits>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/proximity/repulsion.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <vector>

namespace muslin {
namespace {

/// A pair as the sweeps see it: what does not change from one to the next.
struct RepelledPair {
  const Contact* contact;
  double inverse_mass;  ///< a [1/kg]
  double friction;      ///< μ [1]
  double allowed;       ///< approach that is left alone [m/s]
  double wanted;        ///< speed of moving apart that springs bring about [m/s]
  double spring_left;   ///< of Δt k o [N s]
  double creep_bound;   ///< friction of the candidate that is left for what creeps, in the first sweep [N s]
  double creep_speed;   ///< which is slower than this [m/s]
};

std::vector<RepelledPair> pairs_to_repel(const CollisionStep& step, const RepulsionOptions& options) {
  const std::vector<Proximity>& proximities = step.proximities();
  std::vector<RepelledPair> pairs;
  pairs.reserve(proximities.size());
  for (std::size_t i = 0; i < proximities.size(); ++i) {
    const Proximity& near = proximities[i];
    const double a = inverse_mass(near.contact, step.inverse_mass());
    if (!(a > 0.0)) continue;
    const CarriedImpulse carried = step.carried().empty() ? CarriedImpulse{} : step.carried()[i];
    const double friction = step.friction(near.contact), overlap = near.thickness - near.distance;
    const double creep_bound = friction * carried.push - carried.rub;
    if (!(overlap > 0.0) && !(creep_bound > 0.0)) continue;
    RepelledPair pair{.contact = &near.contact,
                      .inverse_mass = a,
                      .friction = friction,
                      .allowed = std::numeric_limits<double>::infinity(),
                      .wanted = 0.0,
                      .spring_left = 0.0,
                      .creep_bound = creep_bound,
                      .creep_speed = tolerance::kCreepingShare * near.thickness / step.size()};
    if (overlap > 0.0) {
      // What a spring carries may use up most of its room; anything else stops.
      const double room =
          carried.on_spring ? std::max(0.0, near.distance - tolerance::kLeastShare * near.thickness) : 0.0;
      pair.allowed = room / step.size();
      if (!carried.on_spring) {
        pair.wanted = options.rate * overlap / step.size();
        pair.spring_left = step.size() * options.stiffness * overlap;
      }
    }
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

// A pair sees the velocities that the pairs before it left. So where two triangles report the same points of a shared
// side, the second finds them moving apart fast enough and adds nothing.
void repel(CollisionStep& step, const RepulsionOptions& options) {
  const std::span<Vec3> velocity = step.velocity();
  const std::span<const double> w = step.inverse_mass();
  std::vector<RepelledPair> pairs = pairs_to_repel(step, options);
  bool changed = true;
  for (int sweep = 0; sweep < options.sweeps && changed; ++sweep) {
    changed = false;
    for (RepelledPair& pair : pairs) {
      const double a = pair.inverse_mass;
      const Vec3 relative = relative_velocity(*pair.contact, velocity);
      const double u = pair.contact->normal.dot(relative);
      double push = std::max(0.0, (-pair.allowed - u) / a);
      if (pair.spring_left > 0.0) {
        const double missing = std::max(0.0, pair.wanted - std::max(0.0, u)) / a;
        const double spring = std::min(pair.spring_left, missing);
        pair.spring_left -= spring;
        push += spring;
      }
      double friction = pair.friction * push;
      if (push > 0.0) apply_impulse(*pair.contact, push * pair.contact->normal, w, velocity);
      // What the candidate has left of its bound stops what creeps. To brake more than that, vertex by vertex, would
      // stretch the cloth.
      if (sweep == 0 && pair.creep_bound > 0.0) {
        const double sliding = tangential(relative, pair.contact->normal).norm();
        if (sliding < pair.creep_speed && pair.creep_bound * a >= sliding) friction += pair.creep_bound;
      }
      if (friction > 0.0) apply_friction(*pair.contact, friction, w, velocity);
      changed |= push > 0.0 || friction > 0.0;
    }
  }
}

}  // namespace muslin
