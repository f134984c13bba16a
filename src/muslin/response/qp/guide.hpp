#pragma once
#include <muslin/core/described.hpp>
#include <muslin/core/types.hpp>

namespace muslin {

/// A vertex whose velocity is prescribed in one direction and free across it: a fixed constraint of [Raghupathi06
/// §4.4]. Only the quadratic programme of QP-Collide supports guides.
struct Guide {
  VertexId vertex;
  Vec3 direction = Vec3::UnitY();  ///< unit vector
  double speed = 0.0;              ///< velocity along the direction [m/s]
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Guide>& options);

}  // namespace muslin
