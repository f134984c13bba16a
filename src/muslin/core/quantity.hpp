#pragma once
#include <limits>
#include <string>
#include <string_view>

namespace muslin {

/// Powers of the base units that make up a quantity. An angle has a power of its own, so that nobody gives degrees
/// where a ratio is expected.
struct Dimension {
  int kilogram = 0;
  int metre = 0;
  int second = 0;
  int degree = 0;
  friend constexpr bool operator==(Dimension, Dimension) = default;
};

/// Describes the physical quantity of a number. A plain number is in `unit`: SI, except that angles are in degrees, as
/// artists know them.
struct Quantity {
  std::string_view name;  ///< "a length"
  Dimension dimension;
  std::string_view unit;      ///< "m"; empty for a ratio
  std::string_view examples;  ///< "\"0.4 mm\", \"1.5 m\""
};

namespace quantity {
inline constexpr Quantity kRatio = {"a ratio", {}, "", "0.4, \"40 %\""};
inline constexpr Quantity kLength = {"a length", {.metre = 1}, "m", "0.4, \"0.4 mm\", \"12 in\""};
inline constexpr Quantity kMass = {"a mass", {.kilogram = 1}, "kg", "0.001, \"0.5 g\", \"1 oz\""};
inline constexpr Quantity kTime = {"a time", {.second = 1}, "s", "0.005, \"5 ms\", \"1/60 s\""};
inline constexpr Quantity kFrequency = {"a rate", {.second = -1}, "1/s", "24, \"24 fps\", \"2 Hz\""};
inline constexpr Quantity kSpeed = {"a speed", {.metre = 1, .second = -1}, "m/s", "1.5, \"5 km/h\", \"20 cm/s\""};
inline constexpr Quantity kAcceleration = {"an acceleration", {.metre = 1, .second = -2}, "m/s^2", "9.81, \"1 m/s^2\""};
inline constexpr Quantity kAngle = {"an angle", {.degree = 1}, "deg", "90, \"90 deg\", \"1.57 rad\", \"2 turns\""};
inline constexpr Quantity kAngularSpeed = {
    "an angular speed", {.second = -1, .degree = 1}, "deg/s", "90, \"90 deg/s\", \"120 rpm\""};
inline constexpr Quantity kCurvature = {"a curvature", {.metre = -1}, "1/m", "50, \"0.5 1/cm\""};
inline constexpr Quantity kArealDensity = {
    "an areal density", {.kilogram = 1, .metre = -2}, "kg/m^2", "0.15, \"150 g/m^2\", \"4.4 oz/yd^2\""};
inline constexpr Quantity kLinearDensity = {
    "a linear density", {.kilogram = 1, .metre = -1}, "kg/m", "0.015, \"15 g/m\", \"30 tex\""};
inline constexpr Quantity kDensity = {"a density", {.kilogram = 1, .metre = -3}, "kg/m^3", "1.2, \"1.2 kg/m^3\""};
inline constexpr Quantity kForce = {
    "a force", {.kilogram = 1, .metre = 1, .second = -2}, "N", "5000, \"5 kN\", \"500 gf\""};
inline constexpr Quantity kForcePerLength = {
    "a force per length", {.kilogram = 1, .second = -2}, "N/m", "3000, \"3 kN/m\", \"5 N/cm\""};
inline constexpr Quantity kMomentPerLength = {"a bending stiffness per width",
                                              {.kilogram = 1, .metre = 2, .second = -2},
                                              "N m",
                                              "8e-6, \"8 uN m\", \"0.05 gf cm^2/cm\""};
inline constexpr Quantity kBendingStiffness = {
    "a bending stiffness", {.kilogram = 1, .metre = 3, .second = -2}, "N m^2", "1e-4, \"100 mN mm^2\""};
inline constexpr Quantity kEnergy = {"an energy", {.kilogram = 1, .metre = 2, .second = -2}, "J", "0.01, \"10 mJ\""};
}  // namespace quantity

/// Formats a value for messages: "0.4 m", "0.4".
[[nodiscard]] std::string with_unit(double value, const Quantity& quantity);

/// Describes the allowed numbers. An infinite bound means no bound, but a number must always be finite.
struct NumberRange {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool above_minimum = false;  ///< the minimum itself is refused
  bool below_maximum = false;  ///< the maximum itself is refused

  [[nodiscard]] bool contains(double value) const;
  /// Describes the range in words: "from 0 to 1", "more than 0 m and at most 1 m", "finite".
  [[nodiscard]] std::string words(const Quantity& quantity) const;
};

}  // namespace muslin
