#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <muslin/sim/simulator.hpp>
#include <tests/support/tangled_scenes.hpp>

// Starts that touch, or are nearer than their thickness, begin without a blow: without loads nothing is faster than one
// thickness per frame, which is the gap that is missing at the start. When the linear solver was only as exact as the
// forces of contact springs are large, layers nearer than their thickness reached 1.16 thicknesses per frame.
namespace muslin::touching_start_test {
namespace {

void expect_no_blow(Scene scene) {
  scene.loads.gravity.setZero();
  scene.loads.air_density = 0.0;
  double thickness = 0.0;
  for (const SceneBody& item : scene.bodies) thickness = std::max(thickness, item.body.fabric.thickness);
  const double bound = thickness * scene.time.frame_rate;
  auto simulator = Simulator::create(scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  EXPECT_TRUE(simulator->state().tangle.empty());
  for (int frame = 1; frame <= 4; ++frame) {
    const auto outcome = simulator->advance();
    ASSERT_TRUE(outcome && !outcome->divergence);
    double fastest = 0.0;
    for (const Vec3& v : simulator->state().velocity) fastest = std::max(fastest, v.norm());
    EXPECT_LT(fastest, bound) << "frame " << frame;
    EXPECT_EQ(test::count_intersections(scene, simulator->state().position), 0U) << "frame " << frame;
  }
}

TEST(TouchingStart, ClothThatLiesExactlyOnABody) {
  Scene scene;
  SceneBody table = test::ball_body(0.1, Vec3::Zero());
  table.body.mesh = make_box({.size = Vec3(0.4, 0.1, 0.4)}).value();
  table.scripts[0].vertices.clear();
  double top = -1.0;
  for (std::size_t v = 0; v < table.body.mesh.positions.size(); ++v) {
    table.scripts[0].vertices.emplace_back(v);
    top = std::max(top, table.body.mesh.positions[v].y());
  }
  scene.bodies = {test::sheet_body("cloth", 12, 0.3), table};
  for (Vec3& x : scene.bodies[0].body.mesh.positions) x.y() = top;
  ASSERT_GT(test::count_intersections(scene,
                                      [&] {
                                        std::vector<Vec3> all = scene.bodies[0].body.mesh.positions;
                                        all.insert(all.end(), table.body.mesh.positions.begin(),
                                                   table.body.mesh.positions.end());
                                        return all;
                                      }()),
            0U);
  expect_no_blow(scene);
}

TEST(TouchingStart, LayersNearerThanTheirThickness) {
  Scene scene;
  scene.bodies = {test::sheet_body("lower", 12, 0.3), test::sheet_body("upper", 13, 0.3)};
  for (Vec3& x : scene.bodies[1].body.mesh.positions) x.y() += 0.1 * scene.bodies[1].body.fabric.thickness;
  expect_no_blow(scene);
}

TEST(TouchingStart, TwoIdenticalSheets) {
  Scene scene;
  scene.bodies = {test::sheet_body("one", 12, 0.3), test::sheet_body("two", 12, 0.3)};
  expect_no_blow(scene);
}

TEST(TouchingStart, CoincidentSheetsWithOppositeDiagonals) {
  Scene scene;
  scene.bodies = {test::sheet_body("one", 12, 0.3), test::sheet_body("two", 12, 0.3)};
  Mesh& mirrored = scene.bodies[1].body.mesh;
  for (Vec3& x : mirrored.positions) x.x() = -x.x();
  for (Triangle& triangle : mirrored.triangles) std::swap(triangle[1], triangle[2]);
  for (auto& corners : mirrored.material_corners) std::swap(corners[1], corners[2]);
  for (Vec2& uv : mirrored.material) uv.x() = -uv.x();
  expect_no_blow(scene);
}

}  // namespace
}  // namespace muslin::touching_start_test
