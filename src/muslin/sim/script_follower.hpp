#pragma once
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/response/collision_report.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <muslin/sim/scripts.hpp>
#include <span>
#include <vector>

namespace muslin {

/// From when to when, in seconds after the start of the scene.
struct TimeSpan {
  double begin = 0.0;
  double end = 0.0;
};

/// Takes scripted vertices along their scripts, and back to them when they had to wait or to give way.
///
/// A rigid script waits as a whole: its clock is behind by `delay`, and runs at double speed until it has caught up, so
/// that it keeps its shape and cuts no corner; unless the script comes back to where it waits. Any other vertex that is
/// off its script comes back to it no faster than the script moves, and a little (tolerance::kReturnSpeed).
class ScriptFollower {
 public:
  explicit ScriptFollower(Scripts scripts, std::size_t vertex_count);

  [[nodiscard]] const RigidGroups& rigid_groups() const { return rigid_groups_; }
  /// Was anything off its script at the last find_off_script(), or after the last step?
  [[nodiscard]] bool is_any_off_script() const { return any_off_script_; }
  [[nodiscard]] std::size_t script_count() const { return scripts_.size(); }

  /// Finds out which vertices are off their script at a time. To be called before the first find_targets(), and after a
  /// restart.
  [[nodiscard]] Status find_off_script(double time, std::span<const double> delay, std::span<const Vec3> position);

  /// Where the scripted vertices shall be at the end of `span`, from where they are at its begin; `delay` becomes that
  /// of the end. All other vertices of `target` are left alone.
  [[nodiscard]] Status find_targets(TimeSpan span, std::span<const Vec3> position, std::span<double> delay,
                                    std::span<Vec3> target);

  /// After a certified step: what has stopped or given way is off its script from now on. `start_delay` and `end_delay`
  /// are those of the begin and the end of the step as aimed at; `end_delay` becomes what is true. `aimed` is where the
  /// vertices were to go, `position` where they went. Returns the largest lag behind the scripts' true time.
  [[nodiscard]] Result<Lag> finish_step(TimeSpan span, const StoppedVertices& stopped,
                                        std::span<const double> start_delay, std::span<double> end_delay,
                                        std::span<const Vec3> position);

 private:
  void mark_off_script(std::span<const Vec3> position);
  [[nodiscard]] bool is_within_reach(std::size_t script, std::span<const Vec3> position, double duration) const;

  Scripts scripts_;
  RigidGroups rigid_groups_;
  std::vector<Vec3> pose_;  ///< of all scripted vertices by their clocks, at the time last looked at
  std::vector<Vec3> next_pose_;
  std::vector<std::uint8_t> off_script_;  ///< one per vertex
  bool any_off_script_ = false;
};

}  // namespace muslin
