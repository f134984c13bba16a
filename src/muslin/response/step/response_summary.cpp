#include <algorithm>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/response_summary.hpp>

namespace muslin {

bool has_movable_contacts(const CollisionStep& step) {
  const auto contacts = step.contacts();
  return std::any_of(contacts.begin(), contacts.end(),
                     [&](const Contact& contact) { return inverse_mass(contact, step.inverse_mass()) > 0.0; });
}

ResponseReport summarize_response(const CollisionStep& step, int iterations) {
  using Status = ResponseReport::Status;
  ResponseReport report{.status = Status::resolved, .iterations = iterations};
  if (step.contacts().empty()) return report;
  report.status = has_movable_contacts(step) ? Status::budget_spent : Status::pinched;
  for (const Contact& contact : step.contacts())
    report.residual = std::max(report.residual, -normal_velocity(contact, step.velocity()));
  return report;
}

}  // namespace muslin
