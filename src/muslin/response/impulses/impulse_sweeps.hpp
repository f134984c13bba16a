#pragma once
#include <muslin/contact/contact_set.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/target_velocity.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Applies impulses to one contact at a time, earliest first [Bridson02 §7.3], over all contacts found in the step so
/// far. The paper applies λ = -u/a where u < 0 and then forgets the contact. Here each contact keeps the sum λ ≥ 0 of
/// its impulses, which a later sweep may reduce if other impulses have made it unnecessary (projected Gauss-Seidel).
/// Friction follows when the normal impulses of a pass have settled, with Coulomb's bound on the sums. Without
/// GaussSeidelOptions::memory each pass forgets the passes before it.
class ImpulseSweeps {
 public:
  /// Forgets the contacts of earlier steps.
  void begin(const CollisionView& step);
  /// Changes the velocities so that the contacts found in this step, by the last detection or an earlier one, no longer
  /// approach. Returns the largest number of sweeps of any zone.
  int pass(CollisionView& step, const GaussSeidelOptions& options) { return pass(step, step.contacts(), options); }
  /// The same for some of the contacts of the last detection.
  int pass(CollisionView& step, std::span<const Contact> contacts, const GaussSeidelOptions& options);

 private:
  /// Constants of a contact during a pass.
  struct Row {
    double inverse_mass = 0.0;  ///< a [1/kg]
    TargetVelocity target;
    double friction = 0.0;  ///< μ [1]
  };

  [[nodiscard]] Row make_row(const CollisionView& step, std::size_t contact, const GaussSeidelOptions& options) const;
  int sweep(CollisionView& step, std::size_t zone, int max_sweeps);
  bool apply_normal_impulse(CollisionView& step, std::size_t contact);
  void apply_friction_impulse(CollisionView& step, std::size_t contact);

  ContactSet set_;
  Zones zones_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> active_;  ///< zones to be swept
  std::vector<std::uint8_t> is_active_;
  std::vector<int> sweeps_;  ///< number of sweeps of each active zone
};

}  // namespace muslin
