#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <muslin/io/scene/scene_format.hpp>
#include <set>
#include <string>
#include <tests/support/sample_scenes.hpp>

// docs/scene-format.md: its example is a scene, and it names every key.
namespace muslin {
namespace {

std::string documentation() {
  std::ifstream file(MUSLIN_SOURCE_DIR "/docs/scene-format.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

void collect_keys(const ValueFormat& format, std::set<std::string>& keys) {
  if (format.item) collect_keys(*format.item, keys);
  for (const auto& field : format.fields) {
    keys.insert(field.key);
    collect_keys(field.format, keys);
  }
  for (const auto& choice : format.choices) keys.insert(choice);
  for (const auto& alternative : format.alternatives) collect_keys(alternative, keys);
}

TEST(SceneDocs, TheExampleIsAScene) {
  const std::string text = documentation();
  const std::size_t begin = text.find("```json\n") + 8;
  const Scene scene = test::valid_scene(text.substr(begin, text.find("```", begin) - begin)).scene;
  test::expect_sound_scene(scene);
  EXPECT_EQ(scene.bodies.size(), 3U);
}

TEST(SceneDocs, EveryKeyAndNameIsMentioned) {
  const std::string text = documentation();
  std::set<std::string> keys;
  collect_keys(scene_format(), keys);
  for (const std::string& key : keys) EXPECT_NE(text.find(key), std::string::npos) << key;
}

}  // namespace
}  // namespace muslin
