#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/detect/time_of_impact.hpp>
#include <tests/support/exact_distance.hpp>
#include <tests/support/proof_checker.hpp>
#include <tests/support/random.hpp>

namespace muslin::separation_test {
namespace {

using test::exactly_further_apart;
using test::Random;
using Positions = std::array<Vec3, 4>;

/// Two elements, one over the other.
struct Pair {
  StencilKind kind;
  Positions position;
  Vec3 normal;  ///< from the first element to the second

  [[nodiscard]] bool in_second(std::size_t i) const { return i == 3 || (i == 2 && kind == StencilKind::edge_edge); }
};

Pair random_pair(Random& random, StencilKind kind, const Vec3& place, double size, double distance) {
  Pair pair{kind, {}, random.direction()};
  const Vec3 n = pair.normal, x = n.unitOrthogonal(), y = n.cross(x);
  const auto in_plane = [&](double angle) { return Vec3(size * (std::cos(angle) * x + std::sin(angle) * y)); };
  const double turn = random.uniform(0, 6);
  if (kind == StencilKind::vertex_triangle) {
    for (std::size_t i = 0; i < 3; ++i) pair.position[i] = place + in_plane(turn + 2.1 * double(i) + random.unit());
    pair.position[3] = place + 0.1 * in_plane(random.uniform(0, 6)) + distance * n;
  } else {
    pair.position[0] = place + in_plane(turn);
    pair.position[1] = place - in_plane(turn + random.uniform(-0.1, 0.1));
    const double other = turn + random.uniform(0.2, 2);
    pair.position[2] = place + in_plane(other) + distance * n;
    pair.position[3] = place - in_plane(other) + distance * n;
  }
  if (kind == StencilKind::vertex_edge) {
    pair.position[2] = pair.position[0];
    pair.position[3] = (pair.position[0] + pair.position[1]) / 2 + distance * n;
  }
  return pair;
}

constexpr std::array kKinds = {StencilKind::vertex_triangle, StencilKind::edge_edge, StencilKind::vertex_edge};

Positions as_floats(const Positions& x) {
  Positions rounded;
  for (std::size_t i = 0; i < 4; ++i) rounded[i] = x[i].cast<float>().cast<double>();
  return rounded;
}

/// What every step must leave, by the definition of the rule and the exact distance at the start.
bool keeps_rule_at_end(StencilKind kind, const StencilMotion& motion, double s) {
  if (exactly_further_apart(kind, motion.start, s)) return exactly_further_apart(kind, motion.end, s);
  // From above: the first member of the set that the pair was further apart than.
  double kept = pair_separation(std::min(s, 1.1 * distance_upper_bound(kind, motion.start)), s).at_end;
  while (!exactly_further_apart(kind, motion.start, kept)) kept = pair_separation(std::nextafter(kept, 0), s).at_end;
  return exactly_further_apart(kind, motion.end, kept);
}

TEST(SeparationLaws, WhatPassesKeepsTheRuleAndStaysApartInFloats) {
  int passed = 0, passed_near = 0, failed = 0;
  for (std::uint64_t seed = 1; seed <= 1200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const double magnitude = std::pow(10, random.uniform(-3, 4)),
                 size = magnitude * std::pow(10, random.uniform(-3, 0));
    const Vec3 place = random.in_box(magnitude);
    const double scale = 6.93 * 0x1p-23 * magnitude;  // s or so
    const StencilKind kind = kKinds[seed % 3];
    const double distance = scale * std::exp2(random.uniform(-6, 4));
    const Pair pair = random_pair(random, kind, place, size, distance);
    StencilMotion motion{pair.position, pair.position};
    const double push = distance * random.uniform(-1, 1) * (random.chance(0.5) ? 1 : 0.1);
    const double shear = random.chance(0.5) ? 0.1 * size : distance;
    const Vec3 slide = random.in_box(shear);
    const Vec3 along = slide - slide.dot(pair.normal) * pair.normal + push * pair.normal;
    const Vec3 common = random.chance(0.5) ? random.in_box(0.1 * magnitude) : Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      motion.end[i] += common + random.in_box(0.1 * std::abs(push));
      if (pair.in_second(i)) motion.end[i] += along;
    }
    if (kind == StencilKind::vertex_edge) motion.end[2] = motion.end[0];

    const double s = file_separation(motion);
    if (step_contact_time(kind, motion, s)) {
      ++failed;
      continue;
    }
    ++passed;
    const bool starts_at_s = exactly_further_apart(kind, motion.start, s);
    passed_near += starts_at_s ? 0 : 1;
    EXPECT_TRUE(keeps_rule_at_end(kind, motion, s));
    if (starts_at_s) {
      EXPECT_TRUE(exactly_further_apart(kind, as_floats(motion.start), 0.74 * s));
      EXPECT_TRUE(exactly_further_apart(kind, as_floats(motion.end), 0.74 * s));
    }
    // The path, by its own proof in rationals.
    ProvedTime proved = prove_time_of_impact(kind, motion, s);
    double kept_on_path = s;
    if (proved.time) {
      kept_on_path = pair_separation(distance_upper_bound(kind, motion.start), s).along_path;
      proved = prove_time_of_impact(kind, motion, kept_on_path);
    }
    EXPECT_FALSE(proved.time);
    EXPECT_EQ(test::find_proof_error(kind, motion, kept_on_path, proved), "");
    EXPECT_TRUE(!exactly_further_apart(kind, motion.start, 2 * kept_on_path) || kept_on_path == s);
    if (HasFailure()) return;
  }
  EXPECT_GT(passed_near, 120);
  EXPECT_GT(passed - passed_near, 120);
  EXPECT_GT(failed, 120);
}

TEST(SeparationLaws, DistanceIsBoundedAndProved) {
  int proved = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const StencilKind kind = kKinds[seed % 3];
    const double size = std::exp2(random.uniform(-10, 10)), distance = size * std::exp2(random.uniform(-30, 2));
    Pair pair = random_pair(random, kind, random.in_box(size), size, distance);
    if (random.chance(0.3))  // anything, flat and crossing ones included
      for (Vec3& x : pair.position) x = Vec3(random.integer(-2, 2), random.integer(-2, 2), random.integer(-2, 2)) / 8;
    const double bound = distance_upper_bound(kind, pair.position);
    EXPECT_FALSE(exactly_further_apart(kind, pair.position, bound));
    EXPECT_FALSE(is_proved_apart(kind, pair.position, bound));
    const double slightly_less = bound - 1e-13 * test::extent(pair.position);
    EXPECT_TRUE(slightly_less <= 0 || exactly_further_apart(kind, pair.position, slightly_less));
    const bool is_proved = slightly_less > 0 && is_proved_apart(kind, pair.position, slightly_less);
    proved += is_proved ? 1 : 0;
    const double claim = bound * random.uniform(0.999999, 1.000001);
    EXPECT_TRUE(!is_proved_apart(kind, pair.position, claim) || exactly_further_apart(kind, pair.position, claim));
  }
  EXPECT_GT(proved, 1300);
}

