#include <benchmarks/paper_page.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <sstream>
#include <vector>

namespace muslin::bench {
namespace {

/// A row whose command follows below the table.
struct Open {
  std::string label, name, cells;
};

}  // namespace

PaperPage PaperPage::read(const std::filesystem::path& path) {
  PaperPage page;
  const auto text = read_whole_file(path);
  if (!text) return page;
  std::istringstream lines(*text);
  std::string claim;
  std::vector<Open> open;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) {
      claim = line.substr(line.find(". ") + 2);
      open.clear();
    } else if (line.starts_with("| ") && line.ends_with(" |")) {
      const std::size_t label_end = line.find(" | ", 2);
      if (label_end == std::string::npos) continue;
      const std::string cells = line.substr(label_end + 3, line.size() - label_end - 5);
      open.push_back({line.substr(2, label_end - 2), cells.substr(0, cells.find(" | ")), cells});
    } else if (line.starts_with("- ") && line.ends_with("`")) {
      const std::size_t label_end = line.find(" `");
      const std::string label = line.substr(2, label_end - 2),
                        command = line.substr(label_end + 2, line.size() - label_end - 3);
      for (const Open& row : open)
        if (row.label == label && row.cells.find("| not measured") == std::string::npos)
          page.rows_[{claim, row.name, command}] = row.cells;
    }
  }
  return page;
}

std::optional<std::string> PaperPage::row(const std::string& claim, const std::string& name,
                                          const std::string& command) const {
  const auto place = rows_.find({claim, name, command});
  return place == rows_.end() ? std::nullopt : std::optional(place->second);
}

}  // namespace muslin::bench
