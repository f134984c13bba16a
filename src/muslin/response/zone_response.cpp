#include <algorithm>
#include <muslin/core/parallel.hpp>
#include <muslin/response/collision_step.hpp>
#include <muslin/response/remaining.hpp>
#include <muslin/response/zone_response.hpp>

namespace muslin {

ResponseReport ZoneResponse::resolve(CollisionStep& step) {
  int iterations = 0;
  sweeps_.begin(step);
  for (int pass = 0; pass < budget_.impulse_passes && impulses_can_help(step); ++pass) {
    iterations += sweeps_.pass(step, impulse_options_);
    step.detect_again();
  }

  set_.clear();
  zones_.clear(step.inverse_mass());
  velocity_.assign(step.velocity().begin(), step.velocity().end());
  some_zone_is_pinched_ = false;
  for (int pass = 0; pass < budget_.passes && !step.contacts().empty(); ++pass) {
    if (!grow_zones(step)) break;  // nothing would change
    solve_zones(step);
    step.detect_again();
    ++iterations;
  }
  ResponseReport report = report_remaining(step, iterations);
  if (report.status == ResponseReport::Status::budget_spent && some_zone_is_pinched_)
    report.status = ResponseReport::Status::pinched;
  return report;
}

bool ZoneResponse::grow_zones(const CollisionStep& step) {
  const std::size_t known = set_.size();
  set_.add(step.contacts());
  zones_.add(set_.contacts().subspan(known));
  must_solve_.assign(zones_.size(), 0);
  return prepare(step, must_solve_) &&
         std::any_of(must_solve_.begin(), must_solve_.end(), [](std::uint8_t must) { return must != 0; });
}

void ZoneResponse::solve_zones(CollisionStep& step) {
  is_pinched_.assign(zones_.size(), 0);
  parallel_for(zones_.size(), 1, [&](std::size_t zone) {
    if (must_solve_[zone] == 0) return;
    for (const VertexId v : zones_.vertices(zone)) step.velocity()[v.index()] = velocity_[v.index()];
    is_pinched_[zone] = solve(step, zone) ? 0 : 1;
  });
  for (const std::uint8_t pinched : is_pinched_) some_zone_is_pinched_ |= pinched != 0;
}

}  // namespace muslin
