#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <muslin/io/scene/scene_file.hpp>
#include <set>
#include <tests/soak/generate/random_scene.hpp>
#include <tests/soak/generate/situations.hpp>

namespace muslin::random_scene_test {
namespace {

using soak::draw_scene;

constexpr std::uint64_t kScenes = 1500;

/// Counts every key and every word of a scene: "spin", "hybrid", "qp_collide".
void count_words(const JsonValue& value, std::map<std::string, int>& words) {
  if (value.is(JsonValue::Type::text)) ++words[value.text];
  for (const JsonValue& item : value.items) count_words(item, words);
  for (const auto& member : value.members) {
    ++words[member.key];
    count_words(member.value, words);
  }
}

double size_of(const Body& body) {
  Vec3 low = body.mesh.positions.front(), high = low;
  for (const Vec3& x : body.mesh.positions) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return (high - low).maxCoeff();
}

TEST(RandomScene, IsTheSameForTheSameSeed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(to_json(draw_scene(seed).json), to_json(draw_scene(seed).json));
    EXPECT_NE(to_json(draw_scene(seed).json), to_json(draw_scene(seed + 1).json));
  }
}

TEST(RandomScene, CoversTheFormat) {
  std::map<std::string, int> words, drawn;
  std::set<BodyKind> kinds;
  int everyday = 0;
  std::uint64_t refused = 0;
  double smallest = 1e9, largest = 0.0;
  for (std::uint64_t seed = 1; seed <= kScenes; ++seed) {
    const soak::RandomScene scene = draw_scene(seed);
    count_words(scene.json, words);
    ++drawn[scene.situation];
    everyday += scene.is_everyday ? 1 : 0;
    const auto loaded = read_scene_text(to_json(scene.json), "scene.json");
    if (!loaded) {
      ++refused;
      EXPECT_EQ(loaded.error().kind, Error::Kind::invalid_scene) << seed << ": " << loaded.error().message();
      EXPECT_FALSE(loaded.error().where.empty()) << seed << ": " << loaded.error().message();
      continue;
    }
    for (const SceneBody& body : loaded->scene.bodies) {
      kinds.insert(body.body.kind);
      if (body.body.kind == BodyKind::obstacle || body.body.kind == BodyKind::embedded) continue;
      smallest = std::min(smallest, size_of(body.body));
      largest = std::max(largest, size_of(body.body));
    }
  }
  EXPECT_LE(refused, kScenes / 200);
  EXPECT_NEAR(everyday, kScenes / 3.0, kScenes / 20.0);
  EXPECT_EQ(kinds.size(), 5U);
  EXPECT_LT(smallest, 1e-3);
  EXPECT_GT(largest, 50.0);
  for (const soak::Situation& situation : soak::situations()) EXPECT_GT(drawn[situation.name], 50) << situation.name;
  // Everything that is to be tried occurs often enough for a soak of a few hundred scenes to meet it.
  for (const char* word : {"gauss_seidel",
                           "rigid_zones",
                           "inelastic_projection",
                           "complementarity",
                           "volume_preserving",
                           "collision_clusters",
                           "qp_collide",
                           "symplectic_euler",
                           "newmark",
                           "backward_euler",
                           "cloth",
                           "shell",
                           "cable",
                           "obstacle",
                           "embedded",
                           "grid",
                           "ribbon",
                           "disc",
                           "sphere",
                           "box",
                           "cylinder",
                           "rod",
                           "plane",
                           "funnel",
                           "trough",
                           "velocity",
                           "spin",
                           "keyframes",
                           "linear",
                           "scale",
                           "wind",
                           "gust_strength",
                           "air",
                           "damping",
                           "attachments",
                           "pairs",
                           "refuse",
                           "keep",
                           "stop",
                           "priority",
                           "rigid_first",
                           "interval",
                           "repulsion",
                           "stretch_limit",
                           "threads",
                           "edges",
                           "triangles",
                           "squares",
                           "hybrid",
                           "springs",
                           "hinges",
                           "plasticity",
                           "guides",
                           "z",
                           "fabric",
                           "material",
                           "thickness",
                           "friction",
                           "direct",
                           "newton_steps",
                           "boundary",
                           "corners",
                           "top"})
    EXPECT_GE(words[word], 10) << word;
}

}  // namespace
}  // namespace muslin::random_scene_test
