#pragma once
#include <muslin/sim/scene.hpp>

namespace muslin::soak {

/// What drives a scene, and what follows from it by physics alone. It is found from the scene as given, without the
/// simulator, so that a run can be judged by it.
struct Drive {
  double script_speed = 0.0;    ///< largest speed of a scripted vertex by its script [m/s]
  double speed = 0.0;           ///< of scripts, starts, gravity, wind and guides together [m/s]
  double contact_speed = 0.0;   ///< a thickness per step: what repulsion may add [m/s]
  double contact_energy = 0.0;  ///< elastic energy if every vertex is displaced by a thickness [J]
  double load_strain =
      0.0;  ///< strain that gravity, inertia, wind and pulling scripts can cause in the softest body [1]
  double movable_mass = 0.0;  ///< of all cloths, shells and cables [kg]
  bool is_closed = false;     ///< nothing moves by a script, a guide or wind: no energy comes in
};

[[nodiscard]] Drive find_drive(const Scene& scene);

}  // namespace muslin::soak
