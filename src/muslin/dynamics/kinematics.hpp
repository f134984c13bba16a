#pragma once
#include <muslin/core/types.hpp>
#include <vector>

namespace muslin {

/// How all vertices stand and move.
struct Kinematics {
  std::vector<Vec3> position;      ///< [m]
  std::vector<Vec3> velocity;      ///< [m/s]
  std::vector<Vec3> acceleration;  ///< in the last step [m/s²]: where the solver of the next begins to search
};

}  // namespace muslin
