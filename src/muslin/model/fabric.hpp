#pragma once
#include <muslin/core/described.hpp>
#include <muslin/core/types.hpp>
#include <span>
#include <string_view>

namespace muslin {

/// The material of a cloth or shell, in SI units. Moduli are per width of cloth: N/m, not N/m². Directions are those of
/// the material space: warp is its first axis, weft its second.
struct Fabric {
  double areal_density = 0.15;    ///< [kg/m²]
  double stretch_warp = 3000.0;   ///< [N/m] membrane tension per strain
  double stretch_weft = 3000.0;   ///< [N/m]
  double poisson = 0.2;           ///< [1] contraction across per strain along, for equal moduli; in [0, 1)
  double shear = 60.0;            ///< [N/m] shear force per width and radian
  double bending_warp = 8e-6;     ///< [N m] moment per width and curvature, as in the cantilever test
  double bending_weft = 8e-6;     ///< [N m]
  double thickness = 4e-4;        ///< [m] distance between two layers
  double friction = 0.4;          ///< [1] coefficient against itself
  double stretch_damping = 1e-3;  ///< [s] force per rate of strain, relative to the modulus
  double bending_damping = 1e-3;  ///< [s]
};

/// A named fabric that scenes can use, with the sources of its values.
struct NamedFabric {
  std::string_view name;    ///< "cotton"
  std::string_view about;   ///< "plain-weave cotton shirting"
  std::string_view source;  ///< source of each value
  Fabric fabric;
};

/// Returns all named fabrics in alphabetical order.
[[nodiscard]] std::span<const NamedFabric> named_fabrics();
/// Returns null if there is no fabric of that name.
[[nodiscard]] const NamedFabric* find_fabric(std::string_view name);

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Fabric>& options);

}  // namespace muslin
