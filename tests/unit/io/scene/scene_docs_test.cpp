#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/io/scene/scene_reference.hpp>
#include <string>
#include <tests/support/program.hpp>
#include <tests/support/sample_scenes.hpp>

// docs/scene-format.md: its example is a scene. docs/scene-reference.md: it is what the program writes.
namespace muslin::scene_docs_test {
namespace {

std::string page(const std::string& name) {
  std::ifstream file(test::source_path("docs/") + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SceneDocs, TheExampleIsAScene) {
  const std::string text = page("scene-format.md");
  const std::size_t begin = text.find("```json\n") + 8;
  const Scene scene = test::valid_scene(text.substr(begin, text.find("```", begin) - begin)).scene;
  test::expect_sound_scene(scene);
  EXPECT_EQ(scene.bodies.size(), 3U);
}

TEST(SceneDocs, TheReferenceIsWhatTheProgramWrites) {
  EXPECT_TRUE(page("scene-reference.md") == scene_reference_page())
      << "muslin explain --markdown > docs/scene-reference.md";
}

void expect_in_reference(const ValueFormat& format, const std::string& text) {
  if (format.item) expect_in_reference(*format.item, text);
  for (const auto& field : format.fields) {
    EXPECT_NE(text.find("| `" + field.key + "` |"), std::string::npos) << field.key;
    expect_in_reference(field.format, text);
  }
  for (const auto& choice : format.choices) EXPECT_NE(text.find('"' + choice + '"'), std::string::npos) << choice;
  for (const auto& alternative : format.alternatives) expect_in_reference(alternative, text);
}

TEST(SceneDocs, EveryKeyAndNameIsInTheReference) { expect_in_reference(scene_format(), page("scene-reference.md")); }

TEST(SceneDocs, EveryKeyHasASentence) {
  for (const ReferenceSection& section : scene_reference()) {
    EXPECT_TRUE(section.about.ends_with('.')) << section.title;
    for (const ReferenceKey& key : section.keys)
      EXPECT_TRUE(key.about.ends_with('.')) << section.title << ' ' << key.key;
  }
}

}  // namespace
}  // namespace muslin::scene_docs_test
