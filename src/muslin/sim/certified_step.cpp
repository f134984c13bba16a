#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/stopwatch.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/response/proximity/repulsion.hpp>
#include <muslin/sim/candidate.hpp>
#include <muslin/sim/certified_step.hpp>
#include <muslin/sim/collision_world.hpp>
#include <muslin/sim/filter_world.hpp>
#include <muslin/sim/step_measures.hpp>

namespace muslin {
namespace {

EnergyBound::Drive drive_of(const Scene& scene, std::span<const Guide> guides, const Surfaces& surfaces) {
  EnergyBound::Drive drive;
  for (const Guide& guide : guides) drive.guides = std::max(drive.guides, std::abs(guide.speed));
  const double step = std::min(scene.time.step, 1.0 / scene.time.frame_rate);
  drive.repulsion = scene.collision.repulsion.rate * surfaces.largest_thickness() / step;
  return drive;
}

/// Returns true if a strain is above `free` and has grown by more than a share of the stretch.
bool grows(double before, double now, double free, double growth) {
  return now > free && now > before + growth * (1.0 + before);
}

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
      limited_(limited_vertices(scene, system.world())),
      collision_(make_collision_mesh(scene)),
      ladder_(scene.collision,
              response ? std::move(response) : find_response(scene.collision.response)->make(scene.collision),
              yielding_inverse_masses(scene, system.world()),
              scene.collision.pinch == PinchPolicy::priority ? priorities_of(scene) : std::vector<std::int32_t>(),
              filter_),
      duties_(ladder_.response().duties()),
      response_keeps_limits_(duties_.limits && filter_.has_rows_only()),
      guides_(make_guides(scene, system.world())),
      energy_bound_(system, rest_position_, drive_of(scene, guides_, surfaces_)),
      springs_({.repulsion = scene.collision.repulsion, .has_friction = !duties_.friction}),
      rigid_groups_(follower_.rigid_groups()) {
  if (scene.output.contacts) {
    recorder_.emplace();
    ladder_.keep_first_contacts();
  }
  implicit_.guides = guides_;
  if (response_keeps_limits_) implicit_.limits = &filter_.rows();
  for (std::size_t p = 0; p < filter_.patches().size(); ++p) {
    const std::span<const VertexId> members = filter_.patches().members(p);
    for (const VertexId v : members)
      rigid_groups_.of_vertex[v.index()] = static_cast<std::int32_t>(rigid_groups_.members.size());
    rigid_groups_.members.emplace_back(members.begin(), members.end());
  }
}

Status CertifiedStep::begin_at(const State& state, double time) {
  static_cast<void>(pending_.take());
  set_exemptions(state);
  restore_system(state, time);
  energy_ = energy_bound_.kinetic_energy(state.velocity) + system_.elastic_energy();
  strain_ = system_.max_strain();
  unlimited_strain_ = limited_.empty() ? strain_ : system_.max_strain(limited_);
  return follower_.find_off_script(time, state.script_delay, state.position);
}

void CertifiedStep::set_exemptions(const State& state) { collision_.set_exemptions(exemptions_of(scene_, state)); }

void CertifiedStep::restore_system(const State& state, double time) {
  system_.set_hinges(state.hinges);
  system_.evaluate(state.position, state.velocity, time);
}

void CertifiedStep::begin_frame() {
  follower_.begin_frame();
  overstretched_steps_ = standing_steps_ = 0;
  if (recorder_) recorder_->begin_frame();
}

void CertifiedStep::finish_frame(const State& state) {
  if (recorder_) recorder_->finish_frame(state.position);
}

Result<CertifiedStep::Outcome> CertifiedStep::take(const StepPlan& plan, State& state, StepReport& report) {
  const Result<Outcome> outcome = attempt(plan, state);
  if (outcome && *outcome == Outcome::taken) report = pending_.take();
  return outcome;
}

Result<CertifiedStep::Outcome> CertifiedStep::attempt(const StepPlan& plan, State& state) {
  const PhaseTimer timer(pending_.total_seconds());
  if (standing_steps_ > 0) {
    --standing_steps_;
    const auto outcome = attempt(plan, GiveWay::all_stops, state);
    if (!outcome) return outcome.error();
    if (*outcome == Outcome::taken && !is_overstretched(plan)) return accept(plan, state);
    ++pending_.collision().rungs.retries;
    restore_system(state, plan.span.begin);
  }
  auto outcome = attempt(plan, GiveWay::cloth, state);
  if (!outcome) return outcome.error();
  if (*outcome == Outcome::taken && is_overstretched(plan)) {
    outcome = stretch_less(plan, state);
    if (!outcome) return outcome.error();
    note_overstretched();
  }
  return *outcome == Outcome::taken ? accept(plan, state) : reject(*outcome, plan, state);
}

/// Decides whether what collides should stand still for some steps. While an obstacle cannot go on, each step would
/// find that out anew, at several times the cost of another step.
void CertifiedStep::note_overstretched() {
  const int excess = ++overstretched_steps_ - tolerance::kMaxOverstretchedSteps;
  if (excess > 0) standing_steps_ = 1 << std::min(excess, tolerance::kMaxStandingDoublings);
}

/// Takes the step up to its certified and judged ends.
Result<CertifiedStep::Outcome> CertifiedStep::attempt(const StepPlan& plan, GiveWay first, State& state) {
  begin_collision_step(plan, first, state);
  if (const Status status = compute_candidate(plan, state); !status) return status.error();
  if (!is_valid_state(system_.world(), candidate_)) return Outcome::diverged;
  const std::optional<Certificate> certificate = resolve_collisions(plan, first);
  if (!certificate && !ladder_.outranked().empty()) {
    outrank(state);
    return Outcome::outranked;
  }
  if (!certificate) return Outcome::uncertified;
  const double sliding_speed = mean_sliding_speed(collision_.proximities(), collision_.velocity());
  take_ends(*certificate, plan.size());
  const Outcome outcome = judge(plan, first, state);
  if (outcome == Outcome::taken) pending_.collision().sliding_speed = sliding_speed;
  return outcome;
}

/// Takes a step that stretches overstretched cloth further in other ways, and leaves the one with the least strain.
Result<CertifiedStep::Outcome> CertifiedStep::stretch_less(const StepPlan& plan, State& state) {
  GiveWay best = GiveWay::cloth, last = best;
  double least = pending_.step().max_strain, least_unlimited = unlimited_strain();
  const auto again = [&](GiveWay first) {
    ++pending_.collision().rungs.retries;
    restore_system(state, plan.span.begin);
    last = first;
    return attempt(plan, first, state);
  };
  for (const GiveWay first : {GiveWay::obstacles_yield, GiveWay::obstacles_wait, GiveWay::all_stops}) {
    const auto outcome = again(first);
    if (!outcome) return outcome.error();
    if (*outcome != Outcome::taken || !(pending_.step().max_strain < least)) continue;
    if (!is_overstretched(plan)) return outcome;
    least = pending_.step().max_strain;
    least_unlimited = unlimited_strain();
    best = first;
  }
  if (is_stretched_at_once(plan, least, least_unlimited)) return Outcome::hasty;
  return last == best ? Outcome::taken : again(best);
}

/// Finds the pairs in proximity, and makes the contact springs of an implicit step.
void CertifiedStep::begin_collision_step(const StepPlan& plan, GiveWay first, const State& state) {
  const PhaseTimer timer(pending_.response_seconds());
  const double size = plan.size();
  predicted_end_.resize(state.position.size());
  for (std::size_t i = 0; i < predicted_end_.size(); ++i) {
    predicted_end_[i] = state.position[i] + size * state.velocity[i];
    // Without the acceleration, resting cloth would not be predicted to approach its support.
    if (duties_.thickness) predicted_end_[i] += size * size * state.acceleration[i];
  }
  collision_.begin({.size = size,
                    .start = state.position,
                    .end = predicted_end_,
                    .inverse_mass = inverse_mass_,
                    .thickness = {.surfaces = &surfaces_, .rest_position = rest_position_},
                    .shortest = plan.shortest,
                    .pinched = follower_.is_any_off_script()});
  springs_.clear();
  if (integrator_->is_implicit() && !collision_.proximities().empty() && !duties_.thickness &&
      plan.caution == Caution::none && first == GiveWay::cloth)
    springs_.begin(collision_, state.velocity);
  pending_.move_to_detection(collision_.take_detection_seconds());
}

/// Computes the candidate from forces and scripts. With contact springs there are two passes: the coarse one determines
/// which springs would be under tension, and the friction of the others. The fine one is repeated where pairs that
/// stuck in the coarse one slide.
Status CertifiedStep::compute_candidate(const StepPlan& plan, const State& state) {
  candidate_ = state;
  const auto begin_again = [&] {
    std::vector<Vec3> guess = std::move(candidate_.acceleration);
    candidate_ = state;
    candidate_.acceleration = std::move(guess);
    if (plan.substeps > 1 || !integrator_->keeps_start()) restore_system(state, plan.span.begin);
  };
  if (!springs_.springs().empty()) {
    if (const Status status = integrate(Pass::coarse, plan); !status) return status;
    springs_.refine(collision_, candidate_.position);
    begin_again();
  }
  for (int repeats = 0;; ++repeats) {
    if (const Status status = integrate(Pass::fine, plan); !status) return status;
    if (springs_.springs().empty() || repeats == tolerance::kMaxFrictionRepeats ||
        !springs_.correct_friction(collision_, candidate_.position))
      return Done{};
    begin_again();
  }
}

/// Integrates the candidate with the current contact springs. The coarse pass omits limits on stretch.
Status CertifiedStep::integrate(Pass pass, const StepPlan& plan) {
  const bool is_coarse = pass == Pass::coarse;
  StretchFilter* const filter = is_coarse || filter_.is_idle() || response_keeps_limits_ ? nullptr : &filter_;
  system_.set_contact_springs(springs_.springs());
  const auto report = integrate_candidate(system_, *integrator_, follower_, filter, plan.span, plan.substeps,
                                          {.tolerance_factor = is_coarse ? tolerance::kCoarsePassToleranceFactor : 1.0,
                                           .max_velocity_error = max_velocity_error(plan)},
                                          candidate_, targets_);
  system_.set_contact_springs({});
  if (!report) return report.error();
  pending_.add(*report);
  return Done{};
}

/// Returns the error of velocities that a step with contact springs allows. Springs of layers that coincide, or nearly
/// so, pull and push with many times the force that parts them, and an error that is small compared with that force is
/// several times the speed with which they should part.
double CertifiedStep::max_velocity_error(const StepPlan& plan) const {
  if (springs_.springs().empty()) return std::numeric_limits<double>::infinity();
  const double start = std::sqrt(2.0 * energy_bound_.kinetic_energy(candidate_.velocity)) / system_.root_total_mass();
  const double fall = system_.world().loads.gravity.norm() * plan.size();
  return tolerance::kMaxVelocityErrorShare * (springs_.separating_speed(collision_) + fall + start);
}

const ImplicitContext* CertifiedStep::implicit_context(const StepPlan& plan) {
  implicit_.matrix = plan.substeps == 1 && integrator_->provides_matrix() ? &system_.matrix() : nullptr;
  const bool is_empty = implicit_.matrix == nullptr && implicit_.limits == nullptr && implicit_.guides.empty();
  return is_empty ? nullptr : &implicit_;
}

/// Repels pairs in proximity, unless the response is responsible for the thickness, and climbs the ladder.
std::optional<Certificate> CertifiedStep::resolve_collisions(const StepPlan& plan, GiveWay first) {
  const PhaseTimer timer(pending_.response_seconds());
  collision_.set_candidate(candidate_.position, implicit_context(plan));
  const double energy_before = kinetic_energy();
  if (plan.caution == Caution::no_response) first = GiveWay::all_stops;
  if (!duties_.thickness && first == GiveWay::cloth) {
    const std::vector<SpringImpulse> spring_impulses = springs_.impulses(collision_, collision_.velocity());
    repel(collision_, scene_.collision.repulsion,
          {.spring_impulses = spring_impulses, .has_friction = !duties_.friction});
  }
  auto certificate = ladder_.climb(collision_, rigid_groups_, stopped_, pending_.collision(), first);
  pending_.collision().energy_lost = energy_before - kinetic_energy();
  report_collision_costs();
  return certificate;
}

/// Exempts the vertices that the ladder found from collisions with obstacles of lower priority.
void CertifiedStep::outrank(State& state) {
  state.min_priority.resize(state.position.size(), Exemptions::kNoPriority);
  for (const OutrankedVertex& outranked : ladder_.outranked()) {
    std::int32_t& priority = state.min_priority[outranked.vertex.index()];
    priority = std::max(priority, outranked.min_priority);
  }
  set_exemptions(state);
}

/// Adds the counts of detection, and assigns detection and limits their share of the time.
void CertifiedStep::report_collision_costs() {
  CollisionReport& collisions = pending_.collision();
  collisions.broad_phase_pairs = static_cast<std::int64_t>(collision_.counts().broad_phase_pairs);
  collisions.proximities = static_cast<std::int64_t>(collision_.proximities().size());
  collisions.passes += collision_.counts().passes;
  pending_.move_to_detection(collision_.take_detection_seconds());
  const LimitProjection::Cost limits = ladder_.take_limit_cost();
  pending_.step().limits.iterations += limits.iterations;
  pending_.move_to_filter(limits.seconds);
}

CertifiedStep::Outcome CertifiedStep::reject(Outcome outcome, const StepPlan& plan, const State& state) {
  if (outcome == Outcome::uncertified) ++pending_.collision().rungs.halvings;
  if (outcome == Outcome::rejected || outcome == Outcome::hasty) ++pending_.collision().rungs.retries;
  restore_system(state, plan.span.begin);
  return outcome;
}

/// Evaluates the system at the certified ends, and decides whether they may become the new state. A certificate only
/// proves that nothing intersects.
CertifiedStep::Outcome CertifiedStep::judge(const StepPlan& plan, GiveWay first, const State& state) {
  if (!is_valid_state(system_.world(), candidate_)) return Outcome::diverged;
  // The filter moves vertices as far as the limits require, in steps of any length. Where limits contradict each other
  // or the contacts, such a displacement is no velocity.
  const bool is_limited = !filter_.is_idle();
  if (is_limited) slow_down(state);
  system_.evaluate(candidate_.position, candidate_.velocity, plan.span.end);
  StepReport& report = pending_.step();
  report.max_strain = system_.max_strain();
  report.elastic_energy = system_.elastic_energy();
  if (plan.caution != Caution::no_response && first != GiveWay::all_stops) {
    if (!is_overstretched(plan) && is_stretched_at_once(plan, report.max_strain, unlimited_strain()))
      return Outcome::hasty;
    const double energy = energy_bound_.kinetic_energy(candidate_.velocity) + report.elastic_energy;
    // Where limits contradict each other, steps shorter than collisions need only repeat the same displacement. A
    // response that keeps the thickness solves contacts together with the elastic forces if it has their matrix, and
    // does not strain stiff bodies after them.
    const bool solves_with_forces = duties_.thickness && implicit_.matrix != nullptr;
    EnergyBound::Rule rule{.is_stable = integrator_->is_implicit(),
                           .is_strict = !solves_with_forces && (is_limited ? !plan.shortest : !plan.finest)};
    const double filtered = is_limited ? energy_bound_.kinetic_energy(collision_.candidate_velocity()) : 0.0;
    if (rule.is_strict && !energy_bound_.allows(collision_, state, energy_ + filtered, candidate_, energy, rule))
      return Outcome::hasty;
    const bool is_known = rule.is_strict;  // the strict rule includes the other one
    rule.is_strict = false;
    if (!is_known && !energy_bound_.allows(collision_, state, energy_ + filtered, candidate_, energy, rule))
      return Outcome::rejected;
  }
  if (!is_limited && slow_down(state)) system_.evaluate(candidate_.position, candidate_.velocity, plan.span.end);
  return Outcome::taken;
}

/// Removes the speed that collisions alone cannot have given the vertices. Returns true if there was any.
bool CertifiedStep::slow_down(const State& state) {
  const bool exceeds_limits = !limited_.empty() && !filter_.inspect(candidate_.position).is_within();
  return energy_bound_.slow_down(collision_, state, energy_, integrated_velocity_, exceeds_limits, candidate_);
}

/// Returns true if cloth has been stretched more than a step should. An obstacle that moves far in one step takes along
/// the cloth that it meets instead of sliding along it, and so does cloth that is pulled from under a weight: contacts
/// and friction are those that the step begins with. In shorter steps it slides. Wind that blows cloth farther than its
/// own size in one linearised step stretches it likewise, because cloth that is flat at the start has no stiffness
/// across. Where limits on stretch contradict each other, steps shorter than collisions need would only meet them
/// faster; explicit steps that explode are divided by Simulator::advance() instead, but not before each has a detection
/// of its own.
bool CertifiedStep::is_stretched_at_once(const StepPlan& plan, double max_strain, double unlimited_strain) const {
  if (!integrator_->is_implicit() && plan.substeps == 1) return false;
  const auto is_large = [](double before, double now) {
    return grows(before, now, tolerance::kFreeStrain, tolerance::kMaxStrainGrowth);
  };
  return (!is_stretching_final(plan) && is_large(strain_, max_strain)) ||
         (!plan.finest && is_large(unlimited_strain_, unlimited_strain));
}

/// Returns true if no shorter step will be tried for the sake of less stretch of bodies with limits, or of all.
bool CertifiedStep::is_stretching_final(const StepPlan& plan) const {
  return limited_.empty() ? plan.finest : plan.shortest;
}

/// Largest strain of the bodies without limits, for the state last evaluated [1].
double CertifiedStep::unlimited_strain() const {
  return limited_.empty() ? pending_.step().max_strain : system_.max_strain(limited_);
}

/// Returns true if a step stretches cloth further that is stretched more than anything should be, or does so at once
/// though it cannot be shortened.
bool CertifiedStep::is_overstretched(const StepPlan& plan) const {
  const StepReport& report = pending_.step();
  if (plan.caution != Caution::none || (report.collision.contacts == 0 && collision_.proximities().empty()))
    return false;
  return grows(strain_, report.max_strain, tolerance::kMaxPulledStrain, tolerance::kPulledStrainGrowth) ||
         (is_stretching_final(plan) &&
          grows(strain_, report.max_strain, tolerance::kFreeStrain, tolerance::kMaxStrainGrowth));
}

/// Makes the certified ends, at which the system is evaluated, the new state and reports it.
Result<CertifiedStep::Outcome> CertifiedStep::accept(const StepPlan& plan, State& state) {
  CollisionReport& collisions = pending_.collision();
  const auto lag = follower_.finish_step(plan.span, stopped_, collision_.proximities(), state.script_delay,
                                         candidate_.script_delay, candidate_.position);
  if (!lag) return lag.error();
  collisions.lag = *lag;
  set_lag_bodies(collisions.lag);
  if (recorder_) recorder_->add_step(ladder_.first_contacts(), collision_, stopped_, collisions.rungs);
  std::swap(state, candidate_);
  ++state.steps;
  system_.flow();
  state.hinges = system_.hinges();

  StepReport& report = pending_.step();
  report.size = plan.size();
  report.substeps = plan.substeps;
  measure_state(system_, state, report);
  energy_ = report.kinetic_energy + report.elastic_energy;
  strain_ = report.max_strain;
  unlimited_strain_ = limited_.empty() ? strain_ : system_.max_strain(limited_);
  measure_limits(filter_, state, report.limits);
  return Outcome::taken;
}

/// Computes the velocities of the certified ends. A vertex that no response changed keeps the integrator's velocity
/// plus the change by repulsion. A vertex that a response changed takes its mean velocity over the step, because that
/// velocity does not collide [Sifakis08 §3].
void CertifiedStep::take_ends(const Certificate& certificate, double size) {
  State& state = candidate_;
  integrated_velocity_ = state.velocity;
  const std::span<const Vec3> velocity = collision_.velocity(), before = collision_.velocity_before(),
                              candidate = collision_.candidate_velocity(), ends = certificate.ends();
  const bool is_same_for_all =
      scene_.collision.velocity_update == VelocityUpdate::step && pending_.collision().contacts > 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (system_.scripted(i)) {
      if (ends[i] != state.position[i]) state.velocity[i] = (ends[i] - collision_.start()[i]) / size;
    } else if (velocity[i] != before[i] || (!stopped_.stopped.empty() && stopped_.stopped[i] != 0) ||
               (is_same_for_all && velocity[i] != candidate[i])) {
      state.velocity[i] = velocity[i];
    } else if (velocity[i] != candidate[i]) {
      state.velocity[i] += velocity[i] - candidate[i];
    }
    state.position[i] = ends[i];
  }
}

/// Kinetic energy of the movable vertices for the current velocities of the collision step [J].
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
