#pragma once
#include <muslin/core/types.hpp>
#include <muslin/response/collision_report.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

class CollisionStep;

/// The proof that a step may be taken: every pair was tested for exactly these ends, and none collides. Only issue()
/// makes one, and no step is taken without one.
class Certificate {
 public:
  /// Nothing if a velocity is not finite, or if a pair collides; step.contacts() then holds the collisions. Each call
  /// is counted in the report.
  [[nodiscard]] static std::optional<Certificate> issue(CollisionStep& step, CollisionReport& report);

  /// Where all vertices may go [m].
  [[nodiscard]] std::span<const Vec3> ends() const { return ends_; }

 private:
  explicit Certificate(std::span<const Vec3> ends) : ends_(ends.begin(), ends.end()) {}
  std::vector<Vec3> ends_;
};

}  // namespace muslin
