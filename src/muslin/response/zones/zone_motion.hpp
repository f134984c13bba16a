#pragma once
#include <muslin/core/types.hpp>
#include <optional>
#include <span>

namespace muslin {

/// Where a rigid body goes in a step: x ↦ to + turn (x - from).
struct ZoneMotion {
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();
  Mat3 turn = Mat3::Identity();

  /// From where a point starts to where it ends. Exactly the same for all points if nothing turns, and exactly zero at
  /// rest.
  [[nodiscard]] Vec3 displacement(const Vec3& x) const { return (to - from) + (turn - Mat3::Identity()) * (x - from); }
};

/// The vertices of a zone, and how they would move each for itself.
struct ZoneVertices {
  std::span<const VertexId> movable;
  std::span<const VertexId> prescribed;
  // One per vertex of the world:
  std::span<const Vec3> start;           ///< [m]
  std::span<const Vec3> end;             ///< [m] of prescribed vertices
  std::span<const Vec3> velocity;        ///< [m/s] of movable vertices
  std::span<const double> inverse_mass;  ///< [1/kg]
  double step_size = 0.0;                ///< Δt [s]
  double misfit = 0.0;                   ///< [m] by which prescribed vertices may miss a rigid motion
  bool may_rotate = true;                ///< beyond what prescribed vertices ask for
};

/// The rigid motion that a zone takes as a whole [Provot97; Bridson02 §7.5]. Free zones keep momentum, and the angular
/// momentum about their centre at the start gives ω = I⁺ L (a pseudo-inverse: the vertices may lie on a line). The turn
/// Δt ω is made exactly, and is no longer than tolerance::kMaxZoneRotation: on straight paths two vertices that turn by
/// θ come nearer by cos(θ/2) on the way. The velocities over the step are chords of that turn, which have the angular
/// momentum up to a share of O(θ), and never more energy than before.
///
/// Beyond the papers: prescribed vertices lead. If they move like one rigid body, the zone takes that motion; what they
/// leave open (all at one point: every turn about it; on a line: the turn about that) comes from the angular momentum
/// about them. Nothing if they do not, or turn by more than allowed.
[[nodiscard]] std::optional<ZoneMotion> zone_motion(const ZoneVertices& zone);

}  // namespace muslin
