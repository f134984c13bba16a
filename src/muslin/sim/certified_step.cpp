#include <algorithm>
#include <muslin/core/stopwatch.hpp>
#include <muslin/response/proximity/contact_springs.hpp>
#include <muslin/response/proximity/repulsion.hpp>
#include <muslin/response/step/sliding_speed.hpp>
#include <muslin/sim/candidate.hpp>
#include <muslin/sim/certified_step.hpp>
#include <muslin/sim/collision_world.hpp>
#include <muslin/sim/filter_world.hpp>
#include <muslin/sim/step_measures.hpp>

namespace muslin {
namespace {

/// Of the candidate's first computation, which only tells where springs pull and how hard they press.
constexpr double kCoarseToleranceFactor = 10.0;

}  // namespace

CertifiedStep::CertifiedStep(const Scene& scene, System& system, std::unique_ptr<Response> response)
    : scene_(scene),
      system_(system),
      integrator_(make_integrator(scene.integrator)),
      follower_(Scripts(scene, system.world().bodies), system.vertex_count()),
      surfaces_(make_surfaces(scene)),
      rest_position_(start_positions(scene)),
      inverse_mass_(inverse_masses(system.world())),
      filter_(make_stretch_filter(scene, system.world())),
      collision_(make_collision_mesh(scene)),
      ladder_(scene.collision,
              response ? std::move(response) : find_response(scene.collision.response)->make(scene.collision),
              inverse_mass_, filter_),
      responds_alone_(ladder_.response().keeps_everything()),
      limits_alone_(responds_alone_ && filter_.has_rows_only()),
      guides_(make_guides(scene, system.world())),
      rigid_groups_(follower_.rigid_groups()) {
  if (limits_alone_) collision_.set_limits(&filter_.rows());
  collision_.set_guides(guides_);
  for (std::size_t p = 0; p < filter_.patches().size(); ++p) {
    const std::span<const VertexId> members = filter_.patches().members(p);
    for (const VertexId v : members)
      rigid_groups_.of_vertex[v.index()] = static_cast<std::int32_t>(rigid_groups_.members.size());
    rigid_groups_.members.emplace_back(members.begin(), members.end());
  }
}

Status CertifiedStep::begin_at(const State& state, double time) {
  static_cast<void>(take_pending_report());
  restore_system(state, time);
  return follower_.find_off_script(time, state.script_delay, state.position);
}

void CertifiedStep::restore_system(const State& state, double time) {
  system_.set_hinges(state.hinges);
  system_.evaluate(state.position, state.velocity, time);
}

Result<CertifiedStep::Outcome> CertifiedStep::take(const StepPlan& plan, State& state, StepReport& report) {
  const Stopwatch watch;
  CollisionReport& collisions = pending_.collision;
  const double size = plan.span.end - plan.span.begin;

  // What is near where the step begins.
  Stopwatch collision_watch;
  predicted_end_.resize(state.position.size());
  for (std::size_t i = 0; i < predicted_end_.size(); ++i) {
    predicted_end_[i] = state.position[i] + size * state.velocity[i];
    // What rests would else be near nothing that it rests on.
    if (responds_alone_) predicted_end_[i] += size * size * state.acceleration[i];
  }
  collision_.begin({.size = size,
                    .start = state.position,
                    .end = predicted_end_,
                    .inverse_mass = inverse_mass_,
                    .thickness = {.surfaces = &surfaces_, .rest_position = rest_position_},
                    .shortest = plan.shortest,
                    .pinched = follower_.is_any_off_script()});
  std::vector<ContactSpring> springs;
  spring_of_pair_.clear();
  if (integrator_->is_implicit() && !collision_.proximities().empty() && !responds_alone_) {
    springs = make_contact_springs(collision_, state.velocity, scene_.collision.repulsion, spring_of_pair_);
  }
  double collision_seconds = collision_watch.seconds();

  // Candidate: where forces and scripts lead. Contacts push, but do not pull.
  candidate_ = state;
  for (bool is_coarse = !springs.empty();; is_coarse = false) {
    system_.set_contact_springs(springs);
    StretchFilter* const filter = is_coarse || filter_.is_idle() || limits_alone_ ? nullptr : &filter_;
    const auto report_of_candidate =
        integrate_candidate(system_, *integrator_, follower_, filter, plan.span, plan.substeps,
                            is_coarse ? kCoarseToleranceFactor : 1.0, candidate_, targets_);
    system_.set_contact_springs({});
    if (!report_of_candidate) return report_of_candidate.error();
    pending_integration_ += report_of_candidate->integration;
    pending_.limits.iterations += report_of_candidate->filter_iterations;
    pending_.seconds.filter += report_of_candidate->filter_seconds;
    if (!is_coarse) break;
    update_contact_springs(collision_, candidate_.position, springs, spring_of_pair_);
    std::vector<Vec3> guess = std::move(candidate_.acceleration);
    candidate_ = state;
    candidate_.acceleration = std::move(guess);
    if (plan.substeps > 1 || !integrator_->provides_matrix()) restore_system(state, plan.span.begin);
  }
  if (!is_valid_state(system_.world(), candidate_)) {
    pending_seconds_ += watch.seconds();
    restore_system(state, plan.span.begin);
    return Outcome::diverged;
  }

  // Repulsion, response, certificate, ladder.
  collision_watch.lap();
  const bool has_matrix = plan.substeps == 1 && integrator_->provides_matrix();
  collision_.set_candidate(candidate_.position, has_matrix ? &system_.matrix() : nullptr);
  if (!springs.empty())
    collision_.set_spring_impulses(find_spring_impulses(collision_, springs, spring_of_pair_, collision_.velocity()));
  const double energy_before = kinetic_energy();
  if (!responds_alone_) repel(collision_, scene_.collision.repulsion);
  const std::optional<Certificate> certificate = ladder_.climb(collision_, rigid_groups_, stopped_, collisions);
  collisions.broad_phase_pairs = static_cast<std::int64_t>(collision_.counts().broad_phase_pairs);
  collisions.proximities = static_cast<std::int64_t>(collision_.proximities().size());
  collisions.passes += collision_.counts().passes;
  pending_.seconds.detection += collision_.detection_seconds();
  collision_seconds += collision_watch.seconds();
  pending_.seconds.response += collision_seconds - collision_.detection_seconds() - ladder_.limits().seconds();
  pending_.seconds.filter += ladder_.limits().seconds();
  pending_.limits.iterations += ladder_.limits().iterations();
  ladder_.limits().reset_cost();
  if (!certificate) {
    pending_seconds_ += watch.seconds();
    ++collisions.rungs.halvings;
    restore_system(state, plan.span.begin);
    return Outcome::uncertified;
  }

  // The step is taken.
  collisions.energy_lost = energy_before - kinetic_energy();
  collisions.sliding_speed = mean_sliding_speed(collision_.proximities(), collision_.velocity());
  take_ends(*certificate, size);
  const auto lag =
      follower_.finish_step(plan.span, stopped_, state.script_delay, candidate_.script_delay, candidate_.position);
  if (!lag) return lag.error();
  collisions.lag = *lag;
  set_lag_bodies(collisions.lag);
  std::swap(state, candidate_);
  ++state.steps;
  system_.evaluate(state.position, state.velocity, plan.span.end);
  system_.flow();
  state.hinges = system_.hinges();

  pending_.size = size;
  pending_.substeps = plan.substeps;
  measure_state(system_, state, pending_);
  measure_limits(filter_, state, pending_.limits);
  pending_seconds_ += watch.seconds();
  report = take_pending_report();
  return Outcome::taken;
}

/// Hands over what was gathered, and begins anew.
StepReport CertifiedStep::take_pending_report() {
  StepReport report = std::exchange(pending_, {});
  const IntegrationReport integration = std::exchange(pending_integration_, {});
  report.newton_steps = integration.newton_steps;
  report.solver_iterations = integration.solver_iterations;
  report.solver_residual = integration.solver_residual;
  report.solver_converged = integration.solver_converged;
  PhaseTimes& seconds = report.seconds;
  seconds.assembly = integration.assembly_seconds;
  seconds.solve = integration.solve_seconds;
  const double known = seconds.assembly + seconds.solve + seconds.filter + seconds.detection + seconds.response;
  seconds.rest = std::max(0.0, std::exchange(pending_seconds_, 0.0) - known);
  return report;
}

/// What no response touched keeps the velocity of the integrator, and what repulsion added; what one touched takes its
/// mean velocity over the step, since that is the one that does not collide [Sifakis08 §3].
void CertifiedStep::take_ends(const Certificate& certificate, double size) {
  State& state = candidate_;
  const std::span<const Vec3> velocity = collision_.velocity(), before = collision_.velocity_before(),
                              candidate = collision_.candidate_velocity(), ends = certificate.ends();
  const bool all_alike = scene_.collision.velocity_update == VelocityUpdate::step && pending_.collision.contacts > 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (system_.scripted(i)) {
      if (ends[i] != state.position[i]) state.velocity[i] = (ends[i] - collision_.start()[i]) / size;
    } else if (velocity[i] != before[i] || (!stopped_.stopped.empty() && stopped_.stopped[i] != 0) ||
               (all_alike && velocity[i] != candidate[i])) {
      state.velocity[i] = velocity[i];
    } else if (velocity[i] != candidate[i]) {
      state.velocity[i] += velocity[i] - candidate[i];
    }
    state.position[i] = ends[i];
  }
}

/// Of the movable vertices, with the velocities that the collision step has now [J].
double CertifiedStep::kinetic_energy() const {
  double energy = 0.0;
  for (std::size_t i = 0; i < inverse_mass_.size(); ++i)
    if (!system_.scripted(i)) energy += 0.5 * system_.world().mass[i] * collision_.velocity()[i].squaredNorm();
  return energy;
}

void CertifiedStep::set_lag_bodies(Lag& lag) const {
  if (!lag.vertex.valid()) return;
  lag.body = surfaces_.body(lag.vertex);
  for (const auto& [body, against] : stopped_.conflicts)
    if (body == lag.body) lag.against = against;
}

}  // namespace muslin
