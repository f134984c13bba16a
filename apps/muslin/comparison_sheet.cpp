#include "comparison_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "render_arguments.hpp"
#include "sheet_renderer.hpp"

namespace muslin::app {
namespace {

constexpr std::size_t kDefaultSheetFrames = 6;
constexpr PictureSize kPictureSize = {360, 270};

/// Reports a failed picture with a remedy that does not require a new simulation.
ExitCode refuse_frames(const ComparisonSheet& sheet, const std::string& why) {
  return refuse(
      fmt::format("--sheet-frames {}: {}; the runs are kept: repeat the command with --resume and other frames",
                  sheet.frames, why));
}

Result<std::vector<FrameSource>> open(const ComparisonSheet& sheet) {
  std::vector<FrameSource> sources;
  for (const ComparisonSheet::Row& row : sheet.rows) {
    auto sequence = FrameSequence::open_folder(row.folder);
    if (!sequence) return sequence.error();
    auto info = read_run_info(row.folder);
    if (!info) return info.error();
    sources.push_back({std::move(*sequence), std::move(*info), row.folder.string()});
  }
  return sources;
}

}  // namespace

ExitCode draw_comparison(const ComparisonSheet& sheet, const std::filesystem::path& output) {
  const auto sources = open(sheet);
  if (!sources) return report(sources.error());
  // All runs begin with the same frame, so the longest run contains every frame of the others.
  const FrameSequence& longest = std::max_element(sources->begin(), sources->end(), [](const auto& a, const auto& b) {
                                   return a.sequence.size() < b.sequence.size();
                                 })->sequence;
  std::vector<std::size_t> frames = evenly_spaced_frames(longest.size(), kDefaultSheetFrames);
  if (!sheet.frames.empty()) {
    ChosenFrames chosen = choose_frames(*parse_frames(sheet.frames), longest);
    if (!chosen.problem.empty()) return refuse_frames(sheet, chosen.problem);
    frames = std::move(chosen.frames);
  }
  RenderOptions options;
  options.size = kPictureSize;
  options.up = sheet.up == Axis::z ? UpAxis::z : UpAxis::y;
  if (const std::string why = sheet_problem(sources->size() * frames.size(), options.size); !why.empty())
    return refuse_frames(sheet, why);

  SheetPlan plan;
  plan.columns = static_cast<int>(frames.size());
  for (std::size_t source = 0; source < sources->size(); ++source) {
    plan.row_titles.push_back(sheet.rows[source].title);
    for (const std::size_t frame : frames) {
      const bool is_there = frame < (*sources)[source].sequence.size();
      plan.pictures.push_back({source, is_there ? std::optional(frame) : std::nullopt,
                               fmt::format("{} {}", is_there ? "frame" : "no frame", longest.label(frame))});
    }
  }
  return render_sheet(options, *sources, plan, output);
}

}  // namespace muslin::app
