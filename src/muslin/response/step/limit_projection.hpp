#pragma once
#include <muslin/contact/contact_set.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <span>
#include <vector>

namespace muslin {

class CollisionView;

/// Responses and repulsion do not keep limits on stretch, and bend rigid patches. Their result is projected back
/// (filter/stretch_filter.hpp) together with their contacts, so that neither undoes the other; and again, with the
/// contacts that the next detection finds, until nothing collides.
class LimitProjection {
 public:
  struct Cost {
    int iterations = 0;
    double seconds = 0.0;
  };

  /// Keeps a reference.
  explicit LimitProjection(StretchFilter& filter) : filter_(filter) {}

  [[nodiscard]] bool is_idle() const { return filter_.is_idle(); }
  [[nodiscard]] bool has_patches() const { return filter_.patches().size() > 0; }

  /// Precedes a step's response. Where the candidate exceeds a limit already, as between pins that are too far apart,
  /// no more is asked of the ends.
  void begin(const CollisionView& step);
  /// The same where the candidate was computed without limits, because the response keeps them (Duties::limits).
  void check_candidate(const CollisionView& step);
  /// Are the ends of a step within the limits, and do the patches have their shapes?
  [[nodiscard]] bool holds(CollisionView& step);
  /// Makes it so, for the contacts that the response knew and those found since. False: a pair still collides or a
  /// limit is still exceeded, and the velocities are as they were.
  [[nodiscard]] bool restore(CollisionView& step, std::span<const Contact> known);
  /// Gives the patches their shapes, and does nothing else.
  void fit_rigid_patches(CollisionView& step);

  /// The cost of all of this since the last call.
  [[nodiscard]] Cost take_cost();

 private:
  void add_contact_rows(const CollisionView& step);
  void take(CollisionView& step, std::span<const Vec3> ends) const;

  StretchFilter& filter_;
  ContactSet set_;
  std::vector<ContactRow> contact_rows_;
  std::vector<Vec3> before_, ends_, projected_;
  bool attainable_ = true;  ///< is the candidate within the limits?
  Cost cost_;
};

}  // namespace muslin
