#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/sim/scene.hpp>
#include <vector>

namespace muslin {

/// Reads the frames that a Pc2Sink has written.
class Pc2Frames {
 public:
  /// Opens the caches of all bodies. It is an Error if a cache has fewer than `frames` frames.
  [[nodiscard]] static Result<Pc2Frames> open(const std::filesystem::path& folder, const Scene& scene,
                                              std::int64_t frames);
  /// Returns the positions of all bodies in frame k; frame 0 is the start.
  [[nodiscard]] Result<std::vector<Vec3>> read(std::int64_t k) const;

 private:
  std::vector<Pc2Reader> caches_;
};

}  // namespace muslin
