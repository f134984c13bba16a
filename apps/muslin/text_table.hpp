#pragma once
#include <string>
#include <vector>

namespace muslin::app {

/// A table of words with column titles, which can be written in several formats.
struct TextTable {
  struct Column {
    std::string title;
    std::string unit = {};  ///< may be empty
    enum class Kind { number, word } kind = Kind::number;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< each row has one word per column
};

/// Formats the table for terminals: columns two spaces apart, numbers right-aligned, units below the titles.
[[nodiscard]] std::string to_aligned_text(const TextTable& table);

/// Formats the table as Markdown, with the units in brackets after the titles.
[[nodiscard]] std::string to_markdown(const TextTable& table);

/// Escapes text so that Markdown shows it verbatim, also in a table.
[[nodiscard]] std::string escape_markdown(const std::string& text);

/// Formats the table for programs: a line of titles, then the rows. Units are omitted. The words must not contain
/// commas, quotes or line breaks.
[[nodiscard]] std::string to_csv(const TextTable& table);

}  // namespace muslin::app
