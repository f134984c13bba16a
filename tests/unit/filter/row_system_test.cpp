#include <gtest/gtest.h>

#include <muslin/filter/row_system.hpp>
#include <tests/support/random.hpp>

namespace muslin::row_system_test {
namespace {

/// Threads of a square of 12 × 12 vertices, in random directions.
RowSystem threads(test::Random& random) {
  constexpr int kSide = 12;
  std::vector<RowSystem::NodeGradients> rows;
  const auto add = [&](int a, int b) {
    RowSystem::NodeGradients gradients;
    gradients[0].node = a;
    gradients[1].node = b;
    rows.push_back(gradients);
  };
  for (int v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide) add(v, v + 1);
    if (v + kSide < kSide * kSide) add(v, v + kSide);
  }
  RowSystem system(std::move(rows), kSide * kSide, kSide * kSide);
  for (std::size_t n = 0; n < system.nodes(); ++n) system.mobility(n).inverse_mass = random.uniform(0.5, 2.0);
  for (std::size_t r = 0; r < system.size(); ++r) {
    system.row(r)[0].translation = random.direction();
    system.row(r)[1].translation = -system.row(r)[0].translation;
  }
  return system;
}

/// A run that goes on after a stop has not seen what was active before it.
TEST(RowSystem, AnswersWithTheSameBitsWhateverWasActiveBefore) {
  test::Random random(1);
  RowSystem used = threads(random);
  random = test::Random(1);
  RowSystem fresh = threads(random);
  std::vector<std::uint8_t> all(used.size(), 1), some(used.size());
  std::vector<double> b(used.size()), after_all(used.size()), alone(used.size());
  for (std::size_t r = 0; r < used.size(); ++r) {
    some[r] = r > 100 && random.chance(0.5) ? 1 : 0;
    b[r] = random.uniform(-1.0, 1.0);
  }
  ASSERT_TRUE(used.factorise(all, 1e-9));
  ASSERT_TRUE(used.factorise(some, 1e-9));
  used.solve(b, after_all);
  ASSERT_TRUE(fresh.factorise(some, 1e-9));
  fresh.solve(b, alone);
  EXPECT_EQ(after_all, alone);

  // And it is the answer: each active row changes by what was asked for.
  RowSystem::Motion motion;
  motion.assign_zero(used.nodes());
  used.add_response(after_all, motion);
  for (std::size_t r = 0; r < used.size(); ++r) {
    const double missing = some[r] != 0 ? used.change(r, motion) - b[r] : after_all[r];
    EXPECT_NEAR(missing, 0.0, 1e-6) << r;
  }
}

}  // namespace
}  // namespace muslin::row_system_test
