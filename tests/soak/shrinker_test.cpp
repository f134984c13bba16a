#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/json/json_document.hpp>
#include <tests/soak/child_process.hpp>
#include <tests/soak/generate/random_scene.hpp>
#include <tests/soak/shrinker.hpp>
#include <tests/support/program.hpp>

namespace muslin::shrinker_test {
namespace {

JsonValue parse(const std::string& text) { return parse_json(text, "scene.json").value(); }

const JsonValue* find_body(const JsonValue& scene, const std::string& name) {
  const auto& bodies = scene.at("bodies").items;
  const auto body =
      std::find_if(bodies.begin(), bodies.end(), [&](const JsonValue& b) { return b.at("name").text == name; });
  return body == bodies.end() ? nullptr : &*body;
}

// The failure needs one body, five columns and three frames; everything else goes.
TEST(Shrinker, LeavesOnlyWhatTheFailureNeeds) {
  const JsonValue scene = parse(R"({
    "version": 1, "about": "text", "time": { "frames": 40, "step": 0.00123 },
    "collision": { "response": "qp_collide", "pairs": [{ "bodies": ["culprit", "other"], "friction": 0.31 }] },
    "bodies": [
      { "name": "other", "cloth": { "grid": [7, 9], "size": [1.234, 2.345] }, "pins": ["top"] },
      { "name": "culprit", "cloth": { "grid": [11, 12], "size": [3.1415926, 1] }, "thickness": 0.001234,
        "pins": [{ "vertices": "top", "motion": { "velocity": [0.123, 0, 0] } }] },
      { "name": "buttons", "embedded": { "sphere": { "radius": 0.1 } }, "on": "other" } ],
    "attachments": [{ "from": { "body": "other", "vertices": "left" }, "to": { "body": "culprit" } }] })");
  const auto fails = [](const JsonValue& candidate) {
    const JsonValue* body = find_body(candidate, "culprit");
    const JsonValue* cloth = body == nullptr ? nullptr : body->find("cloth");
    const JsonValue* time = candidate.find("time");
    if (cloth == nullptr || time == nullptr) return false;
    const JsonValue *grid = cloth->find("grid"), *size = cloth->find("size"), *frames = time->find("frames");
    return grid != nullptr && size != nullptr && frames != nullptr && grid->items.at(0).number >= 5 &&
           frames->number >= 3 && size->items.at(0).number > 3.0;
  };
  ASSERT_TRUE(fails(scene));
  const soak::ShrunkScene shrunk = soak::shrink(scene, fails, 30.0);
  EXPECT_TRUE(shrunk.is_done);
  EXPECT_TRUE(fails(shrunk.scene));
  EXPECT_EQ(shrunk.scene.at("bodies").items.size(), 1U);
  EXPECT_EQ(shrunk.scene.at("time").at("frames").number, 3.0);
  EXPECT_EQ(shrunk.scene.at("time").find("step"), nullptr);
  EXPECT_EQ(shrunk.scene.find("collision"), nullptr);
  const JsonValue& body = *find_body(shrunk.scene, "culprit");
  EXPECT_EQ(body.find("pins"), nullptr);
  EXPECT_EQ(body.at("cloth").at("grid").items[0].number, 5.0);
  EXPECT_EQ(body.at("cloth").at("size").items[0].number, 3.1);
}

TEST(Shrinker, KeepsToItsTime) {
  const JsonValue scene = soak::draw_scene(3).json;
  const auto begin = std::chrono::steady_clock::now();
  const soak::ShrunkScene shrunk = soak::shrink(
      scene, [](const JsonValue&) { return false; }, 0.0);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 5.0);
  EXPECT_FALSE(shrunk.is_done);
  EXPECT_EQ(shrunk.trials, 0);
  EXPECT_EQ(to_json(shrunk.scene), to_json(scene));
}

// With the real program: of five bodies, two cross, so that the start is refused.
TEST(Shrinker, ShrinksAFailureOfTheProgram) {
  const test::TemporaryFolder folder;
  const auto fails = [&](const JsonValue& candidate) {
    const auto file = folder.write("scene.json", to_json(candidate));
    return soak::run_child(test::program_path(), {"run", file.string(), "-o", (folder / "run").string(), "--force"},
                           folder / "messages", {.cpu_seconds = 10.0})
               .exit_code == 5;
  };
  const JsonValue scene = parse(R"({
    "version": 1, "time": { "frames": 4 }, "collision": { "response": "rigid_zones", "start": "refuse" },
    "bodies": [
      { "name": "a", "cloth": { "grid": [4, 4], "size": [0.4, 0.4] }, "fabric": "silk" },
      { "name": "floor", "obstacle": { "plane": {} }, "place": { "translate": [0, -3, 0] } },
      { "name": "b", "cloth": { "grid": [5, 5], "size": [0.4, 0.4] }, "place": { "rotate": [80, 10, 0] } },
      { "name": "far", "cloth": { "disc": { "radius": 0.2 } }, "place": { "translate": [0, 3, 0] } } ] })");
  ASSERT_TRUE(fails(scene));
  const soak::ShrunkScene shrunk = soak::shrink(scene, fails, 60.0);
  EXPECT_TRUE(fails(shrunk.scene));
  EXPECT_EQ(shrunk.scene.at("bodies").items.size(), 2U);
  EXPECT_NE(find_body(shrunk.scene, "a"), nullptr);
  EXPECT_NE(find_body(shrunk.scene, "b"), nullptr);
  EXPECT_EQ(find_body(shrunk.scene, "a")->find("fabric"), nullptr);
}

}  // namespace
}  // namespace muslin::shrinker_test
