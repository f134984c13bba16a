#include <algorithm>
#include <array>
#include <muslin/core/option.hpp>
#include <muslin/model/material.hpp>
#include <muslin/model/material_ranges.hpp>

namespace muslin {
namespace {

// The source of each value is given beside it, in `source`. docs/fabrics.md explains how it was measured and converted:
//   stretch  secant modulus at 98.1 N/m, the load of FAST's E100 [DeBoosTester94]
//   shear    1 gf/(cm·deg) of KES is 0.980665 N/m · 180/π = 56.19 N/m per radian [Kawabata80]
//   bending  1 gf·cm²/cm of KES is 98.0665 µN·m
// All damping values are our own default, because none of the sources gives them.
constexpr std::array kFabrics = {
    NamedFabric{
        .name = "canvas",
        .about = "cotton duck No. 10, as of tents and sails",
        .source = "areal density: numbered duck, 14.7 oz/yd²; bending: upper quartile of about ten fabrics of 0.47 to "
                  "0.56 kg/m² in [Feng22]; stretch (E100 of 0.8 % and 1.2 %), shear, thickness, friction: typical of "
                  "tight heavy plain weaves, estimate",
        .fabric = {.areal_density = 0.5,
                   .stretch_warp = 12000.0,
                   .stretch_weft = 8000.0,
                   .poisson = 0.2,
                   .shear = 200.0,
                   .bending_warp = 116e-6,
                   .bending_weft = 60e-6,
                   .thickness = 0.8e-3,
                   .friction = 0.5}},
    NamedFabric{.name = "chiffon",
                .about = "silk chiffon, sheer and limp",
                .source =
                    "areal density: 7 momme of 4.34 g/m²; bending: lower quartile of about a dozen fabrics of 0.015 to "
                    "0.036 kg/m² in [Feng22]; stretch (E100 of 6.5 % and 8 %), shear, thickness, friction: typical of "
                    "open weaves of twisted filament, estimate",
                .fabric = {.areal_density = 0.03,
                           .stretch_warp = 1500.0,
                           .stretch_weft = 1200.0,
                           .poisson = 0.2,
                           .shear = 8.0,
                           .bending_warp = 0.9e-6,
                           .bending_weft = 0.7e-6,
                           .thickness = 0.15e-3,
                           .friction = 0.3}},
    NamedFabric{
        .name = "cotton",
        .about = "plain-weave cotton shirting",
        .source = "areal density, thickness, Poisson's ratio: cotton of [Penava14]; bending: median of about 30 "
                  "fabrics of 0.13 to 0.18 kg/m² in [Feng22]; stretch (E100 of 2 % and 3 %), shear (1.4 gf/(cm·deg)), "
                  "friction: typical of shirting, estimate",
        .fabric = {.areal_density = 0.15,
                   .stretch_warp = 4900.0,
                   .stretch_weft = 3300.0,
                   .poisson = 0.24,
                   .shear = 80.0,
                   .bending_warp = 13e-6,
                   .bending_weft = 7.2e-6,
                   .thickness = 0.32e-3,
                   .friction = 0.5}},
    NamedFabric{
        .name = "denim",
        .about = "jeans, cotton twill",
        .source = "areal density, bending: 11oz-black-denim of [Wang11], the stiffer direction taken for the warp; "
                  "stretch: median of 6 denims in [KumariKhurana16], EMT and LT reduced to 98.1 N/m: 4340 N/m, split "
                  "between warp and weft by estimate; shear: their median, 1.58 gf/(cm·deg); thickness: their thinnest "
                  "at 0.5 gf/cm²; friction: estimate",
        .fabric = {.areal_density = 0.324,
                   .stretch_warp = 5000.0,
                   .stretch_weft = 3800.0,
                   .poisson = 0.2,
                   .shear = 89.0,
                   .bending_warp = 64e-6,
                   .bending_weft = 20e-6,
                   .thickness = 0.8e-3,
                   .friction = 0.55}},
    NamedFabric{
        .name = "felt",
        .about = "wool felt, pressed, alike in all directions",
        .source = "all: typical of pressed felt of 0.2 g/cm³, estimate; shear: stretch / (2 (1 + Poisson's ratio)), as "
                  "of any isotropic sheet",
        .fabric = {.areal_density = 0.3,
                   .stretch_warp = 3000.0,
                   .stretch_weft = 3000.0,
                   .poisson = 0.2,
                   .shear = 1250.0,
                   .bending_warp = 90e-6,
                   .bending_weft = 90e-6,
                   .thickness = 1.5e-3,
                   .friction = 0.6}},
    NamedFabric{
        .name = "fleece",
        .about = "polyester blanket fleece, a napped knit",
        .source = "areal density, stretch (tangent at no strain), shear, bending (at the largest curvature measured): "
                  "pink-ribbon-brown of [Wang11], stretch and shear as ARCSim reads them, the stiffer direction taken "
                  "for the wales; thickness, Poisson's ratio, friction: estimate",
        .fabric = {.areal_density = 0.228,
                   .stretch_warp = 490.0,
                   .stretch_weft = 303.0,
                   .poisson = 0.3,
                   .shear = 15.0,
                   .bending_warp = 60e-6,
                   .bending_weft = 59e-6,
                   .thickness = 2e-3,
                   .friction = 0.6}},
    NamedFabric{
        .name = "interlock",
        .about = "T-shirt, cotton and polyester double knit",
        .source = "areal density, stretch (at a strain of 1/6, mean of five directions of load), shear (at no strain), "
                  "bending (at the smallest curvature measured): gray-interlock of [Wang11], stretch and shear as "
                  "ARCSim reads them, the stiffer direction taken for the wales; thickness, Poisson's ratio, friction: "
                  "estimate",
        .fabric = {.areal_density = 0.187,
                   .stretch_warp = 661.0,
                   .stretch_weft = 195.0,
                   .poisson = 0.3,
                   .shear = 18.0,
                   .bending_warp = 23.4e-6,
                   .bending_weft = 23.2e-6,
                   .thickness = 0.8e-3,
                   .friction = 0.5}},
    NamedFabric{.name = "jersey",
                .about = "T-shirt, cotton single knit",
                .source =
                    "bending: the fabric of 0.146 kg/m² in [Feng22], among the softest sixth of its weight, as single "
                    "knits are; areal density, stretch (E100 of 20 % and 49 %), shear, thickness, Poisson's ratio, "
                    "friction: typical of single jersey, estimate",
                .fabric = {.areal_density = 0.16,
                           .stretch_warp = 500.0,
                           .stretch_weft = 200.0,
                           .poisson = 0.3,
                           .shear = 20.0,
                           .bending_warp = 3.4e-6,
                           .bending_weft = 2.5e-6,
                           .thickness = 0.5e-3,
                           .friction = 0.5}},
    NamedFabric{
        .name = "leather",
        .about = "sheepskin garment leather",
        .source = "thickness: middle of the 0.64 to 0.96 mm of [Memon21]; all else: typical of garment leather of 0.69 "
                  "g/cm³, estimate, shear as of an isotropic sheet",
        .fabric = {.areal_density = 0.55,
                   .stretch_warp = 3000.0,
                   .stretch_weft = 2500.0,
                   .poisson = 0.3,
                   .shear = 1050.0,
                   .bending_warp = 120e-6,
                   .bending_weft = 120e-6,
                   .thickness = 0.8e-3,
                   .friction = 0.6}},
    NamedFabric{
        .name = "linen",
        .about = "plain-weave linen for shirts and table cloths",
        .source = "bending: upper quartile of about 30 fabrics of 0.13 to 0.18 kg/m² in [Feng22], flax being stiffer "
                  "than cotton; areal density, stretch (E100 of 1.6 % and 2.2 %), shear, thickness, friction: typical "
                  "of linen, estimate",
        .fabric = {.areal_density = 0.16,
                   .stretch_warp = 6000.0,
                   .stretch_weft = 4500.0,
                   .poisson = 0.2,
                   .shear = 60.0,
                   .bending_warp = 23e-6,
                   .bending_weft = 17e-6,
                   .thickness = 0.35e-3,
                   .friction = 0.45}},
    NamedFabric{
        .name = "muslin",
        .about = "light unbleached plain-weave cotton for patterns",
        .source = "bending: median of about 30 fabrics of 0.10 to 0.13 kg/m² in [Feng22]; areal density, stretch (E100 "
                  "of 2.8 % and 3.9 %), shear, thickness, friction: typical of loose plain weaves of cotton, estimate",
        .fabric = {.areal_density = 0.11,
                   .stretch_warp = 3500.0,
                   .stretch_weft = 2500.0,
                   .poisson = 0.2,
                   .shear = 40.0,
                   .bending_warp = 7.4e-6,
                   .bending_weft = 5.2e-6,
                   .thickness = 0.3e-3,
                   .friction = 0.5}},
    NamedFabric{
        .name = "ripstop",
        .about = "coated nylon ripstop, as of kites and jackets",
        .source = "areal density: 1.9 oz/yd²; bending: upper quartile of about 20 fabrics of 0.047 to 0.068 kg/m² in "
                  "[Feng22]; stretch (E100 of 1.2 % and 1.4 %), shear, thickness, friction: typical of tight filament "
                  "weaves with a coating that locks their yarns, estimate",
        .fabric = {.areal_density = 0.064,
                   .stretch_warp = 8000.0,
                   .stretch_weft = 7000.0,
                   .poisson = 0.2,
                   .shear = 300.0,
                   .bending_warp = 5e-6,
                   .bending_weft = 5e-6,
                   .thickness = 0.1e-3,
                   .friction = 0.3}},
    NamedFabric{
        .name = "satin",
        .about = "silk charmeuse",
        .source = "areal density: 19 momme of 4.34 g/m²; bending: median of about 20 fabrics of 0.075 to 0.10 kg/m² in "
                  "[Feng22]; stretch (E100 of 3.9 % and 4.9 %), shear, thickness, friction: typical of silk satin, "
                  "estimate",
        .fabric = {.areal_density = 0.082,
                   .stretch_warp = 2500.0,
                   .stretch_weft = 2000.0,
                   .poisson = 0.2,
                   .shear = 20.0,
                   .bending_warp = 3.2e-6,
                   .bending_weft = 3.1e-6,
                   .thickness = 0.2e-3,
                   .friction = 0.25}},
    NamedFabric{
        .name = "silk",
        .about = "silk habotai, as of linings and scarves",
        .source = "areal density: 8 momme of 4.34 g/m²; bending: median of about a dozen fabrics of 0.015 to 0.036 "
                  "kg/m² in [Feng22]; stretch (E100 of 3.3 % and 3.9 %), shear, thickness, friction: typical of light "
                  "plain-weave silk, estimate",
        .fabric = {.areal_density = 0.035,
                   .stretch_warp = 3000.0,
                   .stretch_weft = 2500.0,
                   .poisson = 0.2,
                   .shear = 15.0,
                   .bending_warp = 1.25e-6,
                   .bending_weft = 1e-6,
                   .thickness = 0.1e-3,
                   .friction = 0.3}},
    NamedFabric{.name = "taffeta",
                .about = "polyester lining taffeta",
                .source =
                    "bending: median of about 20 fabrics of 0.047 to 0.068 kg/m² in [Feng22]; areal density, stretch "
                    "(E100 of 1.6 % and 2 %), shear, thickness, friction: typical of filament linings, estimate",
                .fabric = {.areal_density = 0.06,
                           .stretch_warp = 6000.0,
                           .stretch_weft = 5000.0,
                           .poisson = 0.2,
                           .shear = 90.0,
                           .bending_warp = 3e-6,
                           .bending_weft = 3.1e-6,
                           .thickness = 0.1e-3,
                           .friction = 0.3}},
    NamedFabric{.name = "velvet",
                .about = "cotton velvet, as of curtains",
                .source =
                    "bending: median of about 15 fabrics of 0.30 to 0.35 kg/m² in [Feng22]; all else: typical of cut "
                    "pile on a plain ground, estimate",
                .fabric = {.areal_density = 0.31,
                           .stretch_warp = 3000.0,
                           .stretch_weft = 2500.0,
                           .poisson = 0.2,
                           .shear = 60.0,
                           .bending_warp = 45e-6,
                           .bending_weft = 25e-6,
                           .thickness = 1.5e-3,
                           .friction = 0.6}},
    NamedFabric{
        .name = "wool",
        .about = "worsted suiting for men's winter suits",
        .source = "mean of men's winter suitings in [Kawabata80] (of the logarithms, where the book takes them), split "
                  "between warp and weft by estimate: areal density 26.4 mg/cm²; stretch from WT 9.16 gf·cm/cm² and LT "
                  "0.608 reduced to 98.1 N/m, 3290 N/m; shear 0.968 gf/(cm·deg); bending 0.136 gf·cm²/cm; thickness at "
                  "0.5 gf/cm²; Poisson's ratio: wool of [Penava14]; friction: estimate",
        .fabric = {.areal_density = 0.264,
                   .stretch_warp = 3900.0,
                   .stretch_weft = 2800.0,
                   .poisson = 0.28,
                   .shear = 54.0,
                   .bending_warp = 15e-6,
                   .bending_weft = 11.6e-6,
                   .thickness = 0.75e-3,
                   .friction = 0.45}},
};

}  // namespace

std::span<const NamedFabric> named_fabrics() { return kFabrics; }

const NamedFabric* find_fabric(std::string_view name) {
  const auto found =
      std::lower_bound(kFabrics.begin(), kFabrics.end(), name,
                       [](const NamedFabric& fabric, std::string_view wanted) { return fabric.name < wanted; });
  return found != kFabrics.end() && found->name == name ? &*found : nullptr;
}

void describe(Description<Fabric>& options) {
  using O = Fabric;
  options.about(
      "What a sheet is made of: a known fabric, numbers, or a known fabric with some numbers changed. Numbers that are "
      "left out are those of \"base\", or the defaults.");
  options.named("fabric");
  options.short_for("base");
  const auto modulus = [&](const char* key, double O::*member) {
    return options.number(key, member, quantity::kForcePerLength).above(0).to(kMaxModulus);
  };
  const auto bending = [&](const char* key, double O::*member) {
    return options.number(key, member, quantity::kMomentPerLength).from(0).to(kMaxModulus);
  };
  const auto damping = [&](const char* key, double O::*member) {
    return options.number(key, member, quantity::kTime).from(0).to(kMaxDampingTime);
  };
  options.number("areal_density", &O::areal_density, quantity::kArealDensity)
      .above(0)
      .to(kMaxDensity)
      .about("Mass per area.");
  modulus("stretch_warp", &O::stretch_warp).about("Tension per width and strain along the warp.");
  modulus("stretch_weft", &O::stretch_weft).about("Tension per width and strain along the weft.");
  options.number("poisson", &O::poisson)
      .from(0)
      .below(1)
      .about("Contraction across per strain along, for equal moduli.");
  options.number("shear", &O::shear, quantity::kForcePerLength)
      .from(0)
      .to(kMaxModulus)
      .about("Shear force per width and radian.");
  bending("bending_warp", &O::bending_warp).about("Moment per width and curvature along the warp.");
  bending("bending_weft", &O::bending_weft).about("Moment per width and curvature along the weft.");
  options.number("thickness", &O::thickness, quantity::kLength)
      .within(kThicknessRange)
      .about("Distance that two layers keep.");
  options.number("friction", &O::friction).within(kFrictionRange).about("Coefficient of friction against itself.");
  damping("stretch_damping", &O::stretch_damping).about("Force per rate of strain, relative to the modulus.");
  damping("bending_damping", &O::bending_damping).about("Moment per rate of bending, relative to the modulus.");
  options.shorthand("stretch", {"stretch_warp", "stretch_weft"}).about("Both stretch moduli at once.");
  options.shorthand("bending", {"bending_warp", "bending_weft"}).about("Both bending moduli at once.");
}

}  // namespace muslin
