#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <muslin/core/report_rows.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/response/response.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <string>
#include <tests/support/program.hpp>

// The tables of docs/run-folder.md are those of the descriptions. After a change of a description:
//   MUSLIN_WRITE_DOCS=1 build/release/bin/muslin_unit_tests --gtest_filter='RunFolderDocs.*'
namespace muslin::run_folder_docs_test {
namespace {

const std::string kPage = test::source_path("docs/run-folder.md");

std::string in_a_run(const ReportRow& row) {
  const std::string name = row.run_name.empty() ? "" : fmt::format(", as `{}`", row.run_name);
  switch (row.combine) {
    case Combine::step_only:
      return "–";
    case Combine::sum:
      return "sum" + name;
    case Combine::max:
      return "largest" + name;
    case Combine::last:
      return "of the last step" + name;
    case Combine::mean_over_steps:
      return "mean over the steps" + name;
    case Combine::mean_over_time:
      return "mean over time" + name;
    case Combine::of_largest:
      return "of the largest" + name;
    case Combine::count:
      return "only there";
    case Combine::nested:
      return "";
  }
  return "";
}

/// The fields whose path begins with none of `others`.
std::string table_of(const std::vector<ReportRow>& rows, const std::vector<std::string>& others = {}) {
  std::string text = "| key | unit | in `run.json` | |\n|---|---|---|---|\n";
  std::string whole = "?";  // path of the report that a run takes from one step
  for (const ReportRow& row : rows) {
    bool is_other = false;
    for (const std::string& other : others) is_other = is_other || row.path.starts_with(other);
    if (is_other) continue;
    if (row.combine == Combine::of_largest) whole = row.path + ".";
    const bool is_within = row.path.starts_with(whole);
    text += fmt::format("| `{}` | {} | {} | {} |\n", row.path, row.unit, is_within ? "" : in_a_run(row), row.about);
  }
  return text;
}

std::string counters_text() {
  std::string text;
  for (const ResponseInfo& response : known_responses()) {
    if (response.counters == nullptr) continue;
    Counters counters;
    counters.group(response.counters());
    std::vector<ReportRow> rows;
    add_rows(counters, "", rows);
    const std::string table = table_of(rows);
    // Responses of one family share their counters.
    if (const std::size_t same = text.find(":\n\n" + table); same != std::string::npos)
      text.insert(same, fmt::format(", `{}`", response.name));
    else
      text += fmt::format("{}`{}`:\n\n{}", text.empty() ? "" : "\n", response.name, table);
  }
  return text;
}

/// Replaces what stands between the marks of that name.
void put(std::string& page, const std::string& name, const std::string& text) {
  const std::string begin = fmt::format("<!-- begin: {} -->\n", name), end = fmt::format("<!-- end: {} -->", name);
  const std::size_t from = page.find(begin), to = page.find(end);
  ASSERT_TRUE(from != page.npos && to != page.npos && from < to) << "no marks of " << name;
  page.replace(from + begin.size(), to - from - begin.size(), text);
}

TEST(RunFolderDocs, HaveTheTablesOfTheDescriptions) {
  const auto page = read_whole_file(kPage);
  ASSERT_TRUE(page);
  std::string expected = *page;
  const StepReport step;
  const RunStatistics run;
  std::vector<ReportRow> of_run = rows_of(run);
  for (const ReportRow& row : rows_of(step))
    std::erase_if(of_run, [&](const ReportRow& own) { return own.path == row.path; });
  put(expected, "run", table_of(of_run));
  put(expected, "step", table_of(rows_of(step), {"collision.", "limits."}));
  put(expected, "collision", table_of(rows_of(step.collision)));
  put(expected, "limits", table_of(rows_of(step.limits)));
  put(expected, "counters", counters_text());
  if (std::getenv("MUSLIN_WRITE_DOCS") != nullptr) std::ofstream(kPage) << expected;
  EXPECT_EQ(*page, expected);
}

}  // namespace
}  // namespace muslin::run_folder_docs_test
