#include <algorithm>
#include <array>
#include <muslin/core/option.hpp>
#include <muslin/model/material.hpp>
#include <muslin/model/material_ranges.hpp>

namespace muslin {
namespace {

// A solid round cable of diameter d, Young's modulus E and density ρ has EA = E π d²/4, EI = E π d⁴/64 and the mass per
// length ρ π d²/4. A cable twisted or braided from thinner strands bends far more easily, since they slide: its EI lies
// between the sum over the strands and the value of the solid. All damping values are our own estimates.
constexpr std::array kCables = {
    NamedCable{
        .name = "copper_wire",
        .about = "bare solid copper wire of 1 mm",
        .source = "solid round wire: 117 GPa and 8960 kg/m³ of copper, typical handbook values; friction: estimate",
        .material =
            {.linear_density = 0.00704, .stretch = 91900.0, .bending = 5740e-6, .thickness = 1e-3, .friction = 0.3}},
    NamedCable{.name = "cotton_cord",
               .about = "braided cotton cord of 5 mm",
               .source = "linear density: cotton of 1540 kg/m³ filling half of the circle; stretch, bending, friction: "
                         "typical of soft braids, estimate",
               .material =
                   {.linear_density = 0.015, .stretch = 5000.0, .bending = 100e-6, .thickness = 5e-3, .friction = 0.5}},
    NamedCable{.name = "nylon_cord",
               .about = "parachute cord of 4 mm, kernmantle",
               .source =
                   "MIL-C-5040 type III: 2447 N (550 lbf) at 30 % elongation, a secant at break, and 6.6 g/m (225 "
                   "ft/lb); bending, friction: estimate, far below a solid rod's since its fibres slide",
               .material =
                   {.linear_density = 0.0066, .stretch = 8160.0, .bending = 20e-6, .thickness = 4e-3, .friction = 0.3}},
    NamedCable{
        .name = "rubber_cord",
        .about = "solid natural rubber cord of 5 mm",
        .source = "solid round cord: 1.5 MPa at small strain and 930 kg/m³ of natural rubber, typical handbook values; "
                  "friction: estimate",
        .material = {.linear_density = 0.0183, .stretch = 29.5, .bending = 46e-6, .thickness = 5e-3, .friction = 0.8}},
    NamedCable{
        .name = "steel_rope",
        .about = "galvanised steel rope 7x19 of 3 mm",
        .source = "133 wires of 0.2 mm of steel of 200 GPa and 7850 kg/m³: bending as if all wires slide, the least it "
                  "can be; stretch: 0.3 of the wires' own since strands unwind and settle, estimate; friction: "
                  "estimate",
        .material =
            {.linear_density = 0.0328, .stretch = 251000.0, .bending = 2090e-6, .thickness = 3e-3, .friction = 0.2}},
    NamedCable{
        .name = "steel_wire",
        .about = "solid steel wire of 1 mm",
        .source = "solid round wire: 200 GPa and 7850 kg/m³ of steel, typical handbook values; friction: estimate",
        .material =
            {.linear_density = 0.00617, .stretch = 157000.0, .bending = 9820e-6, .thickness = 1e-3, .friction = 0.2}},
};

}  // namespace

std::span<const NamedCable> named_cables() { return kCables; }

const NamedCable* find_cable(std::string_view name) {
  const auto found =
      std::lower_bound(kCables.begin(), kCables.end(), name,
                       [](const NamedCable& cable, std::string_view wanted) { return cable.name < wanted; });
  return found != kCables.end() && found->name == name ? &*found : nullptr;
}

void describe(Description<CableMaterial>& options) {
  using O = CableMaterial;
  options.about(
      "What a cable is made of: a known cable, numbers, or a known cable with some numbers changed. Numbers that are "
      "left out are those of \"base\", or the defaults.");
  options.short_for("base");
  options.number("linear_density", &O::linear_density, quantity::kLinearDensity)
      .above(0)
      .to(kMaxDensity)
      .about("Mass per length.");
  options.number("stretch", &O::stretch, quantity::kForce).above(0).to(kMaxModulus).about("Tension per strain, EA.");
  options.number("bending", &O::bending, quantity::kBendingStiffness)
      .from(0)
      .to(kMaxModulus)
      .about("Moment per curvature, EI.");
  options.number("thickness", &O::thickness, quantity::kLength).within(kThicknessRange).about("Diameter of the cable.");
  options.number("friction", &O::friction).within(kFrictionRange).about("Coefficient of friction against itself.");
  options.number("stretch_damping", &O::stretch_damping, quantity::kTime)
      .from(0)
      .to(kMaxDampingTime)
      .about("Force per rate of strain, relative to the stiffness.");
  options.number("bending_damping", &O::bending_damping, quantity::kTime)
      .from(0)
      .to(kMaxDampingTime)
      .about("Moment per rate of bending, relative to the stiffness.");
}

}  // namespace muslin
