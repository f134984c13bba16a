#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace muslin::app {
namespace {

using Row = std::vector<std::string>;

std::string in_brackets(const std::string& unit) { return unit.empty() ? std::string() : "[" + unit + "]"; }

bool is_number(const TextTable::Column& column) { return column.kind == TextTable::Column::Kind::number; }

template <class Write>
Row row_of(const TextTable& table, Write&& write) {
  Row row;
  for (const TextTable::Column& column : table.columns) row.push_back(write(column));
  return row;
}

std::string joined(const Row& row, const char* begin, const char* between, const char* end) {
  std::string line = begin;
  for (std::size_t i = 0; i < row.size(); ++i) line += (i > 0 ? between : "") + row[i];
  return line + end;
}

}  // namespace

std::string to_aligned_text(const TextTable& table) {
  std::vector<Row> lines = {row_of(table, [](const TextTable::Column& column) { return column.title; }),
                            row_of(table, [](const TextTable::Column& column) { return in_brackets(column.unit); })};
  lines.insert(lines.end(), table.rows.begin(), table.rows.end());
  std::string text;
  for (const Row& line : lines) {
    Row padded;
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::size_t width = 0;
      for (const Row& other : lines) width = std::max(width, other[i].size());
      padded.push_back(is_number(table.columns[i]) ? fmt::format("{:>{}}", line[i], width)
                                                   : fmt::format("{:<{}}", line[i], width));
    }
    std::string words = joined(padded, "", "  ", "");
    words.erase(words.find_last_not_of(' ') + 1);
    text += words + "\n";
  }
  return text;
}

std::string escape_markdown(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("|\\*`<[").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string to_markdown(const TextTable& table) {
  const Row titles = row_of(table, [](const TextTable::Column& column) {
    return column.unit.empty() ? column.title : column.title + " " + in_brackets(column.unit);
  });
  const Row rules = row_of(table, [](const TextTable::Column& column) { return is_number(column) ? "---:" : "---"; });
  std::string text = joined(titles, "| ", " | ", " |\n") + joined(rules, "|", "|", "|\n");
  for (Row row : table.rows) {
    std::transform(row.begin(), row.end(), row.begin(), escape_markdown);
    text += joined(row, "| ", " | ", " |\n");
  }
  return text;
}

std::string to_csv(const TextTable& table) {
  std::string text = joined(row_of(table, [](const TextTable::Column& column) { return column.title; }), "", ",", "\n");
  for (const Row& row : table.rows) text += joined(row, "", ",", "\n");
  return text;
}

}  // namespace muslin::app
