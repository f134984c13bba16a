#pragma once
#include <benchmarks/paper_case.hpp>
#include <muslin/core/types.hpp>
#include <vector>

namespace muslin::bench {

/// The positions of the bodies of a run that are simulated, frame by frame, from its caches.
class PaperFrames {
 public:
  explicit PaperFrames(const PaperRun& run);

  /// Returns the number of frames, the start included; 0 if a cache cannot be read.
  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  /// Returns the positions of one body after another; obstacles are left out.
  [[nodiscard]] const std::vector<std::vector<Vec3>>& bodies(std::size_t frame) const { return frames_[frame]; }

  /// Returns the mean displacement of all vertices from the start to a frame [m].
  [[nodiscard]] Vec3 mean_displacement(std::size_t frame) const;
  /// Returns the angle by which the diagonal of the first body, a grid, has turned since the start [rad].
  [[nodiscard]] double turn(std::size_t frame) const;
  /// Returns the height of the lowest vertex [m].
  [[nodiscard]] double lowest(std::size_t frame) const;
  /// Returns the share of the vertices below a height, along y [1].
  [[nodiscard]] double share_below(std::size_t frame, double height) const;
  /// Returns the root mean square speed of the means of the bodies about their common mean, from one frame to the next,
  /// each body counting alike [m/s].
  [[nodiscard]] double speed_of_bodies(std::size_t frame) const;

 private:
  std::vector<std::vector<std::vector<Vec3>>> frames_;  ///< by frame and body
  double frame_rate_ = 1.0;                             ///< [1/s]
};

}  // namespace muslin::bench
