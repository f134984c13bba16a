#pragma once
#include <muslin/contact/contact_set.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <span>
#include <vector>

namespace muslin {

class CollisionStep;

/// Responses and repulsion know nothing of limits on stretch, and take patches apart. What they have left is projected
/// back (filter/stretch_filter.hpp) together with their contacts, so that neither undoes the other; and again, with the
/// contacts that turn up, until nothing collides.
class LimitProjection {
 public:
  /// Keeps a reference.
  explicit LimitProjection(StretchFilter& filter) : filter_(filter) {}

  [[nodiscard]] bool is_idle() const { return filter_.is_idle(); }
  [[nodiscard]] bool has_patches() const { return filter_.patches().size() > 0; }

  /// A step's response is about to begin. Where its candidate is over a limit already, as between pins that are too far
  /// apart, no more is asked of its ends.
  void begin(const CollisionStep& step);
  /// The same where the candidate knows nothing of limits, for the response was to keep them: could it?
  void check_candidate(const CollisionStep& step);
  /// Are the ends of a step within the limits, and are the patches whole?
  [[nodiscard]] bool holds(CollisionStep& step);
  /// Makes it so, for contacts that a response has dealt with and others. False: something still collides or is over
  /// its limit, and the velocities are those of before.
  [[nodiscard]] bool restore(CollisionStep& step, std::span<const Contact> known);
  /// Makes the patches whole, and nothing else.
  void fit_rigid_patches(CollisionStep& step);

  /// Since the last call of reset_cost().
  [[nodiscard]] int iterations() const { return iterations_; }
  [[nodiscard]] double seconds() const { return seconds_; }
  void reset_cost() { iterations_ = 0, seconds_ = 0.0; }

 private:
  void add_contact_rows(const CollisionStep& step);
  void take(CollisionStep& step, std::span<const Vec3> ends) const;

  StretchFilter& filter_;
  ContactSet set_;
  std::vector<ContactRow> contact_rows_;
  std::vector<Vec3> before_, ends_, projected_;
  bool attainable_ = true;  ///< the candidate is within the limits
  int iterations_ = 0;
  double seconds_ = 0.0;
};

}  // namespace muslin
