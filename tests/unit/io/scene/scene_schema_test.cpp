#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/json/format_check.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <set>
#include <string>
#include <tests/support/sample_scenes.hpp>
#include <tests/support/schema_validator.hpp>

namespace muslin::scene_schema_test {
namespace {

const JsonValue& schema() {
  static const JsonValue parsed = *parse_json(scene_schema(), "schema");
  return parsed;
}

/// Sets of keys that objects may have, as the schema says.
void collect_keys(const JsonValue& value, std::set<std::set<std::string>>& objects) {
  if (const JsonValue* properties = value.find("properties"); properties != nullptr && value.find("type") != nullptr) {
    std::set<std::string> keys;
    for (const auto& member : properties->members) keys.insert(member.key);
    objects.insert(keys);
  }
  for (const auto& member : value.members) collect_keys(member.value, objects);
  for (const JsonValue& item : value.items) collect_keys(item, objects);
}

/// The same, as the reader says.
void collect_keys(const ValueFormat& format, std::set<std::set<std::string>>& objects) {
  if (format.kind == ValueFormat::Kind::object) {
    std::set<std::string> keys;
    for (const auto& field : format.fields) keys.insert(field.key);
    objects.insert(keys);
  }
  if (format.item) collect_keys(*format.item, objects);
  for (const auto& field : format.fields) collect_keys(field.format, objects);
  for (const auto& alternative : format.alternatives) collect_keys(alternative, objects);
}

TEST(SceneSchema, HasTheKeysOfTheReaderAndNoOthers) {
  std::set<std::set<std::string>> of_schema, of_reader;
  collect_keys(schema(), of_schema);
  collect_keys(scene_format(), of_reader);
  EXPECT_EQ(of_schema, of_reader);
  EXPECT_GT(of_reader.size(), 30U);
}

TEST(SceneSchema, AcceptsGoodScenesAndTheirResolvedCopies) {
  for (const std::string& text : {test::rich_scene(), test::cloth_scene("")}) {
    EXPECT_TRUE(test::is_valid(*parse_json(text, "a"), schema(), schema()));
    const LoadedScene loaded = test::valid_scene(text);
    EXPECT_TRUE(test::is_valid(*parse_json(loaded.resolved_json, "a"), schema(), schema()));
  }
}

TEST(SceneSchema, RefusesWhatTheReaderRefuses) {
  for (const char* members :
       {"\"thickness\": -1", "\"thickness\": []", "\"colour\": 1", "\"pins\": [[]]", "\"pins\": [{}]",
        "\"plasticity\": {}", "\"plasticity\": {\"yield_radius\": 1, \"yield_curvature\": 1}",
        "\"fabric\": {\"stretch\": 1, \"stretch_warp\": 1}", "\"fabric\": {\"poisson\": 1}", "\"velocity\": [1, 2]",
        "\"motion\": {}", "\"stretch_model\": \"rubber\"", "\"obstacle\": \"x.obj\"", "\"rest\": \"flat\"",
        "\"place\": {\"rotate\": {\"axis\": \"w\", \"angle\": 1}}", "\"pins\": [-1]", "\"pins\": [1.5]"}) {
    const JsonValue scene = *parse_json(test::cloth_scene(members), "a");
    EXPECT_FALSE(check_format(scene, scene_format(), {"a", {}})) << members;
    EXPECT_FALSE(test::is_valid(scene, schema(), schema())) << members;
  }
}

/// Checks that every alternative can be told from the others by what choose() looks at.
void expect_tellable(const ValueFormat& format) {
  using Type = JsonValue::Type;
  for (const Type type : {Type::number, Type::list}) {
    const auto accepting = std::count_if(format.alternatives.begin(), format.alternatives.end(),
                                         [type](const ValueFormat& alternative) { return alternative.accepts(type); });
    EXPECT_LE(accepting, 1) << format.about;
  }
  const auto untagged = std::count_if(
      format.alternatives.begin(), format.alternatives.end(),
      [](const ValueFormat& alternative) { return alternative.accepts(Type::object) && alternative.tag.empty(); });
  EXPECT_LE(untagged, 1) << format.about;
  if (format.item) expect_tellable(*format.item);
  for (const auto& field : format.fields) expect_tellable(field.format);
  for (const auto& alternative : format.alternatives) expect_tellable(alternative);
}

TEST(SceneFormat, AlternativesCanBeToldApart) { expect_tellable(scene_format()); }

}  // namespace
}  // namespace muslin::scene_schema_test
