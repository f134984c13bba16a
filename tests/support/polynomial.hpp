#pragma once
#include <gmpxx.h>

#include <vector>

namespace muslin::test {

/// A polynomial in one variable with whole coefficients of any size; every operation is exact.
class Polynomial {
 public:
  Polynomial() = default;  ///< zero
  /// Coefficients of 1, t, t², …; leading zeros are dropped.
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

/// p divided by the greatest common divisor of its coefficients: same roots, same signs, smaller numbers.
[[nodiscard]] Polynomial primitive_part(const Polynomial& p);

/// A greatest common divisor, primitive, of either sign: its roots are the common roots. Zero only if both are zero.
[[nodiscard]] Polynomial gcd(Polynomial p, Polynomial q);

/// p/d up to a constant factor of either sign, for d ≠ 0 that divides p over the rationals.
[[nodiscard]] Polynomial quotient(const Polynomial& p, const Polynomial& d);

/// The roots of p, each of them once. p ≠ 0.
[[nodiscard]] Polynomial squarefree_part(const Polynomial& p);

/// The whole multiple of 2^-bits.
struct Dyadic {
  mpz_class numerator;
  unsigned bits = 0;
};

/// The sign of p(t): -1, 0 or 1.
[[nodiscard]] int sign_at(const Polynomial& p, const Dyadic& t);

/// Coefficients b₀ … b_d of p ≠ 0 on the interval [low, low + 2^-low.bits] in the Bernstein basis, each times a
/// positive number. So: the first and the last have the signs of p at the ends; all of one strict sign mean that p has
/// that sign on the whole closed interval; and, as Descartes' rule tells, the changes of sign among them (zeros
/// skipped) are as many as the roots in the open interval counted with multiplicity, or more by an even number.
[[nodiscard]] std::vector<mpz_class> bernstein_on(const Polynomial& p, const Dyadic& low);

}  // namespace muslin::test
