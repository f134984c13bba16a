#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <muslin/model/material.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::scene_overrides_test {
namespace {

using test::cloth_scene;

Scene overridden(std::vector<std::string> overrides, const std::string& text = cloth_scene("\"fabric\": \"cotton\"")) {
  return test::valid_scene(text, {.overrides = std::move(overrides)}).scene;
}

std::string fault(const std::string& text) {
  return test::scene_error(cloth_scene("\"fabric\": \"cotton\""), {.overrides = {text}});
}

TEST(SceneOverrides, ReachEverythingByNameOrNumber) {
  const Scene scene =
      overridden({"time.frames=10", "time.step=2 ms", "time.frame_rate=30fps", "up=z", "bodies.sheet.fabric.shear=20",
                  "bodies.0.fabric.bending=\"1 uN m\"", "bodies.0.velocity=[1, 2, 3]", "bodies.sheet.velocity.1=5",
                  "integrator=newmark", "integrator.cfl=0.25", "bodies.sheet.cloth.grid=[3, 3]", "forces.gravity=1"});
  EXPECT_EQ(scene.time.frames, 10);
  EXPECT_EQ(scene.time.step, 0.002);
  EXPECT_EQ(scene.time.frame_rate, 30.0);
  const Body& sheet = scene.bodies.at(0).body;
  EXPECT_EQ(sheet.fabric.shear, 20.0);
  EXPECT_EQ(sheet.fabric.bending_warp, 1e-6);
  EXPECT_EQ(sheet.fabric.stretch_warp, find_fabric("cotton")->fabric.stretch_warp);  // the name was kept as the base
  EXPECT_EQ(sheet.velocity, Vec3(1, 5, 3));
  EXPECT_EQ(sheet.mesh.positions.size(), 9U);
  EXPECT_EQ(scene.integrator.method, IntegratorMethod::newmark);
  EXPECT_EQ(scene.integrator.cfl, 0.25);
  EXPECT_EQ(scene.loads.gravity, Vec3(0, 0, -1));
}

TEST(SceneOverrides, NamesMayHoldDots) {
  const Scene scene = overridden({"bodies.a.thickness=1 mm", "bodies.a.b.thickness=2 mm"}, R"({"version": 1, "bodies": [
    {"name": "a.b", "obstacle": {"box": {}}}, {"name": "a", "obstacle": {"box": {}}}]})");
  EXPECT_EQ(scene.bodies.at(0).body.fabric.thickness, 0.002);
  EXPECT_EQ(scene.bodies.at(1).body.fabric.thickness, 0.001);
}

TEST(SceneOverrides, SayWhereTheyWentWrong) {
  EXPECT_EQ(
      fault("time.frame=10"),
      "--set time.frame=10: /time: unknown key \"frame\"; did you mean \"frames\"? known: frame_rate, start_frame, "
      "frames, duration, step");
  EXPECT_EQ(
      fault("bodies.sheat.thickness=1"),
      "--set bodies.sheat.thickness=1: /bodies: there is no item \"sheat\"; did you mean \"sheet\"? known: sheet");
  EXPECT_EQ(fault("bodies.7.thickness=1"), "--set bodies.7.thickness=1: /bodies: there is no item \"7\"; known: sheet");
  EXPECT_EQ(fault("time.step=5 kg").substr(0, 61), "--set time.step=5 kg: /time/step: \"5 kg\" is not a time; must ");
  EXPECT_EQ(fault("time.step=-1"), "--set time.step=-1: /time/step: -1 s; must be from 1e-07 to 1 s");
  EXPECT_EQ(fault("nonsense"),
            "--set nonsense: this is not of the form path=value; e.g. time.frames=10 or bodies.sheet.fabric=silk");
  EXPECT_EQ(fault("=3").substr(0, 44), "--set =3: this is not of the form path=value");
  EXPECT_NE(fault("version.x=3").find("/version: this is a number and has no \"x\"; shorten the path"),
            std::string::npos);
  EXPECT_NE(fault("bodies.sheet.thickness.a.b=1").find("--set bodies.sheet.thickness.a.b=1"), std::string::npos);
  EXPECT_NE(fault("bodies.sheet.velocity.0=1").find("--set bodies.sheet.velocity.0=1"), std::string::npos);
  EXPECT_NE(fault("").find("this is not of the form path=value"), std::string::npos);
  EXPECT_NE(fault(".=1").find("unknown key \"\""), std::string::npos);
}

}  // namespace
}  // namespace muslin::scene_overrides_test
