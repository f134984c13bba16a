#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/separating_directions.hpp>
#include <muslin/detect/separation_proof.hpp>
#include <muslin/detect/time_of_impact.hpp>

namespace muslin {
namespace {

using detail::bisector;
using detail::CornerDifferences;
using detail::Vector;

/// Discards the proof at no cost, where only the time is needed.
struct Forget {
  template <class Real>
  void operator()(const Vector<Real>&, const Vector<Real>&, Real, Real) const {}
};
struct Keep {
  std::vector<ProvedInterval>& proof;
  template <class Real>
  void operator()(const Vector<Real>& n, const Vector<Real>& m, Real from, Real until) const {
    proof.push_back({n.template cast<long double>(), m.template cast<long double>(), from, until});
  }
};

/// The time until which the pair is proved apart, and the last direction that proved it.
template <class Real, int K, class Record>
class Progress {
 public:
  Progress(const CornerDifferences<Real, K>& differences, Real separation, Real from, const Record& record)
      : differences_(differences), separation_(separation), time_(from), from_(from), record_(record) {}

  /// Tries a direction from the start of the current interval; returns true if it proves the pair apart until the end.
  [[nodiscard]] bool reaches_end(const Vector<Real>& n) {
    const Real until = separated_until(differences_, n, from_, separation_);
    if (until > time_) take(n, n, until);
    return is_at_end();
  }
  /// Tries a direction that rotates from n, now, to m, at time `until`; returns true if it proves the pair apart until
  /// then.
  [[nodiscard]] bool turns(const Vector<Real>& n, const Vector<Real>& m, Real until) {
    const Vector<Real> a = n / n.norm(), b = m / m.norm();  // NaN for a zero vector, which proves nothing
    if (!is_separated_by_rotating_direction(differences_, a, b, from_, until, separation_)) return false;
    if (until > time_) take(a, b, until);
    return true;
  }
  [[nodiscard]] bool turns_to_end(const Vector<Real>& n, const Vector<Real>& m) {
    return turns(n, m, 1) && is_at_end();
  }
  /// Starts the next interval at the time that the best direction of this one reached; returns false if no direction
  /// made progress.
  [[nodiscard]] bool jump() {
    if (!(time_ > from_)) return false;
    record_(n_, m_, from_, time_);
    from_ = time_;
    return true;
  }
  /// Returns the start of the current interval.
  [[nodiscard]] Real time() const { return from_; }
  /// Returns the time reached so far in the current interval.
  [[nodiscard]] Real reached() const { return time_; }

 private:
  bool is_at_end() { return !(time_ < 1) && jump(); }
  void take(const Vector<Real>& n, const Vector<Real>& m, Real until) {
    n_ = n;
    m_ = m;
    time_ = until;
  }

