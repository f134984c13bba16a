#pragma once
#include <filesystem>
#include <muslin/core/types.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/run/run_info.hpp>
#include <muslin/render/colour_map.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "frame_groups.hpp"
#include "render_arguments.hpp"

namespace muslin::app {

enum class Paint { body, strain, speed, zones, clusters };
enum class Viewpoint { three_quarter, front, side, top };
enum class UpAxis { y, z };

inline constexpr double kDefaultFrameRate = 24.0;  ///< where nobody says

/// How things are drawn.
struct RenderOptions {
  PictureSize size;                   ///< of one picture
  std::optional<Vec3> from = {};      ///< where the camera is; without it, it is where it sees everything
  std::optional<Vec3> to = {};        ///< what it looks at, if `from` is given; the middle of the cloth
  std::optional<ValueRange> range{};  ///< of the values that are painted; without it, found
  std::vector<std::string> obstacles = {};
  Paint paint = Paint::body;
  Viewpoint viewpoint = Viewpoint::three_quarter;
  UpAxis up = UpAxis::y;
  double fov_deg = 30.0;
  double cable_width = 6.0;
  int samples = 3;
  bool wire = false;
};

/// Where frames come from: a run folder, or meshes.
struct FrameSource {
  FrameSequence sequence;
  RunInfo info;
  std::string name;         ///< for messages
  FrameGroups groups = {};  ///< that --color zones and clusters show
};

/// Pictures side by side, row after row.
struct SheetPlan {
  struct Picture {
    std::size_t source = 0;
    std::optional<std::size_t> frame;  ///< none: the place stays empty
    std::string label;
  };
  std::vector<Picture> pictures;
  int columns = 1;
  std::vector<std::string> row_titles = {};  ///< one per row, or none
};

/// Why a sheet of so many pictures would be too large; empty if it is not.
[[nodiscard]] std::string sheet_problem(std::size_t pictures, const PictureSize& size);

/// Draws frames of one scene, or of several that differ in how they went, all by one camera and with the same colours,
/// and writes the sheet.
[[nodiscard]] ExitCode render_sheet(const RenderOptions& options, std::span<const FrameSource> sources,
                                    const SheetPlan& plan, const std::filesystem::path& output);

}  // namespace muslin::app
