#include <algorithm>
#include <muslin/contact/zones.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/ladder.hpp>
#include <utility>

namespace muslin {
namespace {

void count_contacts(CollisionStep& step, CollisionReport& report) {
  const Zones& zones = step.zones();
  report.contacts = static_cast<std::int64_t>(step.contacts().size());
  report.zones = static_cast<std::int64_t>(zones.size());
  report.largest_zone = 0;
  report.groups = {};
  for (std::size_t z = 0; z < zones.size(); ++z) {
    report.largest_zone = std::max(report.largest_zone, static_cast<std::int64_t>(zones.contacts(z).size()));
    std::vector<std::int32_t>& group = report.groups.zones.emplace_back();
    for (const VertexId v : zones.vertices(z)) group.push_back(v.value);
  }
}

/// Counts the vertices whose velocity the response has changed. A response that repulsion leaves nothing to do shows in
/// the statistics by this count, not by the contacts that were there.
std::int64_t count_changed_vertices(const CollisionStep& step) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < step.velocity().size(); ++i)
    count += step.velocity()[i] != step.velocity_before()[i] ? 1 : 0;
  return count;
}

}  // namespace

Ladder::Ladder(const CollisionOptions& options, std::unique_ptr<Response> response,
               std::vector<double> yielding_inverse_mass, std::vector<std::int32_t> priority, StretchFilter& filter)
    : options_(options),
      limits_(filter),
      response_(std::move(response)),
      rigid_zones_(response_->name() == "rigid_zones" ? nullptr : find_response("rigid_zones")->make(options)),
      impulses_(response_->name() == "gauss_seidel" ? nullptr : find_response("gauss_seidel")->make(options)),
      priority_(std::move(priority)),
      yielding_inverse_mass_(std::move(yielding_inverse_mass)) {}

std::optional<Certificate> Ladder::climb(CollisionStep& step, const RigidGroups& groups, StoppedVertices& stopped,
                                         CollisionReport& report, GiveWay first) {
  stopped.stopped.clear();
  stopped.conflicts.clear();
  outranked_.clear();
  // Every line of stats.ndjson has the counters of the scene's response, even if it has nothing to do.
  if (const ResponseInfo* info = find_response(options_.response); info != nullptr && info->counters != nullptr)
    report.counters.group(info->counters());
  limits_.begin(step);
  step.begin_response();
  count_contacts(step, report);
  if (keeps_first_contacts_) first_contacts_.assign(step.contacts().begin(), step.contacts().end());
  if (first == GiveWay::all_stops) return stop_zones(step, *response_, groups, limits_, stopped, report, 0);
  if (first == GiveWay::obstacles_wait) stop_obstacles(step, groups, stopped);
  Climb climb{.step = step, .groups = groups, .stopped = stopped, .report = report, .first = first};
  for (const auto rung :
       {&Ladder::keep_candidate, &Ladder::yield_to_known_pinch, &Ladder::respond, &Ladder::make_zones_rigid,
        &Ladder::defer_to_priority, &Ladder::yield_in_shortest_step, &Ladder::stop}) {
    if (auto certificate = (this->*rung)(climb)) return certificate;
    if (!outranked_.empty()) break;
  }
  return std::nullopt;
}

std::optional<Certificate> Ladder::keep_candidate(Climb& climb) {
  if (!climb.step.contacts().empty() || response_->duties().any()) return std::nullopt;
  if (!enforce_limits(climb.step, {})) return std::nullopt;
  return Certificate::issue(climb.step, climb.report);
}

/// A pinch that existed before the step does not vanish in a shorter one. Where priorities may resolve it, nothing
/// yields before they have been tried.
std::optional<Certificate> Ladder::yield_to_known_pinch(Climb& climb) {
  const bool is_due = climb.step.is_pinched() || climb.first == GiveWay::obstacles_yield;
  return may_yield() && priority_.empty() && is_due ? yield(climb) : std::nullopt;
}

std::optional<Certificate> Ladder::respond(Climb& climb) {
  return try_response(*response_, climb.report.rungs.response, climb);
}

std::optional<Certificate> Ladder::make_zones_rigid(Climb& climb) {
  const bool is_due = climb.step.is_shortest() || options_.ladder == LadderOrder::rigid_first;
  if (!rigid_zones_ || !is_due) return std::nullopt;
  return try_response(*rigid_zones_, climb.report.rungs.rigid_zones, climb);
}

/// Finds the vertices that should ignore obstacles of lower priority; the step is then taken again.
std::optional<Certificate> Ladder::defer_to_priority(Climb& climb) {
  if (!climb.step.is_shortest() || priority_.empty()) return std::nullopt;
  outranked_ = find_outranked(climb.step, priority_);
  if (!outranked_.empty()) ++climb.report.rungs.priorities;
  return std::nullopt;
}

