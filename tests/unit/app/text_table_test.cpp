#include <gtest/gtest.h>
#include <apps/muslin/text_table.hpp>

namespace muslin::app::text_table_test {
namespace {

TextTable sample() {
  constexpr auto kWord = TextTable::Column::Kind::word;
  return {.columns = {{"name", "", kWord}, {"time", "s"}, {"n"}, {"state", "", kWord}},
          .rows = {{"a", "1.50", "1234", "good"}, {"long_name", "10.25", "7", "b|d"}}};
}

TEST(TextTable, AlignsNumbersToTheRightAndWordsToTheLeft) {
  EXPECT_EQ(to_aligned_text(sample()),
            "name        time     n  state\n"
            "             [s]\n"
            "a           1.50  1234  good\n"
            "long_name  10.25     7  b|d\n");
}

TEST(TextTable, IsMarkdown) {
  EXPECT_EQ(to_markdown(sample()),
            "| name | time [s] | n | state |\n"
            "|---|---:|---:|---|\n"
            "| a | 1.50 | 1234 | good |\n"
            "| long_name | 10.25 | 7 | b\\|d |\n");
}

TEST(TextTable, MarkdownShowsTextAsItIs) {
  EXPECT_EQ(escape_markdown("a*b `c` <d> [e](f) \\|"), "a\\*b \\`c\\` \\<d> \\[e](f) \\\\\\|");
}

TEST(TextTable, IsCsv) {
  EXPECT_EQ(to_csv(sample()),
            "name,time,n,state\n"
            "a,1.50,1234,good\n"
            "long_name,10.25,7,b|d\n");
}

TEST(TextTable, WithoutRowsHasTitles) {
  const TextTable empty{.columns = {{"a"}, {"b"}}, .rows = {}};
  EXPECT_EQ(to_csv(empty), "a,b\n");
  EXPECT_EQ(to_markdown(empty), "| a | b |\n|---:|---:|\n");
  EXPECT_EQ(to_aligned_text(empty), "a  b\n\n");
}

}  // namespace
}  // namespace muslin::app::text_table_test
