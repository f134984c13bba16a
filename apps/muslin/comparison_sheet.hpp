#pragma once
#include <filesystem>
#include <muslin/geometry/shapes.hpp>
#include <string>
#include <vector>

#include "exit_code.hpp"

namespace muslin::app {

/// A picture that shows the same frames of several runs of one scene, below each other.
struct ComparisonSheet {
  struct Row {
    std::string title;
    std::filesystem::path folder;  ///< a run folder
  };
  std::vector<Row> rows;
  std::string frames;  ///< which, in the words of parse_frames; empty: some evenly spread
  Axis up = Axis::y;
};

/// Draws it. A run that ended before one of the frames has an empty place there.
[[nodiscard]] ExitCode draw_comparison(const ComparisonSheet& sheet, const std::filesystem::path& output);

}  // namespace muslin::app
