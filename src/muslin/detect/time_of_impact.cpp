#include <muslin/core/tolerances.hpp>
#include <muslin/detect/separating_directions.hpp>
#include <muslin/detect/separation_proof.hpp>
#include <muslin/detect/time_of_impact.hpp>

namespace muslin {
namespace {

using detail::bisector;
using detail::CornerDifferences;
using detail::Vector;

/// Keeps the proof, or forgets it at no cost.
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

/// How far in time the pair is proved apart, and by which direction last.
template <class Real, int K, class Record>
class Progress {
 public:
  Progress(const CornerDifferences<Real, K>& differences, Real separation, Real from, const Record& record)
      : differences_(differences), separation_(separation), time_(from), from_(from), record_(record) {}

  /// Tries a direction from the start of the current jump; true if it proves the pair apart until the end.
  [[nodiscard]] bool reaches_end(const Vector<Real>& n) {
    const Real until = separated_until(differences_, n, from_, separation_);
    if (until > time_) take(n, n, until);
    return is_at_end();
  }
  /// Tries a direction that turns from n, now, to m, at time `until`; true if it proves the pair apart until then.
  [[nodiscard]] bool turns(const Vector<Real>& n, const Vector<Real>& m, Real until) {
    const Vector<Real> a = n / n.norm(), b = m / m.norm();  // NaN for a zero vector, which certifies nothing
    if (!is_separated_by_rotating_direction(differences_, a, b, from_, until, separation_)) return false;
    if (until > time_) take(a, b, until);
    return true;
  }
  [[nodiscard]] bool turns_to_end(const Vector<Real>& n, const Vector<Real>& m) {
    return turns(n, m, 1) && is_at_end();
  }
  /// Starts the next jump where the best direction of this one got to; false if none got anywhere.
  [[nodiscard]] bool jump() {
    if (!(time_ > from_)) return false;
    record_(n_, m_, from_, time_);
    from_ = time_;
    return true;
  }
  /// Where this jump starts.
  [[nodiscard]] Real time() const { return from_; }
  /// How far it gets so far.
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
  Real time_;  ///< where the best direction of this jump gets to
  Real from_;  ///< where this jump starts
  Vector<Real> n_ = Vector<Real>::Zero(), m_ = Vector<Real>::Zero();
  const Record& record_;
};

/// Is the pair, well inside both elements and this close at time t, about to come within the separation? Looks a
/// moment ahead, several times as far as the gap will last: if the pair is then too close or on the other side, still
/// well inside, it is. This saves the last jumps before a contact. It can only report contact, never its absence.
template <int K>
bool is_closing(const CornerDifferences<double, K>& d, const detail::ClosestDirection<double>& now, double t,
                double separation) {
  const double gap = std::sqrt(now.squared_gap) - separation;
  if (!now.well_inside || !(gap < tolerance::kCrossingGapRatio * d.bound.maxCoeff())) return false;
  double speed = 0;  // the fastest approach of a corner along n, times |n|
  for (int j = 0; j < K; ++j) speed = std::max(speed, -now.n.dot(d.end[j] - d.start[j]));
  const double later = t + 4 * std::max(gap, 0.0) * now.n.norm() / speed;
  if (!(later <= 1 && later - t < tolerance::kMaxCrossingTime)) return false;  // also NaN, from a pair that rests
  const auto then = detail::closest_direction<double>(d.at(later));
  return then.well_inside && (then.n.dot(now.n) < 0 || std::sqrt(then.squared_gap) < separation);
}

/// The pairs that double precision leaves undecided graze each other within its rounding. Extended precision settles
/// most of them. (Where long double is no longer than double this finds nothing more; the answer stays safe.)
template <int K, class Record>
std::optional<double> look_carefully(const StencilMotion& motion, double from, const Record& record) {
  using Real = long double;
  CornerDifferences<Real, K> d(motion);
  (void)d.measure(0);  // true: in double it was
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
  // The time may lie between two doubles: the earlier one.
  const auto time = static_cast<double>(progress.time());
  return time <= progress.time() ? time : std::nextafter(time, 0.0);
}

template <int K, class Record>
std::optional<double> find_time(const StencilMotion& motion, double separation, const Record& record) {
  CornerDifferences<double, K> d(motion);
  if (!(separation >= 0) || !d.measure(separation)) return 0.0;
  if (d.apart) return std::nullopt;

  // Nearly all pairs that pass each other are proved apart by a direction that turns from the closest vector of the
  // start to that of the end.
  Progress<double, K, Record> progress(d, separation, 0.0, record);
  const auto first = detail::closest_direction<double>(d.start), last = detail::closest_direction<double>(d.end);
  const bool same_side = first.n.dot(last.n) > 0;
  if (same_side && progress.turns_to_end(first.n, last.n)) return std::nullopt;
  if (progress.reaches_end(detail::plane_normal<double, K>(d.start))) return std::nullopt;
  if (progress.reaches_end(bisector<double>(first.n, last.n))) return std::nullopt;
  if (progress.reaches_end(first.n)) return std::nullopt;

  // A pair that ends in contact is one. Then only its time is open: near the end, no need for the last digits.
  constexpr double u = CornerDifferences<double, K>::kUnitRoundoff;
  const bool ends_in_contact = std::sqrt(last.squared_gap) <= separation + 8 * u * d.bound.maxCoeff();

  double time_before = 0, gap_before = std::sqrt(first.squared_gap) - separation, stride = 0.5;
  for (int jumps = 0; jumps < tolerance::kMaxAdvancementSteps; ++jumps) {
    const bool moved_on = progress.jump();
    if (ends_in_contact && 1 - progress.time() < tolerance::kTimeResolution) return progress.time();
    if (!moved_on) {
      // Stuck: in contact, or nearly. With a separation to keep, nearly is contact.
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

    // A direction that turns gets furthest, if it need not turn too far at once: to where the gap would be nearly
    // closed if it went on closing as it did, or by a stride that grows while that is proved.
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
