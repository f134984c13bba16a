#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/core/result.hpp>
#include <muslin/response/collision_report.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <muslin/sim/pinch_finder.hpp>
#include <muslin/sim/scripts.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A time interval, in seconds after the start of the scene.
struct TimeSpan {
  double begin = 0.0;
  double end = 0.0;
};

/// Moves scripted vertices along their scripts, and back to them after they had to wait or give way.
///
/// A rigid script waits as a whole: its clock is late by `delay` and runs at double speed until it has caught up. It
/// thus keeps its shape and cuts no corners. If the script itself returns to where it waits, the clock is set to the
/// true time at once. Any other vertex that is off its script moves with the script, and its lag shrinks by a share per
/// second: a small one after a step in which it did not get to where it should, so that two bodies that pinch cloth
/// press on each other gently and share the overlap; a large one otherwise. Where the script comes to meet the vertex,
/// that alone shortens the lag.
class ScriptFollower {
 public:
  explicit ScriptFollower(Scripts scripts, std::size_t vertex_count);

  [[nodiscard]] const RigidGroups& rigid_groups() const { return rigid_groups_; }
  /// Returns true if a vertex was off its script at the last find_off_script(), or after the last step.
  [[nodiscard]] bool is_any_off_script() const { return any_off_script_; }
  [[nodiscard]] std::size_t script_count() const { return scripts_.size(); }

  /// Determines which vertices are off their scripts at a time. Must be called before the first find_targets(), and
  /// after a restart.
  [[nodiscard]] Status find_off_script(double time, std::span<const double> delay, std::span<const Vec3> position);

  /// Forgets what was in the way of the vertices, so that a run that is resumed at this frame takes the same steps.
  void begin_frame();

  /// Computes the positions of the scripted vertices at the end of `span` from their positions at its beginning.
  /// `delay` becomes that at the end. Other entries of `target` are unchanged.
  [[nodiscard]] Status find_targets(TimeSpan span, std::span<const Vec3> position, std::span<double> delay,
                                    std::span<Vec3> target);

  /// Called after a certified step: vertices that have stopped or given way are off their scripts from now on.
  /// `touching` are the pairs in proximity.
  /// `start_delay` and `end_delay` are the delays at the beginning of the step and, as planned, at its end; `end_delay`
  /// becomes the actual one. `position` holds the certified ends. Returns the largest lag behind the scripts at their
  /// true time.
  [[nodiscard]] Result<Lag> finish_step(TimeSpan span, const StoppedVertices& stopped,
                                        std::span<const Proximity> touching, std::span<const double> start_delay,
                                        std::span<double> end_delay, std::span<const Vec3> position);

 private:
  void mark_off_script(std::span<const Vec3> position);
  [[nodiscard]] bool is_within_reach(std::size_t script, std::span<const Vec3> position, double duration) const;

  Scripts scripts_;
  RigidGroups rigid_groups_;
  std::vector<Vec3> pose_;        ///< scripted positions by the clocks of the scripts, at the time last evaluated
  std::vector<Vec3> begin_pose_;  ///< the same at the beginning of the interval of find_targets()
  std::vector<Vec3> next_pose_;   ///< the same at the end of the step; for vertices off their script, their targets
  std::vector<std::uint8_t> off_script_;   ///< one per vertex
  std::vector<std::uint8_t> has_arrived_;  ///< one per vertex: whether it reached its target in the last step
  std::vector<PinchKind> pinch_;           ///< one per vertex, in the last step
  std::vector<std::uint8_t> is_scripted_;  ///< one per vertex
  bool any_off_script_ = false;
};

}  // namespace muslin