  const CornerDifferences<Real, K>& differences_;
  Real separation_;
  Real time_;  ///< time reached by the best direction of this interval
  Real from_;  ///< start of this interval
  Vector<Real> n_ = Vector<Real>::Zero(), m_ = Vector<Real>::Zero();
  const Record& record_;
};

/// Predicts whether a pair that is well inside both elements and this close at time t will come within the separation.
/// It examines the pair slightly later, after several times as long as the gap will last: if the pair is then too close
/// or on the other side, and still well inside, the answer is yes. This saves the last intervals before a contact. It
/// can only report contact, never its absence.
template <int K>
bool is_closing(const CornerDifferences<double, K>& d, const detail::ClosestDirection<double>& now, double t,
                double separation) {
  const double gap = std::sqrt(now.squared_gap) - separation;
  if (!now.well_inside || !(gap < tolerance::kCrossingGapRatio * d.bound.maxCoeff())) return false;
  double speed = 0;  // fastest approach of a corner along n, times |n|
  for (int j = 0; j < K; ++j) speed = std::max(speed, -now.n.dot(d.end[j] - d.start[j]));
  const double later = t + 4 * std::max(gap, 0.0) * now.n.norm() / speed;
  if (!(later <= 1 && later - t < tolerance::kMaxCrossingTime)) return false;  // also rejects NaN, from a pair at rest
  const auto then = detail::closest_direction<double>(d.at(later));
  return then.well_inside && (then.n.dot(now.n) < 0 || std::sqrt(then.squared_gap) < separation);
}

/// The pairs that double precision leaves undecided graze each other within its rounding. Extended precision decides
/// most of them. (Where long double is no longer than double this proves nothing more; the answer stays safe.)
template <int K, class Record>
std::optional<double> look_carefully(const StencilMotion& motion, double from, const Record& record) {
  using Real = long double;
  CornerDifferences<Real, K> d(motion);
  (void)d.measure(0);  // returns true, as it did in double
  Progress<Real, K, Record> progress(d, 0, from, record);
  const Vector<Real> last = detail::closest_direction<Real>(d.end).n;
  const Vector<Real> last_normal = detail::plane_normal<Real, K>(d.end);
  for (int jumps = 0; jumps < tolerance::kMaxExtendedPrecisionSteps; ++jumps) {
    const auto corners = d.at(progress.time());
    const Vector<Real> nearest = detail::closest_direction<Real>(corners).n;
    for (const Vector<Real>& n :
         {nearest, bisector<Real>(nearest, last), detail::plane_normal<Real, K>(corners), last, last_normal})
      if (progress.reaches_end(n)) return std::nullopt;
    if (!progress.jump()) break;
  }
  // The time may lie between two doubles; return the earlier one.
  const auto time = static_cast<double>(progress.time());
  return time <= progress.time() ? time : std::nextafter(time, 0.0);
}

template <int K, class Record>
std::optional<double> find_time(const StencilMotion& motion, double separation, const Record& record) {
  CornerDifferences<double, K> d(motion);
  if (!(separation >= 0) || !d.measure(separation)) return 0.0;
  if (d.apart) return std::nullopt;

  // Nearly all pairs that pass each other are proved apart by a direction that rotates from the closest vector at the
  // start to that at the end.
  Progress<double, K, Record> progress(d, separation, 0.0, record);
  const auto first = detail::closest_direction<double>(d.start), last = detail::closest_direction<double>(d.end);
  const bool same_side = first.n.dot(last.n) > 0;
  if (same_side && progress.turns_to_end(first.n, last.n)) return std::nullopt;
  if (progress.reaches_end(detail::plane_normal<double, K>(d.start))) return std::nullopt;
  if (progress.reaches_end(bisector<double>(first.n, last.n))) return std::nullopt;
  if (progress.reaches_end(first.n)) return std::nullopt;

  // A pair that ends in contact collides. Then only its time is unknown; near the end its last digits do not matter.
  constexpr double u = CornerDifferences<double, K>::kUnitRoundoff;
  const bool ends_in_contact = std::sqrt(last.squared_gap) <= separation + 8 * u * d.bound.maxCoeff();

  double time_before = 0, gap_before = std::sqrt(first.squared_gap) - separation, stride = 0.5;
  for (int jumps = 0; jumps < tolerance::kMaxAdvancementSteps; ++jumps) {
    const bool moved_on = progress.jump();
    if (ends_in_contact && 1 - progress.time() < tolerance::kTimeResolution) return progress.time();
    if (!moved_on) {
      // No direction makes progress, so the pair is in contact, or nearly so. With a separation to keep, that counts as
      // contact.
      if (separation > 0) return progress.time();
      return look_carefully<K>(motion, progress.time(), record);
    }
    const auto nearest = detail::closest_direction<double>(d.at(progress.time()));
    if (is_closing(d, nearest, progress.time(), separation)) return progress.time();
    if (progress.reaches_end(nearest.n)) return std::nullopt;
    if (nearest.n.dot(last.n) > 0) {
      if (progress.turns_to_end(nearest.n, last.n)) return std::nullopt;
      if (progress.reaches_end(bisector<double>(nearest.n, last.n))) return std::nullopt;
    }

    // A rotating direction proves the longest interval, if it need not rotate too far at once. Try up to the time at
    // which the gap would be nearly closed at its present rate, or a stride that grows while the proofs succeed.
    const double time = progress.time(), gap = std::sqrt(nearest.squared_gap) - separation;
    const double closed = gap < gap_before ? gap / (gap_before - gap) * (time - time_before) : 1;
    const double ahead = time + std::min((1 - tolerance::kRemainingGapShare) * closed, stride);
    time_before = time;
    gap_before = gap;
    if (!(ahead > progress.reached() && ahead < 1)) continue;
    const bool proved = progress.turns(nearest.n, detail::closest_direction<double>(d.at(ahead)).n, ahead);
    stride *= proved ? 2 : 0.25;
  }
  return progress.time();
}

template <class Record>
std::optional<double> find_time(StencilKind kind, const StencilMotion& motion, double separation,
                                const Record& record) {
  switch (kind) {
    case StencilKind::vertex_triangle:
      return find_time<3>(motion, separation, record);
    case StencilKind::edge_edge:
      return find_time<4>(motion, separation, record);
    case StencilKind::vertex_edge:
      return find_time<2>(motion, separation, record);
  }
  return 0.0;
}

}  // namespace

std::optional<double> time_of_impact(StencilKind kind, const StencilMotion& motion, double separation) {
  return find_time(kind, motion, separation, Forget{});
}

ProvedTime prove_time_of_impact(StencilKind kind, const StencilMotion& motion, double separation) {
  ProvedTime result;
  result.time = find_time(kind, motion, separation, Keep{result.proof});
  return result;
}

}  // namespace muslin
