#pragma once
#include <filesystem>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/sim/frame_sink.hpp>
#include <string>
#include <vector>

namespace muslin {

/// The point cache of a body in a run folder.
[[nodiscard]] std::filesystem::path cache_path(const std::filesystem::path& folder, const std::string& body);

/// Writes the frames of each body into a point cache of its name, in a folder that exists. A reader sees a frame once
/// all bodies have it.
class Pc2Sink final : public FrameSink {
 public:
  explicit Pc2Sink(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Where frames are kept, a cache that does not fit its body is an Error.
  [[nodiscard]] Status begin(const RunStart& start) override;
  [[nodiscard]] Status append(const RunFrame& frame) override;

 private:
  std::filesystem::path folder_;
  std::vector<BodyRange> ranges_;
  std::vector<Pc2Writer> caches_;  ///< one per body
};

/// Reads back what a Pc2Sink has written.
class Pc2Frames {
 public:
  /// An Error where a cache has fewer than `frames` frames.
  [[nodiscard]] static Result<Pc2Frames> open(const std::filesystem::path& folder, const Scene& scene,
                                              std::int64_t frames);
  /// The positions of all bodies in frame k, the start being 0.
  [[nodiscard]] Result<std::vector<Vec3>> read(std::int64_t k) const;

 private:
  std::vector<Pc2Reader> caches_;
};

}  // namespace muslin
