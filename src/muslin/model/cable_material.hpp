#pragma once
#include <muslin/core/described.hpp>
#include <span>
#include <string_view>

namespace muslin {

/// What a cable, rope or yarn is made of. SI units, of the cable as a whole: N, not N/m².
///
/// The defaults are a soft braided nylon rope of 5 mm, estimated from what its kind has in common:
///   - a circle of 5 mm, two thirds of it fibre of 1140 kg/m³ (nylon 6.6): 15 g/m;
///   - a tenth longer under 500 N, an eighth of the 4 kN such ropes bear: 5 kN;
///   - an overhang of 12 cm sinks by 41.5° under its weight, so that EI = weight per length · (6 cm)³ [Peirce30].
/// Fibres slide: a solid nylon rod of 5 mm would be two thousand times as stiff against bending.
struct CableMaterial {
  double linear_density = 0.015;  ///< [kg/m]
  double stretch = 5000.0;        ///< EA [N] tension per strain
  double bending = 3e-5;          ///< EI [N m²] moment per curvature
  double thickness = 0.005;       ///< [m] diameter
  double friction = 0.3;          ///< [1] coefficient against itself
  double stretch_damping = 1e-3;  ///< [s] force per rate of strain, relative to the stiffness
  double bending_damping = 1e-2;  ///< [s]
};

/// A cable with a name that scenes can use, and where its numbers come from.
struct NamedCable {
  std::string_view name;    ///< "nylon_cord"
  std::string_view about;   ///< "parachute cord of 4 mm, kernmantle"
  std::string_view source;  ///< where each number comes from
  CableMaterial material;
};

/// In alphabetical order.
[[nodiscard]] std::span<const NamedCable> named_cables();
/// Null if there is none of that name.
[[nodiscard]] const NamedCable* find_cable(std::string_view name);

/// What scenes may set (core/option.hpp).
void describe(Description<CableMaterial>& options);

}  // namespace muslin
