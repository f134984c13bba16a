#pragma once
#include <string>
#include <vector>

namespace muslin::app {

/// Rows of words under titles, to be written in one way or another.
struct TextTable {
  struct Column {
    std::string title;
    std::string unit = {};  ///< may be empty
    enum class Kind { number, word } kind = Kind::number;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< a word per column each
};

/// For terminals: columns two spaces apart, numbers to the right, units below the titles.
[[nodiscard]] std::string to_aligned_text(const TextTable& table);

/// Units in brackets behind the titles.
[[nodiscard]] std::string to_markdown(const TextTable& table);

/// Text that Markdown shows as it is, also in a table.
[[nodiscard]] std::string escape_markdown(const std::string& text);

/// For programs: a line of titles, then the rows. Units are left out. The words must have no commas, quotes or line
/// breaks.
[[nodiscard]] std::string to_csv(const TextTable& table);

}  // namespace muslin::app
