#pragma once
#include <gmpxx.h>

#include <vector>

namespace muslin::test {

/// A polynomial in one variable with integer coefficients of arbitrary size; every operation is exact.
class Polynomial {
 public:
  Polynomial() = default;  ///< zero
  /// Takes the coefficients of 1, t, t², …; leading zeros are dropped.
  explicit Polynomial(std::vector<mpz_class> coefficients);

  [[nodiscard]] bool is_zero() const { return coefficients_.empty(); }
  [[nodiscard]] int degree() const { return static_cast<int>(coefficients_.size()) - 1; }  ///< -1 for zero
  [[nodiscard]] const std::vector<mpz_class>& coefficients() const { return coefficients_; }

  friend Polynomial operator+(const Polynomial& p, const Polynomial& q);
  friend Polynomial operator-(const Polynomial& p, const Polynomial& q);
  friend Polynomial operator*(const Polynomial& p, const Polynomial& q);
  friend bool operator==(const Polynomial& p, const Polynomial& q) { return p.coefficients_ == q.coefficients_; }

 private:
  std::vector<mpz_class> coefficients_;
};

[[nodiscard]] Polynomial derivative(const Polynomial& p);

/// Returns p divided by the greatest common divisor of its coefficients: same roots, same signs, smaller numbers.
[[nodiscard]] Polynomial primitive_part(const Polynomial& p);

/// Returns a primitive greatest common divisor of either sign; its roots are the common roots. It is zero only if both
/// are zero.
[[nodiscard]] Polynomial gcd(Polynomial p, Polynomial q);

/// Returns p/d up to a constant factor of either sign, for d ≠ 0 that divides p over the rationals.
[[nodiscard]] Polynomial quotient(const Polynomial& p, const Polynomial& d);

/// Returns a polynomial with the same roots as p ≠ 0, each of them simple.
[[nodiscard]] Polynomial squarefree_part(const Polynomial& p);

/// The dyadic number numerator · 2^-bits.
struct Dyadic {
  mpz_class numerator;
  unsigned bits = 0;
};

/// Returns the sign of p(t): -1, 0 or 1.
[[nodiscard]] int sign_at(const Polynomial& p, const Dyadic& t);

/// Returns the coefficients b₀ … b_d of p ≠ 0 on the interval [low, low + 2^-low.bits] in the Bernstein basis, each
/// times a positive number. Hence the first and the last have the signs of p at the ends. If all have one strict sign,
/// p has that sign on the whole closed interval. By Descartes' rule, the number of sign changes among them (zeros
/// skipped) is the number of roots in the open interval, counted with multiplicity, or exceeds it by an even number.
[[nodiscard]] std::vector<mpz_class> bernstein_on(const Polynomial& p, const Dyadic& low);

}  // namespace muslin::test
