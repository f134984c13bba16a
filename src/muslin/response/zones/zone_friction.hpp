#pragma once
#include <functional>
#include <muslin/response/zones/impulse_minimiser.hpp>
#include <muslin/response/zones/zone_projection.hpp>
#include <span>

namespace muslin {

/// Friction of a whole zone [Harmon08 §4]: the sliding velocity loses at most μ times the change by normal impulses,
/// both in the mass norm. One coefficient: the mean of those of the contacts, weighted with their normal impulses. The
/// friction impulses have parts along the normals too, so that normal velocities stay as they are.
void find_zone_friction(const ZoneProblem& problem, ZoneProjection& projection, std::span<const Vec3> normal_impulse,
                        std::span<Vec3> friction_impulse);

/// Finds the normal impulses for relative velocities that friction impulses have changed. `normal_impulse` holds those
/// found before. False if there are none.
using FindNormalImpulses = std::function<bool(std::span<const Vec3> relative, std::span<Vec3> normal_impulse)>;

struct ContactFrictionOptions {
  double tolerance = 1e-6;  ///< of bounds relative to the largest, and of ImpulseMinimiser [1]
  /// Alternations of normal and friction impulses, at most. On flat ground one is enough, in corners they converge like
  /// a geometric series; the next pass of a zone begins where this one ended.
  int rounds = 20;
};

struct ContactFrictionReport {
  bool converged = false;
  int rounds = 0;
};

/// Friction of each contact with its own coefficient: beyond the paper. Coulomb's law to the tolerance:
/// |friction_impulse| ≤ μ normal_impulse, and where it slides, friction_impulse = μ normal_impulse against the sliding.
/// Solves for normal impulses with given friction and for friction with given normal impulses, in turn, until neither
/// changes (staggered projections [Kaufman08]), or for a bounded number of rounds. Both spans hold an initial guess;
/// the normal impulses at the end are those for the friction impulses at the end.
ContactFrictionReport find_contact_friction(const ZoneProblem& problem, const FindNormalImpulses& find_normal_impulses,
                                            const ContactFrictionOptions& options, std::span<Vec3> normal_impulse,
                                            std::span<Vec3> friction_impulse);

}  // namespace muslin
