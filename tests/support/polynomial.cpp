#include <algorithm>
#include <tests/support/polynomial.hpp>
#include <utility>

namespace muslin::test {
namespace {

mpz_class binomial(int n, int k) {
  mpz_class result;
  mpz_bin_uiui(result.get_mpz_t(), static_cast<unsigned long>(n), static_cast<unsigned long>(k));
  return result;
}

// Division without fractions: remainder and quotient of c·p by d for some whole c ≠ 0.
struct Division {
  std::vector<mpz_class> quotient;
  Polynomial remainder;
};

Division pseudo_divide(const Polynomial& p, const Polynomial& d) {
  const auto& divisor = d.coefficients();
  const mpz_class& lead = divisor.back();
  std::vector<mpz_class> rest = p.coefficients();
  std::vector<mpz_class> quotient;  // highest power first
  while (rest.size() >= divisor.size()) {
    const mpz_class top = rest.back();
    const std::size_t shift = rest.size() - divisor.size();
    for (auto& c : rest) c *= lead;
    for (std::size_t i = 0; i < divisor.size(); ++i) rest[i + shift] -= top * divisor[i];
    rest.pop_back();  // it is zero now
    for (auto& c : quotient) c *= lead;
    quotient.push_back(top);
  }
  std::reverse(quotient.begin(), quotient.end());
  return {std::move(quotient), Polynomial(std::move(rest))};
}

}  // namespace

Polynomial::Polynomial(std::vector<mpz_class> coefficients) : coefficients_(std::move(coefficients)) {
  while (!coefficients_.empty() && sgn(coefficients_.back()) == 0) coefficients_.pop_back();
}

Polynomial operator+(const Polynomial& p, const Polynomial& q) {
  std::vector<mpz_class> sum = p.coefficients_;
  if (sum.size() < q.coefficients_.size()) sum.resize(q.coefficients_.size());
  for (std::size_t i = 0; i < q.coefficients_.size(); ++i) sum[i] += q.coefficients_[i];
  return Polynomial(std::move(sum));
}

Polynomial operator-(const Polynomial& p, const Polynomial& q) {
  std::vector<mpz_class> difference = p.coefficients_;
  if (difference.size() < q.coefficients_.size()) difference.resize(q.coefficients_.size());
  for (std::size_t i = 0; i < q.coefficients_.size(); ++i) difference[i] -= q.coefficients_[i];
  return Polynomial(std::move(difference));
}

Polynomial operator*(const Polynomial& p, const Polynomial& q) {
  if (p.is_zero() || q.is_zero()) return {};
  std::vector<mpz_class> product(p.coefficients_.size() + q.coefficients_.size() - 1);
  for (std::size_t i = 0; i < p.coefficients_.size(); ++i) {
    for (std::size_t j = 0; j < q.coefficients_.size(); ++j) product[i + j] += p.coefficients_[i] * q.coefficients_[j];
  }
  return Polynomial(std::move(product));
}

Polynomial derivative(const Polynomial& p) {
  std::vector<mpz_class> result;
  for (std::size_t i = 1; i < p.coefficients().size(); ++i) {
    result.emplace_back(p.coefficients()[i] * static_cast<unsigned long>(i));
  }
  return Polynomial(std::move(result));
}

Polynomial primitive_part(const Polynomial& p) {
  mpz_class content = 0;
  for (const auto& c : p.coefficients()) content = gcd(content, c);
  if (content <= 1) return p;
  std::vector<mpz_class> result = p.coefficients();
  for (auto& c : result) mpz_divexact(c.get_mpz_t(), c.get_mpz_t(), content.get_mpz_t());
  return Polynomial(std::move(result));
}

Polynomial gcd(Polynomial p, Polynomial q) {
  if (p.degree() < q.degree()) std::swap(p, q);
  p = primitive_part(p);
  q = primitive_part(q);
  while (!q.is_zero()) {
    Polynomial remainder = primitive_part(pseudo_divide(p, q).remainder);
    p = std::exchange(q, std::move(remainder));
  }
  return p;
}

Polynomial quotient(const Polynomial& p, const Polynomial& d) {
  return primitive_part(Polynomial(pseudo_divide(p, d).quotient));
}

Polynomial squarefree_part(const Polynomial& p) {
  const Polynomial common = gcd(p, derivative(p));
  return common.degree() < 1 ? primitive_part(p) : quotient(p, common);
}

int sign_at(const Polynomial& p, const Dyadic& t) {
  // Horner on 2^(bits·degree) p.
  mpz_class value = 0;
  unsigned shift = 0;
  for (int i = p.degree(); i >= 0; --i, shift += t.bits) {
    value *= t.numerator;
    value += mpz_class(p.coefficients()[static_cast<std::size_t>(i)] << shift);
  }
  return sgn(value);
}

std::vector<mpz_class> bernstein_on(const Polynomial& p, const Dyadic& low) {
  const int degree = p.degree();
  const std::size_t count = p.coefficients().size();
  // Coefficients of 2^(bits·degree) p(low + x 2^-bits) in x: scale, then shift by the numerator (Horner again and
  // again).
  std::vector<mpz_class> shifted = p.coefficients();
  for (std::size_t i = 0; i < count; ++i) shifted[i] <<= low.bits * (count - 1 - i);
  for (std::size_t i = 0; i + 1 < count; ++i) {
    for (std::size_t j = count - 1; j-- > i;) shifted[j] += low.numerator * shifted[j + 1];
  }
  // xʲ = Σ_i C(i,j)/C(d,j) B_i, and C(i,j)/C(d,j)·C(d,i) = C(d-j, i-j): the scaled coefficient is C(d,i) bᵢ.
  std::vector<mpz_class> result(count);
  for (int i = 0; i <= degree; ++i) {
    for (int j = 0; j <= i; ++j) {
      result[static_cast<std::size_t>(i)] += binomial(degree - j, i - j) * shifted[static_cast<std::size_t>(j)];
    }
  }
  return result;
}

}  // namespace muslin::test
