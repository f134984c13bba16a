#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/contact/surfaces.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/response/response.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::scene_collision_test {
namespace {

using test::cloth_scene;
using test::scene_error;
using test::valid_scene;

CollisionOptions collision(const std::string& value, const SceneReadOptions& options = {}) {
  return valid_scene(cloth_scene("", value.empty() ? "" : "\"collision\": " + value), options).scene.collision;
}

std::string fault(const std::string& value) { return scene_error(cloth_scene("", "\"collision\": " + value)); }

TEST(SceneCollision, WithoutAWordHasTheDefaultsOfTheLibrary) {
  const CollisionOptions d;
  for (const char* text : {"", "{}"}) {
    const CollisionOptions read = collision(text);
    EXPECT_EQ(read.response, d.response);
    EXPECT_EQ(read.pinch, d.pinch);
    EXPECT_EQ(read.max_lag, d.max_lag);
    EXPECT_EQ(read.interval, d.interval);
    EXPECT_EQ(read.max_substeps, d.max_substeps);
    EXPECT_EQ(read.max_halvings, d.max_halvings);
    EXPECT_EQ(read.ladder, d.ladder);
    EXPECT_EQ(read.repulsion.stiffness, d.repulsion.stiffness);
    EXPECT_EQ(read.repulsion.rate, d.repulsion.rate);
    EXPECT_EQ(read.gauss_seidel.passes, d.gauss_seidel.passes);
    EXPECT_EQ(read.gauss_seidel.sweeps, d.gauss_seidel.sweeps);
    EXPECT_EQ(read.rigid_zones.impulse_passes, d.rigid_zones.impulse_passes);
    EXPECT_EQ(read.rigid_zones.passes, d.rigid_zones.passes);
    EXPECT_EQ(read.rigid_zones.most_vertices, d.rigid_zones.most_vertices);
    EXPECT_EQ(read.inelastic_projection.passes, d.inelastic_projection.passes);
    EXPECT_EQ(read.inelastic_projection.friction, d.inelastic_projection.friction);
    EXPECT_EQ(read.complementarity.passes, d.complementarity.passes);
    EXPECT_EQ(read.complementarity.approach, d.complementarity.approach);
    EXPECT_EQ(read.velocity_update, d.velocity_update);
    EXPECT_EQ(read.collision_clusters.passes, d.collision_clusters.passes);
    EXPECT_EQ(read.collision_clusters.restitution, d.collision_clusters.restitution);
    EXPECT_EQ(read.collision_clusters.friction, d.collision_clusters.friction);
    EXPECT_EQ(read.collision_clusters.sliding, d.collision_clusters.sliding);
    EXPECT_EQ(read.collision_clusters.energy_gain, d.collision_clusters.energy_gain);
    EXPECT_EQ(read.volume_preserving.scheme, d.volume_preserving.scheme);
    EXPECT_EQ(read.volume_preserving.passes, d.volume_preserving.passes);
    EXPECT_EQ(read.volume_preserving.paper.damping, d.volume_preserving.paper.damping);
    EXPECT_EQ(read.volume_preserving.paper.coupling, d.volume_preserving.paper.coupling);
    EXPECT_TRUE(read.pairs.empty());
  }
}

TEST(SceneCollision, ReadsEverything) {
  const Scene scene = valid_scene(test::rich_scene()).scene;
  const CollisionOptions& read = scene.collision;
  EXPECT_EQ(read.response, "rigid_zones");
  EXPECT_EQ(read.start, StartPolicy::refuse);
  EXPECT_EQ(read.pinch, PinchPolicy::stop);
  EXPECT_EQ(read.max_lag, 0.03);
  EXPECT_EQ(read.interval, 0.005);
  EXPECT_EQ(read.max_substeps, 8);
  EXPECT_EQ(read.max_halvings, 2);
  EXPECT_EQ(read.ladder, LadderOrder::halve_first);
  EXPECT_EQ(read.repulsion.stiffness, 1000.0);
  EXPECT_EQ(read.repulsion.rate, 0.2);
  EXPECT_EQ(read.gauss_seidel.passes, 11);
  EXPECT_EQ(read.gauss_seidel.sweeps, 12);
  EXPECT_EQ(read.rigid_zones.impulse_passes, 0);
  EXPECT_EQ(read.rigid_zones.passes, 13);
  EXPECT_EQ(read.rigid_zones.most_vertices, 99);
  EXPECT_EQ(read.inelastic_projection.impulse_passes, 1);
  EXPECT_EQ(read.inelastic_projection.passes, 14);
  EXPECT_EQ(read.inelastic_projection.friction, FrictionLaw::zone);
  EXPECT_EQ(read.inelastic_projection.tolerance, 1e-7);
  EXPECT_EQ(read.complementarity.impulse_passes, 2);
  EXPECT_EQ(read.complementarity.passes, 15);
  EXPECT_EQ(read.complementarity.approach, 0.5);
  EXPECT_EQ(read.complementarity.tolerance, 1e-6);
  EXPECT_EQ(read.velocity_update, VelocityUpdate::step);
  EXPECT_EQ(read.collision_clusters.passes, 18);
  EXPECT_EQ(read.collision_clusters.restitution, 0.75);
  EXPECT_EQ(read.collision_clusters.friction, ObstacleFriction::factor);
  EXPECT_EQ(read.collision_clusters.sliding, 0.5);
  EXPECT_EQ(read.collision_clusters.energy_gain, 0.05);
  EXPECT_EQ(read.volume_preserving.scheme, VolumeScheme::paper);
  EXPECT_EQ(read.volume_preserving.passes, 17);
  EXPECT_EQ(read.volume_preserving.newton_steps, 4);
  EXPECT_EQ(read.volume_preserving.approach, 0.25);
  EXPECT_EQ(read.volume_preserving.tolerance, 1e-4);
  EXPECT_EQ(read.volume_preserving.max_iterations, 99);
  EXPECT_EQ(read.volume_preserving.paper.passes, 6);
  EXPECT_EQ(read.volume_preserving.paper.newton_steps, 7);
  EXPECT_EQ(read.volume_preserving.paper.damping, 0.6);
  EXPECT_EQ(read.volume_preserving.paper.coupling, VolumeCoupling::global);
  EXPECT_EQ(read.volume_preserving.paper.tolerance, 1e-5);
  EXPECT_EQ(read.volume_preserving.paper.max_iterations, 98);
  ASSERT_EQ(read.pairs.size(), 2U);
  EXPECT_EQ(scene.bodies[static_cast<std::size_t>(read.pairs[0].first)].body.name, "ball");
  EXPECT_EQ(scene.bodies[static_cast<std::size_t>(read.pairs[0].second)].body.name, "sheet");
  EXPECT_EQ(read.pairs[0].thickness, 0.002);
  EXPECT_EQ(read.pairs[0].friction, 0.1);
  EXPECT_EQ(read.pairs[1].first, read.pairs[1].second);
  EXPECT_FALSE(read.pairs[1].thickness);
  EXPECT_EQ(read.pairs[1].friction, 0.0);
  EXPECT_EQ(scene.expect.intersections, 0.0);
  EXPECT_EQ(scene.expect.stopped_zones, 3.0);
  EXPECT_EQ(scene.expect.max_lag, 0.001);
}

TEST(SceneCollision, TakesEveryResponseByItsNameAlone) {
  for (const ResponseInfo& response : known_responses()) {
    const std::string name(response.name);
    EXPECT_EQ(collision("\"" + name + "\"").response, name);
    EXPECT_EQ(collision("{\"response\": \"" + name + "\"}").response, name);
    EXPECT_EQ(collision("", {.overrides = {"collision.response=" + name}}).response, name);
    // Over a short form, too, and without touching the rest.
    EXPECT_EQ(collision("\"gauss_seidel\"", {.overrides = {"collision.response=" + name}}).response, name);
    const CollisionOptions changed = collision("{\"max_halvings\": 1}", {.overrides = {"collision.response=" + name}});
    EXPECT_EQ(changed.response, name);
    EXPECT_EQ(changed.max_halvings, 1);
  }
}

TEST(SceneCollision, NamesTheNearestResponse) {
  for (const char* text : {"\"gauss_seidl\"", "{\"response\": \"gauss_seidl\"}"})
    EXPECT_NE(fault(text).find("unknown name \"gauss_seidl\"; did you mean \"gauss_seidel\"? known: gauss_seidel, "),
              std::string::npos)
        << fault(text);
  EXPECT_EQ(fault("{\"pinch\": \"yeild\"}"),
            "a.json:1: /collision/pinch: unknown name \"yeild\"; did you mean \"yield\"? known: stop, yield, priority");
  EXPECT_EQ(fault("{\"thickness\": 1}"),
            "a.json:1: /collision: unknown key \"thickness\"; give it to the bodies, or to \"pairs\" of them");
}

TEST(SceneCollision, RefusesNumbersOutOfRange) {
  for (const char* text : {"{\"max_lag\": -1}", "{\"interval\": -1}", "{\"max_substeps\": 0}", "{\"max_halvings\": -1}",
                           "{\"max_halvings\": 1.5}", "{\"repulsion\": {\"rate\": 1.5}}",
                           "{\"repulsion\": {\"stiffness\": -1}}", "{\"gauss_seidel\": {\"passes\": 0}}",
                           "{\"rigid_zones\": {\"impulse_passes\": -1}}", "{\"rigid_zones\": {\"most_vertices\": 2}}"})
    EXPECT_NE(fault(text).find("must be"), std::string::npos) << text;
}

TEST(SceneCollision, SaysWhatIsWrongWithAPair) {
  const auto pairs = [](const std::string& text) { return fault("{\"pairs\": [" + text + "]}"); };
  EXPECT_EQ(
      pairs(R"({"bodies": ["sheet", "shet"], "friction": 1})"),
      "a.json:1: /collision/pairs/0/bodies/1: there is no body named \"shet\"; did you mean \"sheet\"? known: sheet");
  EXPECT_EQ(pairs(R"({"bodies": ["sheet"], "friction": 1})"),
            "a.json:1: /collision/pairs/0/bodies: has 1 item; must have 2");
  EXPECT_EQ(pairs(R"({"bodies": ["sheet", "sheet"]})"),
            "a.json:1: /collision/pairs/0: the pair sets nothing; give \"thickness\", \"friction\" or both");
  EXPECT_EQ(pairs(R"({"bodies": ["sheet", "sheet"], "friction": 1}, {"bodies": ["sheet", "sheet"], "thickness": 0.1})"),
            "a.json:1: /collision/pairs/1/bodies: pair 0 names the same bodies; keep only one of them");
  EXPECT_NE(pairs(R"({"bodies": ["sheet", "sheet"], "thickness": 0})").find("must be more than 0 m"),
            std::string::npos);
}

TEST(SceneCollision, EveryKindOfBodyHasAThicknessAndAFriction) {
  const Scene scene = valid_scene(
                          R"({"version": 1, "bodies": [
            {"name": "a", "cloth": {"grid": [3, 3]}, "thickness": "1 mm", "friction": 0.1},
            {"name": "b", "shell": {"grid": [3, 3]}, "fabric": {"thickness": "2 mm", "friction": 0.2},
             "place": {"translate": [0, 1, 0]}},
            {"name": "c", "cable": {"cable": {}}, "thickness": "3 mm", "friction": 0.3,
             "place": {"translate": [0, 2, 0]}},
            {"name": "d", "obstacle": {"plane": {}}, "thickness": "4 mm", "friction": 0.4,
             "place": {"translate": [0, 3, 0]}},
            {"name": "e", "obstacle": {"cable": {}}, "thickness": "5 mm", "friction": 0.5,
             "place": {"translate": [0, 4, 0]}},
            {"name": "f", "obstacle": {"plane": {}}, "place": {"translate": [0, 5, 0]}}]})")
                          .scene;
  ASSERT_EQ(scene.bodies.size(), 6U);
  const auto expect_surface = [&](std::size_t body, double thickness, double friction) {
    const Body& b = scene.bodies[body].body;
    const bool is_cable = b.kind == BodyKind::cable;
    EXPECT_DOUBLE_EQ(is_cable ? b.cable.thickness : b.fabric.thickness, thickness) << b.name;
    EXPECT_DOUBLE_EQ(is_cable ? b.cable.friction : b.fabric.friction, friction) << b.name;
  };
  for (std::size_t i = 0; i < 5; ++i)
    expect_surface(i, 1e-3 * static_cast<double>(i + 1), 0.1 * static_cast<double>(i + 1));
  expect_surface(5, Fabric{}.thickness, Fabric{}.friction);
}

}  // namespace
}  // namespace muslin::scene_collision_test
