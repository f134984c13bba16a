#pragma once
#include <muslin/core/report_rows.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin::app {

/// A line of `muslin info`.
struct InfoLine {
  std::string title, text;
};

/// Formats the fields of a run report by their descriptions and omits those that are zero: "contacts 1234, energy_lost
/// 0.25 J". The fields of the report itself are listed under `title`, those of a nested report or of a response under
/// its name.
[[nodiscard]] std::vector<InfoLine> info_lines(const std::string& title, std::span<const ReportRow> rows);

}  // namespace muslin::app
