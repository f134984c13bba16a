#include "comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>

#include "audit_report.hpp"

namespace muslin::app {
namespace {

using Run = Comparison::Run;

/// A column and what stands in it.
struct Measure {
  TextTable::Column column;
  std::string (*of)(const Run& run);
};

constexpr auto kWord = TextTable::Column::Kind::word;

const CollisionStatistics& collision(const Run& run) { return run.record.statistics.collision; }
const PhaseTimes& seconds(const Run& run) { return run.record.statistics.seconds; }
double collision_seconds_per_frame(const Run& run) {
  return seconds(run).collision() / static_cast<double>(std::max<std::int64_t>(run.record.frames_done(), 1));
}

std::string count(std::int64_t number) { return std::to_string(number); }
/// With so many decimals. What is not known, or not finite, is no number to be compared.
std::string fixed(double value, int decimals) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "-";
}
std::string significant(double value) { return std::isfinite(value) ? fmt::format("{:.3g}", value) : "-"; }
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

}  // namespace

TextTable human_readable_table(const Comparison& comparison) {
  static const std::vector<Measure> kMeasures = {
      {{"response", "", kWord}, [](const Run& run) { return run.response; }},
      {{"time", "s"}, [](const Run& run) { return fixed(seconds(run).total(), 2); }},
      {{"collision", "s"}, [](const Run& run) { return fixed(seconds(run).collision(), 2); }},
      {{"per frame", "ms"}, [](const Run& run) { return fixed(1e3 * collision_seconds_per_frame(run), 2); }},
      {{"contacts"}, [](const Run& run) { return count(collision(run).contacts); }},
      {{"zones"}, [](const Run& run) { return count(collision(run).zones); }},
      {{"largest zone"}, [](const Run& run) { return count(collision(run).largest_zone); }},
      {{"passes"}, [](const Run& run) { return count(collision(run).passes); }},
      {{"iterations"}, [](const Run& run) { return count(collision(run).iterations); }},
      {{"responses"}, [](const Run& run) { return count(collision(run).rungs.response); }},
      {{"rigid zones"}, [](const Run& run) { return count(collision(run).rungs.rigid_zones); }},
      {{"halvings"}, [](const Run& run) { return count(collision(run).rungs.halvings); }},
      {{"yields"}, [](const Run& run) { return count(collision(run).rungs.yields); }},
      {{"stops"}, [](const Run& run) { return count(collision(run).rungs.stops); }},
      {{"energy lost", "J"}, [](const Run& run) { return significant(collision(run).energy_lost); }},
      {{"sliding", "m/s"}, [](const Run& run) { return significant(collision(run).sliding_speed); }},
      {{"strain", "%"}, [](const Run& run) { return fixed(1e2 * run.record.statistics.max_strain, 2); }},
      {{"frames"}, [](const Run& run) { return fmt::format("{}/{}", run.record.frames_done(), run.record.frames); }},
      {{"audit", "", kWord},
       [](const Run& run) {
         const RunAuditSummary& audit = run.record.audit;
         return audit.bad_frames == 0 ? "clean" : count_intersections(static_cast<std::size_t>(audit.intersections));
       }},
      {{"state", "", kWord}, [](const Run& run) -> std::string { return name_of(run.record.state); }},
  };
  return table_of(comparison, kMeasures);
}

TextTable machine_readable_table(const Comparison& comparison) {
  static const std::vector<Measure> kMeasures = {
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
      {{"contacts"}, [](const Run& run) { return count(collision(run).contacts); }},
      {{"zones"}, [](const Run& run) { return count(collision(run).zones); }},
      {{"largest_zone"}, [](const Run& run) { return count(collision(run).largest_zone); }},
      {{"passes"}, [](const Run& run) { return count(collision(run).passes); }},
      {{"iterations"}, [](const Run& run) { return count(collision(run).iterations); }},
      {{"rough_zones"}, [](const Run& run) { return count(collision(run).rough_zones); }},
      {{"rungs_response"}, [](const Run& run) { return count(collision(run).rungs.response); }},
      {{"rungs_rigid_zones"}, [](const Run& run) { return count(collision(run).rungs.rigid_zones); }},
      {{"rungs_halvings"}, [](const Run& run) { return count(collision(run).rungs.halvings); }},
      {{"rungs_yields"}, [](const Run& run) { return count(collision(run).rungs.yields); }},
      {{"rungs_stops"}, [](const Run& run) { return count(collision(run).rungs.stops); }},
      {{"energy_lost"}, [](const Run& run) { return exact(collision(run).energy_lost); }},
      {{"sliding_speed"}, [](const Run& run) { return exact(collision(run).sliding_speed); }},
      {{"max_strain"}, [](const Run& run) { return exact(run.record.statistics.max_strain); }},
      {{"audited_frames"}, [](const Run& run) { return count(run.record.audit.frames); }},
      {{"bad_frames"}, [](const Run& run) { return count(run.record.audit.bad_frames); }},
      {{"intersections"}, [](const Run& run) { return count(run.record.audit.intersections); }},
  };
  return table_of(comparison, kMeasures);
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
