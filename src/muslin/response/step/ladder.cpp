#include <algorithm>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/ladder.hpp>
#include <utility>

namespace muslin {
namespace {

double mean_of_positive(std::span<const double> values) {
  double sum = 0.0;
  std::size_t count = 0;
  for (const double value : values) {
    if (!(value > 0.0)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? 0.0 : sum / static_cast<double>(count);
}

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

}  // namespace

Ladder::Ladder(const CollisionOptions& options, std::unique_ptr<Response> response,
               std::span<const double> inverse_mass, StretchFilter& filter)
    : options_(options),
      limits_(filter),
      response_(std::move(response)),
      rigid_zones_(options.response == "rigid_zones" ? nullptr : find_response("rigid_zones")->make(options)),
      yielding_inverse_mass_(mean_of_positive(inverse_mass) / tolerance::kYieldingMassRatio) {}

std::optional<Certificate> Ladder::climb(CollisionStep& step, const RigidGroups& groups, StoppedVertices& stopped,
                                         CollisionReport& report) {
  stopped.stopped.clear();
  stopped.conflicts.clear();
  response_tried_ = false;
  // Every line of stats.ndjson has the counters of the scene's response, also where it has nothing to do.
  if (const ResponseInfo* info = find_response(options_.response); info != nullptr && info->counters != nullptr)
    report.counters.group(info->counters());
  limits_.begin(step);
  step.begin_response();
  count_contacts(step, report);
  if (step.contacts().empty() && !response_->keeps_everything() && enforce_limits(step, {}))
    return Certificate::issue(step, report);

  // A pinch that was there before does not go away because the step gets shorter.
  const bool may_yield = options_.pinch == PinchPolicy::yield;
  if (may_yield && step.is_pinched())
    if (auto certificate = yield(step, report)) return certificate;
  if (auto certificate = respond(*response_, report.rungs.response, step, report)) return certificate;
  if (rigid_zones_ && (step.is_shortest() || options_.ladder == LadderOrder::rigid_first))
    if (auto certificate = respond(*rigid_zones_, report.rungs.rigid_zones, step, report)) return certificate;
  if (!step.is_shortest()) return std::nullopt;
  if (may_yield && !step.is_pinched()) {
    if (auto certificate = yield(step, report)) return certificate;
    report.iterations += response_->resolve(step).iterations;
  }
  return stop_zones(step, *response_, groups, limits_, stopped, report);
}

std::optional<Certificate> Ladder::respond(Response& response, int& rung, CollisionStep& step,
                                           CollisionReport& report) {
  if (!response.keeps_everything() || !step.contacts().empty()) ++rung;
  if (std::exchange(response_tried_, true)) {  // by another
    step.reset();
    step.detect_again();
  }
  const std::vector<Contact> known(step.contacts().begin(), step.contacts().end());
  ResponseReport response_report = response.resolve(step);
  report.iterations += response_report.iterations;
  report.inexact_zones = response_report.inexact_zones;
  combine(report.counters, response_report.counters);
  if (!response_report.groups.clusters.empty()) report.groups = std::move(response_report.groups);
  if (response.keeps_everything() && !limits_.has_patches()) {
    // What it leaves over the limits is mended where that is possible; a shorter step would make its rows no better.
    if (response_report.is_over_limit) {
      limits_.check_candidate(step);
      static_cast<void>(enforce_limits(step, known));
    }
  } else if (!enforce_limits(step, known)) {
    return std::nullopt;
  }
  return Certificate::issue(step, report);
}

/// Within the limits on stretch, and patches whole. In the shortest step a stretch may be over its limit, which is
/// said; a patch must be whole in any.
bool Ladder::enforce_limits(CollisionStep& step, std::span<const Contact> known) {
  if (limits_.is_idle() || limits_.holds(step) || limits_.restore(step, known)) return true;
  return step.is_shortest() && !limits_.has_patches();
}

/// What moves of the scripted bodies that collide gets a finite mass, and is collided with like cloth [Sifakis08 §6].
/// All of it: what a dent pushes against next must give way too.
std::optional<Certificate> Ladder::yield(CollisionStep& step, CollisionReport& report) {
  std::vector<std::int32_t> bodies;
  for (const Contact& contact : step.contacts())
    for (const VertexId v : contact.vertex)
      if (!step.is_movable(v) && step.moves(v)) bodies.push_back(step.surfaces().body(v));
  std::sort(bodies.begin(), bodies.end());
  std::vector<VertexId> yielding;
  for (std::size_t i = 0; i < step.start().size(); ++i) {
    const VertexId v(i);
    if (step.is_movable(v) || !step.moves(v)) continue;
    if (!std::binary_search(bodies.begin(), bodies.end(), step.surfaces().body(v))) continue;
    step.yield(v, yielding_inverse_mass_);
    yielding.push_back(v);
  }
  if (yielding.empty()) return std::nullopt;
  if (auto certificate = respond(*response_, report.rungs.yields, step, report)) return certificate;
  // In vain: they follow their script again, or stop.
  for (const VertexId v : yielding) step.yield(v, 0.0);
  step.reset();
  step.detect_again();
  return std::nullopt;
}

}  // namespace muslin
