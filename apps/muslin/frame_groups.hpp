#pragma once
#include <filesystem>
#include <map>
#include <muslin/core/result.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/run/run_info.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/response/collision_report.hpp>
#include <span>
#include <vector>

namespace muslin::app {

/// Which vertices collided together on the way to each frame of a run, as its statistics say.
class FrameGroups {
 public:
  [[nodiscard]] static Result<FrameGroups> read(const std::filesystem::path& folder);

  /// Of the frame with this number; null if nothing collided.
  [[nodiscard]] const CollisionGroups* find(long frame) const;
  [[nodiscard]] bool has_clusters() const;

 private:
  std::map<long, CollisionGroups> groups_;
};

/// Vertices counted over all bodies of a run, group by group.
using ListOfGroups = std::span<const std::vector<std::int32_t>>;

/// Of each vertex of a frame: the colour of its group, one after the other as bodies have them; light grey if it is in
/// none.
[[nodiscard]] std::vector<Colour> group_colours(const Frame& frame, const RunInfo& info, ListOfGroups groups);

}  // namespace muslin::app
