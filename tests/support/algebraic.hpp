#pragma once
#include <tests/support/polynomial.hpp>
#include <utility>
#include <vector>

namespace muslin::test {

/// A real algebraic number in [0, 1]. It is either a dyadic number, or the only root, a simple one, of a polynomial in
/// an open dyadic interval at whose ends the polynomial is not zero. The sign of any polynomial at this number can be
/// determined exactly.
class AlgebraicTime {
 public:
  explicit AlgebraicTime(Dyadic value) : low_(std::move(value)), exact_(true) {}
  /// The root of `polynomial` in the open interval (low, low + 2^-low.bits), which contains one root and has none at
  /// its ends.
  AlgebraicTime(Polynomial polynomial, Dyadic low);

  /// Returns the sign of q at this number. It is not const because it shrinks the interval as far as the answer
  /// requires.
  [[nodiscard]] int sign_of(const Polynomial& q);
  /// Returns doubles low <= this number <= high, at most 2^-53 apart; they are equal if the number is known to be a
  /// short dyadic one.
  [[nodiscard]] std::pair<double, double> bracket();

 private:
  void halve();
  [[nodiscard]] bool is_root_of(const Polynomial& q) const;

  Polynomial polynomial_;
  Dyadic low_;  ///< the number itself, or the low end of its interval
  int sign_at_low_ = 0;
  bool exact_ = false;
};

/// Returns the roots of p ≠ 0 in the closed interval [0, 1], each once, in ascending order.
[[nodiscard]] std::vector<AlgebraicTime> roots_in_unit_interval(const Polynomial& p);

}  // namespace muslin::test
