#include "comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <muslin/core/report_rows.hpp>
#include <span>

#include "audit_report.hpp"

namespace muslin::app {
namespace {

using Run = Comparison::Run;

/// A column with its content.
struct Measure {
  TextTable::Column column;
  std::function<std::string(const Run& run)> of;
};

constexpr auto kWord = TextTable::Column::Kind::word;

const PhaseTimes& seconds(const Run& run) { return run.record.statistics.total.seconds; }
double collision_seconds_per_frame(const Run& run) {
  return seconds(run).collision() / static_cast<double>(std::max<std::int64_t>(run.record.frames_done(), 1));
}

std::string count(std::int64_t number) { return std::to_string(number); }
/// Formats with this number of decimals. Unknown and non-finite numbers are shown as "-", because they cannot be
/// compared.
std::string fixed(double value, int decimals) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "-";
}
std::string exact(double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }

TextTable table_of(const Comparison& comparison, std::span<const Measure> measures) {
  TextTable table;
  for (const Measure& measure : measures) table.columns.push_back(measure.column);
  for (const Run& run : comparison.runs) {
    std::vector<std::string>& row = table.rows.emplace_back();
    for (const Measure& measure : measures) row.push_back(measure.of(run));
  }
  return table;
}

bool is_ratio(const ReportRow& row) { return row.unit == "1"; }

/// Formats a value for human readers; ratios are shown in per cent.
std::string text_for_people(const ReportRow& row) {
  const double value = row.value.value_or(std::numeric_limits<double>::quiet_NaN());
  if (is_ratio(row)) return fixed(100.0 * value, 2);
  if (!std::isfinite(value)) return "-";
  return row.is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string text_for_programs(const ReportRow& row) {
  const double value = row.value.value_or(std::numeric_limits<double>::quiet_NaN());
  return row.is_whole && std::isfinite(value) ? fmt::format("{:.0f}", value) : exact(value);
}

/// Returns the rows to compare, collisions first.
std::vector<ReportRow> compared_rows(const Run& run) {
  const StepReport& total = run.record.statistics.total;
  std::vector<ReportRow> rows = rows_of(total.collision);
  for (ReportRow& row : rows_of(total))
    if (!row.path.starts_with("collision.")) rows.push_back(std::move(row));
  return rows;
}

/// Returns a column for each field whose description requests one. The counters of a response are empty in other runs.
std::vector<Measure> described_measures(const Comparison& comparison, bool for_people) {
  std::vector<Measure> measures;
  std::vector<std::string> paths;
  for (const Run& run : comparison.runs)
    for (const ReportRow& row : compared_rows(run)) {
      if (for_people ? row.title.empty() : !row.in_csv) continue;
      if (std::find(paths.begin(), paths.end(), row.path) != paths.end()) continue;
      paths.push_back(row.path);
      std::string name = row.path;
      std::replace(name.begin(), name.end(), '.', '_');
      measures.push_back({for_people ? TextTable::Column{row.title, is_ratio(row) ? "%" : row.unit}
                                     : TextTable::Column{std::move(name)},
                          [path = row.path, for_people](const Run& of) {
                            for (const ReportRow& found : compared_rows(of))
                              if (found.path == path)
                                return for_people ? text_for_people(found) : text_for_programs(found);
                            return std::string(for_people ? "-" : "");
                          }});
    }
  return measures;
}

void append(std::vector<Measure>& measures, std::vector<Measure> more) {
  std::move(more.begin(), more.end(), std::back_inserter(measures));
}

}  // namespace

TextTable human_readable_table(const Comparison& comparison) {
  std::vector<Measure> measures = {
      {{"response", "", kWord}, [](const Run& run) { return run.response; }},
      {{"time", "s"}, [](const Run& run) { return fixed(seconds(run).total(), 2); }},
      {{"collision", "s"}, [](const Run& run) { return fixed(seconds(run).collision(), 2); }},
      {{"per frame", "ms"}, [](const Run& run) { return fixed(1e3 * collision_seconds_per_frame(run), 2); }},
  };
  append(measures, described_measures(comparison, true));
  append(
      measures,
      {{{"frames"}, [](const Run& run) { return fmt::format("{}/{}", run.record.frames_done(), run.record.frames); }},
       {{"audit", "", kWord},
        [](const Run& run) {
          const RunAuditSummary& audit = run.record.audit;
          return audit.bad_frames == 0 ? "clean" : count_intersections(static_cast<std::size_t>(audit.intersections));
        }},
       {{"state", "", kWord}, [](const Run& run) -> std::string { return name_of(run.record.state); }}});
  return table_of(comparison, measures);
}

TextTable machine_readable_table(const Comparison& comparison) {
  std::vector<Measure> measures = {
      {{"response"}, [](const Run& run) { return run.response; }},
      {{"state"}, [](const Run& run) -> std::string { return name_of(run.record.state); }},
      {{"frames"}, [](const Run& run) { return count(run.record.frames); }},
      {{"frames_done"}, [](const Run& run) { return count(run.record.frames_done()); }},
      {{"seconds"}, [](const Run& run) { return exact(seconds(run).total()); }},
      {{"detection_seconds"}, [](const Run& run) { return exact(seconds(run).detection); }},
      {{"response_seconds"}, [](const Run& run) { return exact(seconds(run).response); }},
      {{"collision_seconds"}, [](const Run& run) { return exact(seconds(run).collision()); }},
      {{"collision_seconds_per_frame"}, [](const Run& run) { return exact(collision_seconds_per_frame(run)); }},
      {{"steps"}, [](const Run& run) { return count(run.record.statistics.steps); }},
  };
  append(measures, described_measures(comparison, false));
  append(measures, {{{"audited_frames"}, [](const Run& run) { return count(run.record.audit.frames); }},
                    {{"bad_frames"}, [](const Run& run) { return count(run.record.audit.bad_frames); }},
                    {{"intersections"}, [](const Run& run) { return count(run.record.audit.intersections); }}});
  return table_of(comparison, measures);
}

std::vector<std::string> notes_of(const Comparison& comparison) {
  std::vector<std::string> notes;
  if (comparison.interrupted)
    notes.push_back(comparison.not_run.empty()
                        ? "partial: interrupted"
                        : fmt::format("partial: interrupted; not run: {}", fmt::join(comparison.not_run, ", ")));
  for (const Run& run : comparison.runs)
    if (run.record.state != RunState::complete)
      notes.push_back(fmt::format("{}: {} after frame {}: {}", run.response, name_of(run.record.state),
                                  run.record.last_frame(), run.record.reason));
  return notes;
}

std::string markdown_page(const Comparison& comparison, const std::string& picture) {
  const RunRecord& first = comparison.runs.front().record;
  std::int64_t last_frame = first.start_frame;
  for (const Run& run : comparison.runs) last_frame = std::max(last_frame, run.record.last_frame());
  std::string page = fmt::format("# Responses compared: {}\n\n",
                                 escape_markdown(std::filesystem::path(first.scene_file).filename().string()));
  if (!first.about.empty()) page += escape_markdown(first.about) + "\n\n";
  page += fmt::format("- scene: {}\n- frames: {} to {} of {}, {:.6g} per second\n", escape_markdown(first.scene_file),
                      first.start_frame, last_frame, first.start_frame + first.frames, first.frame_rate);
  page += fmt::format("- machine: {}, {} cores, {}\n- threads: {}\n- Muslin {}, {}\n\n", first.machine.cpu,
                      first.machine.cores, first.machine.os, first.threads, first.version, first.started);
  page += to_markdown(human_readable_table(comparison));
  if (const std::vector<std::string> notes = notes_of(comparison); !notes.empty()) {
    page += "\n";
    for (const std::string& note : notes) page += "- " + escape_markdown(note) + "\n";
  }
  return page + fmt::format("\n![frames of each response]({})\n", picture);
}

}  // namespace muslin::app
