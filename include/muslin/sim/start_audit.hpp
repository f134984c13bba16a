#pragma once
#include <muslin/core/result.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/untangle.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// The intersections at the start of a scene: in the doubles that are simulated or, if these are clean, in the floats
/// that files hold. Each named group of a body's mesh counts as a body "body/group".
struct StartAudit {
  std::size_t intersections = 0;            ///< number of pairs, without pairs of two obstacles
  std::vector<AuditedPair> pairs;           ///< the first intersecting pairs
  bool only_as_floats = false;              ///< true if the doubles are clean
  std::size_t obstacle_intersections = 0;   ///< between or within obstacles; these are allowed
  std::vector<AuditedPair> obstacle_pairs;  ///< the first of the `obstacle_intersections`

  /// Returns whether a run can begin from this start.
  [[nodiscard]] bool clean() const { return intersections == 0; }
};

/// Audits the state of a simulator that has not advanced yet. Lists at most `max_listed` pairs of each kind.
[[nodiscard]] StartAudit audit_start(const Simulator& simulator, std::size_t max_listed);

/// Returns a warning if elements are nearer to each other than the floats of files resolve at their coordinates: frames
/// may then intersect after rounding. Returns an empty string if there are none. As audit_start(), it describes a
/// simulator that has not advanced yet.
[[nodiscard]] std::string resolution_warning(const Simulator& simulator);

/// Makes the Error of a start that is not clean: bodies, place, number and first pairs of the intersections, and a
/// remedy.
[[nodiscard]] Error start_error(const StartAudit& audit);

/// What became of a start that intersects.
struct PreparedStart {
  StartAudit audit;                         ///< the start as given
  std::optional<UntangleReport> untangled;  ///< set if it was not clean, and the scene's policy is not to refuse it
};

/// Applies the scene's policy to the start of a simulator that has not advanced yet: the state is untangled, or its
/// intersections are marked as tangles, or an Error of kind start_intersects is returned. Lists at most `max_listed`
/// pairs.
[[nodiscard]] Result<PreparedStart> prepare_start(Simulator& simulator, std::size_t max_listed);

}  // namespace muslin
