#pragma once
#include <filesystem>
#include <memory>
#include <muslin/sim/run_frames.hpp>
#include <string>
#include <vector>

namespace muslin {

/// Returns the path of the point cache of a body in a run folder.
[[nodiscard]] std::filesystem::path cache_path(const std::filesystem::path& folder, const std::string& body);

/// Writes the frames of each body into a point cache named after it. The folder must exist. A reader sees a frame only
/// after all bodies have it.
class Pc2Sink final : public FrameSink {
 public:
  /// Makes a sink for a folder. No file is opened before begin().
  explicit Pc2Sink(std::filesystem::path folder);
  /// Takes over the open caches. The other object can then only be destroyed or assigned to.
  /// @{
  Pc2Sink(Pc2Sink&&) noexcept;
  Pc2Sink& operator=(Pc2Sink&&) noexcept;
  /// @}
  ~Pc2Sink() override;

  /// Opens the caches. If existing frames are kept, a cache that does not fit its body is an Error.
  [[nodiscard]] Status begin(const RunStart& start) override;
  /// Writes the positions of each body as floats, and counts the frame in the headers once all bodies have it.
  [[nodiscard]] Status append(const RunFrame& frame) override;

 private:
  struct Caches;
  std::unique_ptr<Caches> caches_;
};

}  // namespace muslin
