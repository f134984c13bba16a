#pragma once
#include <algorithm>
#include <cmath>
#include <muslin/detect/corner_differences.hpp>

/// Proves with a direction that a pair stays apart.
///
/// Let n be any vector and F_j(t) = n·D_j(t), exact, for the corner differences of the pair; F_j is linear in t. If
/// F_j > s|n| holds for all j at two times, it holds in between, and the distance along n exceeds s there, which proves
/// the pair apart. It remains to show that a *computed* height f_j(t) above a threshold T implies F_j(t) > s|n|.
///
/// Let u be the unit round-off, M_k = max_j |D_jk| over both ends as stored, and S = Σ_k |n_k| M_k. The arithmetic
/// rounds to nearest, without contraction and with gradual underflow (no flush to zero).
///   1. Each stored coordinate of D_j is one rounded difference of two input numbers: exact = stored (1 + δ), |δ| ≤ u.
///      (A difference that underflows is exact.)                    |n·D_exact - n·D_stored| ≤ u S
///   2. A dot product of three terms rounds each term at most three times: one product, two sums.
///                                                                  |computed - n·D_stored| ≤ (3u + 3u² + u³) S
///      So p = f_j(0) and q = f_j(1) are both within 4 u S + O(u²) S of the exact ones, and so is (1-t) p + t q.
///   3. f_j(t) = fl(p + fl(t fl(q - p))). |q - p| ≤ 2 S (1 + 4u) and 0 ≤ t ≤ 1, so the two inner roundings add at most
///      2 u · 2 S = 4 u S, and the last one adds u S, again up to O(u²) S.
///   4. Together |f_j(t) - F_j(t)| ≤ 9 u S + O(u²) S, where the terms of O(u²) sum to less than 50 u² S. So the
///      sum is below 10 u S. (A long search for bad roundings found 7.1 u S, and the short one of
///      RoundingErrors.StayWithinTheProof found 4.3 u S.)
///   5. Underflow: only four of the products in 2 and 3 count, because p and q enter in a convex combination. Each may
///      lose 2^-1075 more, 2^-1073 in all.
///   6. The bound E = 12 u S is computed with at most six roundings. So it is at least 12 u S (1 - 6u) > 11 u S, or
///      less than that by at most 2^-1072 if it underflows. |n| has a relative error below 4u, so its product with s
///      and (1 + 16u) is at least s|n| (1 + 8u), and the two sums that form T lose at most 2u of T.
/// Hence T ≥ s|n| + 10 u S + 2^-1061 with kUnderflow = 2^-1060, and f_j(t) > T implies F_j(t) > s|n|.
///
/// Overflow: |n_k| < 2^300 (tested below) and |D_jk| < 2^600 (tested by CornerDifferences::measure), so no intermediate
/// exceeds 2^903, which is finite. No height exceeds a threshold that overflows.
///
/// If M_k were the maximum over D_j(from) alone instead of both ends, step 3 would fail. The tests of time_of_impact
/// repeat this proof in rational arithmetic for every direction used.
namespace muslin::detail {

/// The computed heights f_j: p at time 0, q at time 1.
template <class Real, int K>
struct Heights {
  std::array<Real, K> p, q;

