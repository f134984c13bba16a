#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <limits>
#include <muslin/io/json/json_document.hpp>
#include <tests/support/program.hpp>

namespace muslin::json_document_test {
namespace {

JsonValue good(std::string_view text) {
  const auto value = parse_json(text, "a.json");
  EXPECT_TRUE(value) << value.error().message();
  return value ? *value : JsonValue{};
}

std::string fault(std::string_view text) {
  const auto value = parse_json(text, "a.json");
  EXPECT_FALSE(value) << text;
  if (value) return "";
  EXPECT_EQ(value.error().kind, Error::Kind::invalid_scene);
  return value.error().message();
}

TEST(JsonDocument, RemembersTheLineOfEachValue) {
  const JsonValue root = good(
      "// a comment\n"
      "{\n"
      "  \"number\": 1\n"
      "  , \"list\": [ 1.5,\n"
      "      2 /* two\n"
      "      lines */, 3\n"
      "\n"
      "  ],\r\n"
      "  \"text\": \"x\", \"flag\": true,\n"
      "  \"empty\":\n"
      "     {}, \"last\": 12\n"
      "}\n");
  EXPECT_EQ(root.line, 2);
  EXPECT_EQ(root.at("number").line, 3);
  EXPECT_EQ(root.at("list").line, 4);
  EXPECT_EQ(root.at("list").items[0].line, 4);
  EXPECT_EQ(root.at("list").items[1].line, 5);
  EXPECT_EQ(root.at("list").items[2].line, 6);
  EXPECT_EQ(root.at("text").line, 9);
  EXPECT_EQ(root.at("flag").line, 9);
  EXPECT_EQ(root.at("empty").line, 11);
  EXPECT_EQ(std::next(root.members.begin(), 4)->line, 10);
  EXPECT_EQ(root.at("last").line, 11);
  EXPECT_EQ(root.at("list").items[2].number, 3.0);
  EXPECT_EQ(root.at("text").text, "x");
  EXPECT_EQ(root.find("none"), nullptr);
}

TEST(JsonDocument, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(fault("{\n\"a\": 1,\n\"b\": 2,\n\"a\": 3}"),
            "a.json:4: the key \"a\" appears twice in the same object; keep only one of them");
  EXPECT_EQ(fault("{\"a\": 1,\n}"), "a.json:2: there is a comma before }; remove the comma");
  EXPECT_EQ(fault("{\"a\": [1,\n2, // two\n]}"), "a.json:3: there is a comma before ]; remove the comma");
  EXPECT_EQ(fault(""), "a.json:1: the file is empty; a scene is at least {\"version\": 1}");
  EXPECT_EQ(fault(" \n\t "), "a.json:1: the file is empty; a scene is at least {\"version\": 1}");
  EXPECT_EQ(fault("{\"a\":\n1e400}"), "a.json:2: the number 1e400 is too large");
  EXPECT_EQ(fault("{\"a\":\n\"\xff\"}"), "a.json:2: the file has bytes that are not UTF-8; save the file as UTF-8");
  EXPECT_EQ(fault("{\"a\": \"x\\u0000y\"}"), "a.json:1: a string contains the character U+0000; remove it");
  EXPECT_EQ(fault("{\"a\": 1\n\"b\": 2}"),
            "a.json:2: invalid JSON: while parsing object - unexpected string literal; expected '}'; is there a comma "
            "missing before it?");
  EXPECT_EQ(
      fault("{}\n{}"),
      "a.json:2: invalid JSON: while parsing value - unexpected '{'; expected end of input; a file contains exactly "
      "one value");
  EXPECT_EQ(fault("{\"a\": [1, 2\n"),
            "a.json:1: the file ends in the middle of a value; a closing } or ] is missing, or the file is cut off");
  EXPECT_NE(fault("{\"a\": ]}").find("unexpected ']'"), std::string::npos);
  EXPECT_NE(fault("{\"a\": NaN}").find("put strings in double quotes"), std::string::npos);
  EXPECT_NE(fault("{a: 1}").find("a.json:1: invalid JSON"), std::string::npos);
  EXPECT_NE(fault("// only a comment\n").find("a.json:"), std::string::npos);
}

TEST(JsonDocument, RefusesWhatIsNestedTooDeeply) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(parse_json(nested(kMaxJsonDepth), "a.json"));
  EXPECT_EQ(fault(nested(kMaxJsonDepth + 1)), "a.json:1: nested more than 64 levels deep");
  EXPECT_EQ(fault(std::string(1'000'000, '[')), "a.json:1: nested more than 64 levels deep");
}

TEST(JsonDocument, EveryTruncationIsAnError) {
  const std::string text = "{\"a\": [1, 2.5e3, {\"b\": null}], \"c\": \"d\\n\\u00e9\", \"e\": false /* f */}";
  ASSERT_TRUE(parse_json(text, "a.json"));
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(parse_json(text.substr(0, size), "a.json")) << size;
}

TEST(JsonDocument, ReadsFilesAndTellsWhichItCannot) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(*read_json_text(folder.write("a.json", "{}")), "{}");
  const auto none = read_json_text(folder / "none.json");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, Error::Kind::unreadable_file);
  EXPECT_FALSE(read_json_text(folder.path()));
  EXPECT_NE(read_json_text("/dev/zero").error().message().find("is larger than 64 MB"), std::string::npos);
}

TEST(JsonValue, IsWrittenSoThatItReadsBack) {
  JsonValue value = JsonValue::object();
  value.set("text", JsonValue::of("a \"quoted\" \\ \n \xc3\xa9"));
  value.set("numbers",
            JsonValue::list({JsonValue::of(1.0), JsonValue::of(-0.0), JsonValue::of(0.1),
                             JsonValue::of(std::numeric_limits<double>::max()),
                             JsonValue::of(std::numeric_limits<double>::denorm_min()), JsonValue::of(1e22)}));
  value.set("flag", JsonValue::of(true));
  JsonValue many = JsonValue::list();
  for (int i = 0; i < 100; ++i) many.items.push_back(JsonValue::of(i * 1.5));
  value.set("many", many);
  value.set("nothing", JsonValue{});
  const std::string text = to_json(value);
  const JsonValue back = good(text);
  EXPECT_EQ(to_json(back), text);
  EXPECT_EQ(back.at("text").text, value.at("text").text);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(back.at("numbers").items[i].number, value.at("numbers").items[i].number) << i;
  EXPECT_TRUE(std::signbit(back.at("numbers").items[1].number));
  EXPECT_EQ(to_json(good("{\"a\":[1,2],\"b\":{}}")), "{\"a\": [1, 2], \"b\": {}}\n");
}

TEST(JsonValue, MembersKeepTheirPlace) {
  JsonValue value = good("{\"a\": 1, \"b\": 2, \"c\": 3}");
  value.set("b", JsonValue::of(5.0));
  value.erase("a");
  value.set("d", JsonValue::of(6.0));
  EXPECT_EQ(to_json(value), "{\"b\": 5, \"c\": 3, \"d\": 6}\n");
  const JsonValue& held = value.at("c");
  value.erase("b");
  for (int i = 0; i < 100; ++i) value.set(std::to_string(i), JsonValue::of(0.0));
  EXPECT_EQ(&held, &value.at("c"));
}

}  // namespace
}  // namespace muslin::json_document_test
