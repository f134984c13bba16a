#pragma once
#include <cstdint>
#include <memory>
#include <muslin/core/described.hpp>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Where prescribed vertices are at a time. With smooth interpolation positions and velocities are continuous in time:
/// no jerk where one frame of an animation ends and the next begins. What stands still keeps its bits, and the same
/// time gives the same bits, on any number of threads. May be called from many threads.
class Motion {
 public:
  virtual ~Motion() = default;
  /// Positions of the vertices `time` seconds after the start, from their positions at the start. An Error if the
  /// motion is read from a file that has become unreadable or has not as many vertices. `start` and `positions` have
  /// the same size; they may be the same.
  [[nodiscard]] virtual Status evaluate(double time, std::span<const Vec3> start, std::span<Vec3> positions) const = 0;
  /// Does it keep the shape of what it moves? Then all of it waits together where it has to.
  [[nodiscard]] virtual bool is_rigid() const = 0;
};

/// A pose on the way: the body turned about `RigidMotionOptions::centre`, then moved.
struct Keyframe {
  double time = 0.0;                ///< [s] after the start; each later than the one before
  Vec3 translation = Vec3::Zero();  ///< [m]
  Vec3 rotation = Vec3::Zero();     ///< axis times angle [rad]; may exceed a turn
  double scale = 1.0;               ///< [1] positive
};

enum class Interpolation {
  smooth,  ///< cubic; starts from rest and comes to rest at the ends
  linear,  ///< constant speed in between; velocities jump
};

struct RigidMotionOptions {
  Vec3 centre = Vec3::Zero();
  std::vector<Keyframe> keyframes = {};  ///< before the first and after the last the pose stands still
  Interpolation interpolation = Interpolation::smooth;
  Vec3 velocity = Vec3::Zero();          ///< on top of the keyframes [m/s]; carries the centre along
  Vec3 angular_velocity = Vec3::Zero();  ///< [rad/s] about the centre, after the keyframes' rotation
  double begin = 0.0;                    ///< velocity and angular velocity act from here [s] …
  double end = 1e300;                    ///< … to here
};
/// x = centre + translation + scale · rotation · (start - centre).
[[nodiscard]] std::unique_ptr<Motion> make_rigid_motion(const RigidMotionOptions& options);

/// Positions of all vertices at equally spaced moments: an animated character. A motion may load from many threads.
class VertexFrames {
 public:
  virtual ~VertexFrames() = default;
  [[nodiscard]] virtual std::int64_t size() const = 0;
  [[nodiscard]] virtual Result<std::vector<Vec3>> load(std::int64_t frame) const = 0;
};

struct VertexMotionOptions {
  double frame_time = 1.0 / 24.0;  ///< [s] from one frame to the next
  double begin = 0.0;              ///< [s] time of frame 0, may be negative; stands still before it and after the last
  Interpolation interpolation = Interpolation::smooth;
};
/// At the time of a frame the positions are the frame's own, bit for bit. Smooth motion starts from rest at the first
/// frame and comes to rest at the last; give frames beyond the simulated time (`begin` before the start) where a motion
/// is under way at its ends. Keeps at most four frames in memory.
[[nodiscard]] std::unique_ptr<Motion> make_vertex_motion(std::shared_ptr<const VertexFrames> frames,
                                                         const VertexMotionOptions& options);

/// What scenes may set (core/option.hpp).
void describe(Description<Keyframe>& options);
void describe(Description<RigidMotionOptions>& options);
void describe(Description<VertexMotionOptions>& options);

}  // namespace muslin
