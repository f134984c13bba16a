#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/io/json/json_writer.hpp>

namespace muslin::json_writer_test {
namespace {

std::string text_of(JsonWriter::Style style) {
  JsonWriter json(style);
  json.begin_object();
  json.member("whole", std::int64_t{-3});
  json.member("real", 2.0);
  json.key("list");
  json.begin_list();
  json.value(0.1);
  json.value(1e-300);
  json.value(std::numeric_limits<double>::quiet_NaN());
  json.end_list();
  json.key("empty");
  json.begin_object();
  json.end_object();
  json.member("flag", true);
  json.end_object();
  return json.take();
}

TEST(JsonWriter, OnOneLine) {
  EXPECT_EQ(text_of({}), R"({"whole":-3,"real":2,"list":[0.1,1e-300,null],"empty":{},"flag":true})");
  EXPECT_EQ(text_of({.marks_reals = true}),
            R"({"whole":-3,"real":2.0,"list":[0.1,1e-300,null],"empty":{},"flag":true})");
}

TEST(JsonWriter, OnManyLines) {
  EXPECT_EQ(text_of({.many_lines = true, .marks_reals = true}),
            "{\n  \"whole\": -3,\n  \"real\": 2.0,\n  \"list\": [\n    0.1,\n    1e-300,\n    null\n  ],\n"
            "  \"empty\": {},\n  \"flag\": true\n}");
}

TEST(JsonWriter, EscapesTextAndReplacesWhatIsNoUtf8) {
  const auto text = [](std::string_view from) {
    std::string out;
    append_json_text(out, from);
    return out;
  };
  EXPECT_EQ(text("a \"b\" \\ \n"), R"("a \"b\" \\ \u000a")");
  EXPECT_EQ(text("über €  \xF0\x9F\xA7\xB5"), "\"über €  \xF0\x9F\xA7\xB5\"");
  EXPECT_EQ(text("caf\xe9."), "\"caf\xEF\xBF\xBD.\"");
  EXPECT_EQ(text("\xC0\xAF"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");                  // longer than need be
  EXPECT_EQ(text("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");  // a surrogate
  EXPECT_EQ(text("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");                  // cut off
}

}  // namespace
}  // namespace muslin::json_writer_test
