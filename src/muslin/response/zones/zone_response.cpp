#include <algorithm>
#include <muslin/core/parallel.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/zones/zone_response.hpp>

namespace muslin {

ResponseReport ZoneResponse::resolve(CollisionView& step) {
  int iterations = 0;
  counts_ = {};
  sweeps_.begin(step);
  for (int pass = 0; pass < budget_.impulse_passes && step.has_movable_contacts(); ++pass) {
    iterations += sweeps_.pass(step, impulse_options_);
    step.detect_again();
  }

  bool any_pinched = false;
  int inexact_zones = 0;
  for (const Stage stage : stages_of(budget_.order)) {
    iterations += run_stage(step, stage);
    any_pinched |= std::count(outcome_.begin(), outcome_.end(), ZoneOutcome::pinched) > 0;
    inexact_zones += count_inexact_zones();
  }
  ResponseReport report = summarize_response(step, iterations);
  if (report.status == ResponseReport::Status::budget_spent && any_pinched)
    report.status = ResponseReport::Status::pinched;
  report.inexact_zones = inexact_zones;
  report.counters = Counters::of(counts_);
  return report;
}

std::vector<ZoneResponse::Stage> ZoneResponse::stages_of(ZoneOrder order) {
  switch (order) {
    case ZoneOrder::obstacles_first:
      return {Stage::with_prescribed, Stage::without_prescribed};
    case ZoneOrder::causal:
      return {Stage::earliest};
    case ZoneOrder::together:
      break;
  }
  return {Stage::all};
}

/// Returns the number of detections with zones. Contacts that do not take part in the stage are left as they are.
int ZoneResponse::run_stage(CollisionView& step, Stage stage) {
  set_.clear();
  zones_.clear(step.inverse_mass());
  velocity_.assign(step.velocity().begin(), step.velocity().end());
  outcome_.clear();
  causal_order_.begin();
  int pass = 0;
  for (; pass < budget_.passes; ++pass) {
    // Each link of a chain of contacts takes a detection. A step that still collides after half of them is not worth
    // it.
    take_contacts(step, stage == Stage::earliest && pass >= budget_.passes / 2 ? Stage::all : stage);
    if (taken_.empty() || !grow_zones(step)) break;  // no zone is left to solve
    solve_zones(step);
    step.detect_again();
  }
  counts_.deferred += causal_order_.deferred();
  if (causal_order_.deferred() > 0) counts_.prevented += causal_order_.prevented(set_, step.contacts());
  return pass;
}

void ZoneResponse::take_contacts(const CollisionView& step, Stage stage) {
  if (stage == Stage::earliest) return causal_order_.choose(step.contacts(), step.inverse_mass(), taken_);
  taken_.clear();
  for (const Contact& contact : step.contacts()) {
    const bool has_prescribed =
        !std::all_of(contact.vertex.begin(), contact.vertex.end(), [&](VertexId v) { return step.is_movable(v); });
    if (stage == Stage::all || (stage == Stage::with_prescribed) == has_prescribed) taken_.push_back(contact);
  }
}

int ZoneResponse::count_inexact_zones() const {
  int count = 0;
  for (std::size_t zone = 0; zone < zones_.size(); ++zone)
    if (is_inexact(outcome_[zones_.contacts(zone).front()])) ++count;
  return count;
}

/// Returns true if there is a zone to solve.
bool ZoneResponse::grow_zones(const CollisionView& step) {
  const std::size_t known = set_.size();
  set_.add(taken_);
  zones_.add(set_.contacts().subspan(known));
  outcome_.resize(set_.size(), ZoneOutcome::solved);
  must_solve_.assign(zones_.size(), 0);
  if (!prepare(step, must_solve_)) return false;
  for (std::size_t i = 0; i < set_.size(); ++i)
    if (const std::int32_t zone = zones_.zone_of_contact()[i]; zone >= 0 && !is_solved(outcome_[i]))
      must_solve_[static_cast<std::size_t>(zone)] = 0;
  return std::any_of(must_solve_.begin(), must_solve_.end(), [](std::uint8_t must) { return must != 0; });
}

void ZoneResponse::solve_zones(CollisionView& step) {
  parallel_for(zones_.size(), 1, [&](std::size_t zone) {
    if (must_solve_[zone] == 0) return;
    for (const VertexId v : zones_.vertices(zone)) step.velocity()[v.index()] = velocity_[v.index()];
    const ZoneOutcome outcome = solve(step, zone);
    for (const std::uint32_t i : zones_.contacts(zone)) outcome_[i] = outcome;
  });
  for (std::size_t zone = 0; zone < zones_.size(); ++zone) {
    if (must_solve_[zone] == 0) continue;
    ++counts_.zones;
    counts_.contacts += static_cast<std::int64_t>(zones_.contacts(zone).size());
    counts_.fallbacks += has_fallen_back(outcome_[zones_.contacts(zone).front()]) ? 1 : 0;
  }
}

}  // namespace muslin
