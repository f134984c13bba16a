#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/filter/stretch_filter.hpp>
#include <random>

namespace muslin::stretch_filter_test {
namespace {

Vec3 random_vector(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

/// n × n vertices, 1 apart, in the xz plane; masses between 1 and 2.
struct Sheet {
  explicit Sheet(int size) : n(size) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        rest.emplace_back(i, 0.0, j);
        mass.push_back(1.0 + ((i * 7 + j * 3) % 5) / 4.0);
        inverse_mass.push_back(1.0 / mass.back());
      }
  }
  [[nodiscard]] VertexId at(int i, int j) const { return VertexId(static_cast<std::size_t>(i * n + j)); }
  void pin(int i, int j) { inverse_mass[at(i, j).index()] = 0.0; }
  [[nodiscard]] StretchRows yarns(double limit, LengthRule rule) const {
    StretchRows rows;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i + 1 < n) rows.add_edge({at(i, j), at(i + 1, j)}, 1.0, limit, rule);
        if (j + 1 < n) rows.add_edge({at(i, j), at(i, j + 1)}, 1.0, limit, rule);
      }
    return rows;
  }
  [[nodiscard]] StretchRows triangles(double limit) const {
    StretchRows rows;
    for (int i = 0; i + 1 < n; ++i)
      for (int j = 0; j + 1 < n; ++j) {
        const Vec2 a(i, j), b(i + 1, j), c(i + 1, j + 1), d(i, j + 1);
        rows.add_triangle({at(i, j), at(i + 1, j), at(i + 1, j + 1)}, {a, b, c}, limit, LengthRule::limit);
        rows.add_triangle({at(i, j), at(i + 1, j + 1), at(i, j + 1)}, {a, c, d}, limit, LengthRule::limit);
      }
    return rows;
  }
  /// Disturbed, and narrower than it is at rest, so that pinned corners leave it some room.
  [[nodiscard]] std::vector<Vec3> disturbed(double by, unsigned seed) const {
    std::mt19937 random(seed);
    std::vector<Vec3> x = rest;
    for (Vec3& p : x) p.z() *= 0.95;
    for (std::size_t v = 0; v < x.size(); ++v)
      if (inverse_mass[v] > 0.0) x[v] += by * random_vector(random);
    return x;
  }
  [[nodiscard]] Vec3 momentum(const std::vector<Vec3>& x) const {
    Vec3 sum = Vec3::Zero();
    for (std::size_t v = 0; v < x.size(); ++v) sum += mass[v] * x[v];
    return sum;
  }
  [[nodiscard]] StretchFilter filter(StretchRows rows, std::vector<std::vector<VertexId>> patches = {},
                                     int iterations = 40) const {
    return {std::move(rows), RigidPatches(std::move(patches), rest, mass), inverse_mass, iterations};
  }
  [[nodiscard]] std::vector<VertexId> square(int i, int j, int size) const {
    std::vector<VertexId> members;
    for (int a = i; a < i + size; ++a)
      for (int b = j; b < j + size; ++b) members.push_back(at(a, b));
    return members;
  }
  int n;
  std::vector<Vec3> rest;
  std::vector<double> mass, inverse_mass;
};

/// Steps of a millisecond under gravity and the filter alone, warm-started with the tension of the step before.
struct Fall {
  int systems = 0;
  std::vector<double> tension;
  Fall(StretchFilter& filter, const std::vector<double>& inverse_mass, int steps, std::vector<Vec3>& x)
      : tension(filter.size(), 0.0) {
    constexpr double kStep = 1e-3;
    std::vector<Vec3> v(x.size(), Vec3::Zero());
    for (int step = 0; step < steps; ++step) {
      const std::vector<Vec3> start = x;
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (inverse_mass[i] == 0.0) continue;
        v[i].y() -= 9.81 * kStep;
        x[i] += kStep * v[i];
      }
      filter.set_warm_start(tension, kStep);
      const FilterReport report = filter.project(start, x);
      EXPECT_TRUE(report.is_within()) << filter.size() << " lengths, step " << step << ": " << report.strain;
      if (report.iterations > 0) filter.find_tension(kStep, tension);
      systems += report.iterations;
      for (std::size_t i = 0; i < x.size(); ++i) v[i] = (x[i] - start[i]) / kStep;
    }
  }
};