/// Ten thousand steps towards each other, of all sizes down to the last bit; those that would be a contact are not
/// taken. Returns how many were.
int push_together(Random& random, const Pair& pair, Positions& x, double s) {
  int taken = 0;
  const double ulp = 0x1p-52 * x[0].cwiseAbs().maxCoeff();
  for (int step = 0; step < 10'000; ++step) {
    StencilMotion motion{x, x};
    const double push = random.chance(0.5) ? ulp * random.uniform(0, 8) : s * std::exp2(random.uniform(-25, 1));
    for (std::size_t i = 0; i < 4; ++i) {
      if (pair.in_second(i)) motion.end[i] += -push * pair.normal;
      motion.end[i] += random.in_box(random.chance(0.5) ? ulp : 0.1 * push);
    }
    if (pair.kind == StencilKind::vertex_edge) motion.end[2] = motion.end[0];
    if (file_separation(motion) != s || step_contact_time(pair.kind, motion, s)) continue;
    x = motion.end;
    ++taken;
  }
  return taken;
}

// However often it is tried: a pair keeps s if it had it, and else the next lower distance of the set, exactly.
TEST(SeparationLaws, NothingCreeps) {
  std::uint64_t seed = 0;
  for (const StencilKind kind : kKinds) {
    for (const double start : {3.0, 1.01, 0.97, 0.3, 1e-3}) {
      Random random(++seed);
      SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << " from " << start << " s");
      const Vec3 place = Vec3(1.2, 1.3, -1.4);
      const double s = file_separation(StencilMotion{{place, place, place, place}, {place, place, place, place}});
      const Pair pair = random_pair(random, kind, place, 0.02, start * s);
      Positions x = pair.position;
      const double floor = pair_separation(distance_upper_bound(kind, x), s).at_end;
      ASSERT_TRUE(exactly_further_apart(kind, x, floor));
      EXPECT_GT(push_together(random, pair, x, s), 10);
      EXPECT_TRUE(exactly_further_apart(kind, x, floor));
      EXPECT_FALSE(exactly_further_apart(kind, x, 1.0001 * floor));  // it was pushed as far as it goes
    }
  }
}

