#pragma once
#include <muslin/core/types.hpp>
#include <vector>

namespace muslin {

/// The positions, velocities and accelerations of all vertices.
struct Kinematics {
  std::vector<Vec3> position;      ///< [m]
  std::vector<Vec3> velocity;      ///< [m/s]
  std::vector<Vec3> acceleration;  ///< of the last step [m/s²]; initial guess of the next solve
};

}  // namespace muslin
