#include <gtest/gtest.h>

#include <array>
#include <muslin/io/json/format_check.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <string>
#include <tests/support/random.hpp>
#include <tests/support/sample_scenes.hpp>
#include <tests/support/schema_validator.hpp>

namespace muslin::scene_mutation_test {
namespace {

using test::Random;

/// Limits what a slipped digit may make, so that the test stays fast.
const SceneReadOptions kSmall = {.max_elements = 3000};

void expect_error_or_sound(const std::string& text) {
  const auto loaded = read_scene_text(text, "a.json", kSmall);
  if (loaded) {
    test::expect_sound_scene(loaded->scene);
    const auto again = read_scene_text(loaded->resolved_json, "a.json", kSmall);
    EXPECT_TRUE(again) << again.error().message();
    return;
  }
  EXPECT_EQ(loaded.error().where.substr(0, 6), "a.json") << loaded.error().message();
  EXPECT_FALSE(loaded.error().what.empty());
}

TEST(SceneMutation, TextsThatAreCutOrChangedNeverCrash) {
  const std::string good = test::rich_scene();
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::string text = good;
    const int last = static_cast<int>(text.size()) - 1;
    for (int change = random.integer(1, 3); change > 0; --change) {
      const auto at = static_cast<std::size_t>(random.integer(0, last - 20));
      switch (random.integer(0, 3)) {
        case 0:
          text[at] = static_cast<char>(random.integer(0, 255));
          break;
        case 1:
          text[at] = "0123456789-+.eE[]{},:\""[random.integer(0, 21)];
          break;
        case 2:
          text.erase(at, static_cast<std::size_t>(random.integer(1, 8)));
          break;
        default:
          text.insert(at, text.substr(static_cast<std::size_t>(random.integer(0, last / 2)), 5));
          break;
      }
    }
    expect_error_or_sound(text);
  }
}

/// All values of a tree.
void collect(JsonValue& value, std::vector<JsonValue*>& values) {
  values.push_back(&value);
  for (JsonValue& item : value.items) collect(item, values);
  for (auto& member : value.members) collect(member.value, values);
}

JsonValue strange_value(Random& random) {
  constexpr std::array kNumbers = {0.0, -0.0, -1.0, 1e308, -1e308, 5e-324, 1e6, 1e9, 0.5, 2.0, 90.0, 1e-7};
  constexpr std::array kTexts = {"",    "all",     "corners", "1e300 m", "-5 mm",   "3",
                                 "0-1", "nearest", "y",       "cotton",  "\xc3\xa9"};
  switch (random.integer(0, 5)) {
    case 0:
    case 1:
      return JsonValue::of(kNumbers[static_cast<std::size_t>(random.integer(0, int(kNumbers.size()) - 1))]);
    case 2:
      return JsonValue::of(kTexts[static_cast<std::size_t>(random.integer(0, int(kTexts.size()) - 1))]);
    case 3:
      return JsonValue::list({JsonValue::of(random.uniform(-10, 10)), JsonValue::of(1.0), JsonValue::of(2.0)});
    case 4:
      return JsonValue::object();
    default:
      return {};
  }
}

TEST(SceneMutation, ValuesThatAreExchangedGiveAnErrorOrASoundScene) {
  const JsonValue good = *parse_json(test::rich_scene(), "a");
  const JsonValue schema = *parse_json(scene_schema(), "schema");
  int accepted = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    JsonValue scene = good;
    std::vector<JsonValue*> values;
    collect(scene, values);
    JsonValue& target = *values[static_cast<std::size_t>(random.integer(1, static_cast<int>(values.size()) - 1))];
    if (target.is(JsonValue::Type::number) && random.chance(0.5))
      target.number *= random.uniform(-0.5, 2.0);
    else
      target = strange_value(random);
    expect_error_or_sound(to_json(scene));
    // What the reader takes, the schema takes.
    if (!check_format(scene, scene_format(), {"a", {}})) continue;
    ++accepted;
    EXPECT_TRUE(test::is_valid(scene, schema, schema)) << to_json(scene);
  }
  EXPECT_GT(accepted, 40);
}

}  // namespace
}  // namespace muslin::scene_mutation_test
