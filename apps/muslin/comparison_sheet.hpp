#pragma once
#include <filesystem>
#include <muslin/geometry/shapes.hpp>
#include <string>
#include <vector>

#include "exit_code.hpp"

namespace muslin::app {

/// A picture that shows the same frames of several runs of one scene, with one row per run.
struct ComparisonSheet {
  struct Row {
    std::string title;
    std::filesystem::path folder;  ///< a run folder
  };
  std::vector<Row> rows;
  std::string frames;  ///< frames in the syntax of parse_frames; if empty, some evenly spaced frames
  Axis up = Axis::y;
};

/// Draws the sheet. The place of a frame that a run did not reach stays empty.
[[nodiscard]] ExitCode draw_comparison(const ComparisonSheet& sheet, const std::filesystem::path& output);

}  // namespace muslin::app
