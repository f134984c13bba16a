#pragma once
#include <muslin/core/described.hpp>
#include <muslin/core/types.hpp>

namespace muslin {

/// A vertex whose velocity is prescribed in one direction, and free across it: the paper's fixed constraints
/// [Raghupathi06 §4.4]. Only a quadratic programme keeps them.
struct Guide {
  VertexId vertex;
  Vec3 direction = Vec3::UnitY();  ///< of length 1
  double speed = 0.0;              ///< along it [m/s]
};

/// What scenes may set (core/option.hpp).
void describe(Description<Guide>& options);

}  // namespace muslin
