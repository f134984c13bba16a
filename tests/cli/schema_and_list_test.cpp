#include <fmt/format.h>
#include <gtest/gtest.h>

#include <muslin/io/json_document.hpp>
#include <muslin/io/scene_file.hpp>
#include <muslin/model/fabric.hpp>
#include <tests/support/program.hpp>

namespace muslin {
namespace {

test::Outcome muslin_program(const std::vector<std::string>& arguments) {
  return test::run_program(MUSLIN_PROGRAM, arguments);
}

TEST(SchemaCommand, PrintsTheSchemaOfTheReader) {
  const test::Outcome outcome = muslin_program({"schema"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, scene_schema());
  EXPECT_EQ(outcome.err, "");
}

TEST(ListCommand, ListsFabricsAsATableAndAsJson) {
  const test::Outcome table = muslin_program({"list", "fabrics"});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  for (const NamedFabric& fabric : named_fabrics()) {
    EXPECT_NE(table.out.find(fmt::format("\n{} ", fabric.name)), std::string::npos) << fabric.name;
    EXPECT_NE(table.out.find(std::string(fabric.source)), std::string::npos) << fabric.name;
  }
  const test::Outcome json = muslin_program({"list", "fabrics", "--json"});
  const auto parsed = parse_json(json.out, "out");
  ASSERT_TRUE(parsed) << parsed.error().message();
  ASSERT_EQ(parsed->items.size(), named_fabrics().size());
  EXPECT_EQ(parsed->items[0].at("name").text, named_fabrics()[0].name);
  EXPECT_EQ(parsed->items[0].at("shear").number, named_fabrics()[0].fabric.shear);
  EXPECT_EQ(muslin_program({"list", "cables"}).exit_code, 0);
}

TEST(ListCommand, ListsTheScenesOfAFolder) {
  const test::TemporaryFolder folder;
  folder.write("flag.json", R"({"version": 1, "about": "A flag in the wind", "bodies": []})");
  folder.write("curtain.json", R"({"version": 1, "bodies": []} // without a word)");
  folder.write("other.json", "[1, 2]");
  const test::Outcome outcome = muslin_program({"list", "scenes", "--from", folder.path()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "curtain  \nflag     A flag in the wind\n");
  EXPECT_EQ(muslin_program({"list", "scenes", "--from", folder / "none"}).exit_code, 4);
}

TEST(ListCommand, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(muslin_program({"list", "colours"}).exit_code, 2);
  EXPECT_EQ(muslin_program({"list"}).exit_code, 2);
}

}  // namespace
}  // namespace muslin
