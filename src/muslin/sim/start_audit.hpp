#pragma once
#include <muslin/core/result.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/sim/simulator.hpp>
#include <vector>

namespace muslin {

/// What intersects before a scene has begun: in the doubles that are simulated or, if these are clean, in the floats
/// that files hold. Each named group of a body's mesh counts as a body "body/group".
struct StartAudit {
  std::size_t intersections = 0;
  std::vector<AuditedPair> pairs;          ///< the first of them
  bool only_as_floats = false;             ///< the doubles are clean
  std::size_t obstacle_intersections = 0;  ///< of obstacles with each other or themselves: allowed
  std::vector<AuditedPair> obstacle_pairs;

  [[nodiscard]] bool clean() const { return intersections == 0; }
};

/// Audits the state of a simulator that has not advanced yet. Lists at most `max_listed` pairs of each sort.
[[nodiscard]] StartAudit audit_start(const Simulator& simulator, std::size_t max_listed);

/// The Error of a start that is not clean: bodies, place, number and first pairs of its intersections, and what to do.
[[nodiscard]] Error start_error(const StartAudit& audit);

}  // namespace muslin
