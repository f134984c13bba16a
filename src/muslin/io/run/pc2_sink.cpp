#include <fmt/format.h>

#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/pc2_sink.hpp>

namespace muslin {
namespace fs = std::filesystem;

fs::path cache_path(const fs::path& folder, const std::string& body) { return folder / (body + ".pc2"); }

/// One cache per body.
struct Pc2Sink::Caches {
  fs::path folder;
  std::vector<BodyRange> ranges;
  std::vector<Pc2Writer> files;
};

Pc2Sink::Pc2Sink(fs::path folder) : caches_(std::make_unique<Caches>()) { caches_->folder = std::move(folder); }
Pc2Sink::Pc2Sink(Pc2Sink&&) noexcept = default;
Pc2Sink& Pc2Sink::operator=(Pc2Sink&&) noexcept = default;
Pc2Sink::~Pc2Sink() = default;

Status Pc2Sink::begin(const RunStart& start) {
  caches_->ranges.assign(start.ranges.begin(), start.ranges.end());
  caches_->files.clear();
  for (const SceneBody& item : start.scene.bodies) {
    const fs::path path = cache_path(caches_->folder, item.body.name);
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
    caches_->files.push_back(std::move(*cache));
  }
  return Done{};
}

Status Pc2Sink::append(const RunFrame& frame) {
  for (std::size_t b = 0; b < caches_->files.size(); ++b) {
    const auto positions =
        std::span(frame.state.position).subspan(caches_->ranges[b].first_vertex, caches_->ranges[b].vertex_count);
    if (Status status = caches_->files[b].append(positions); !status) return status;
  }
  // Flush only now: no header may count the frame before all caches have it.
  for (Pc2Writer& cache : caches_->files)
    if (Status status = cache.flush(); !status) return status;
  return Done{};
}

}  // namespace muslin
