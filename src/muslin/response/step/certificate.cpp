#include <muslin/response/step/certificate.hpp>
#include <muslin/response/step/collision_step.hpp>

namespace muslin {

std::optional<Certificate> Certificate::issue(CollisionStep& step, CollisionReport& report) {
  ++report.certificates;
  if (!step.has_finite_ends() || !step.certify().empty()) return std::nullopt;
  return Certificate(step.ends());
}

}  // namespace muslin
