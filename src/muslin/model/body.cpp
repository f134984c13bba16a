#include <muslin/core/option.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/model/body.hpp>
#include <muslin/model/material_ranges.hpp>

namespace muslin {
namespace {

constexpr double kMaxBodySpeed = 1e6;     // [m/s]; a larger value is likely a typing error
constexpr int kMaxLayer = 1000;           // a garment has fewer
constexpr double kMaxAcceleration = 1e6;  // [m/s²]

}  // namespace

void describe(Description<Body>& options) {
  using O = Body;
  options
      .choice("stretch_model", &O::stretch_model,
              {{"membrane", StretchModel::membrane}, {"springs", StretchModel::springs}})
      .about(
          "How the sheet resists stretch and shear: by triangles with the numbers of the fabric, or by structural, "
          "shear and bend springs.");
  options
      .choice("bending_model", &O::bending_model,
              {{"quadratic", BendingModel::quadratic}, {"hinges", BendingModel::hinges}})
      .left_open()
      .about(
          "How a membrane resists bending: constant stiffness, for sheets that are flat at rest (the default of "
          "cloth), or angles between triangles (the default of shells and of plastic sheets).");
  options.number("velocity", &O::velocity, quantity::kSpeed)
      .from(-kMaxBodySpeed)
      .to(kMaxBodySpeed)
      .about("Velocity at the start.");
  options.integer("layer", &O::layer)
      .from(-kMaxLayer)
      .to(kMaxLayer)
      .about(
          "Of two sheets that intersect at the start, the one with the higher number belongs outside: on the side away "
          "from the nearest obstacle or, without obstacles, in front of the other. Equal numbers say nothing.");
}

void describe(Description<Tie>& options) {
  using O = Tie;
  options.about("Ties vertices of one body to points of another.");
  options.number("stiffness", &O::stiffness, quantity::kForcePerLength)
      .above(0)
      .to(kMaxModulus)
      .about("Force per extension.");
  options.number("damping", &O::damping, quantity::kTime)
      .from(0)
      .to(kMaxDampingTime)
      .about("Force per rate of extension, relative to the stiffness.");
  options.number("length", &O::length, quantity::kLength)
      .from(0)
      .to(kMaxShapeLength)
      .about("Distance that the tie keeps: a length, or \"start\" for the distance at the start.");
}

void describe(Description<Loads>& options) {
  using O = Loads;
  options.about("Loads on all bodies.");
  options.number("gravity", &O::gravity, quantity::kAcceleration)
      .from(-kMaxAcceleration)
      .to(kMaxAcceleration)
      .left_open()
      .about("Acceleration of gravity: a number is downwards; 9.81 m/s^2 downwards if it is missing.");
  options.group("wind", [](Description<O>& wind) {
    wind.about("How the air moves.");
    wind.short_for("velocity");
    wind.number("velocity", &O::wind, quantity::kSpeed)
        .from(-kMaxBodySpeed)
        .to(kMaxBodySpeed)
        .about("Velocity of the air.");
    wind.number("gust_strength", &O::gust_strength)
        .from(0)
        .to(100)
        .about("Share of its speed by which the wind swells and falls.");
    wind.number("gust_period", &O::gust_period, quantity::kTime)
        .from(1e-3)
        .to(1e9)
        .about("Time from one gust to the next, about.");
  });
  options.group("air", [](Description<O>& air) {
    air.about("How the air resists.");
    air.number("density", &O::air_density, quantity::kDensity)
        .from(0)
        .to(1e6)
        .about("Density of the air; 0 leaves drag out.");
    air.number("normal_drag", &O::normal_drag).from(0).to(1e3).about("Drag coefficient of a face across the stream.");
    air.number("tangential_drag", &O::tangential_drag)
        .from(0)
        .to(1e3)
        .about("Drag coefficient of a face along the stream.");
  });
  options.number("damping", &O::damping, quantity::kFrequency)
      .from(0)
      .to(1e6)
      .about("Damping of all motion, in proportion to mass.");
}

}  // namespace muslin
