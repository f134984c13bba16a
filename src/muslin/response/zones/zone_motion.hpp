#pragma once
#include <muslin/core/types.hpp>
#include <optional>
#include <span>

namespace muslin {

/// The rigid motion of a zone in a step: x ↦ to + turn (x - from).
struct ZoneMotion {
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();
  Mat3 turn = Mat3::Identity();

  /// Displacement of a point that starts at x [m]. It is exactly the same for all points without a rotation, and
  /// exactly zero at rest.
  [[nodiscard]] Vec3 displacement(const Vec3& x) const { return (to - from) + (turn - Mat3::Identity()) * (x - from); }
};

/// The vertices of a zone, and their motion as separate vertices.
struct ZoneVertices {
  std::span<const VertexId> movable;
  std::span<const VertexId> prescribed;
  // The following spans have one entry per vertex of the world.
  std::span<const Vec3> start;           ///< [m]
  std::span<const Vec3> end;             ///< ends of prescribed vertices [m]
  std::span<const Vec3> velocity;        ///< velocities of movable vertices [m/s]
  std::span<const double> inverse_mass;  ///< [1/kg]
  double step_size = 0.0;                ///< Δt [s]
  double misfit = 0.0;                   ///< largest allowed deviation of prescribed vertices from a rigid motion [m]
  bool may_rotate = true;                ///< false: the zone rotates only as prescribed vertices require
};

/// Finds the motion of a zone as one rigid body [Provot97; Bridson02 §7.5]. A zone without prescribed vertices
/// conserves momentum, and its angular momentum L about its centre at the start gives ω = I⁺ L (a pseudo-inverse,
/// because the vertices may lie on a line). The rotation by Δt ω is exact and limited to tolerance::kMaxZoneRotation:
/// on straight paths, two vertices that rotate by θ approach each other by the factor cos(θ/2) on the way. The mean
/// velocities over the step are chords of the rotation. They preserve the angular momentum up to a relative error of
/// O(θ), and never have more energy than before.
///
/// Prescribed vertices go beyond the papers. If they move as one rigid body, the zone takes that motion. Degrees of
/// freedom that they leave open (if they coincide, any rotation about their point; if they lie on a line, the rotation
/// about it) follow from the angular momentum about them. Returns nothing if they do not move rigidly, or rotate by
/// more than the limit.
[[nodiscard]] std::optional<ZoneMotion> zone_motion(const ZoneVertices& zone);

}  // namespace muslin
