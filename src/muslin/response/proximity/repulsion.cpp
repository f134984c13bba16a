#include <algorithm>
#include <limits>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/proximity/repulsion.hpp>
#include <vector>

namespace muslin {
namespace {

/// The quantities of a pair that do not change from one sweep to the next.
struct RepelledPair {
  const Contact* contact;
  double inverse_mass;              ///< a [1/kg]
  double friction;                  ///< μ [1]
  double allowed_approach;          ///< approach speed that is not stopped [m/s]
  double target_velocity;           ///< separating speed that repulsion requests [m/s]
  double remaining_spring_impulse;  ///< remaining part of Δt k o [N s]
  double creep_bound;  ///< friction impulse that the candidate has left to stop creep in the first sweep [N s]
  double creep_speed;  ///< largest sliding speed of creep [m/s]
};

std::vector<RepelledPair> make_repelled_pairs(const CollisionView& step, const RepulsionOptions& options,
                                              const RepulsionContext& context) {
  const std::vector<Proximity>& proximities = step.proximities();
  std::vector<RepelledPair> pairs;
  pairs.reserve(proximities.size());
  for (std::size_t i = 0; i < proximities.size(); ++i) {
    const Proximity& near = proximities[i];
    const double a = inverse_mass(near.contact, step.inverse_mass());
    if (!(a > 0.0)) continue;
    const SpringImpulse carried = context.spring_impulses.empty() ? SpringImpulse{} : context.spring_impulses[i];
    const double friction = context.has_friction ? step.friction(near.contact) : 0.0;
    const double overlap = near.thickness - near.distance;
    const double creep_bound = friction * carried.normal_impulse - carried.friction_impulse;
    if (!(overlap > 0.0) && !(creep_bound > 0.0)) continue;
    RepelledPair pair{.contact = &near.contact,
                      .inverse_mass = a,
                      .friction = friction,
                      .allowed_approach = std::numeric_limits<double>::infinity(),
                      .target_velocity = 0.0,
                      .remaining_spring_impulse = 0.0,
                      .creep_bound = creep_bound,
                      .creep_speed = tolerance::kCreepDisplacementShare * near.thickness / step.size()};
    if (overlap > 0.0) {
      // A pair with a spring may use up most of its gap; the approach of any other pair stops.
      const double gap =
          carried.on_spring ? std::max(0.0, near.distance - tolerance::kMinRepulsionGapShare * near.thickness) : 0.0;
      pair.allowed_approach = gap / step.size();
      if (!carried.on_spring) {
        pair.target_velocity = options.rate * overlap / step.size();
        pair.remaining_spring_impulse = step.size() * options.stiffness * overlap;
      }
    }
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

// Each pair starts from the velocities that earlier pairs left. If two triangles report the same points of a shared
// side, the second pair therefore finds them separating fast enough and adds nothing.
void repel(CollisionView& step, const RepulsionOptions& options, const RepulsionContext& context) {
  const std::span<Vec3> velocity = step.velocity();
  const std::span<const double> w = step.inverse_mass();
  std::vector<RepelledPair> pairs = make_repelled_pairs(step, options, context);
  bool changed = true;
  for (int sweep = 0; sweep < options.sweeps && changed; ++sweep) {
    changed = false;
    for (RepelledPair& pair : pairs) {
      const double a = pair.inverse_mass;
      const Vec3 relative = relative_velocity(*pair.contact, velocity);
      const double u = pair.contact->normal.dot(relative);
      double normal_impulse = std::max(0.0, (-pair.allowed_approach - u) / a);
      if (pair.remaining_spring_impulse > 0.0) {
        const double missing = std::max(0.0, pair.target_velocity - std::max(0.0, u)) / a;
        const double spring = std::min(pair.remaining_spring_impulse, missing);
        pair.remaining_spring_impulse -= spring;
        normal_impulse += spring;
      }
      double friction = pair.friction * normal_impulse;
      if (normal_impulse > 0.0) apply_impulse(*pair.contact, normal_impulse * pair.contact->normal, w, velocity);
      // The friction that the candidate has left stops creep. Stronger friction, applied vertex by vertex, would
      // stretch the cloth.
      if (sweep == 0 && pair.creep_bound > 0.0) {
        const double sliding = tangential(relative, pair.contact->normal).norm();
        if (sliding < pair.creep_speed && pair.creep_bound * a >= sliding) friction += pair.creep_bound;
      }
      if (friction > 0.0) apply_friction(*pair.contact, friction, w, velocity);
      changed |= normal_impulse > 0.0 || friction > 0.0;
    }
  }
}

}  // namespace muslin
