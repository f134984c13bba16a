#pragma once
#include <cstdint>
#include <limits>
#include <muslin/contact/contact.hpp>
#include <muslin/math/qp/active_set.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin {

class CollisionView;

/// The constraints of a step as rows of one quadratic programme in the mean velocities v over the step [m/s]. With the
/// start x and the step size Δt, the step ends at x + Δt v.
///   contact   n·Σ cᵢ (xᵢ + Δt vᵢ) ≥ target gap, normally the thickness of the pair    [Raghupathi06 §4.2, §4.3]
///   strain    C(y) + ∇C(y)·(x + Δt v - y) ≤ 0, y the start or the end of an earlier pass   [Raghupathi06 §4.5]
///   rate      the same, with the stretch at the start, changed by the rate times Δt, as the limit
///   guide     d·v = speed, always active                                         [Raghupathi06 §4.4]
///   friction  t·Σ cᵢ vᵢ = 0 with a multiplier of at most μ times that of the contact; not in the paper
/// A pair or length that is found again gets a new row at its current position; the old row is *closed*, and its
/// multiplier is zero. Rows of earlier passes are never removed, so indices remain valid.
class QpConstraints {
 public:
  explicit QpConstraints(double recovery) : recovery_(recovery) {}

  /// Notes the stretch at the start of the step of the lengths whose rate is limited.
  void begin_rates(const CollisionView& step);
  void clear();
  [[nodiscard]] std::span<const QpRow> rows() const { return rows_; }
  [[nodiscard]] std::size_t open_rows() const { return rows_.size() - closed_; }

  void add_guides(const CollisionView& step);
  /// Adds rows for pairs that are near each other at the start of the step.
  void add_proximities(const CollisionView& step);
  /// Adds a row for each collision of the last detection. Returns the number of new rows, as the following functions
  /// do. If the thickness is not required, or other rows contradict that of the pair, it need only stop the collision.
  int add_collisions(const CollisionView& step, bool keeps_thickness, const ActiveSet& active);
  /// Adds a row for each pair whose violation at the current ends exceeds the share `slack` of its thickness, except
  /// for pairs whose rows contradict other rows.
  int add_end_proximities(CollisionView& step, double slack, const ActiveSet& active);
  /// Adds rows for lengths that are taut at the start (`is_start`), or that exceed a limit at `ends`.
  int add_limits(const CollisionView& step, std::span<const Vec3> ends, bool is_start);
  /// Returns by how much the rate at which lengths change exceeds its limit [1], and the largest one where it is
  /// limited [1/s].
  struct Rates {
    double excess = 0.0, largest = 0.0;
  };
  [[nodiscard]] Rates measure_rates(const CollisionView& step, std::span<const Vec3> ends) const;

  /// Bounds the friction of each contact by its normal force and directs it against the sliding velocity. Returns the
  /// largest change of a bound, relative to the largest bound [1].
  double bound_friction(std::span<const double> lambda, std::span<const Vec3> v);

  /// The rows that were closed since the last clear_just_closed(). Active sets and solvers must release them.
  [[nodiscard]] std::span<const std::size_t> just_closed() const { return just_closed_; }
  void clear_just_closed() { just_closed_.clear(); }

 private:
  struct Pair {
    Contact contact;
    double friction = 0.0;
    std::int32_t normal_row = -1;
    std::int32_t friction_row = -1;  ///< index of the first of two rows; -1: none yet
    int times_near = 0, times_found = 0;
  };
  struct Length {
    std::int32_t upper = -1, lower = -1;  ///< indices of rows; -1: none
    int times = 0;
  };
  /// A range of the stretch of a length [1].
  struct StretchRange {
    double least = 0.0, most = std::numeric_limits<double>::infinity();
  };

  /// Returns the range that a share of the limit of the rate leaves to a row.
  [[nodiscard]] StretchRange range_of_rate(const CollisionView& step, std::size_t row, double share) const;
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
  std::vector<std::uint32_t> by_stencil_;  ///< indices into pairs_, sorted by compare_stencils
  std::vector<Length> lengths_;            ///< one per row of the limits
  std::vector<double> start_strain_;       ///< of these rows; empty if no rate is limited [1]
};

}  // namespace muslin
