#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <muslin/model/material.hpp>
#include <sstream>
#include <string>
#include <tests/support/program.hpp>
#include <vector>

// docs/fabrics.md says the same as the library: every number, every description, every source.
namespace muslin::materials_docs_test {
namespace {

std::string documentation() {
  std::ifstream file(test::source_path("docs/fabrics.md"));
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The rows "| `name` | … |" of all tables: name to the cells behind it.
std::multimap<std::string, std::vector<std::string>> named_rows(const std::string& text) {
  std::multimap<std::string, std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    std::vector<std::string> cells;
    std::istringstream row(line.substr(1));
    for (std::string cell; std::getline(row, cell, '|');) {
      const auto begin = cell.find_first_not_of(" `"), end = cell.find_last_not_of(" `");
      cells.push_back(begin == cell.npos ? "" : cell.substr(begin, end - begin + 1));
    }
    const std::string name = cells.front();
    cells.erase(cells.begin());
    rows.emplace(name, std::move(cells));
  }
  return rows;
}

/// Line breaks and their indentation as single blanks.
std::string unwrapped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || result.empty() || result.back() != ' ') result += blank ? ' ' : c;
  }
  return result;
}

void expect_row(const std::vector<std::string>& cells, std::string_view about, const std::vector<double>& numbers) {
  ASSERT_EQ(cells.size(), numbers.size() + 1);
  EXPECT_EQ(cells[0], about);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_NEAR(std::stod(cells[i + 1]), numbers[i], 1e-12 * numbers[i]) << "column " << i + 2;
}

TEST(MaterialsDocs, HaveEveryFabricAndCableAndNoOther) {
  const auto rows = named_rows(documentation());
  EXPECT_EQ(rows.size(), named_fabrics().size() + named_cables().size());

  for (const NamedFabric& named : named_fabrics()) {
    SCOPED_TRACE(named.name);
    const auto row = rows.find(std::string(named.name));
    ASSERT_NE(row, rows.end());
    const Fabric& f = named.fabric;
    expect_row(row->second, named.about,
               {f.areal_density * 1e3, f.stretch_warp, f.stretch_weft, f.poisson, f.shear, f.bending_warp * 1e6,
                f.bending_weft * 1e6, f.thickness * 1e3, f.friction});
  }
  for (const NamedCable& named : named_cables()) {
    SCOPED_TRACE(named.name);
    const auto row = rows.find(std::string(named.name));
    ASSERT_NE(row, rows.end());
    const CableMaterial& c = named.material;
    expect_row(row->second, named.about,
               {c.linear_density * 1e3, c.stretch, c.bending * 1e3, c.thickness * 1e3, c.friction});
  }
}

TEST(MaterialsDocs, HaveEverySource) {
  const std::string text = unwrapped(documentation());
  for (const NamedFabric& named : named_fabrics())
    EXPECT_NE(text.find(fmt::format("`{}`: {}.", named.name, named.source)), text.npos) << named.name;
  for (const NamedCable& named : named_cables())
    EXPECT_NE(text.find(fmt::format("`{}`: {}.", named.name, named.source)), text.npos) << named.name;
}

/// Every [Key] of a source is in docs/references.bib.
TEST(MaterialsDocs, CiteWhatTheBibliographyHas) {
  std::ifstream file(test::source_path("docs/references.bib"));
  const std::string bibliography{std::istreambuf_iterator<char>(file), {}};
  int citations = 0;
  for (const NamedFabric& named : named_fabrics()) {
    const std::string source(named.source);
    for (auto open = source.find('['); open != source.npos; open = source.find('[', open + 1)) {
      const std::string key = source.substr(open + 1, source.find(']', open) - open - 1);
      EXPECT_NE(bibliography.find(fmt::format("{{{},", key)), bibliography.npos) << key;
      ++citations;
    }
  }
  EXPECT_GT(citations, 10);
}

}  // namespace
}  // namespace muslin::materials_docs_test
