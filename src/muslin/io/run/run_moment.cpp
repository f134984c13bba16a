#include <fmt/format.h>

#include <charconv>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/checkpoint.hpp>
#include <muslin/io/run/pc2_sink.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_moment.hpp>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;
namespace {

Error fault(const fs::path& file, std::string what, std::string remedy) {
  return {Error::Kind::unreadable_file, file.string(), std::move(what), std::move(remedy)};
}

std::string hash_of_frame(const std::vector<Vec3>& positions) {
  ContentHash hash;
  hash.add_as_floats(positions);
  return hash.hex();
}

/// Reads the positions of all bodies, k frames after the start.
Result<std::vector<Vec3>> read_positions(const RunMoment& moment, std::int64_t k) {
  std::vector<Vec3> positions;
  for (const RunBody& body : moment.record.bodies) {
    const fs::path path = cache_path(moment.folder, body.name);
    const auto cache = Pc2Reader::open(path);
    if (!cache) return cache.error();
    if (cache->header().samples <= k || static_cast<std::size_t>(cache->header().points) != body.vertices)
      return fault(path, fmt::format("the cache is not that of {}", kRecordName), "simulate the run again");
    const auto part = cache->read_frame(static_cast<std::int32_t>(k));
    if (!part) return part.error();
    positions.insert(positions.end(), part->begin(), part->end());
  }
  return positions;
}

/// Estimates velocities at the end of a frame from the positions in it and in the frames before it: exact for a
/// constant acceleration from the second frame on, and for a constant velocity in the first one.
Result<std::vector<Vec3>> estimate_velocities(const RunMoment& moment) {
  std::vector<Vec3> velocities(moment.state.position.size(), Vec3::Zero());
  if (moment.frame == 0) return velocities;
  const auto before = read_positions(moment, moment.frame - 1);
  if (!before) return before.error();
  const auto earlier = moment.frame > 1 ? read_positions(moment, moment.frame - 2) : before;
  if (!earlier) return earlier.error();
  const double rate = moment.record.frame_rate;
  for (std::size_t v = 0; v < velocities.size(); ++v) {
    const Vec3 last = moment.state.position[v] - (*before)[v];
    velocities[v] = rate * (moment.frame > 1 ? Vec3(1.5 * last - 0.5 * ((*before)[v] - (*earlier)[v])) : last);
  }
  return velocities;
}

/// Returns the state of the checkpoint if it is that of the frame.
std::optional<State> state_of_checkpoint(const RunMoment& moment) {
  std::uint64_t scene = 0;
  const std::string& text = moment.record.scene_hash;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), scene, 16);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  auto state = read_checkpoint(moment.folder / kCheckpointName, scene);
  if (!state || state->frame != moment.frame || hash_of_frame(state->position) != moment.hash) return std::nullopt;
  return std::move(*state);
}

}  // namespace

std::optional<std::size_t> RunMoment::find_body(const std::string& name) const {
  for (std::size_t body = 0; body < record.bodies.size(); ++body)
    if (record.bodies[body].name == name) return body;
  return std::nullopt;
}

Result<RunMoment> read_run_moment(const fs::path& folder, std::optional<std::int64_t> number,
                                  std::optional<MomentSource> wanted) {
  auto record = read_run_record(folder / kRecordName);
  if (!record) return record.error();
  if (record->frame_hashes.empty())
    return fault(folder, "the run has no frames", "simulate it first, or name another run");
  RunMoment moment;
  moment.folder = folder;
  moment.record = std::move(*record);
  const std::int64_t first = moment.record.start_frame, last = moment.record.last_frame();
  if (number && (*number < first || *number > last))
    return fault(folder, fmt::format("the run has no frame {}", *number),
                 fmt::format("it has the frames {} to {} so far", first, last));
  moment.frame = number.value_or(last) - first;
  moment.hash = moment.record.frame_hashes[static_cast<std::size_t>(moment.frame)];
  std::size_t vertices = 0;
  for (const RunBody& body : moment.record.bodies) {
    moment.first_vertex.push_back(vertices);
    vertices += body.vertices;
  }
  auto positions = read_positions(moment, moment.frame);
  if (!positions) return positions.error();
  if (hash_of_frame(*positions) != moment.hash)
    return fault(folder,
                 fmt::format("frame {} in the caches (.pc2) is not the one that the run wrote: its hash differs from "
                             "that in {}",
                             first + moment.frame, kRecordName),
                 "simulate the run again");
  if (wanted != MomentSource::cache) {
    if (auto state = state_of_checkpoint(moment)) {
      moment.source = MomentSource::checkpoint;
      moment.state = std::move(*state);
      return moment;
    }
    if (wanted == MomentSource::checkpoint)
      return fault(folder, fmt::format("the checkpoint is not that of frame {}", first + moment.frame),
                   "say \"state\": \"cache\" to begin with the rounded positions of the caches");
  }
  moment.state.position = std::move(*positions);
  auto velocities = estimate_velocities(moment);
  if (!velocities) return velocities.error();
  moment.state.velocity = std::move(*velocities);
  return moment;
}

}  // namespace muslin
