#include <algorithm>
#include <cmath>
#include <tests/support/algebraic.hpp>

namespace muslin::test {
namespace {

Dyadic lower_half(const Dyadic& low) { return {low.numerator * 2, low.bits + 1}; }
Dyadic upper_half(const Dyadic& low) { return {low.numerator * 2 + 1, low.bits + 1}; }
Dyadic high_end(const Dyadic& low) { return {low.numerator + 1, low.bits}; }

int sign_changes(const std::vector<mpz_class>& numbers) {
  int changes = 0, last = 0;
  for (const auto& number : numbers) {
    const int sign = sgn(number);
    changes += static_cast<int>(sign * last < 0);
    if (sign != 0) last = sign;
  }
  return changes;
}

// The sign that all have, strictly; else 0.
int common_sign(const std::vector<mpz_class>& numbers) {
  const int sign = sgn(numbers.front());
  return std::ranges::all_of(numbers, [&](const auto& number) { return sgn(number) == sign; }) ? sign : 0;
}

// p without its simple root at t, if it has one there.
Polynomial without_root(const Polynomial& p, const Dyadic& t) {
  if (sign_at(p, t) != 0) return p;
  return quotient(p, Polynomial({-t.numerator, mpz_class(1) << t.bits}));
}

// Appends the roots of p, all simple, in the open interval (low, low + 2^-bits). With simple roots only, the changes of
// sign are at most one once the interval is short enough, so the halving ends.
void isolate(const Polynomial& p, const Dyadic& low, std::vector<AlgebraicTime>& roots) {
  const int changes = sign_changes(bernstein_on(p, low));
  if (changes == 0) return;
  if (changes == 1) {
    roots.emplace_back(without_root(without_root(p, low), high_end(low)), low);
    return;
  }
  const Dyadic middle = upper_half(low);
  isolate(p, lower_half(low), roots);
  if (sign_at(p, middle) == 0) roots.emplace_back(middle);
  isolate(p, middle, roots);
}

}  // namespace

AlgebraicTime::AlgebraicTime(Polynomial polynomial, Dyadic low)
    : polynomial_(std::move(polynomial)), low_(std::move(low)), sign_at_low_(sign_at(polynomial_, low_)) {}

void AlgebraicTime::halve() {
  Dyadic middle = upper_half(low_);
  const int sign = sign_at(polynomial_, middle);
  if (sign == 0) exact_ = true;
  low_ = sign == 0 || sign == sign_at_low_ ? std::move(middle) : lower_half(low_);
}

// Asked only while the number is not exact. The common divisor has no root at the ends of the interval and at most one
// inside, a simple one: it is there exactly if the signs at the ends differ.
bool AlgebraicTime::is_root_of(const Polynomial& q) const {
  const Polynomial common = gcd(polynomial_, q);
  return common.degree() > 0 && sign_at(common, low_) != sign_at(common, high_end(low_));
}

int AlgebraicTime::sign_of(const Polynomial& q) {
  if (q.is_zero()) return 0;
  // Most signs are clear after a few halvings. If not, find out whether it is zero; if not, go on, and it will end.
  constexpr int kHalvingsBeforeZeroTest = 12;
  for (int halvings = 0; !exact_; ++halvings) {
    const int sign = common_sign(bernstein_on(q, low_));
    if (sign != 0) return sign;
    if (halvings == kHalvingsBeforeZeroTest && is_root_of(q)) return 0;
    halve();
  }
  return sign_at(q, low_);
}

std::pair<double, double> AlgebraicTime::bracket() {
  constexpr unsigned kBits = 53;
  while (!exact_ && low_.bits < kBits) halve();
  const auto value = [](const mpz_class& numerator, unsigned bits) {
    return std::ldexp(numerator.get_d(), -static_cast<int>(bits));
  };
  if (low_.bits <= kBits) {
    const double low = value(low_.numerator, low_.bits);
    return {low, exact_ ? low : value(low_.numerator + 1, low_.bits)};
  }
  const mpz_class low = low_.numerator >> (low_.bits - kBits);
  return {value(low, kBits), value(low + 1, kBits)};
}

std::vector<AlgebraicTime> roots_in_unit_interval(const Polynomial& p) {
  const Dyadic zero{0, 0}, one{1, 0};
  std::vector<AlgebraicTime> roots;
  const std::vector<mpz_class> bernstein = bernstein_on(p, zero);
  if (common_sign(bernstein) != 0) return roots;
  const bool root_at_zero = sgn(bernstein.front()) == 0, root_at_one = sgn(bernstein.back()) == 0;
  // One root inside and none at the ends is the usual case: then it does not matter whether others are multiple.
  const bool usual = sign_changes(bernstein) == 1 && !root_at_zero && !root_at_one;
  if (root_at_zero) roots.emplace_back(zero);
  isolate(usual ? p : squarefree_part(p), zero, roots);
  if (root_at_one) roots.emplace_back(one);
  return roots;
}

}  // namespace muslin::test