std::optional<Certificate> Ladder::yield_in_shortest_step(Climb& climb) {
  const bool was_tried = priority_.empty() && climb.step.is_pinched();
  return may_yield() && climb.step.is_shortest() && !was_tried ? yield(climb) : std::nullopt;
}

std::optional<Certificate> Ladder::stop(Climb& climb) {
  CollisionStep& step = climb.step;
  if (!step.is_shortest()) return std::nullopt;
  // A failed attempt to yield has reset the velocities. Fewer vertices have to stop if the response is tried again.
  if (may_yield() && (!step.is_pinched() || !priority_.empty()))
    climb.report.iterations += response_->resolve(step).iterations;
  return stop_zones(step, *response_, climb.groups, limits_, climb.stopped, climb.report);
}

std::optional<Certificate> Ladder::try_response(Response& response, int& rung, Climb& climb) {
  CollisionStep& step = climb.step;
  CollisionReport& report = climb.report;
  const Duties duties = response.duties();
  if (!duties.any() || !step.contacts().empty()) ++rung;
  if (std::exchange(climb.response_tried, true)) {  // another rung has tried a response before
    step.reset();
    step.detect_again();
  }
  const std::vector<Contact> known(step.contacts().begin(), step.contacts().end());
  ResponseReport response_report = response.resolve(step);
  report.iterations += response_report.iterations;
  report.inexact_zones = response_report.inexact_zones;
  if (&response == response_.get()) {
    combine(report.counters, response_report.counters);
    report.response_vertices = count_changed_vertices(step);
    report.response_acted = report.response_vertices > 0 ? 1.0 : 0.0;
  }
  if (!response_report.groups.clusters.empty()) report.groups = std::move(response_report.groups);
  if (duties.limits && !limits_.has_patches()) {
    // A limit that the response exceeds is restored if possible; a shorter step would not make its rows more accurate.
    if (response_report.is_over_limit) {
      limits_.check_candidate(step);
      static_cast<void>(enforce_limits(step, known));
    }
  } else if (!enforce_limits(step, known)) {
    return std::nullopt;
  }
  return Certificate::issue(step, report);
}

/// Restores the limits on stretch and the shapes of patches. In the shortest step a stretch may exceed its limit, which
/// the report of the step counts; a patch must have its shape in every step.
bool Ladder::enforce_limits(CollisionStep& step, std::span<const Contact> known) {
  if (limits_.is_idle() || limits_.holds(step) || limits_.restore(step, known)) return true;
  return step.is_shortest() && !limits_.has_patches();
}

/// Gives a finite mass to the moving vertices of colliding scripted bodies, and responds as if they were cloth
/// [Sifakis08 §6]. All of these vertices yield, because the neighbours of a dent must give way too. After a failure the
/// step is restored to its state before the response.
std::optional<Certificate> Ladder::yield(Climb& climb) {
  CollisionStep& step = climb.step;
  // A pin that stands still holds its cloth; an obstacle that stands still shares the overlap with the one that moves.
  const auto may_yield = [&](VertexId v) {
    return !step.is_movable(v) && (step.moves(v) || step.mesh().is_scripted(v));
  };
  std::vector<std::int32_t> bodies;
  for (const Contact& contact : step.contacts())
    for (const VertexId v : contact.vertex)
      if (may_yield(v)) bodies.push_back(step.surfaces().body(v));
  std::sort(bodies.begin(), bodies.end());
  std::vector<VertexId> yielding;
  for (std::size_t i = 0; i < step.start().size(); ++i) {
    const VertexId v(i);
    if (!may_yield(v)) continue;
    if (!std::binary_search(bodies.begin(), bodies.end(), step.surfaces().body(v))) continue;
    const double ease = climb.first == GiveWay::obstacles_yield ? tolerance::kYieldingEase : 1.0;
    step.yield(v, ease * yielding_inverse_mass_[i]);
    yielding.push_back(v);
  }
  if (yielding.empty()) return std::nullopt;
  step.weigh_contacts_again();
  if (auto certificate = try_response(*response_, climb.report.rungs.yields, climb)) return certificate;
  // What the response cannot separate would stop in every step from now on: shorter steps do not remove a pinch. They
  // only make it worse, because the same displacement is a larger velocity there.
  for (Response* const other : {impulses_.get(), rigid_zones_.get()}) {
    if (other == nullptr) continue;
    if (auto certificate = try_response(*other, climb.report.rungs.yields, climb)) return certificate;
  }
  for (const VertexId v : yielding) step.yield(v, 0.0);
  step.reset();
  step.detect_again();
  return std::nullopt;
}

}  // namespace muslin