  Heights(const CornerDifferences<Real, K>& d, const Vector<Real>& n) {
    for (int j = 0; j < K; ++j) {
      p[j] = n[0] * d.start[j][0] + n[1] * d.start[j][1] + n[2] * d.start[j][2];
      q[j] = n[0] * d.end[j][0] + n[1] * d.end[j][1] + n[2] * d.end[j][2];
    }
  }
  [[nodiscard]] Real at(int j, Real t) const { return p[j] + t * (q[j] - p[j]); }
  /// Changes the heights to those along -n, which are the same numbers with the opposite sign, because rounding to
  /// nearest is symmetric.
  void negate() {
    for (int j = 0; j < K; ++j) {
      p[j] = -p[j];
      q[j] = -q[j];
    }
  }
};

/// Returns E = 12 u S of the proof above, which needs only 10 u S.
template <class Real, int K>
[[nodiscard]] Real rounding_bound(const CornerDifferences<Real, K>& d, const Vector<Real>& n) {
  constexpr Real u = CornerDifferences<Real, K>::kUnitRoundoff;
  return 12 * u * (std::abs(n[0]) * d.bound[0] + std::abs(n[1]) * d.bound[1] + std::abs(n[2]) * d.bound[2]);
}

/// Returns the latest time up to which direction `n` (or -n) proves that the pair stays further apart than
/// `separation` ≥ 0, starting at time `from`, in exact arithmetic for the given doubles. Returns `from` if it proves
/// nothing. CornerDifferences::measure() must have returned true.
template <class Real, int K>
[[nodiscard]] Real separated_until(const CornerDifferences<Real, K>& d, const Vector<Real>& n, Real from,
                                   Real separation) {
  constexpr Real u = CornerDifferences<Real, K>::kUnitRoundoff;
  constexpr Real kUnderflow = 0x1p-1060;

  // A direction outside the range of the proof proves nothing. Neither does the zero vector or a vector with NaN: if
  // NaN passes this test, the threshold becomes NaN, and no height exceeds it.
  const Real size = std::max({std::abs(n[0]), std::abs(n[1]), std::abs(n[2])});
  if (!(size > Real(0x1p-300) && size < Real(0x1p300))) return from;

  Real threshold = rounding_bound(d, n) + kUnderflow;
  if (separation > 0) threshold += separation * std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * (1 + 16 * u);

  Heights<Real, K> f(d, n);
  if (f.at(0, from) < 0) f.negate();
  Real min_now = f.at(0, from), min_at_end = f.q[0];
  for (int j = 1; j < K; ++j) {
    min_now = std::min(min_now, f.at(j, from));
    min_at_end = std::min(min_at_end, f.q[j]);
  }
  if (!(min_now > threshold)) return from;
  if (min_at_end > threshold) return 1;

  // Estimate the time at which the first f_j falls to the threshold, and reduce it slightly because the division
  // rounds. The proof rests on the test at exactly that time.
  Real until = 1;
  for (int j = 0; j < K; ++j)
    if (!(f.q[j] > threshold)) until = std::min(until, (f.p[j] - threshold) / (f.p[j] - f.q[j]));
  until *= 1 - 4 * u;
  for (int j = 0; j < K; ++j)
    if (!(f.at(j, until) > threshold)) return from;
  return std::max(from, until);
}

/// Proves that the pair stays further apart than `separation` ≥ 0 from time `from` to `until`, along a direction that
/// rotates from `a` to `b` (of about the same length). One such proof covers elements that rotate together, for which
/// fixed directions would need more intervals the nearer the elements are.
///
/// Proof. With τ from 0 to 1 over the interval, n(τ) = (1-τ) a + τ b, and F_j(τ) = n(τ)·D_j(t(τ)) is quadratic:
///   F_j = (1-τ)² a·D_j(from) + 2 τ (1-τ) ½ [a·D_j(until) + b·D_j(from)] + τ² b·D_j(until),
/// a mean of these three terms with no negative weight. If all three exceed s max(|a|, |b|), so does F_j at any τ, and
/// therefore it exceeds s |n(τ)|. Each of the four heights is within 10 u S of the exact one (steps 1 to 5 above), with
/// S the larger of the two directions; their half sum rounds once more, by less than 2.1 u S before it is halved. So
/// the threshold of step 6, formed with the larger bound and the larger length, is enough. (A pair that rotates by θ,
/// rigid except that its vertices move on straight lines, has the heights d, d cos θ, d: one direction gains what the
/// other loses.)
template <class Real, int K>
[[nodiscard]] bool is_separated_by_rotating_direction(const CornerDifferences<Real, K>& d, const Vector<Real>& a,
                                                      const Vector<Real>& b, Real from, Real until, Real separation) {
  constexpr Real u = CornerDifferences<Real, K>::kUnitRoundoff;
  constexpr Real kUnderflow = 0x1p-1060;
  const auto is_in_range = [](const Vector<Real>& n) {
    const Real size = std::max({std::abs(n[0]), std::abs(n[1]), std::abs(n[2])});
    return size > Real(0x1p-300) && size < Real(0x1p300);
  };
  if (!is_in_range(a) || !is_in_range(b)) return false;
  const auto length = [](const Vector<Real>& n) { return std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]); };
  const Real threshold = std::max(rounding_bound(d, a), rounding_bound(d, b)) + kUnderflow +
                         separation * std::max(length(a), length(b)) * (1 + 16 * u);
  const Heights<Real, K> f(d, a), g(d, b);
  bool is_proved = true;
  for (int j = 0; j < K; ++j) {
    const Real between = f.at(j, until) + g.at(j, from);
    is_proved &= f.at(j, from) > threshold && g.at(j, until) > threshold && between / 2 > threshold;
  }
  return is_proved;
}

}  // namespace muslin::detail
