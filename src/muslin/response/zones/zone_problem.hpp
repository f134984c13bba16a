#pragma once
#include <cstdint>
#include <muslin/contact/contact_rows.hpp>
#include <span>
#include <vector>

namespace muslin {

class CollisionView;

/// The result of an attempt to solve a zone.
enum class ZoneOutcome : std::uint8_t {
  solved,
  inexact,   ///< it does not collide, but its friction has not converged to Coulomb's law
  unsolved,  ///< not within the budget; a shorter step is easier
  pinched,   ///< prescribed vertices leave no room
};

[[nodiscard]] constexpr bool is_solved(ZoneOutcome outcome) {
  return outcome == ZoneOutcome::solved || outcome == ZoneOutcome::inexact;
}

/// What a response has to solve for one zone, in the units of contact_rows.hpp: impulses p at its contacts, so that
/// their relative velocities become ρ + G p.
struct ZoneProblem {
  ContactRows rows;
  std::vector<Vec3> normal;
  std::vector<Vec3> relative;           ///< ρ, prescribed vertices included
  std::vector<double> target_velocity;  ///< asked of n·ρ
  std::vector<double> friction;         ///< μ

  [[nodiscard]] std::size_t size() const { return normal.size(); }

  /// Sets up the problem with the velocities that the step has now. `target_speed` [m/s]: one for each of `contacts`.
  void assign(const CollisionView& step, std::span<const Contact> contacts, std::span<const std::uint32_t> which,
              std::span<const VertexId> vertices, std::span<const double> target_speed);
  /// The relative velocities after impulses: ρ + G p.
  void relative_after(std::span<const Vec3> impulse, std::span<Vec3> after) const;
  /// Applies impulses: v += W^½ Bᵀ p for the vertices of the zone.
  void apply(std::span<const Vec3> impulse, std::span<const VertexId> vertices, std::span<Vec3> velocity) const;
  /// Does no prescribed vertex take part in any contact? Then impulses keep momentum.
  [[nodiscard]] bool is_free() const;
};

}  // namespace muslin
