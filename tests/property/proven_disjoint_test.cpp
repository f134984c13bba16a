#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <muslin/geometry/proven_disjoint.hpp>
#include <tests/support/random.hpp>

namespace muslin::proven_disjoint_test {
namespace {

/// A vector with few digits, so that its multiples by small whole numbers are exact.
Vec3 short_vector(test::Random& random) {
  Vec3 v = random.direction();
  for (double& x : v) x = std::nearbyint(x * 0x1p40) * 0x1p-40;
  return v;
}

/// Segments of one line, which touch, overlap or are folded back at a common vertex, exactly.
ElementPair on_one_line(test::Random& random) {
  const Vec3 v = short_vector(random), p = short_vector(random);
  const auto at = [&](int low, int high) { return Vec3(v + double(random.integer(low, high)) * p); };
  ElementPair pair;
  pair.a_size = pair.b_size = 2;
  pair.shared = random.integer(0, 1);
  const Vec3 a0 = pair.shared == 1 ? v : at(-3, 3);
  const Vec3 b0 = pair.shared == 1 ? v : at(-3, 3);
  const Vec3 a1 = at(-3, 3), b1 = at(-3, 3);
  pair.a = {a0, a1, a1};
  pair.b = {b0, b1, b1};
  return pair;
}

/// Triangles on a common edge in a plane across an axis, so thin that the sides of their tips drown in roundings.
ElementPair needles(test::Random& random) {
  const int flat = random.integer(0, 2);
  Vec3 v = random.in_box(1.0), w = random.in_box(1.0);
  const auto tip = [&] {
    const double s = random.uniform(-1, 2);
    Vec3 p = v + s * (w - v);
    for (double& x : p) x = std::nextafter(x, random.chance(0.5) ? 9.0 : -9.0);
    return p;
  };
  Vec3 a = tip(), b = tip();
  for (Vec3* p : {&v, &w, &a, &b}) (*p)[flat] = 0.25;
  return {{v, w, a}, {v, w, b}, 3, 3, 2};
}

/// Triangles of a fan in nearly one plane, with sides in nearly one direction.
ElementPair fan(test::Random& random) {
  const Vec3 v = random.in_box(1.0), x = random.direction(), y = random.direction();
  const auto around = [&](int eighth) {
    const double angle = eighth * 0.7853981633974483;
    return Vec3(v + random.uniform(0.1, 1.0) * (std::cos(angle) * x + std::sin(angle) * y));
  };
  const int start = random.integer(0, 7);
  const Vec3 a0 = around(start), a1 = around(start + random.integer(1, 2));
  const int other = random.integer(0, 7);
  const Vec3 b0 = around(other), b1 = around(other + random.integer(1, 2));
  return {{v, a0, a1}, {v, b0, b1}, 3, 3, 1};
}

/// Triangles without a common vertex, the second with a corner in the plane of the first, exactly or almost, and the
/// others on one side of it: layers that touch.
ElementPair touching_layers(test::Random& random) {
  const Vec3 v = short_vector(random), p = short_vector(random), q = short_vector(random), up = short_vector(random);
  const auto in_plane = [&] { return Vec3(v + double(random.integer(0, 4)) * p + double(random.integer(0, 4)) * q); };
  Vec3 corner = in_plane();
  if (random.chance(0.5))
    for (double& x : corner) x = std::nextafter(x, random.chance(0.5) ? 9.0 : -9.0);
  const TriangleCorners a = {v, v + 4.0 * p, v + 4.0 * q}, b = {corner, in_plane() + up, in_plane() + up};
  return random.chance(0.5) ? ElementPair{a, b, 3, 3, 0} : ElementPair{b, a, 3, 3, 0};
}

// A touch hidden below the rounding errors is where a proof without a bound would be wrong.
TEST(ProvenDisjoint, NeverClearsWhatIntersects) {
  int intersecting = 0, cleared = 0;
  for (std::uint64_t seed = 0; seed < 80'000; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    constexpr std::array kFamilies = {on_one_line, needles, fan, touching_layers};
    const ElementPair pair = kFamilies[seed % kFamilies.size()](random);
    const bool clear = proven_disjoint(pair), meet = intersect(pair);
    ASSERT_FALSE(clear && meet);
    intersecting += meet ? 1 : 0;
    cleared += clear ? 1 : 0;
  }
  EXPECT_GT(intersecting, 10'000);
  EXPECT_GT(cleared, 5'000);
}

}  // namespace
}  // namespace muslin::proven_disjoint_test
