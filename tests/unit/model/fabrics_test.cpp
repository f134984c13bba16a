#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/model/material.hpp>
#include <set>
#include <string>

namespace muslin::fabrics_test {
namespace {

constexpr double kGravity = 9.81;

bool is_knit(const NamedFabric& named) {
  return named.name == "fleece" || named.name == "interlock" || named.name == "jersey";
}

TEST(Fabrics, AreManySortedAndUnique) {
  const auto fabrics = named_fabrics();
  EXPECT_GE(fabrics.size(), 10U);
  EXPECT_TRUE(
      std::is_sorted(fabrics.begin(), fabrics.end(), [](const auto& a, const auto& b) { return a.name < b.name; }));
  std::set<std::string_view> names, abouts;
  for (const NamedFabric& named : fabrics) {
    names.insert(named.name);
    abouts.insert(named.about);
    EXPECT_TRUE(
        std::all_of(named.name.begin(), named.name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; }));
  }
  EXPECT_EQ(names.size(), fabrics.size());
  EXPECT_EQ(abouts.size(), fabrics.size());
}

TEST(Fabrics, AreFoundByName) {
  for (const NamedFabric& named : named_fabrics()) EXPECT_EQ(find_fabric(named.name), &named);
  for (const char* name : {"", "aaa", "Cotton", "cotto", "cottons", "zzz"})
    EXPECT_EQ(find_fabric(name), nullptr) << name;
}

TEST(Fabrics, SayWhereEveryNumberComesFrom) {
  for (const NamedFabric& named : named_fabrics()) {
    SCOPED_TRACE(named.name);
    const std::string source(named.source);
    EXPECT_TRUE(source.find('[') != source.npos || source.find("estimate") != source.npos);
    if (source.find("all: ") != source.npos || source.find("all else: ") != source.npos) continue;
    for (const char* what : {"areal density", "stretch", "shear", "bending", "thickness", "friction"}) {
      EXPECT_NE(source.find(what), source.npos) << what;
    }
  }
}

TEST(Fabrics, AreInThePlausibleRanges) {
  for (const NamedFabric& named : named_fabrics()) {
    SCOPED_TRACE(named.name);
    const Fabric& fabric = named.fabric;
    const auto within = [](double value, double low, double high) { return value >= low && value <= high; };
    EXPECT_TRUE(within(fabric.areal_density, 0.02, 1.0));
    EXPECT_TRUE(within(fabric.thickness, 5e-5, 5e-3));
    EXPECT_TRUE(within(fabric.areal_density / fabric.thickness, 50.0, 1000.0)) << "bulk density in kg/m³";
    EXPECT_TRUE(within(fabric.poisson, 0.0, 0.5));
    EXPECT_TRUE(within(fabric.friction, 0.1, 1.0));
    for (const double stretch : {fabric.stretch_warp, fabric.stretch_weft}) {
      EXPECT_TRUE(within(stretch, 100.0, 20000.0));
      EXPECT_LT(fabric.shear, 0.5 * stretch);
    }
    EXPECT_TRUE(within(fabric.shear, 5.0, 1500.0));
    // What the cantilever test would show: silk some 15 mm, cardboard 100 mm.
    for (const double bending : {fabric.bending_warp, fabric.bending_weft})
      EXPECT_TRUE(within(std::cbrt(bending / (fabric.areal_density * kGravity)), 0.008, 0.04)) << "bending length in m";
    EXPECT_EQ(fabric.stretch_damping, Fabric{}.stretch_damping);
    EXPECT_EQ(fabric.bending_damping, Fabric{}.bending_damping);
  }
}

/// The tension at height z of a sheet of height h that hangs from its whole top edge is ρ g z: on average ρ g h / 2.
TEST(Fabrics, HangWithoutStretchingMuch) {
  for (const NamedFabric& named : named_fabrics()) {
    SCOPED_TRACE(named.name);
    const Fabric& fabric = named.fabric;
    const double softer = std::min(fabric.stretch_warp, fabric.stretch_weft);
    EXPECT_LT(fabric.areal_density * kGravity * 1.0 / (2.0 * softer), is_knit(named) ? 0.01 : 0.002);
  }
}

/// Yarns that slide bend more easily than a solid sheet of the same thickness and modulus, k t²/12. In knits tension
/// straightens loops instead of pulling yarns, and says nothing of bending.
TEST(Fabrics, BendMoreEasilyThanASolidSheet) {
  for (const NamedFabric& named : named_fabrics()) {
    if (is_knit(named)) continue;
    SCOPED_TRACE(named.name);
    const Fabric& fabric = named.fabric;
    const double thickness_squared = fabric.thickness * fabric.thickness;
    EXPECT_LE(fabric.bending_warp, fabric.stretch_warp * thickness_squared / 12.0);
    EXPECT_LE(fabric.bending_weft, fabric.stretch_weft * thickness_squared / 12.0);
  }
}

/// Strain at 100 gf/cm of a curve F ∝ εᵖ with KES's extension EMT at 500 gf/cm and linearity LT = 2 / (p + 1).
double e100(double emt, double linearity) { return emt * std::pow(0.2, linearity / (2.0 - linearity)); }

TEST(Fabrics, WoolIsConvertedFromKes) {
  constexpr double kLoad = 98.0665, kDegree = 0.017453292519943295;
  const Fabric& wool = find_fabric("wool")->fabric;
  const double emt = 2.0 * 9.16 / (0.608 * 500.0);
  const double mean_strain = 0.5 * (kLoad / wool.stretch_warp + kLoad / wool.stretch_weft);
  EXPECT_NEAR(mean_strain, e100(emt, 0.608), 0.02 * mean_strain);
  EXPECT_NEAR(wool.shear, 0.968 * 0.980665 / kDegree, 0.5);
  EXPECT_NEAR(0.5 * (wool.bending_warp + wool.bending_weft), 0.136 * 98.0665e-6, 0.1e-6);
}

TEST(Fabrics, DenimIsConvertedFromKes) {
  const Fabric& denim = find_fabric("denim")->fabric;
  std::array<double, 6> strain = {e100(0.05515, 0.712), e100(0.05735, 0.655), e100(0.04695, 0.780),
                                  e100(0.05135, 0.676), e100(0.04710, 0.720), e100(0.05455, 0.657)};
  std::sort(strain.begin(), strain.end());
  const double mean_strain = 0.5 * (98.0665 / denim.stretch_warp + 98.0665 / denim.stretch_weft);
  EXPECT_NEAR(mean_strain, 0.5 * (strain[2] + strain[3]), 0.02 * mean_strain);
}

}  // namespace
}  // namespace muslin::fabrics_test
