#pragma once
#include <memory>
#include <muslin/contact/surfaces.hpp>
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/response/implicit_context.hpp>
#include <muslin/response/proximity/contact_springs.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/ladder.hpp>
#include <muslin/sim/contact_recorder.hpp>
#include <muslin/sim/energy_bound.hpp>
#include <muslin/sim/pending_report.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/script_follower.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>

namespace muslin {

/// What a shortest step that was rejected before does without.
enum class Caution {
  none,
  no_springs,   ///< the candidate has no contact springs
  no_response,  ///< also, colliding vertices stop without repulsion and response; only divergence is rejected
};

/// One interval to be simulated.
struct StepPlan {
  TimeSpan span;         ///< [s] after the start of the scene
  int substeps = 1;      ///< number of integrator steps
  bool shortest = true;  ///< true if no shorter interval will be tried for the sake of a certificate
  bool finest = true;    ///< true if no shorter interval will be tried for the sake of less stretch or energy either
  Caution caution = Caution::none;

  [[nodiscard]] double size() const { return span.end - span.begin; }  ///< Δt [s]
};

/// A time step whose result is free of intersections: candidate, repulsion, response, certificate, ladder
/// (docs/methods.md).
class CertifiedStep {
 public:
  /// Keeps references to the scene, the system and its world. `response` may be one that scenes cannot name; null
  /// selects the scene's response.
  CertifiedStep(const Scene& scene, System& system, std::unique_ptr<Response> response = nullptr);

  enum class Outcome {
    taken,        ///< the state is the certified end of the step, at which the system is evaluated
    uncertified,  ///< no certificate; the state is unchanged, and a shorter interval should be tried
    rejected,     ///< certified, but with more energy or speed than can be explained; the state is unchanged, and the
                  ///< step should be taken in another way
    hasty,        ///< certified, but cloth was stretched too far at once, or stiff bodies gained energy; the state is
                  ///< unchanged, and a shorter interval should be tried
    outranked,    ///< obstacles of different priority pinch cloth; the state ignores the lower ones now, and the same
                  ///< step should be taken again
    diverged,     ///< the candidate or the result is not finite; the state is unchanged
  };
  /// Simulates one interval. Fills in the report, except for the place of the step in its frame; the cost of a failed
  /// attempt is added to the next report. An Error comes from the file of a motion.
  [[nodiscard]] Result<Outcome> take(const StepPlan& plan, State& state, StepReport& report);

  [[nodiscard]] bool is_implicit() const { return integrator_->is_implicit(); }
  /// The vertex that needs the shortest steps; invalid if nothing is movable.
  [[nodiscard]] VertexId stiffest_vertex() const { return energy_bound_.stiffest_vertex(); }
  /// Largest step that the integrator should take from here [s].
  [[nodiscard]] double max_step_size() const { return integrator_->max_step_size(system_); }
  [[nodiscard]] std::size_t script_count() const { return follower_.script_count(); }
  [[nodiscard]] std::size_t limited_length_count() const { return filter_.size(); }
  /// Continues from a state. Must be called at the start, and whenever the caller changes the state.
  [[nodiscard]] Status begin_at(const State& state, double time);
  /// Must be called before the first step of each frame.
  void begin_frame();
  /// Must be called after the last step of each frame, with the state at its end.
  void finish_frame(const State& state);
  /// The contacts of the last finished frame; null unless the scene asks for them.
  [[nodiscard]] const FrameContacts* contacts() const { return recorder_ ? &recorder_->contacts() : nullptr; }
  /// Ignores the pairs that the state exempts: State::tangle and State::min_priority.
  void set_exemptions(const State& state);
  /// The candidate of an attempt that diverged.
  [[nodiscard]] const State& failed_candidate() const { return candidate_; }

 private:
  [[nodiscard]] Result<Outcome> attempt(const StepPlan& plan, State& state);
  [[nodiscard]] Result<Outcome> attempt(const StepPlan& plan, GiveWay first, State& state);
  [[nodiscard]] Result<Outcome> stretch_less(const StepPlan& plan, State& state);
  void note_overstretched();
  // The phases of a step, in order.
  void begin_collision_step(const StepPlan& plan, GiveWay first, const State& state);
  [[nodiscard]] Status compute_candidate(const StepPlan& plan, const State& state);
  [[nodiscard]] std::optional<Certificate> resolve_collisions(const StepPlan& plan, GiveWay first);
  void outrank(State& state);
  [[nodiscard]] Outcome judge(const StepPlan& plan, GiveWay first, const State& state);
  [[nodiscard]] bool is_overstretched(const StepPlan& plan) const;
  [[nodiscard]] double max_velocity_error(const StepPlan& plan) const;
  [[nodiscard]] bool is_stretched_at_once(const StepPlan& plan, double max_strain, double unlimited_strain) const;
  [[nodiscard]] bool is_stretching_final(const StepPlan& plan) const;
  [[nodiscard]] double unlimited_strain() const;
  bool slow_down(const State& state);
  [[nodiscard]] Result<Outcome> accept(const StepPlan& plan, State& state);
  [[nodiscard]] Outcome reject(Outcome outcome, const StepPlan& plan, const State& state);

  enum class Pass { coarse, fine };
  [[nodiscard]] Status integrate(Pass pass, const StepPlan& plan);
  [[nodiscard]] const ImplicitContext* implicit_context(const StepPlan& plan);
  void report_collision_costs();
  void take_ends(const Certificate& certificate, double size);
  void set_lag_bodies(Lag& lag) const;
  void restore_system(const State& state, double time);
  [[nodiscard]] double kinetic_energy() const;

  const Scene& scene_;
  System& system_;
  std::unique_ptr<Integrator> integrator_;
  ScriptFollower follower_;
  Surfaces surfaces_;
  std::vector<Vec3> rest_position_;
  std::vector<double> inverse_mass_;
  StretchFilter filter_;
  std::vector<std::uint8_t> limited_;  ///< marks vertices of bodies with limits on stretch; empty if there are none
  CollisionStep collision_;
  Ladder ladder_;
  Duties duties_;               ///< duties of the response
  bool response_keeps_limits_;  ///< true if the response enforces all limits, so that the candidate need not
  std::vector<Guide> guides_;   ///< guides of the world
  EnergyBound energy_bound_;
  double energy_ = 0.0;            ///< kinetic and elastic energy of the state [J]
  double strain_ = 0.0;            ///< largest strain of the state [1]
  double unlimited_strain_ = 0.0;  ///< the same of bodies without limits [1]
  int overstretched_steps_ = 0;    ///< steps of the frame up to here in which something had to give way
  int standing_steps_ = 0;         ///< steps to come in which whatever collides stops at once
  ImplicitContext implicit_;
  ContactSprings springs_;
  RigidGroups rigid_groups_;  ///< groups of scripts and of patches
  StoppedVertices stopped_;
  State candidate_;
  std::vector<Vec3> targets_, predicted_end_, integrated_velocity_;
  PendingReport pending_;
  std::optional<ContactRecorder> recorder_;  ///< set if the scene asks for its contacts
};

}  // namespace muslin
