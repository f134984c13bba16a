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
  inexact,            ///< no contact collides, but friction has not converged to Coulomb's law
  fell_back,          ///< the zone has no solution by the method, and was solved by another one
  fell_back_inexact,  ///< the same, and friction has not converged
  unsolved,           ///< no solution within the budget; a shorter step is easier
  pinched,            ///< prescribed vertices leave no room
};

[[nodiscard]] constexpr bool has_fallen_back(ZoneOutcome outcome) {
  return outcome == ZoneOutcome::fell_back || outcome == ZoneOutcome::fell_back_inexact;
}
[[nodiscard]] constexpr bool is_inexact(ZoneOutcome outcome) {
  return outcome == ZoneOutcome::inexact || outcome == ZoneOutcome::fell_back_inexact;
}
[[nodiscard]] constexpr bool is_solved(ZoneOutcome outcome) {
  return outcome == ZoneOutcome::solved || is_inexact(outcome) || has_fallen_back(outcome);
}

/// The problem of one zone, in the units of contact_rows.hpp: find impulses p at its contacts, which change the
/// relative velocities to ρ + G p.
struct ZoneProblem {
  ContactRows rows;
  std::vector<Vec3> normal;
  std::vector<Vec3> relative;           ///< ρ, including the velocities of prescribed vertices
  std::vector<double> target_velocity;  ///< target of n·ρ
  std::vector<double> friction;         ///< μ [1]

  [[nodiscard]] std::size_t size() const { return normal.size(); }

  /// Sets up the problem for the current velocities of the step. `target_speed` [m/s] has one entry for each of
  /// `contacts`.
  void assign(const CollisionView& step, std::span<const Contact> contacts, std::span<const std::uint32_t> which,
              std::span<const VertexId> vertices, std::span<const double> target_speed);
  /// Computes the relative velocities after the impulses: ρ + G p.
  void relative_after(std::span<const Vec3> impulse, std::span<Vec3> after) const;
  /// Applies impulses to the vertices of the zone: v += W^½ Bᵀ p.
  void apply(std::span<const Vec3> impulse, std::span<const VertexId> vertices, std::span<Vec3> velocity) const;
  /// Returns true if no prescribed vertex takes part in any contact. Impulses then conserve momentum.
  [[nodiscard]] bool is_free() const;
};

}  // namespace muslin
