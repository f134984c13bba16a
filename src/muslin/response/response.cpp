#include <algorithm>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

ResponseReport summarize_response(const CollisionView& step, int iterations) {
  using Outcome = ResponseReport::Status;
  ResponseReport report{.status = Outcome::resolved, .iterations = iterations};
  if (step.contacts().empty()) return report;
  report.status = step.has_movable_contacts() ? Outcome::budget_spent : Outcome::pinched;
  for (const Contact& contact : step.contacts())
    report.residual = std::max(report.residual, -normal_velocity(contact, step.velocity()));
  return report;
}

}  // namespace muslin
