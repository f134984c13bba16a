#pragma once
#include <muslin/core/result.hpp>
#include <muslin/geometry/box.hpp>
#include <muslin/model/world.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/script_follower.hpp>
#include <muslin/sim/scripts.hpp>
#include <muslin/sim/state.hpp>
#include <vector>

namespace muslin {

/// How far things may travel between two detections of collisions. An obstacle that crosses a cloth within one step
/// meets all of it at once: each pair of elements collides with each, and whatever the response does, the cloth is
/// carried along by many times its size. So does a cloth that flies into an obstacle, and pins that take cloth farther
/// than that stretch it before it can follow. The limit is a share of the size of the largest movable body, and
/// concerns obstacles and bodies only while they are near each other.
class TravelLimit {
 public:
  /// Keeps references to the scene and the world.
  TravelLimit(const Scene& scene, const World& world);

  /// Returns the longest time in which no pin, and no obstacle near movable vertices, travels too far in a frame that
  /// begins with this state [s]; infinity if there is none. An Error comes from the file of a motion.
  [[nodiscard]] Result<double> max_interval(TimeSpan frame, const State& state);
  /// Returns true if no pin, and no obstacle that meets movable vertices in this interval, travels too far in it.
  [[nodiscard]] Result<bool> allows_obstacles(TimeSpan interval, const State& state);
  /// Returns true if no body that is about to meet an obstacle travels too far on average in an interval of this length
  /// [s].
  [[nodiscard]] bool allows_bodies(double duration, const State& state) const;
  /// Returns true if no movable vertex travels too far in an interval of this length [s].
  [[nodiscard]] bool allows_substeps(double duration, const State& state) const;

 private:
  [[nodiscard]] Box movable_box(const State& state, double duration, const BodyRange& range) const;
  /// Largest displacement of pins, and of the obstacles that meet a box, between begin_ and end_ [m].
  [[nodiscard]] double travel_near(const Box& movable) const;
  [[nodiscard]] double squared_travel(const BodyRange& range) const;

  const Scene& scene_;
  const World& world_;
  Scripts scripts_;
  double max_travel_ = 0.0;               ///< [m]
  std::vector<BodyRange> obstacles_;      ///< those that move
  std::vector<BodyRange> all_obstacles_;  ///< those that move and those that do not
  std::vector<BodyRange> movable_bodies_;
  std::vector<BodyRange> pinned_;  ///< movable bodies with moving pins
  std::vector<Vec3> begin_, end_;  ///< positions of scripted vertices at two times
};

}  // namespace muslin