// Two masses, 1 and 3, on a yarn of length 1 that is stretched to 2: the lighter one moves three times as far.
TEST(StretchFilter, TwoMassesByHand) {
  StretchRows rows;
  rows.add_edge({VertexId(0), VertexId(1)}, 1.0, 1e-12, LengthRule::keep);
  StretchFilter filter(std::move(rows), {}, {1.0, 1.0 / 3.0}, 20);
  const std::vector<Vec3> start = {{0, 0, 0}, {1, 0, 0}};
  std::vector<Vec3> x = {{0, 0, 0}, {2, 0, 0}};
  EXPECT_TRUE(filter.project(start, x).is_within());
  EXPECT_NEAR(x[0].x(), 0.75, 1e-12);
  EXPECT_NEAR(x[1].x(), 1.75, 1e-12);
}

// A limit leaves shorter yarns alone, and shortens a longer one to its limit and no further.
TEST(StretchFilter, ALimitIsAnInequality) {
  StretchRows rows;
  rows.add_edge({VertexId(0), VertexId(1)}, 1.0, 0.1, LengthRule::limit);
  rows.add_edge({VertexId(2), VertexId(3)}, 1.0, 0.1, LengthRule::limit);
  StretchFilter filter(std::move(rows), {}, {1.0, 1.0, 1.0, 1.0}, 20);
  std::vector<Vec3> x = {{0, 0, 0}, {0.4, 0, 0}, {0, 1, 0}, {1.5, 1, 0}};
  const std::vector<Vec3> start = x;
  const FilterReport report = filter.project(start, x);
  EXPECT_TRUE(report.is_within());
  EXPECT_EQ(x[0], start[0]);
  EXPECT_EQ(x[1], start[1]);
  EXPECT_GT(report.strain, 0.08);
  EXPECT_LE(report.strain, 0.1);
}

TEST(StretchFilter, KeepsEveryLimitFromTenPercentToAMillionth) {
  for (const bool by_triangles : {false, true})
    for (const double limit : {0.1, 0.01, 1e-3, 1e-5, 1e-6}) {
      SCOPED_TRACE(testing::Message() << "triangles " << by_triangles << ", limit " << limit);
      Sheet sheet(12);
      sheet.pin(0, 0), sheet.pin(0, 11);
      StretchFilter filter =
          sheet.filter(by_triangles ? sheet.triangles(limit) : sheet.yarns(limit, LengthRule::limit));
      std::vector<Vec3> x = sheet.disturbed(0.1, 5);
      const FilterReport report = filter.project(sheet.rest, x);
      EXPECT_TRUE(report.is_within()) << report.over_limit << " over, " << report.strain;
      EXPECT_LE(report.strain, limit);
      EXPECT_EQ(x[0], sheet.rest[0]);
    }
}

// By factorisation, by yarns because of inequalities, and by yarns because of the number of rows.
TEST(StretchFilter, MomentumIsKept) {
  for (const auto& [size, rule] : {std::pair(10, LengthRule::keep), {10, LengthRule::limit}, {60, LengthRule::keep}})
    for (const bool with_patches : {false, true}) {
      const Sheet sheet(size);
      std::vector<std::vector<VertexId>> patches;
      if (with_patches) patches = {sheet.square(1, 1, 3), sheet.square(5, 4, 4)};
      StretchFilter filter = sheet.filter(sheet.yarns(1e-4, rule), patches);
      std::vector<Vec3> x = sheet.disturbed(0.2, 6);
      const Vec3 before = sheet.momentum(x);
      EXPECT_TRUE(filter.project(sheet.rest, x).is_within());
      EXPECT_LT((sheet.momentum(x) - before).norm(), 1e-13 * static_cast<double>(size * size));
    }
}

// Close to the solution each iteration squares the strain, down to rounding.
TEST(StretchFilter, ConvergesQuadratically) {
  Sheet sheet(10);
  sheet.pin(0, 0), sheet.pin(0, 9);
  const std::vector<Vec3> begin = sheet.disturbed(0.05, 7);
  std::vector<double> strain;
  for (int iterations = 0; iterations <= 8; ++iterations) {
    StretchFilter filter = sheet.filter(sheet.yarns(0.0, LengthRule::keep), {}, iterations);
    std::vector<Vec3> x = begin;
    strain.push_back(filter.project(sheet.rest, x).strain);
  }
  ASSERT_GT(strain[0], 0.05);
  int quadratic = 0;
  for (std::size_t k = 1; k < strain.size(); ++k)
    if (strain[k - 1] < 0.1 && strain[k - 1] > 1e-7 && strain[k] < 3.0 * strain[k - 1] * strain[k - 1]) ++quadratic;
  EXPECT_GE(quadratic, 2) << testing::PrintToString(strain);
  EXPECT_LT(strain.back(), 1e-12) << testing::PrintToString(strain);
}

