#pragma once
#include <tests/support/polynomial.hpp>
#include <utility>
#include <vector>

namespace muslin::test {

/// A real algebraic number in [0, 1]: either a dyadic number, or the only root, a simple one, of a polynomial in an
/// open dyadic interval at whose ends the polynomial is not zero. It can tell the sign of any polynomial at itself,
/// exactly.
class AlgebraicTime {
 public:
  explicit AlgebraicTime(Dyadic value) : low_(std::move(value)), exact_(true) {}
  /// The root of `polynomial` in the open interval (low, low + 2^-low.bits), with one root there and none at the ends.
  AlgebraicTime(Polynomial polynomial, Dyadic low);

  /// The sign of q at this number. Not const: the interval shrinks as far as the answer needs it, and stays so.
  [[nodiscard]] int sign_of(const Polynomial& q);
  /// Doubles low <= this number <= high, at most 2^-53 apart, equal if the number is known to be a short dyadic one.
  [[nodiscard]] std::pair<double, double> bracket();

 private:
  void halve();
  [[nodiscard]] bool is_root_of(const Polynomial& q) const;

  Polynomial polynomial_;
  Dyadic low_;  ///< the number itself, or the low end of its interval
  int sign_at_low_ = 0;
  bool exact_ = false;
};

/// The roots of p ≠ 0 in the closed interval [0, 1], each once, ascending.
[[nodiscard]] std::vector<AlgebraicTime> roots_in_unit_interval(const Polynomial& p);

}  // namespace muslin::test
