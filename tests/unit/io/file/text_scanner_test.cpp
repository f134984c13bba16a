#include <gtest/gtest.h>

#include <cstring>
#include <muslin/io/file/text_scanner.hpp>
#include <tests/support/program.hpp>

namespace muslin::text_scanner_test {
namespace {

TEST(TextScanner, GivesWordsLineByLine) {
  TextScanner text("one two\n\n  three\t\r\nfour", "memory");
  EXPECT_EQ(text.word(), "one");
  EXPECT_EQ(text.word(), "two");
  EXPECT_EQ(text.word(), "");
  EXPECT_EQ(text.word(), "");  // stays at the end of the line
  EXPECT_EQ(text.line(), 1);
  text.skip_line();
  EXPECT_EQ(text.word(), "");
  text.skip_line();
  EXPECT_EQ(text.line(), 3);
  EXPECT_EQ(text.word(), "three");
  EXPECT_EQ(text.word(), "");
  text.skip_line();
  EXPECT_EQ(text.word(), "four");
  EXPECT_TRUE(text.at_end());
  EXPECT_EQ(text.line(), 4);
  EXPECT_FALSE(text.failure().has_value());
}

TEST(TextScanner, JoinsContinuedLinesWhenAsked) {
  constexpr std::string_view kText = "a \\\nb\\\r\nc\\d \\ e";
  TextScanner joined(kText, "memory");
  joined.join_continued_lines();
  for (const char* word : {"a", "b", "c\\d", "\\", "e", ""}) EXPECT_EQ(joined.word(), word);
  EXPECT_EQ(joined.line(), 3);
  TextScanner plain(kText, "memory");
  for (const char* word : {"a", "\\", ""}) EXPECT_EQ(plain.word(), word);
}

TEST(TextScanner, SkipsBlankLinesAndGivenText) {
  TextScanner text("\xEF\xBB\xBF \n\t\r\n x", "memory");
  EXPECT_FALSE(text.skip_text("abc"));
  EXPECT_TRUE(text.skip_text("\xEF\xBB\xBF"));
  text.skip_blank_lines();
  EXPECT_EQ(text.line(), 3);
  EXPECT_EQ(text.word(), "x");
  text.skip_blank_lines();
  EXPECT_TRUE(text.at_end());
}

TEST(TextScanner, WordsAndBytesSurviveTheEdgeOfTheWindow) {
  const test::TemporaryFolder folder;
  std::string content;
  for (int i = 0; i < 20'000; ++i) content += "word" + std::to_string(i) + (i % 10 == 9 ? "\\\n" : " ");
  auto text = TextScanner::open(folder.write("words", content), {.window = 1});  // raised to the smallest possible
  ASSERT_TRUE(text);
  text->join_continued_lines();
  for (int i = 0; i < 20'000; ++i) ASSERT_EQ(text->word(), "word" + std::to_string(i));
  EXPECT_EQ(text->line(), 2000);

  auto raw = TextScanner::open(folder / "words", {.window = 1});
  ASSERT_TRUE(raw);
  for (std::size_t at = 0; at + 7 <= content.size(); at += 7) {
    ASSERT_EQ(raw->offset(), static_cast<std::int64_t>(at));
    const std::byte* bytes = raw->bytes(7);
    ASSERT_NE(bytes, nullptr);
    ASSERT_EQ(std::memcmp(bytes, content.data() + at, 7), 0);
  }
  EXPECT_EQ(raw->bytes(7), nullptr);
}

TEST(TextScanner, RefusesEndlessWordsWithTheirLine) {
  const std::string longest(TextScanner::kMaxWord, 'x');
  const test::TemporaryFolder folder;
  auto text = TextScanner::open(folder.write("long", longest + "\n" + longest + "y z"), {.window = 1});
  ASSERT_TRUE(text);
  EXPECT_EQ(text->word(), longest);
  text->skip_line();
  EXPECT_EQ(text->word(), "");
  ASSERT_TRUE(text->failure().has_value());
  EXPECT_EQ(text->failure()->where, (folder / "long").string() + ":2");
  EXPECT_TRUE(text->at_end());
  EXPECT_EQ(text->error("something else").message(), text->failure()->message());
}

TEST(TextScanner, SaysWhatIsWrongWithAFileItCannotRead) {
  const test::TemporaryFolder folder;
  const auto missing = TextScanner::open(folder / "none.obj");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, Error::Kind::unreadable_file);
  EXPECT_EQ(missing.error().where, (folder / "none.obj").string());
  EXPECT_NE(missing.error().what.find("No such file"), std::string::npos) << missing.error().message();

  const auto directory = TextScanner::open(folder.path());
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().kind, Error::Kind::unreadable_file);
  EXPECT_NE(directory.error().message().find("irectory"), std::string::npos) << directory.error().message();

  const auto empty = TextScanner::open(folder.write("empty.obj", ""));
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().what.find("empty"), std::string::npos);
  EXPECT_EQ(empty.error().where, (folder / "empty.obj").string() + ":1");

  // Opens, but every read fails: the address space of a process has nothing at its start.
  const auto broken = TextScanner::open("/proc/self/mem");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().what.find("cannot read"), std::string::npos) << broken.error().message();
}

}  // namespace
}  // namespace muslin::text_scanner_test
