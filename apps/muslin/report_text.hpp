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

/// What the fields of a report of a run come to, by their descriptions, without those that are zero: "contacts 1234,
/// energy_lost 0.25 J". The fields of the report itself stand under `title`, those of a report within it, or of a
/// response, under its name.
[[nodiscard]] std::vector<InfoLine> info_lines(const std::string& title, std::span<const ReportRow> rows);

}  // namespace muslin::app
