#pragma once
#include <filesystem>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/sim/frame_sink.hpp>
#include <string>
#include <vector>

namespace muslin {

/// Returns the path of the point cache of a body in a run folder.
[[nodiscard]] std::filesystem::path cache_path(const std::filesystem::path& folder, const std::string& body);

/// Writes the frames of each body into a point cache named after it. The folder must exist. A reader sees a frame only
/// after all bodies have it.
class Pc2Sink final : public FrameSink {
 public:
  explicit Pc2Sink(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Opens the caches. If existing frames are kept, a cache that does not fit its body is an Error.
  [[nodiscard]] Status begin(const RunStart& start) override;
  [[nodiscard]] Status append(const RunFrame& frame) override;

 private:
  std::filesystem::path folder_;
  std::vector<BodyRange> ranges_;
  std::vector<Pc2Writer> caches_;  ///< one per body
};

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
