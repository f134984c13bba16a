#pragma once
#include <functional>
#include <muslin/response/impulse_minimiser.hpp>
#include <muslin/response/zone_projection.hpp>
#include <span>

namespace muslin {

/// Friction of a whole zone [Harmon08 §4]: what slides loses at most μ times what the pushes have changed, both in the
/// mass norm. Adds impulses to `impulse`, which holds the pushes. One coefficient: the mean of those of the contacts,
/// weighted with their pushes.
void rub_zone(const ZoneProblem& problem, ZoneProjection& projection, std::span<Vec3> impulse);

/// How pushes follow from rubs: impulses along the normals, for relative velocities that rubs have changed. `push`
/// comes with those found before. False if there are none.
using FindPushes = std::function<bool(std::span<const Vec3> relative, std::span<Vec3> push)>;

struct ContactFrictionReport {
  bool converged = false;
  int rounds = 0;
  int iterations = 0;  ///< of the minimiser
};

/// Friction of each contact with its own coefficient: beyond the paper. Coulomb's law to the tolerance: |rub| ≤ μ push,
/// and where it slides, rub = μ push against the sliding. Pushes for given rubs and rubs for given pushes, in turn,
/// until neither changes (staggered projections [Kaufman08]). `push` comes with the pushes without friction.
ContactFrictionReport rub_contacts(const ZoneProblem& problem, const FindPushes& find_pushes, double tolerance,
                                   std::span<Vec3> push, std::span<Vec3> rub);

}  // namespace muslin
