#include <gtest/gtest.h>

#include <array>
#include <muslin/core/option.hpp>
#include <muslin/core/types.hpp>
#include <muslin/io/json/format_check.hpp>
#include <muslin/io/json/format_reference.hpp>
#include <muslin/io/json/format_schema.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/json/option_format.hpp>
#include <optional>
#include <string>
#include <tests/support/schema_validator.hpp>

// The example of docs/adding-a-scene-key.md: a struct and its description are all it takes to get a reader, a resolved
// copy, a schema, a range check and a reference.
namespace muslin::option_format_test {
namespace {

enum class Fan { off, slow, fast };

struct LidOptions {
  double mass = 0.25;  ///< [kg]
};

struct KettleOptions {
  double volume = 0.0015;
  int cups = 4;
  bool whistles = true;
  Fan fan = Fan::slow;
  std::string label = "tea";
  Vec3 spout = Vec3(0.1, 0.0, 0.2);
  std::array<int, 2> feet = {2, 2};
  std::optional<double> max_speed;
  LidOptions lid = {.mass = 0.5};
  LidOptions spare_lid;
  double left = 1.0, right = 1.0;
  double heat_loss = 0.01, heat_gain = 0.02;
};

void describe(Description<LidOptions>& options) {
  options.about("What closes the kettle.");
  options.number("mass", &LidOptions::mass, quantity::kMass).above(0).to(1).about("Mass of the lid.");
}

void describe(Description<KettleOptions>& options) {
  using O = KettleOptions;
  options.about("A kettle.");
  options.short_for("cups");
  options.number("volume", &O::volume).from(0).to(1).about("What it holds.");
  options.integer("cups", &O::cups).from(1).to(12).about("How many cups it fills.");
  options.boolean("whistles", &O::whistles).about("Whether it is heard.");
  options.choice("fan", &O::fan, {{"off", Fan::off}, {"slow", Fan::slow}, {"fast", Fan::fast}}).about("How it cools.");
  options.text("label", &O::label).about("What it says.");
  options.number("spout", &O::spout, quantity::kLength).from(-1).to(1).about("Where it pours.");
  options.integer("feet", &O::feet).from(1).about("In front and behind.");
  options.number("max_speed", &O::max_speed, quantity::kSpeed).from(0).about("How fast it may pour.");
  options.object("lid", &O::lid);
  options.object("spare_lid", &O::spare_lid);
  options.number("left", &O::left).from(0).to(2).about("Left handle.");
  options.number("right", &O::right).from(0).to(2).about("Right handle.");
  options.shorthand("handles", {"left", "right"}).about("Both handles.");
  options.group("heat", [](Description<O>& heat) {
    heat.about("What goes in and out.");
    heat.number("loss", &O::heat_loss).from(0).to(1).about("What goes out.");
    heat.number("gain", &O::heat_gain).from(0).to(1).about("What goes in.");
  });
}

ValueFormat kettle_format() { return options_format(options_of<KettleOptions>()); }

Result<JsonValue> checked(const std::string& text) {
  return check_format(*parse_json(text, "kettle.json"), kettle_format(), {"kettle.json", {}});
}

KettleOptions read(const std::string& text) {
  KettleOptions options;
  const auto value = checked(text);
  EXPECT_TRUE(value) << value.error().message();
  if (value) read_options(*value, options);
  return options;
}

std::string fault(const std::string& text) {
  const auto value = checked(text);
  return value ? "none" : value.error().message();
}

TEST(OptionFormat, ReadsEveryKindOfOption) {
  const KettleOptions kettle = read(R"({"volume": "20 %", "cups": 7, "whistles": false, "fan": "fast", "label": "mate",
    "spout": ["1 cm", 0, -1], "feet": [1, 3], "max_speed": "1 km/h", "lid": {"mass": "10 g"}, "handles": 0.5,
    "heat": {"loss": 0.3}})");
  EXPECT_EQ(kettle.volume, 0.2);
  EXPECT_EQ(kettle.cups, 7);
  EXPECT_FALSE(kettle.whistles);
  EXPECT_EQ(kettle.fan, Fan::fast);
  EXPECT_EQ(kettle.label, "mate");
  EXPECT_EQ(kettle.spout, Vec3(0.01, 0.0, -1.0));
  EXPECT_EQ(kettle.feet, (std::array{1, 3}));
  EXPECT_DOUBLE_EQ(kettle.max_speed.value(), 1.0 / 3.6);
  EXPECT_EQ(kettle.lid.mass, 0.01);
  EXPECT_EQ(kettle.left, 0.5);
  EXPECT_EQ(kettle.right, 0.5);
  EXPECT_EQ(kettle.heat_loss, 0.3);
  EXPECT_EQ(read("3").cups, 3);  // the short form
}

TEST(OptionFormat, DefaultsAreThoseOfTheStruct) {
  const auto resolved = checked("{}");
  ASSERT_TRUE(resolved);
  EXPECT_EQ(to_json(*resolved), to_json(write_options(KettleOptions{})));
  EXPECT_EQ(resolved->at("fan").text, "slow");
  EXPECT_EQ(resolved->at("spout").items.size(), 3U);
  EXPECT_EQ(resolved->at("lid").at("mass").number, 0.5);  // that of the kettle's lid, not of any lid
  EXPECT_EQ(resolved->at("spare_lid").at("mass").number, 0.25);
  EXPECT_EQ(resolved->find("max_speed"), nullptr);
  EXPECT_EQ(resolved->find("handles"), nullptr);
}

TEST(OptionFormat, TheResolvedCopyReadsBackToTheSameOptions) {
  const KettleOptions kettle = read(R"({"cups": 9, "fan": "off", "max_speed": 2, "right": 0.1})");
  const std::string copy = to_json(write_options(kettle));
  EXPECT_EQ(to_json(*checked(copy)), copy);
  EXPECT_EQ(to_json(write_options(read(copy))), copy);
}

TEST(OptionFormat, RefusesWhatIsWrongWithPlaceAndRemedy) {
  EXPECT_EQ(fault(R"({"cups": 13})"), "kettle.json:1: /cups: 13; must be from 1 to 12");
  EXPECT_EQ(fault(R"({"lid": {"mass": 0}})"),
            "kettle.json:1: /lid/mass: 0 kg; must be more than 0 kg and at most 1 kg");
  EXPECT_EQ(fault(R"({"fan": "fats"})"),
            "kettle.json:1: /fan: unknown name \"fats\"; did you mean \"fast\"? known: off, slow, fast");
  EXPECT_EQ(fault(R"({"spout": [0, 2, 0]})"), "kettle.json:1: /spout/1: 2 m; must be from -1 to 1 m");
  EXPECT_EQ(fault(R"({"whistles": 1})"), "kettle.json:1: /whistles: is a number; must be true or false");
  EXPECT_EQ(fault(R"({"handles": 1, "left": 1})"),
            "kettle.json:1: \"handles\" and \"left\" exclude each other; keep only one of them");
}

TEST(OptionFormat, TheSchemaAcceptsWhatTheReaderAccepts) {
  const JsonValue schema = make_schema(kettle_format());
  for (const char* text : {"{}", "3", R"({"whistles": true})", R"({"fan": "off"})", R"({"lid": {"mass": 1}})"}) {
    EXPECT_EQ(fault(text), "none") << text;
    EXPECT_TRUE(test::is_valid(*parse_json(text, "a"), schema, schema)) << text;
  }
  for (const char* text : {R"({"cups": 0})", R"({"whistles": "no"})", R"({"fan": "wild"})", R"({"lid": {"mass": 0}})",
                           R"({"lamp": 1})", R"({"handles": 1, "right": 1})"}) {
    EXPECT_NE(fault(text), "none") << text;
    EXPECT_FALSE(test::is_valid(*parse_json(text, "a"), schema, schema)) << text;
  }
}

TEST(OptionFormat, ProgramsGetTheSameRangesInTheSameWords) {
  const auto fault_of = [](auto&& spoil) {
    KettleOptions kettle;
    spoil(kettle);
    const Status status = check_options(kettle, "kettle");
    return status ? std::string("none") : status.error().message();
  };
  EXPECT_EQ(fault_of([](KettleOptions&) {}), "none");
  EXPECT_EQ(fault_of([](KettleOptions& k) { k.cups = 13; }), "kettle/cups: 13; must be from 1 to 12");
  EXPECT_EQ(fault_of([](KettleOptions& k) { k.lid.mass = 0; }),
            "kettle/lid/mass: 0 kg; must be more than 0 kg and at most 1 kg");
  EXPECT_EQ(fault_of([](KettleOptions& k) { k.spout.y() = 2; }), "kettle/spout: 2 m; must be from -1 to 1 m");
  EXPECT_EQ(fault_of([](KettleOptions& k) { k.max_speed = std::numeric_limits<double>::infinity(); }),
            "kettle/max_speed: inf m/s; must be at least 0 m/s");
  EXPECT_EQ(fault_of([](KettleOptions& k) { k.heat_gain = std::numeric_limits<double>::quiet_NaN(); }),
            "kettle/heat/gain: nan; must be from 0 to 1");
  EXPECT_EQ(fault_of([](KettleOptions& k) { k.fan = static_cast<Fan>(7); }),
            "kettle/fan: has no name; known: off, slow, fast");
}

TEST(OptionFormat, TheReferenceSaysTypeUnitRangeDefaultAndMeaning) {
  const auto reference = make_reference(kettle_format());
  const auto found = find_keys(reference, "lid.mass");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].paths, std::vector<std::string>{"lid.mass"});
  EXPECT_EQ(found[0].key.type, "mass");
  EXPECT_EQ(found[0].key.unit, "kg");
  EXPECT_EQ(found[0].key.range, "more than 0 kg and at most 1 kg");
  EXPECT_EQ(found[0].key.missing, "0.5");
  EXPECT_EQ(found[0].key.about, "Mass of the lid.");
  EXPECT_EQ(find_keys(reference, "mass").size(), 2U);  // their defaults differ
  EXPECT_TRUE(find_keys(reference, "cusp").empty());
  EXPECT_EQ(nearest_keys(reference, "cusp"), std::vector<std::string>{"cups"});
  EXPECT_EQ(nearest_keys(reference, "lid.mas").front(), "lid.mass");
  const std::string page = to_markdown(reference);
  EXPECT_NE(page.find("| `cups` | whole number, from 1 to 12 | `4` | How many cups it fills. |"), std::string::npos)
      << page;
  EXPECT_NE(page.find("## `lid`\nWhat closes the kettle.\n"), std::string::npos) << page;
}

}  // namespace
}  // namespace muslin::option_format_test
