#include <fmt/format.h>

#include <muslin/io/run/pc2_sink.hpp>

namespace muslin {
namespace fs = std::filesystem;

fs::path cache_path(const fs::path& folder, const std::string& body) { return folder / (body + ".pc2"); }

Status Pc2Sink::begin(const RunStart& start) {
  ranges_.assign(start.ranges.begin(), start.ranges.end());
  caches_.clear();
  for (const SceneBody& item : start.scene.bodies) {
    const fs::path path = cache_path(folder_, item.body.name);
    const auto vertices = static_cast<std::int32_t>(item.body.mesh.positions.size());
    auto cache =
        start.kept_frames > 0
            ? Pc2Writer::resume(path, static_cast<std::int32_t>(start.kept_frames))
            : Pc2Writer::create(path, {.points = vertices, .start = static_cast<float>(start.scene.time.start_frame)});
    if (!cache) return cache.error();
    if (cache->header().points != vertices)
      return Error{
          Error::Kind::unreadable_file, path.string(),
          fmt::format("the file has {} points, but the body has {} vertices", cache->header().points, vertices),
          "give the scene as it was, or start again with --force"};
    caches_.push_back(std::move(*cache));
  }
  return Done{};
}

Status Pc2Sink::append(const RunFrame& frame) {
  for (std::size_t b = 0; b < caches_.size(); ++b) {
    const auto positions = std::span(frame.state.position).subspan(ranges_[b].first_vertex, ranges_[b].vertex_count);
    if (Status status = caches_[b].append(positions); !status) return status;
  }
  // Flush only now: no header may count the frame before all caches have it.
  for (Pc2Writer& cache : caches_)
    if (Status status = cache.flush(); !status) return status;
  return Done{};
}

Result<Pc2Frames> Pc2Frames::open(const fs::path& folder, const Scene& scene, std::int64_t frames) {
  Pc2Frames result;
  for (const SceneBody& item : scene.bodies) {
    const fs::path path = cache_path(folder, item.body.name);
    auto cache = Pc2Reader::open(path);
    if (!cache) return cache.error();
    if (cache->header().samples < frames)
      return Error{Error::Kind::unreadable_file, path.string(),
                   fmt::format("the file has {} frames, but the checkpoint was written after {}",
                               cache->header().samples, frames),
                   "the file is cut off; start the run again with --force"};
    result.caches_.push_back(std::move(*cache));
  }
  return result;
}

Result<std::vector<Vec3>> Pc2Frames::read(std::int64_t k) const {
  std::vector<Vec3> positions;
  for (const Pc2Reader& cache : caches_) {
    const auto part = cache.read_frame(static_cast<std::int32_t>(k));
    if (!part) return part.error();
    positions.insert(positions.end(), part->begin(), part->end());
  }
  return positions;
}

}  // namespace muslin
