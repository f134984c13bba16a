#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/mesh/vertex_animation.hpp>
#include <system_error>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;

Result<std::shared_ptr<const VertexAnimation>> VertexAnimation::open(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? open_folder(path) : open_cache(path);
}

Result<std::shared_ptr<const VertexAnimation>> VertexAnimation::open_cache(const fs::path& path) {
  auto opened = Pc2Reader::open(path);
  if (!opened) return opened.error();
  const auto cache = std::make_shared<const Pc2Reader>(std::move(*opened));
  if (cache->header().samples < 1)
    return Error{Error::Kind::unreadable_file, path.string(), "the file has no frames", "export it again"};
  auto animation = std::make_shared<VertexAnimation>();
  animation->size_ = cache->header().samples;
  animation->vertex_count_ = static_cast<std::size_t>(cache->header().points);
  animation->files_ = {path};
  animation->load_ = [cache](std::int64_t frame) { return cache->read_frame(static_cast<std::int32_t>(frame)); };
  return std::shared_ptr<const VertexAnimation>(std::move(animation));
}

Result<std::shared_ptr<const VertexAnimation>> VertexAnimation::open_folder(const fs::path& path) {
  auto opened = FrameSequence::open_folder(path);
  if (!opened) return opened.error();
  const auto sequence = std::make_shared<const FrameSequence>(std::move(*opened));
  for (std::size_t k = 1; k < sequence->size(); ++k)
    if (sequence->label(k) != sequence->label(k - 1) + 1)
      return Error{Error::Kind::unreadable_file, path.string(),
                   fmt::format("frame {} is missing", sequence->label(k - 1) + 1), "export the sequence without gaps"};
  const auto first = sequence->load(0);
  if (!first) return first.error();
  auto animation = std::make_shared<VertexAnimation>();
  animation->size_ = static_cast<std::int64_t>(sequence->size());
  animation->vertex_count_ = first->positions.size();
  std::error_code problem;
  for (auto entry = fs::directory_iterator(path, problem); !problem && entry != fs::directory_iterator();
       entry.increment(problem)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored)) animation->files_.push_back(entry->path());
  }
  std::sort(animation->files_.begin(), animation->files_.end());
  animation->load_ = [sequence](std::int64_t frame) -> Result<std::vector<Vec3>> {
    auto loaded = sequence->load(static_cast<std::size_t>(frame));
    if (!loaded) return loaded.error();
    return std::move(loaded->positions);
  };
  return std::shared_ptr<const VertexAnimation>(std::move(animation));
}

}  // namespace muslin
