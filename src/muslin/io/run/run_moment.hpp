#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/sim/state.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// Where the state of a frame comes from.
enum class MomentSource {
  checkpoint,  ///< the checkpoint: every number that the run would go on with, to the last bit
  cache,       ///< the caches: positions rounded to floats, and velocities estimated from up to three frames
};

/// A run at one of its frames.
struct RunMoment {
  std::filesystem::path folder;
  RunRecord record;
  std::int64_t frame = 0;  ///< frames after the start of the run
  std::string hash;        ///< hash of the frame, as in RunRecord::frame_hashes
  MomentSource source = MomentSource::cache;
  /// The bodies in the order of the record. From the caches there are only positions and velocities.
  State state;
  std::vector<std::size_t> first_vertex;  ///< per body of the record: its first vertex in the state

  [[nodiscard]] double time() const { return static_cast<double>(frame) / record.frame_rate; }
  /// Returns the index of a body of the record.
  [[nodiscard]] std::optional<std::size_t> find_body(const std::string& name) const;
};

/// Reads the frame with this number, or the last one of the run so far. Without a wanted source, it is the checkpoint
/// if that is of this frame. It is an Error if the run does not have the frame, if the frame in the caches is not the
/// one that the run wrote, or if the checkpoint is wanted and is of another frame.
[[nodiscard]] Result<RunMoment> read_run_moment(const std::filesystem::path& folder, std::optional<std::int64_t> number,
                                                std::optional<MomentSource> wanted);

}  // namespace muslin
