#include <gtest/gtest.h>

#include <muslin/core/parallel.hpp>
#include <muslin/response/response.hpp>
#include <muslin/sim/scene_warnings.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::isolated_vertex_test {
namespace {

constexpr int kSide = 5;

/// A sheet that falls onto a plate. If `is_isolated`, the sheet has further vertices that no face uses: in the plate,
/// on the way of the sheet, and far away.
Scene falling_sheet(const std::string& response, IntegratorMethod method, bool is_isolated) {
  SceneBody plate = test::sheet(3, 0.3);
  plate.body.name = "plate";
  plate.body.kind = BodyKind::obstacle;
  plate.scripts = {{.vertices = {}, .motion = make_rigid_motion({.velocity = Vec3(0.0, 0.2, 0.0)})}};
  for (std::size_t v = 0; v < plate.body.mesh.positions.size(); ++v) {
    plate.body.mesh.positions[v].y() -= 0.004;
    plate.scripts[0].vertices.emplace_back(v);
  }
  SceneBody sheet = test::sheet(kSide, 0.2);
  sheet.body.velocity = Vec3(0.0, -0.2, 0.0);
  if (is_isolated)
    for (const Vec3& x : {Vec3(0, -0.004, 0), Vec3(0.01, -0.002, 0.01), Vec3(40, 50, 60)})
      sheet.body.mesh.positions.push_back(x);
  Scene scene = test::scene_of(std::move(plate), 1.0 / 240.0, method);
  scene.bodies.push_back(std::move(sheet));
  scene.collision.response = response;
  scene.integrator.cfl = 0.5;
  return scene;
}

std::vector<Vec3> after(Scene scene, int frames, int threads) {
  std::vector<Vec3> positions;
  with_threads(threads, [&] {
    Simulator simulator = test::simulator_of(std::move(scene));
    const StepReport last = test::advance(simulator, frames);
    EXPECT_TRUE(std::isfinite(last.kinetic_energy) && std::isfinite(last.reaction.norm()));
    positions = simulator.state().position;
  });
  return positions;
}

// The positions of such vertices were read from memory that nobody had written: the same command ended with 0, 4 or 7.
TEST(IsolatedVertex, StaysWhereItIsAndChangesNothing) {
  constexpr int kFrames = 6;
  for (const ResponseInfo& response : known_responses())
    for (const IntegratorMethod method :
         {IntegratorMethod::backward_euler, IntegratorMethod::newmark, IntegratorMethod::symplectic_euler}) {
      SCOPED_TRACE(testing::Message() << response.name << " " << static_cast<int>(method));
      const Scene scene = falling_sheet(std::string(response.name), method, true);
      const std::vector<Vec3>& start = scene.bodies[1].body.mesh.positions;
      const std::vector<Vec3> with = after(scene, kFrames, 1), on_two = after(scene, kFrames, 2),
                              without = after(falling_sheet(std::string(response.name), method, false), kFrames, 1);
      EXPECT_EQ(with, on_two);
      ASSERT_EQ(with.size(), without.size() + 3);
      for (std::size_t i = 0; i < without.size(); ++i) EXPECT_EQ(with[i], without[i]) << i;
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(with[without.size() + k], start[start.size() - 3 + k]);
      // The sheet met the plate, which carries it up.
      EXPECT_GT(without[9 + kSide * kSide / 2].y(), -0.004 + 0.2 * kFrames / 240.0);
    }
}

TEST(IsolatedVertex, FollowsItsScriptAndIsCounted) {
  Scene scene = falling_sheet("gauss_seidel", IntegratorMethod::backward_euler, true);
  SceneBody& sheet = scene.bodies[1];
  const VertexId last(sheet.body.mesh.positions.size() - 1);
  sheet.scripts.push_back({.vertices = {last}, .motion = make_rigid_motion({.velocity = Vec3(24.0, 0.0, 0.0)})});
  const std::vector<std::string> warnings = scene_warnings(scene);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].substr(0, warnings[0].find(';')),
            "body '" + sheet.body.name + "': 3 isolated vertices (25, 26, 27)");
  const std::vector<Vec3> ends = after(scene, 10, 1);
  EXPECT_NEAR((ends.back() - Vec3(41, 50, 60)).norm(), 0.0, 1e-12);
}

}  // namespace
}  // namespace muslin::isolated_vertex_test
