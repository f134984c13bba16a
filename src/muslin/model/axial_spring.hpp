#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/types.hpp>
#include <muslin/model/axial_matrix.hpp>
#include <muslin/model/element.hpp>

namespace muslin::detail {

/// The state that springs, attachments and the bending of cables have in common: a vector g = Σ c_a x_a with Σ c_a = 0,
/// and the energy ½ k (|g| - l)². The force on corner a is -c_a (tension n) with n = g/|g|, and its matrix blocks are
/// c_a c_b matrix(). All forces, damping included, act along g, so they conserve angular momentum for any velocities.
///
/// At g = 0 there is no direction, and n = 0. Then a rest length causes no force, and nothing is damped.
struct AxialSpring {
  Vec3 direction = Vec3::Zero();  ///< n
  double length = 0.0;            ///< |g|
  double energy = 0.0;
  double elastic = 0.0;    ///< tension k (|g| - l) without damping
  double tension = 0.0;    ///< tension with damping
  double stiffness = 0.0;  ///< k, along n
  double lateral = 0.0;    ///< k (1 - l/|g|), across n; zero where compression makes it negative
  double damping = 0.0;    ///< β k, along n, force per velocity

  [[nodiscard]] Mat3 matrix(MatrixWeights weights) const {
    return axial_matrix(direction, weights.stiffness * stiffness + weights.velocity * damping,
                        weights.stiffness * lateral);
  }
};

struct AxialSpringLaw {
  double stiffness = 0.0;    ///< k
  double rest_length = 0.0;  ///< l ≥ 0
  double damping = 0.0;      ///< β [s]
};

/// Computes the state for g and its rate of change. Lengths whose square underflows count as zero.
[[nodiscard]] inline AxialSpring axial_spring(const AxialSpringLaw& law, const Vec3& g, const Vec3& rate) {
  constexpr double kMinSquaredLength = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  AxialSpring now;
  const double squared = g.squaredNorm();
  const bool has_direction = squared > kMinSquaredLength;
  if (has_direction) {
    now.length = std::sqrt(squared);
    now.direction = g / now.length;
  }
  const double extension = now.length - law.rest_length;
  now.energy = 0.5 * law.stiffness * extension * extension;
  now.elastic = law.stiffness * extension;
  now.stiffness = law.stiffness;
  now.damping = law.damping * law.stiffness;
  now.tension = now.elastic + now.damping * now.direction.dot(rate);
  if (law.rest_length == 0.0) {
    now.lateral = law.stiffness;  // also at g = 0: without a rest length the energy ½ k g² is smooth everywhere
  } else if (has_direction) {
    now.lateral = std::max(0.0, now.elastic / now.length);
  }
  return now;
}

}  // namespace muslin::detail
