#include "frame_groups.hpp"

#include <algorithm>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/stats_file.hpp>

namespace muslin::app {
namespace {

constexpr Rgb kNoGroup = {214, 214, 212};

/// Returns the index in the frame of each vertex of the run. Files are read in the order of their names, while bodies
/// are simulated in that of the scene.
std::vector<std::size_t> places_of(const Frame& frame, const RunInfo& info) {
  std::vector<std::size_t> places;
  for (const RunInfo::Body& body : info.bodies) {
    const auto file = std::find(frame.file_names.begin(), frame.file_names.end(), body.name);
    if (file == frame.file_names.end()) continue;
    const auto k = static_cast<std::size_t>(file - frame.file_names.begin());
    const auto first = static_cast<std::size_t>(frame.first_vertex[k]);
    const std::size_t end = k + 1 < frame.first_vertex.size() ? static_cast<std::size_t>(frame.first_vertex[k + 1])
                                                              : frame.positions.size();
    for (std::size_t v = first; v < end; ++v) places.push_back(v);
  }
  return places;
}

}  // namespace

Result<FrameGroups> FrameGroups::read(const std::filesystem::path& folder) {
  FrameGroups result;
  const Status status = read_stats(folder / kStatsName, [&](const StepReport& step) {
    if (!step.collision.groups.zones.empty()) result.groups_[static_cast<long>(step.frame)] = step.collision.groups;
  });
  if (!status) return status.error();
  return result;
}

const CollisionGroups* FrameGroups::find(long frame) const {
  const auto found = groups_.find(frame);
  return found == groups_.end() ? nullptr : &found->second;
}

bool FrameGroups::has_clusters() const {
  return std::any_of(groups_.begin(), groups_.end(), [](const auto& frame) { return !frame.second.clusters.empty(); });
}

std::vector<Colour> group_colours(const Frame& frame, const RunInfo& info, ListOfGroups groups) {
  const std::vector<std::size_t> places = places_of(frame, info);
  std::vector<Colour> colours(frame.positions.size(), to_light(kNoGroup));
  for (std::size_t k = 0; k < groups.size(); ++k)
    for (const std::int32_t v : groups[k])
      if (v >= 0 && static_cast<std::size_t>(v) < places.size())
        colours[places[static_cast<std::size_t>(v)]] = body_colour(k);
  return colours;
}

}  // namespace muslin::app
