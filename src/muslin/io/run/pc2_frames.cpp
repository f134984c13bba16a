#include <fmt/format.h>

#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/pc2_frames.hpp>
#include <muslin/io/run/pc2_sink.hpp>

namespace muslin {

Result<Pc2Frames> Pc2Frames::open(const std::filesystem::path& folder, const Scene& scene, std::int64_t frames) {
  Pc2Frames result;
  for (const SceneBody& item : scene.bodies) {
    const std::filesystem::path path = cache_path(folder, item.body.name);
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