TEST(StretchFilter, RigidPatchesAlwaysKeepTheirShape) {
  Sheet sheet(16);
  sheet.pin(0, 0), sheet.pin(0, 15);
  std::vector<std::vector<VertexId>> patches;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) patches.push_back(sheet.square(1 + 5 * i, 1 + 5 * j, 4 + (i + j) % 2));
  for (const double limit : {0.1, 0.01, 1e-3, 1e-5}) {
    StretchFilter filter = sheet.filter(sheet.yarns(limit, LengthRule::limit), patches);
    std::vector<Vec3> x = sheet.disturbed(0.3, 8);
    const FilterReport report = filter.project(sheet.rest, x);
    EXPECT_TRUE(report.is_within()) << limit << ": " << report.strain;
    EXPECT_LT(filter.patches().shape_error(x), 1e-12);
  }
}

// The pins are twice as far apart as the cloth is long: the report says so, and the positions stay sensible.
TEST(StretchFilter, ReportsLimitsThatContradict) {
  Sheet sheet(6);
  for (int i = 0; i < 6; ++i) sheet.pin(i, 0), sheet.pin(i, 5);
  StretchFilter filter = sheet.filter(sheet.yarns(0.01, LengthRule::limit));
  std::vector<Vec3> x = sheet.rest;
  for (Vec3& p : x) p.z() *= 2.0;
  const FilterReport report = filter.project(sheet.rest, x);
  EXPECT_GT(report.over_limit, 0);
  EXPECT_TRUE(report.worst.valid());
  for (const Vec3& p : x) EXPECT_LT((p - Vec3(2.5, 0, 5)).norm(), 20.0);
}

// A yarn that is straight between two pins has one row too many, and cannot move along itself.
TEST(StretchFilter, ATautRowBetweenPinsHolds) {
  Sheet sheet(8);
  sheet.pin(0, 0), sheet.pin(0, 7), sheet.pin(7, 0), sheet.pin(7, 7);
  for (const double limit : {0.1, 1e-3, 1e-6})
    for (const LengthRule rule : {LengthRule::keep, LengthRule::limit}) {
      StretchFilter filter = sheet.filter(sheet.yarns(limit, rule));
      std::vector<Vec3> x = sheet.rest;
      for (std::size_t v = 0; v < x.size(); ++v)
        if (sheet.inverse_mass[v] > 0.0) x[v].y() -= 1e-3;
      const FilterReport report = filter.project(sheet.rest, x);
      EXPECT_TRUE(report.is_within()) << limit << ": " << report.strain << " after " << report.iterations;
      for (std::size_t v = 0; v < x.size(); ++v) EXPECT_LT((x[v] - sheet.rest[v]).norm(), 0.05);
    }
}

// A yarn is as long as its pins are apart and hangs under gravity for half a second, with its tension carried from step
// to step. That takes half a linear system a step, however finely the yarn is divided. Without the warm start it takes
// 164, 466 and 1,687 systems in 500 steps, and the yarn sags by 39 mm.
TEST(StretchFilter, KnowsTheTensionOfThePreviousStep) {
  constexpr double kLimit = 1e-3;
  for (const int parts : {20, 80, 320}) {
    const double length = 2.0 / parts;
    StretchRows rows;
    std::vector<double> inverse_mass;
    std::vector<Vec3> x;
    for (int i = 0; i <= parts; ++i) {
      x.emplace_back(i * length, 0.0, 0.0);
      inverse_mass.push_back(i == 0 || i == parts ? 0.0 : parts);
      if (i > 0) rows.add_edge({VertexId(i - 1), VertexId(i)}, length, kLimit, LengthRule::keep);
    }
    StretchFilter filter(std::move(rows), {}, inverse_mass, 200);
    ASSERT_EQ(filter.size(), static_cast<std::size_t>(parts));
    const Fall fall(filter, inverse_mass, 500, x);
    EXPECT_LT(fall.systems, 300) << parts << " parts";
    EXPECT_GT(*std::min_element(fall.tension.begin(), fall.tension.end()), 0.0);
    for (const Vec3& p : x) EXPECT_GT(p.y(), -0.02);
  }
}

