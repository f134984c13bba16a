#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <muslin/model/material.hpp>
#include <numbers>

namespace muslin::cable_materials_test {
namespace {

TEST(CableMaterials, AreSortedAndFoundByName) {
  const auto cables = named_cables();
  for (std::size_t i = 1; i < cables.size(); ++i) EXPECT_LT(cables[i - 1].name, cables[i].name);
  for (const NamedCable& named : cables) EXPECT_EQ(find_cable(named.name), &named);
  EXPECT_EQ(find_cable("steel"), nullptr);
  EXPECT_EQ(find_cable(""), nullptr);
}

TEST(CableMaterials, AreInThePlausibleRanges) {
  for (const NamedCable& named : named_cables()) {
    SCOPED_TRACE(named.name);
    const CableMaterial& cable = named.material;
    const double area = std::numbers::pi / 4.0 * cable.thickness * cable.thickness;
    EXPECT_GT(cable.linear_density / area, 300.0);
    EXPECT_LT(cable.linear_density / area, 9000.0);
    // No stiffer in bending than a solid rod of its thickness and its EA, EI = EA d²/16.
    EXPECT_GT(cable.bending, 0.0);
    EXPECT_LE(cable.bending, cable.stretch * cable.thickness * cable.thickness / 16.0 * 1.01);
    EXPECT_GT(cable.friction, 0.1);
    EXPECT_LT(cable.friction, 1.0);
    EXPECT_FALSE(named.about.empty());
    EXPECT_FALSE(named.source.empty());
  }
}

TEST(CableMaterials, SolidWiresFollowFromModulusDensityAndDiameter) {
  struct Solid {
    const char* name;
    double modulus, density, diameter;
  };
  for (const Solid& solid : {Solid{"copper_wire", 117e9, 8960.0, 1e-3}, Solid{"steel_wire", 200e9, 7850.0, 1e-3},
                             Solid{"rubber_cord", 1.5e6, 930.0, 5e-3}}) {
    SCOPED_TRACE(solid.name);
    const CableMaterial& cable = find_cable(solid.name)->material;
    const double area = std::numbers::pi / 4.0 * solid.diameter * solid.diameter;
    EXPECT_EQ(cable.thickness, solid.diameter);
    EXPECT_NEAR(cable.linear_density / (solid.density * area), 1.0, 5e-3);
    EXPECT_NEAR(cable.stretch / (solid.modulus * area), 1.0, 5e-3);
    EXPECT_NEAR(cable.bending / (solid.modulus * area * solid.diameter * solid.diameter / 16.0), 1.0, 5e-3);
  }
}

TEST(CableMaterials, ASteelRopeBendsAsItsWiresDo) {
  const CableMaterial& rope = find_cable("steel_rope")->material;
  const double wire = 0.2e-3, wire_area = std::numbers::pi / 4.0 * wire * wire;
  EXPECT_NEAR(rope.bending / (133.0 * 200e9 * wire_area * wire * wire / 16.0), 1.0, 5e-3);
  EXPECT_NEAR(rope.linear_density / (133.0 * 7850.0 * wire_area), 1.0, 5e-3);
}

}  // namespace
}  // namespace muslin::cable_materials_test
