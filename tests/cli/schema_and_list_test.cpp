#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/io/scene/scene_reference.hpp>
#include <muslin/model/material.hpp>
#include <muslin/response/response.hpp>
#include <tests/support/program.hpp>

namespace muslin::schema_and_list_test {
namespace {

test::Outcome muslin_program(const std::vector<std::string>& arguments) {
  return test::run_program(test::program_path(), arguments);
}

TEST(SchemaCommand, PrintsTheSchemaOfTheReader) {
  const test::Outcome outcome = muslin_program({"schema"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, scene_schema());
  EXPECT_EQ(outcome.err, "");
}

TEST(ExplainCommand, SaysWhatAKeyMeans) {
  const test::Outcome outcome = muslin_program({"explain", "collision.repulsion.rate"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "collision.repulsion.rate\n"
            "  type     ratio\n"
            "  range    from 0 to 1\n"
            "  default  0.05\n"
            "  meaning  Share of the overlap that goes away in one step, at most.\n");
  const test::Outcome thickness = muslin_program({"explain", "bodies.curtain.thickness"});
  EXPECT_NE(thickness.out.find("bodies.*.thickness (cloth, shell, cable)\n"), std::string::npos) << thickness.out;
  const test::Outcome rate = muslin_program({"explain", "rate"});
  EXPECT_NE(rate.out.find("collision.repulsion.rate\n"), std::string::npos) << rate.out;
  EXPECT_NE(rate.out.find("bodies.*.motion.spin.rate\n"), std::string::npos) << rate.out;
}

TEST(ExplainCommand, WritesTheReference) {
  const test::Outcome outcome = muslin_program({"explain", "--markdown"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, scene_reference_page());
}

TEST(ExplainCommand, RefusesWhatIsNoKeyAndNamesTheNearest) {
  const test::Outcome outcome = muslin_program({"explain", "frictoin"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("frictoin: no such key of scenes; did you mean friction?"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(muslin_program({"explain"}).exit_code, 2);
  EXPECT_EQ(muslin_program({"explain", "rate", "--markdown"}).exit_code, 2);
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
  for (const char* subfolder : {"peers", "flag.run", ".git"}) std::filesystem::create_directory(folder / subfolder);
  folder.write("peers/drop.json", R"({"version": 1, "about": "A drop", "bodies": []})");
  folder.write(".git/hidden.json", "{");
  folder.write("flag.run/run.json", "{}");
  folder.write("flag.run/scene.json", R"({"version": 1, "about": "A flag in the wind", "bodies": []})");
  const test::Outcome outcome = muslin_program({"list", "scenes", "--from", folder.path()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "curtain     \nflag        A flag in the wind\npeers/drop  A drop\n");
  EXPECT_EQ(muslin_program({"list", "scenes", "--from", folder / "none"}).exit_code, 4);
}

TEST(ListCommand, ListsResponses) {
  const test::Outcome table = muslin_program({"list", "responses"});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  const auto json = parse_json(muslin_program({"list", "responses", "--json"}).out, "out");
  ASSERT_TRUE(json) << json.error().message();
  ASSERT_EQ(json->items.size(), known_responses().size());
  for (std::size_t i = 0; i < known_responses().size(); ++i) {
    const ResponseInfo& response = known_responses()[i];
    EXPECT_EQ(json->items[i].at("name").text, response.name);
    EXPECT_NE(table.out.find(fmt::format("{}", response.about)), std::string::npos) << table.out;
  }
}

TEST(ListCommand, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(muslin_program({"list", "colours"}).exit_code, 2);
  EXPECT_EQ(muslin_program({"list"}).exit_code, 2);
}

}  // namespace
}  // namespace muslin::schema_and_list_test
