#pragma once
#include <filesystem>
#include <muslin/core/types.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/mesh/run_info.hpp>
#include <muslin/render/colour.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "frame_groups.hpp"
#include "render_arguments.hpp"

namespace muslin::app {

/// The quantity that determines the colours.
enum class Paint { body, strain, speed, zones, clusters };
enum class Viewpoint { three_quarter, front, side, top };
enum class UpAxis { y, z };

inline constexpr double kDefaultFrameRate =
    24.0;  ///< frames per second, if neither the user nor the run folder gives a rate

/// Options of the rendering.
struct RenderOptions {
  PictureSize size;                   ///< size of one picture [pixels]
  std::optional<Vec3> from = {};      ///< position of the camera; if empty, it is chosen so that everything is visible
  std::optional<Vec3> to = {};        ///< target of the camera if `from` is given; by default the centre of the cloth
  std::optional<ValueRange> range{};  ///< range of the painted values; determined from the frames if empty
  std::vector<std::string> obstacles = {};
  Paint paint = Paint::body;
  Viewpoint viewpoint = Viewpoint::three_quarter;
  UpAxis up = UpAxis::y;
  double fov_deg = 30.0;
  double cable_width = 6.0;
  int samples = 3;
  bool wire = false;
};

/// A source of frames: a run folder or meshes.
struct FrameSource {
  FrameSequence sequence;
  RunInfo info;
  std::string name;         ///< name in messages
  FrameGroups groups = {};  ///< groups that --color zones and --color clusters show
};

/// Pictures arranged row by row.
struct SheetPlan {
  struct Picture {
    std::size_t source = 0;
    std::optional<std::size_t> frame;  ///< the place stays empty if there is none
    std::string label;
  };
  std::vector<Picture> pictures;
  int columns = 1;
  std::vector<std::string> row_titles = {};  ///< one per row, or none
};

/// Returns why a sheet with this number of pictures would be too large; empty if it is not.
[[nodiscard]] std::string sheet_problem(std::size_t pictures, const PictureSize& size);

/// Draws frames of one scene, or of several runs of it, with one camera and the same colours, and writes the sheet.
[[nodiscard]] ExitCode render_sheet(const RenderOptions& options, std::span<const FrameSource> sources,
                                    const SheetPlan& plan, const std::filesystem::path& output);

}  // namespace muslin::app
