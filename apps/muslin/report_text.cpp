#include "report_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muslin::app {

std::vector<InfoLine> info_lines(const std::string& title, std::span<const ReportRow> rows) {
  std::vector<InfoLine> lines;
  for (const ReportRow& row : rows) {
    if (!row.value || *row.value == 0.0 || row.combine == Combine::step_only) continue;
    const std::size_t dot = row.path.rfind('.');
    const std::string group = dot == row.path.npos ? title : row.path.substr(0, dot);
    auto line = std::find_if(lines.begin(), lines.end(), [&](const InfoLine& known) { return known.title == group; });
    if (line == lines.end()) line = lines.insert(lines.end(), {group, {}});
    if (!line->text.empty()) line->text += ", ";
    line->text += row.path.substr(dot == row.path.npos ? 0 : dot + 1);
    line->text += row.is_whole ? fmt::format(" {:.0f}", *row.value) : fmt::format(" {:.4g}", *row.value);
    if (!row.unit.empty() && row.unit != "1") line->text += " " + row.unit;
  }
  return lines;
}

}  // namespace muslin::app