// At rest but for the last bits, and carried along: every step passes, and the distance stays.
TEST(SeparationLaws, RestingPairsKeepTheirDistance) {
  std::uint64_t seed = 0;
  for (const StencilKind kind : kKinds) {
    for (const double start : {1.5, 1.0001, 0.9, 0.01}) {
      Random random(++seed);
      SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << " at " << start << " s");
      const Vec3 place = Vec3(1.2, 1.3, -1.4);
      const double s = 6.9282032302755097 * 0x1p-23, ulp = 0x1p-52;
      const Pair pair = random_pair(random, kind, place, 0.02, start * s);
      Positions x = pair.position;
      int taken = 0;
      for (int step = 0; step < 10'000; ++step) {
        const Vec3 place_now = random.in_box(0.05);
        StencilMotion motion{x, pair.position};
        for (Vec3& p : motion.end) p = p + place_now + random.in_box(2 * ulp);
        if (kind == StencilKind::vertex_edge) motion.end[2] = motion.end[0];
        if (step_contact_time(kind, motion, file_separation(motion))) continue;
        x = motion.end;
        ++taken;
      }
      EXPECT_GE(taken, 9'990);
      EXPECT_TRUE(exactly_further_apart(kind, x, 0.9999 * start * s));
    }
  }
}

/// Pairs of elements that lie over each other keep their distance as they slide, whatever it is.
TEST(SeparationLaws, PairsSlideAtAnyDistance) {
  int tried = 0, passed = 0;
  for (int i = 0; i < 6000; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const StencilKind kind = kKinds[static_cast<std::size_t>(i % 2)];
    const double magnitude = std::pow(10, random.uniform(-2, 2)), size = 0.02 * magnitude;
    const double distance = 6.93 * 0x1p-23 * magnitude * std::exp2(random.uniform(-12, 2));
    const Pair pair = random_pair(random, kind, random.in_box(magnitude), size, distance);
    const Vec3 any = random.in_box(0.1 * size), slide = any - any.dot(pair.normal) * pair.normal;
    StencilMotion motion{pair.position, pair.position};
    for (std::size_t k = 0; k < 4; ++k)
      if (pair.in_second(k)) motion.end[k] += slide;
    if (distance_upper_bound(kind, motion.start) > 1.01 * distance) continue;  // beside each other
    ++tried;
    passed += step_contact_time(kind, motion, file_separation(motion)) ? 0 : 1;
  }
  EXPECT_GT(tried, 5500);
  EXPECT_EQ(passed, tried);
}

/// A stack of tilted layers just over s apart, each sliding its own way: free in every direction.
TEST(SeparationLaws, AStackSlides) {
  constexpr int kSide = 8, kLayers = 4;
  Random random(5);
  const Vec3 n = random.direction(), x = n.unitOrthogonal(), y = n.cross(x), place(1.2, 1.3, -1.4);
  const double gap = 1.01 * 6.9282032302755097 * 0x1p-23;
  Mesh mesh;
  for (int layer = 0; layer < kLayers; ++layer) {
    const auto vertex = [&](int i, int j) { return VertexId((layer * kSide + i) * kSide + j); };
    for (int i = 0; i < kSide; ++i) {
      for (int j = 0; j < kSide; ++j) {
        mesh.positions.push_back(place + 0.01 * (i + random.uniform(-0.2, 0.2)) * x +
                                 0.01 * (j + random.uniform(-0.2, 0.2)) * y + layer * gap * n);
        if (i == 0 || j == 0) continue;
        mesh.triangles.push_back({vertex(i - 1, j - 1), vertex(i, j - 1), vertex(i, j)});
        mesh.triangles.push_back({vertex(i - 1, j - 1), vertex(i, j), vertex(i - 1, j)});
      }
    }
  }
  BroadPhase broad_phase(make_collision_mesh(mesh));
  std::vector<Vec3> start = mesh.positions, end;
  Collisions found;
  for (int step = 0; step < 20; ++step) {
    end = start;
    std::array<Vec3, kLayers> slide;
    for (Vec3& d : slide) d = random.uniform(-0.01, 0.01) * x + random.uniform(-0.01, 0.01) * y;
    for (std::size_t v = 0; v < end.size(); ++v) end[v] += slide[v / (kSide * kSide)];
    broad_phase.refit(start, end, file_separation(start, end) / 2);
    find_collisions(broad_phase, {.start = start, .end = end}, found);
    EXPECT_GT(found.counts.tested, 1000U);
    EXPECT_EQ(found.contacts.size(), 0U);
    start = end;
  }
}

}  // namespace
}  // namespace muslin::separation_test
