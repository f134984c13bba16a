#include <gtest/gtest.h>

#include <cmath>
#include <tests/support/algebraic.hpp>
#include <tests/support/random.hpp>

namespace muslin::test::algebraic_test {
namespace {

// Coefficients of 1, t, t², …
Polynomial polynomial(std::initializer_list<long> coefficients) {
  std::vector<mpz_class> result;
  for (const long c : coefficients) result.emplace_back(c);
  return Polynomial(std::move(result));
}

TEST(Polynomial, DropsLeadingZeros) {
  EXPECT_EQ(polynomial({1, 2, 0, 0}).degree(), 1);
  EXPECT_TRUE(polynomial({0, 0}).is_zero());
  EXPECT_EQ((polynomial({1, 1}) - polynomial({2, 1})).degree(), 0);
}

TEST(Polynomial, GreatestCommonDivisorHoldsTheCommonRoots) {
  const Polynomial a = polynomial({-1, 2}), b = polynomial({3, 1}), c = polynomial({-1, 0, 2});
  EXPECT_EQ(gcd(a * b, a * c).degree(), 1);
  EXPECT_EQ(sign_at(gcd(a * b, a * c), {1, 1}), 0);
  EXPECT_EQ(gcd(b, c).degree(), 0);
  EXPECT_EQ(gcd(c, Polynomial()), c);
}

TEST(Polynomial, SquarefreePartKeepsEachRootOnce) {
  const Polynomial a = polynomial({-1, 3}), b = polynomial({5, 1});
  EXPECT_EQ(squarefree_part(a * a * a).degree(), 1);
  EXPECT_EQ(squarefree_part(a * a * b).degree(), 2);
  EXPECT_EQ(squarefree_part(polynomial({7})).degree(), 0);
}

TEST(Polynomial, BernsteinCoefficientsBoundTheSign) {
  // 4t² - 4t + 2 = (2t - 1)² + 1 on [0, 1]: 2, 2·0, 2; on [1/2, 1]: all positive.
  const Polynomial p = polynomial({2, -4, 4});
  EXPECT_EQ(bernstein_on(p, {0, 0}), (std::vector<mpz_class>{2, 0, 2}));
  for (const auto& b : bernstein_on(p, {1, 1})) EXPECT_GT(b, 0);
}

TEST(AlgebraicTime, FindsRootsInTheClosedUnitIntervalOnly) {
  EXPECT_EQ(roots_in_unit_interval(polynomial({0, 1})).size(), 1U);             // 0
  EXPECT_EQ(roots_in_unit_interval(polynomial({-1, 1})).size(), 1U);            // 1
  EXPECT_EQ(roots_in_unit_interval(polynomial({0, -1, 1})).size(), 2U);         // 0 and 1
  EXPECT_EQ(roots_in_unit_interval(polynomial({0, 1, -3, 2})).size(), 3U);      // 0, 1/2 and 1
  EXPECT_EQ(roots_in_unit_interval(polynomial({2, -3, 1})).size(), 1U);         // 1, not 2
  EXPECT_EQ(roots_in_unit_interval(polynomial({-3, 2})).size(), 0U);            // 3/2
  EXPECT_EQ(roots_in_unit_interval(polynomial({1, -4, 4})).size(), 1U);         // 1/2, twice
  EXPECT_EQ(roots_in_unit_interval(polynomial({1, -6, 9})).size(), 1U);         // 1/3, twice
  EXPECT_EQ(roots_in_unit_interval(polynomial({0, 0, 0, 1})).size(), 1U);       // 0, three times
  EXPECT_EQ(roots_in_unit_interval(polynomial({1, -4, 5})).size(), 0U);         // none, but close
  EXPECT_EQ(roots_in_unit_interval(polynomial({-2, 19, -60, 63})).size(), 2U);  // 1/3 twice, 2/7
  EXPECT_EQ(roots_in_unit_interval(polynomial({5})).size(), 0U);
}

TEST(AlgebraicTime, SeparatesCloseRoots) {
  // (3t - 1)((2^40·3)t - 2^40 - 1): roots 1/3 and 1/3 + 2^-40/3.
  const mpz_class big = mpz_class(1) << 40;
  const Polynomial p = polynomial({-1, 3}) * Polynomial({-big - 1, 3 * big});
  auto roots = roots_in_unit_interval(p);
  ASSERT_EQ(roots.size(), 2U);
  EXPECT_EQ(roots[0].sign_of(polynomial({-1, 3})), 0);
  EXPECT_EQ(roots[1].sign_of(polynomial({-1, 3})), 1);
}

TEST(AlgebraicTime, TellsSignsAtAnIrrationalNumber) {
  auto roots = roots_in_unit_interval(polynomial({-1, 0, 2}));  // √½
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].sign_of(polynomial({-1, 0, 2})), 0);
  EXPECT_EQ(roots[0].sign_of(polynomial({0, -1, 0, 2})), 0);  // t (2t² - 1)
  EXPECT_EQ(roots[0].sign_of(polynomial({-7071067811865475, 10000000000000000})), 1);
  EXPECT_EQ(roots[0].sign_of(polynomial({-7071067811865476, 10000000000000000})), -1);
  EXPECT_EQ(roots[0].sign_of(polynomial({-3})), -1);
  EXPECT_EQ(roots[0].sign_of(Polynomial()), 0);
  const auto [low, high] = roots[0].bracket();
  EXPECT_LE(low * low, 0.5);
  EXPECT_GE(high * high, 0.5);
  EXPECT_LE(high - low, 0x1p-53);
}

TEST(AlgebraicTime, BracketOfADyadicRootIsExact) {
  auto roots = roots_in_unit_interval(polynomial({-3, 16}) * polynomial({1, 1, 1}));
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].bracket(), std::pair(0.1875, 0.1875));
}

TEST(AlgebraicTime, FindsTheRootsOfRandomProductsOfLinearFactors) {
  Random random(7);
  for (int repeat = 0; repeat < 500; ++repeat) {
    SCOPED_TRACE(repeat);
    std::vector<std::pair<long, long>> fractions;
    Polynomial p = polynomial({random.chance(0.5) ? 5 : -5});
    for (int factor = 0; factor < 3; ++factor) {
      const long numerator = random.integer(-2, 9), denominator = random.integer(1, 8);
      p = p * polynomial({-numerator, denominator});
      const auto equal = [&](const auto& f) { return f.first * denominator == f.second * numerator; };
      if (numerator < 0 || numerator > denominator || std::ranges::any_of(fractions, equal)) continue;
      fractions.emplace_back(numerator, denominator);
    }
    std::ranges::sort(fractions, {},
                      [](const auto& f) { return static_cast<double>(f.first) / static_cast<double>(f.second); });
    auto roots = roots_in_unit_interval(p);
    ASSERT_EQ(roots.size(), fractions.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const auto [numerator, denominator] = fractions[i];
      EXPECT_EQ(roots[i].sign_of(polynomial({-numerator, denominator})), 0);
      EXPECT_EQ(roots[i].sign_of(p), 0);
      EXPECT_EQ(roots[i].sign_of(polynomial({-1000 * numerator - 1, 1000 * denominator})), -1);
    }
  }
}

}  // namespace
}  // namespace muslin::test::algebraic_test
