#pragma once
#include <memory>
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/ladder.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/script_follower.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>

namespace muslin {

/// One interval to be simulated.
struct StepPlan {
  TimeSpan span;         ///< [s] after the start of the scene
  int substeps = 1;      ///< of the integrator
  bool shortest = true;  ///< it cannot be cut any further: find a way
};

/// The time step that never intersects: candidate, repulsion, response, certificate, ladder (docs/methods.md).
class CertifiedStep {
 public:
  /// Keeps references to the scene, the world of the system, and the system. `response` may be one that no scene can
  /// name; null: the scene's.
  CertifiedStep(const Scene& scene, System& system, std::unique_ptr<Response> response = nullptr);

  enum class Outcome {
    taken,        ///< the state is that at the end, certified; the system is evaluated there
    uncertified,  ///< no certificate: the state is as it was; try a shorter interval
    diverged,     ///< the candidate is not finite: likewise
  };
  /// Simulates one interval. Of the report everything is filled in but the place in the frame; what a failed try cost
  /// is added to the next report. The Error is one of a motion's file.
  [[nodiscard]] Result<Outcome> take(const StepPlan& plan, State& state, StepReport& report);

  /// The longest step that the integrator should take from here [s].
  [[nodiscard]] double max_step_size() const { return integrator_->max_step_size(system_); }
  [[nodiscard]] std::size_t script_count() const { return follower_.script_count(); }
  [[nodiscard]] std::size_t limited_length_count() const { return filter_.size(); }
  /// Takes a state as the one to go on from: at the start, and whenever the caller changes it.
  [[nodiscard]] Status begin_at(const State& state, double time);
  /// The candidate that was not sound.
  [[nodiscard]] const State& failed_candidate() const { return candidate_; }

 private:
  void restore_system(const State& state, double time);
  void take_ends(const Certificate& certificate, double size);
  [[nodiscard]] double kinetic_energy() const;
  [[nodiscard]] StepReport take_pending_report();
  void set_lag_bodies(Lag& lag) const;

  const Scene& scene_;
  System& system_;
  std::unique_ptr<Integrator> integrator_;
  ScriptFollower follower_;
  Surfaces surfaces_;
  std::vector<Vec3> rest_position_;
  std::vector<double> inverse_mass_;
  StretchFilter filter_;
  CollisionStep collision_;
  Ladder ladder_;
  bool responds_alone_;        ///< the response keeps thickness and friction itself
  bool limits_alone_;          ///< and limits on stretch
  std::vector<Guide> guides_;  ///< of the world
  RigidGroups rigid_groups_;   ///< of scripts, and of patches
  StoppedVertices stopped_;
  State candidate_;
  std::vector<Vec3> targets_, predicted_end_;
  std::vector<std::int32_t> spring_of_pair_;
  // What the tries since the last step that was taken have cost.
  StepReport pending_;
  IntegrationReport pending_integration_;
  double pending_seconds_ = 0.0;
};

}  // namespace muslin