// A sheet hangs from two corners for a quarter of a second, with a limit of 0.1 % as inequalities. The active set
// changes with each step; found row by row along the yarns, it took twice as many linear systems.
TEST(StretchFilter, FindsTheActiveRowsInOneSystem) {
  for (const int n : {20, 40}) {
    Sheet sheet(n);
    sheet.pin(0, 0), sheet.pin(0, n - 1);
    const double length = 2.0 / (n - 1);
    StretchRows rows;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i + 1 < n) rows.add_edge({sheet.at(i, j), sheet.at(i + 1, j)}, length, 1e-3, LengthRule::limit);
        if (j + 1 < n) rows.add_edge({sheet.at(i, j), sheet.at(i, j + 1)}, length, 1e-3, LengthRule::limit);
      }
    StretchFilter filter(std::move(rows), {}, sheet.inverse_mass, 200);
    std::vector<Vec3> x = sheet.rest;
    for (Vec3& p : x) p *= length;
    const Fall fall(filter, sheet.inverse_mass, 250, x);
    EXPECT_LT(fall.systems, 300) << n;
    EXPECT_LT(x[sheet.at(n - 1, n / 2).index()].y(), -0.1) << "it falls";
  }
}

// A taut yarn is released, and only its last edge is too long: the others are neither under tension nor shortened,
// whatever their tension was before.
TEST(StretchFilter, ForgetsTensionThatIsGone) {
  constexpr int kParts = 20;
  StretchRows rows;
  std::vector<Vec3> start;
  for (int i = 0; i <= kParts; ++i) {
    start.emplace_back(i, 0.0, 0.0);
    if (i > 0) rows.add_edge({VertexId(i - 1), VertexId(i)}, 1.0, 1e-3, LengthRule::limit);
  }
  StretchFilter filter(std::move(rows), {}, std::vector<double>(start.size(), 1.0), 40);
  filter.set_warm_start(std::vector<double>(kParts, 100.0), 1.0);
  std::vector<Vec3> x = start;
  x.back().x() += 0.01;
  const FilterReport report = filter.project(start, x);
  EXPECT_TRUE(report.is_within());
  std::vector<double> tension(kParts);
  filter.find_tension(1.0, tension);
  EXPECT_GT(tension.back(), 0.0);
  for (std::size_t r = 0; r + 1 < tension.size(); ++r) {
    EXPECT_LT(tension[r], 1e-3 * tension.back()) << r;
    EXPECT_GT((x[r + 1] - x[r]).norm(), 1.0 - 1e-4) << r;
  }
}

// If no length of a hybrid patch needs correction, all tensions are zero, whatever the projection before had.
TEST(StretchFilter, HybridPatchesForgetEarlierTension) {
  const Sheet sheet(5);
  HybridPatches hybrid;
  hybrid.add({.vertices = sheet.square(0, 0, 5), .side = 5}, {}, sheet.rest, sheet.mass);
  StretchFilter filter(sheet.yarns(1e-3, LengthRule::keep), {}, sheet.inverse_mass, 40, std::move(hybrid));
  std::vector<double> tension(filter.size());
  std::vector<Vec3> x = sheet.rest;
  for (Vec3& p : x) p *= 1.01;
  EXPECT_GT(filter.project(sheet.rest, x).iterations, 0);
  filter.find_tension(1.0, tension);
  EXPECT_GT(*std::max_element(tension.begin(), tension.end()), 0.0);
  x = sheet.rest;
  EXPECT_EQ(filter.project(sheet.rest, x).iterations, 0);
  filter.find_tension(1.0, tension);
  EXPECT_EQ(tension, std::vector<double>(tension.size(), 0.0));
}

// A yarn of two masses falls on a table at y = 0: the contact keeps it above, with its length unchanged.
TEST(StretchFilter, ContactsHoldTogetherWithLengths) {
  StretchRows rows;
  rows.add_edge({VertexId(0), VertexId(1)}, 1.0, 1e-9, LengthRule::keep);
  // Vertex 2 is a point of the table.
  StretchFilter filter(std::move(rows), {}, {1.0, 1.0, 0.0}, 30);
  const std::vector<Vec3> start = {{0, 0.5, 0}, {0.6, 1.3, 0}, {0, 0, 0}};
  std::vector<Vec3> x = {{0, -0.5, 0}, {0.6, 0.5, 0}, {0, 0, 0}};
  const std::vector<ContactRow> contacts = {{.vertex = {VertexId(0), VertexId(2), VertexId(), VertexId()},
                                             .weight = {1.0, -1.0, 0.0, 0.0},
                                             .normal = Vec3::UnitY(),
                                             .gap = 0.1}};
  const FilterReport report = filter.project(start, x, contacts);
  EXPECT_TRUE(report.is_within());
  EXPECT_GT(x[0].y(), 0.089);
  EXPECT_LT(x[0].y(), 0.14);
  EXPECT_NEAR((x[1] - x[0]).norm(), 1.0, 1e-8);
}

}  // namespace
}  // namespace muslin::stretch_filter_test
