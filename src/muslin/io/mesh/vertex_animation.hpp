#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/sim/motion.hpp>
#include <vector>

namespace muslin {

/// Positions of all vertices of one body over time, from a point cache (.pc2) or a folder of numbered meshes. Each
/// frame is read only when it is requested.
class VertexAnimation final : public VertexFrames {
 public:
  [[nodiscard]] static Result<std::shared_ptr<const VertexAnimation>> open(const std::filesystem::path& path);

  [[nodiscard]] std::int64_t size() const override { return size_; }
  [[nodiscard]] Result<std::vector<Vec3>> load(std::int64_t frame) const override { return load_(frame); }
  [[nodiscard]] std::size_t vertex_count() const { return vertex_count_; }
  [[nodiscard]] const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  [[nodiscard]] static Result<std::shared_ptr<const VertexAnimation>> open_cache(const std::filesystem::path& path);
  [[nodiscard]] static Result<std::shared_ptr<const VertexAnimation>> open_folder(const std::filesystem::path& path);

  std::int64_t size_ = 0;
  std::size_t vertex_count_ = 0;
  std::vector<std::filesystem::path> files_;
  std::function<Result<std::vector<Vec3>>(std::int64_t)> load_;
};

}  // namespace muslin
