#pragma once
#include <muslin/core/types.hpp>
#include <muslin/response/collision_report.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

class CollisionStep;

/// The proof that a step may be taken: every pair was tested for exactly these ends, and none collides. Only issue()
/// makes a certificate, and no step is taken without one.
class Certificate {
 public:
  /// Returns nothing if a velocity is not finite or a pair collides; step.contacts() then holds the collisions. The
  /// report counts each call.
  [[nodiscard]] static std::optional<Certificate> issue(CollisionStep& step, CollisionReport& report);

  /// The certified ends of all vertices [m].
  [[nodiscard]] std::span<const Vec3> ends() const { return ends_; }

 private:
  explicit Certificate(std::span<const Vec3> ends) : ends_(ends.begin(), ends.end()) {}
  std::vector<Vec3> ends_;
};

}  // namespace muslin
