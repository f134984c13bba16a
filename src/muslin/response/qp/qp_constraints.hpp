#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/math/qp/active_set.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin {

class CollisionView;

/// The constraints of a step as rows of one quadratic programme, in velocities over the step [m/s]: with x the start
/// and Δt its size, x + Δt v is where it ends.
///   contact   n·Σ cᵢ (xᵢ + Δt vᵢ) ≥ gap to keep, the thickness of the pair       [Raghupathi06 §4.2, §4.3]
///   strain    C(y) + ∇C(y)·(x + Δt v - y) ≤ 0, y the start or where a former pass ended   [Raghupathi06 §4.5]
///   guide     d·v = speed, always active                                         [Raghupathi06 §4.4]
///   friction  t·Σ cᵢ vᵢ = 0 with a multiplier of at most μ times that of the contact; not in the paper
/// A pair or length that is found again gets a new row where it is now; the old one is *closed*, its multiplier zero.
/// Of former passes all rows stay, so indices do.
class QpConstraints {
 public:
  explicit QpConstraints(double recovery) : recovery_(recovery) {}

  void clear();
  [[nodiscard]] std::span<const QpRow> rows() const { return rows_; }
  [[nodiscard]] std::size_t open_rows() const { return rows_.size() - closed_; }

  void add_guides(const CollisionView& step);
  /// Pairs that are near where the step starts.
  void add_proximities(const CollisionView& step);
  /// Pairs that collide on the way, as the last detection found them. Returns how many rows are new; so do the others.
  int add_collisions(const CollisionView& step);
  /// Pairs whose violation where the step ends now exceeds the share `slack` of their thickness, but for those that
  /// contradict others.
  int add_end_proximities(CollisionView& step, double slack, const ActiveSet& active);
  /// Lengths that are taut at the start, or over their limit at `ends`.
  int add_limits(const CollisionView& step, std::span<const Vec3> ends, bool is_start);

  /// Bounds the friction of each contact by its normal force, and directs it against the sliding. Returns the largest
  /// change of a bound, relative to the largest bound.
  double bound_friction(std::span<const double> lambda, std::span<const Vec3> v);

  /// Rows that have been closed since the last call: whoever holds them must let them go.
  [[nodiscard]] std::span<const std::size_t> just_closed() const { return just_closed_; }
  void clear_just_closed() { just_closed_.clear(); }

 private:
  struct Pair {
    Contact contact;
    double friction = 0.0;
    std::int32_t normal_row = -1;
    std::int32_t friction_row = -1;  ///< the first of two; -1: none yet
    int times_near = 0, times_found = 0;
  };
  struct Length {
    std::int32_t upper = -1, lower = -1;  ///< rows
    int times = 0;
  };

  [[nodiscard]] Pair& pair_of(const Contact& contact);
  [[nodiscard]] double target_end_gap(const CollisionView& step, const Contact& contact) const;
  void put(const CollisionView& step, Pair& pair, const Contact& contact, double target);
  std::int32_t add(const QpRow& row);
  void close(std::int32_t& row);

  double recovery_;
  std::vector<QpRow> rows_;
  std::size_t closed_ = 0;
  std::vector<std::size_t> just_closed_;
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> by_stencil_;  ///< of pairs_, sorted by compare_stencils
  std::vector<Length> lengths_;            ///< one per row of the limits
};

}  // namespace muslin
