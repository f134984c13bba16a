#pragma once
#include <cstdint>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A prescribed motion of vertices. With smooth interpolation, positions and velocities are continuous in time: there
/// is no jerk between the frames of an animation. Vertices that do not move keep their bits, and the same time yields
/// the same bits on any number of threads. May be called from several threads concurrently.
class Motion {
 public:
  virtual ~Motion() = default;
  /// Computes the positions of the vertices `time` seconds after the start from their positions at the start. Returns
  /// an Error if the motion is read from a file that has become unreadable or has a different number of vertices.
  /// `start` and `positions` have the same size and may be the same.
  [[nodiscard]] virtual Status evaluate(double time, std::span<const Vec3> start, std::span<Vec3> positions) const = 0;
  /// Returns true if the motion preserves shape. All of its vertices then wait together when they have to.
  [[nodiscard]] virtual bool is_rigid() const = 0;
};

/// A pose at a time: the body is rotated about `RigidMotionOptions::centre` and then translated.
struct Keyframe {
  double time = 0.0;                ///< [s] after the start; strictly increasing
  Vec3 translation = Vec3::Zero();  ///< [m]
  Vec3 rotation = Vec3::Zero();     ///< axis times angle [rad]; the angle may exceed 2π
  double scale = 1.0;               ///< [1] positive
};

/// How a motion passes from one keyframe, or frame of an animation, to the next.
enum class Interpolation {
  smooth,  ///< cubic; begins and ends at rest
  linear,  ///< constant velocity between keyframes; velocities jump
};

/// Options of make_rigid_motion(). Keyframes and velocities may be combined; with neither, nothing moves.
struct RigidMotionOptions {
  Vec3 centre = Vec3::Zero();            ///< point about which the body at its start is rotated and scaled [m]
  std::vector<Keyframe> keyframes = {};  ///< the pose is constant before the first and after the last
  Interpolation interpolation = Interpolation::smooth;  ///< between keyframes
  Vec3 velocity = Vec3::Zero();                         ///< added to the keyframes [m/s]; also moves the centre
  Vec3 angular_velocity = Vec3::Zero();  ///< about the centre, after the rotation of the keyframes [rad/s]
  double begin = 0.0;                    ///< time from which both velocities act [s]
  double end = 1e300;                    ///< time until which both velocities act [s]
};
/// Makes the motion x = centre + translation + scale · rotation · (start - centre).
[[nodiscard]] std::unique_ptr<Motion> make_rigid_motion(const RigidMotionOptions& options);

/// Positions of all vertices at equally spaced times, for example of an animated character. load() may be called from
/// several threads concurrently.
class VertexFrames {
 public:
  virtual ~VertexFrames() = default;
  /// Returns the number of frames.
  [[nodiscard]] virtual std::int64_t size() const = 0;
  /// Returns the positions of all vertices in a frame [m], or an Error if it cannot be read. Frames are counted from 0
  /// to size() - 1.
  [[nodiscard]] virtual Result<std::vector<Vec3>> load(std::int64_t frame) const = 0;
};

/// Options of make_vertex_motion().
struct VertexMotionOptions {
  double frame_time = 1.0 / 24.0;  ///< time between frames [s]
  double begin = 0.0;  ///< time of frame 0 [s], may be negative; constant before the first frame and after the last
  Interpolation interpolation = Interpolation::smooth;  ///< between frames
};
/// Makes a motion through the given frames. At the time of a frame the positions are exactly those of the frame. Smooth
/// motion starts from rest at the first frame and comes to rest at the last. If a motion is under way at its ends, the
/// frames should extend beyond the simulated time (`begin` before the start). Keeps at most four frames in memory.
[[nodiscard]] std::unique_ptr<Motion> make_vertex_motion(std::shared_ptr<const VertexFrames> frames,
                                                         const VertexMotionOptions& options);

/// Describe the options that scenes may set (core/option.hpp).
/// @{
void describe(Description<Keyframe>& options);
void describe(Description<RigidMotionOptions>& options);
void describe(Description<VertexMotionOptions>& options);
/// @}

}  // namespace muslin
