#pragma once
#include <muslin/core/described.hpp>
#include <span>
#include <string_view>

namespace muslin {

/// The material of a cable, rope or yarn. All values are in SI units and describe the cable as a whole: N, not N/m².
///
/// The defaults describe a soft braided nylon rope of 5 mm, estimated from typical ropes of that kind:
///   - A circle of 5 mm, of which two thirds are fibre of 1140 kg/m³ (nylon 6.6), weighs 15 g/m.
///   - It lengthens by a tenth under 500 N, an eighth of the 4 kN that such ropes bear, which gives 5 kN.
///   - An overhang of 12 cm sinks by 41.5° under its weight, so that EI = weight per length · (6 cm)³ [Peirce30].
/// Its fibres slide: a solid nylon rod of 5 mm would be two thousand times as stiff in bending.
struct CableMaterial {
  double linear_density = 0.015;  ///< [kg/m]
  double stretch = 5000.0;        ///< EA [N], tension per strain
  double bending = 3e-5;          ///< EI [N m²], moment per curvature
  double thickness = 0.005;       ///< [m] diameter
  double friction = 0.3;          ///< [1] coefficient against itself
  double stretch_damping = 1e-3;  ///< [s] force per rate of strain, relative to the stiffness
  double bending_damping = 1e-2;  ///< [s]
};

/// A named cable material that scenes can use, with the sources of its values.
struct NamedCable {
  std::string_view name;    ///< "nylon_cord"
  std::string_view about;   ///< "parachute cord of 4 mm, kernmantle"
  std::string_view source;  ///< source of each value
  CableMaterial material;
};

/// Returns all named cables in alphabetical order.
[[nodiscard]] std::span<const NamedCable> named_cables();
/// Returns null if there is no cable of that name.
[[nodiscard]] const NamedCable* find_cable(std::string_view name);

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<CableMaterial>& options);

}  // namespace muslin
