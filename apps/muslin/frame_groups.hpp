#pragma once
#include <filesystem>
#include <map>
#include <muslin/core/result.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/mesh/run_info.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/response/collision_report.hpp>
#include <span>
#include <vector>

namespace muslin::app {

/// The groups of vertices that collided together before each frame of a run, read from its statistics.
class FrameGroups {
 public:
  [[nodiscard]] static Result<FrameGroups> read(const std::filesystem::path& folder);

  /// Returns the groups of the frame with this number, or null if nothing collided.
  [[nodiscard]] const CollisionGroups* find(long frame) const;
  [[nodiscard]] bool has_clusters() const;

 private:
  std::map<long, CollisionGroups> groups_;
};

/// Groups of vertices, which are numbered over all bodies of a run.
using ListOfGroups = std::span<const std::vector<std::int32_t>>;

/// Returns a colour for each vertex of a frame. Groups get the body colours in turn; vertices in no group are light
/// grey.
[[nodiscard]] std::vector<Colour> group_colours(const Frame& frame, const RunInfo& info, ListOfGroups groups);

}  // namespace muslin::app
