#pragma once
#include <muslin/contact/contact_set.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <span>
#include <vector>

namespace muslin {

class CollisionView;

/// Restores limits on stretch after collisions are resolved. Responses and repulsion may exceed these limits and deform
/// rigid patches. Their result is projected (filter/stretch_filter.hpp) together with their contacts, so that neither
/// undoes the other. The projection is repeated with the contacts of the next detection until no pair collides.
class LimitProjection {
 public:
  struct Cost {
    int iterations = 0;
    double seconds = 0.0;
  };

  /// Keeps a reference to the filter.
  explicit LimitProjection(StretchFilter& filter) : filter_(filter) {}

  [[nodiscard]] bool is_idle() const { return filter_.is_idle(); }
  [[nodiscard]] bool has_patches() const { return filter_.patches().size() > 0; }

  /// Must be called before the response of a step. If the candidate already exceeds a limit, as between pins that are
  /// too far apart, the ends may exceed limits too.
  void begin(const CollisionView& step);
  /// Does the same if the candidate was computed without limits because the response enforces them (Duties::limits).
  void check_candidate(const CollisionView& step);
  /// Returns true if the ends of a step are within the limits and the patches have their shapes.
  [[nodiscard]] bool holds(CollisionView& step);
  /// Restores limits and shapes subject to the contacts that the response knew and those found since. Returns false if
  /// a pair still collides or a limit is still exceeded; the velocities are then unchanged.
  [[nodiscard]] bool restore(CollisionView& step, std::span<const Contact> known);
  /// Restores the shapes of the rigid patches, and nothing else.
  void fit_rigid_patches(CollisionView& step);

  /// Returns the cost of all of the above since the last call.
  [[nodiscard]] Cost take_cost();

 private:
  void add_contact_rows(const CollisionView& step);
  void take(CollisionView& step, std::span<const Vec3> ends) const;

  StretchFilter& filter_;
  ContactSet set_;
  std::vector<ContactRow> contact_rows_;
  std::vector<Vec3> before_, ends_, projected_;
  bool attainable_ = true;  ///< true if the candidate is within the limits
  Cost cost_;
};

}  // namespace muslin
