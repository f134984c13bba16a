#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <optional>
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
  Fabric fabric;            ///< values in SI units
};

/// Returns all named fabrics in alphabetical order.
[[nodiscard]] std::span<const NamedFabric> named_fabrics();
/// Returns null if there is no fabric of that name.
[[nodiscard]] const NamedFabric* find_fabric(std::string_view name);

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Fabric>& options);

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
  CableMaterial material;   ///< values in SI units
};

/// Returns all named cables in alphabetical order.
[[nodiscard]] std::span<const NamedCable> named_cables();
/// Returns null if there is no cable of that name.
[[nodiscard]] const NamedCable* find_cable(std::string_view name);

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<CableMaterial>& options);

/// The contact properties of one body's surface.
struct Surface {
  double thickness = 0.0;  ///< [m] distance between two layers of the body
  double friction = 0.0;   ///< [1] coefficient against itself
};

/// Overrides for a pair of bodies (or one body with itself) of the values that follow from their surfaces.
struct SurfacePair {
  std::int32_t first = 0,           ///< index of a body
      second = 0;                   ///< index of the other body, or of the same one
  std::optional<double> thickness;  ///< [m]; without a value, the mean of both bodies
  std::optional<double> friction;   ///< coefficient [1]; without a value, the geometric mean of both bodies
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<SurfacePair>& options);

}  // namespace muslin
