#pragma once
#include <functional>
#include <muslin/response/zones/impulse_minimiser.hpp>
#include <muslin/response/zones/zone_projection.hpp>
#include <span>

namespace muslin {

/// Finds the friction of a whole zone [Harmon08 §4]: the sliding velocity decreases by at most μ times the velocity
/// change of the normal impulses, both in the mass norm. The zone has a single coefficient, the mean of those of its
/// contacts weighted by their normal impulses. The friction impulses also have components along the normals, which keep
/// the normal velocities unchanged.
void find_zone_friction(const ZoneProblem& problem, ZoneProjection& projection, std::span<const Vec3> normal_impulse,
                        std::span<Vec3> friction_impulse);

/// Finds the normal impulses for relative velocities that friction impulses have changed. `normal_impulse` holds the
/// previous ones. Returns false if there is no solution.
using FindNormalImpulses = std::function<bool(std::span<const Vec3> relative, std::span<Vec3> normal_impulse)>;

struct ContactFrictionOptions {
  double tolerance = 1e-6;  ///< of bounds relative to the largest, and of ImpulseMinimiser [1]
  /// Largest number of alternations of normal and friction impulses. One suffices on flat ground; in corners they
  /// converge like a geometric series. The next pass of a zone starts from the result of this one.
  int rounds = 20;
};

struct ContactFrictionReport {
  bool converged = false;
  int rounds = 0;
};

/// Finds the friction of each contact with its own coefficient, which goes beyond the paper. The result obeys Coulomb's
/// law to the tolerance: |friction_impulse| ≤ μ normal_impulse, and at sliding contacts friction_impulse = μ
/// normal_impulse against the sliding velocity. The function alternates between normal impulses for given friction and
/// friction for given normal impulses (staggered projections [Kaufman08]) until neither changes or the number of rounds
/// is reached. Both spans hold an initial guess. The final normal impulses are those that belong to the final friction
/// impulses.
ContactFrictionReport find_contact_friction(const ZoneProblem& problem, const FindNormalImpulses& find_normal_impulses,
                                            const ContactFrictionOptions& options, std::span<Vec3> normal_impulse,
                                            std::span<Vec3> friction_impulse);

}  // namespace muslin
