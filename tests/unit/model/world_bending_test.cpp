#include <gtest/gtest.h>

#include <muslin/model/world.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::world_bending_test {
namespace {

/// Expects the quadratic bending that the sheet would have alone.
void expect_own_bending(const World& world, std::size_t sheet, const Body& body) {
  const WorldBody part{.body = &body, .scripted = {}};
  const World alone = make_world(std::span(&part, 1), {}, Loads{}).value();
  const auto entries = world.sheet_bending[sheet].bending.entries(),
             expected = alone.sheet_bending[0].bending.entries();
  ASSERT_EQ(entries.size(), expected.size());
  for (std::size_t e = 0; e < entries.size(); ++e) {
    EXPECT_EQ(entries[e].row, expected[e].row);
    EXPECT_EQ(entries[e].column, expected[e].column);
    EXPECT_EQ(entries[e].value, expected[e].value);
  }
}

TEST(World, SheetsThatBendAlikeShareTheirBending) {
  std::vector<Body> bodies(6, test::sheet(6, 0.2).body);
  for (Vec3& x : bodies[1].mesh.positions) x = Vec3(-x[2], 0.3 + x[1], x[0]);  // the same, elsewhere
  bodies[2].fabric.bending_weft *= 2.0;
  bodies[3] = test::sheet(6, 0.3).body;
  bodies[4].mesh.material_corners.clear();  // flat as it lies
  bodies[5].fabric.stretch_warp *= 2.0;     // which does not matter
  std::vector<WorldBody> parts;
  for (const Body& body : bodies) parts.push_back({.body = &body, .scripted = {}});
  const World world = make_world(parts, {}, Loads{}).value();
  ASSERT_EQ(world.sheet_bending.size(), bodies.size());
  const auto memory = [&](std::size_t sheet) { return world.sheet_bending[sheet].bending.entries().data(); };
  EXPECT_EQ(memory(1), memory(0));
  EXPECT_EQ(memory(5), memory(0));
  for (const std::size_t other : {2U, 3U, 4U}) EXPECT_NE(memory(other), memory(0)) << other;
  for (std::size_t sheet = 0; sheet < bodies.size(); ++sheet) expect_own_bending(world, sheet, bodies[sheet]);
}

}  // namespace
}  // namespace muslin::world_bending_test
