#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/audit.hpp>
#include <tests/support/random.hpp>
#include <thread>

namespace muslin::audit_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

VertexId v(int i) { return VertexId(i); }

AuditInput input_of(const Mesh& mesh) {
  return {.positions = mesh.positions, .triangles = mesh.triangles, .segments = mesh.segments};
}

/// A cloth of n × n squares over the unit square, bent by `shape`.
Mesh sheet(int n, const std::function<Vec3(double, double)>& shape) {
  Mesh mesh;
  const auto id = [n](int i, int j) { return VertexId(i * (n + 1) + j); };
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) mesh.positions.push_back(shape(double(i) / n, double(j) / n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  }
  return mesh;
}

/// Triangle 0 pierced by triangle 1 and by segment 0; triangle 2 far away.
Mesh pierced() {
  Mesh mesh;
  mesh.positions = {Vec3(0, 0, 0),  Vec3(4, 0, 0), Vec3(0, 4, 0),  Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(9, 9, 0),
                    Vec3(2, 1, -1), Vec3(2, 1, 1), Vec3(50, 0, 0), Vec3(51, 0, 0), Vec3(50, 1, 0)};
  mesh.triangles = {{v(0), v(1), v(2)}, {v(3), v(4), v(5)}, {v(8), v(9), v(10)}};
  mesh.segments = {{v(6), v(7)}};
  return mesh;
}

TEST(Audit, NothingIsClean) { EXPECT_TRUE(audit({}).clean()); }

TEST(Audit, NamesElementsAndPlaces) {
  const Mesh mesh = pierced();
  const AuditReport report = audit(input_of(mesh));
  EXPECT_FALSE(report.clean());
  EXPECT_EQ(report.intersections, 2U);
  EXPECT_EQ(report.obstacle_intersections, 0U);
  ASSERT_EQ(report.first.size(), 2U);
  using Kind = AuditElement::Kind;
  EXPECT_EQ(report.first[0].a, (AuditElement{Kind::triangle, 0}));
  EXPECT_EQ(report.first[0].b, (AuditElement{Kind::triangle, 1}));
  EXPECT_EQ(report.first[1].a, (AuditElement{Kind::triangle, 0}));
  EXPECT_EQ(report.first[1].b, (AuditElement{Kind::segment, 0}));
  EXPECT_EQ(report.first[0].place, Vec3(2.5, 2.5, 0));  // overlap of the boxes: [1, 4] × [1, 4] × {0}
  EXPECT_EQ(report.first[1].place, Vec3(2, 1, 0));
}

TEST(Audit, CountsPairsOfObstaclesApart) {
  const Mesh mesh = pierced();
  AuditInput input = input_of(mesh);
  const std::vector<std::int32_t> triangle_body = {0, 1, 2}, segment_body = {2};
  input.triangle_body = triangle_body;
  input.segment_body = segment_body;
  const std::vector<std::uint8_t> first_two = {1, 1, 0}, one = {1, 0, 0};
  input.body_is_obstacle = first_two;
  const AuditReport two_obstacles = audit(input);
  EXPECT_EQ(two_obstacles.intersections, 1U);
  EXPECT_EQ(two_obstacles.obstacle_intersections, 1U);
  ASSERT_EQ(two_obstacles.first.size(), 1U);
  EXPECT_EQ(two_obstacles.first[0].b.kind, AuditElement::Kind::segment);
  input.body_is_obstacle = one;
  EXPECT_EQ(audit(input).intersections, 2U);
}

TEST(Audit, ElementsThatAreNowhereAreCounted) {
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    Mesh mesh = pierced();
    mesh.positions[5][1] = bad;  // triangle 1
    const AuditReport report = audit(input_of(mesh));
    EXPECT_EQ(report.undecidable, 1U);
    EXPECT_EQ(report.intersections, 1U);
    EXPECT_EQ(report.first[0].b.kind, AuditElement::Kind::segment);
  }
  Mesh mesh = pierced();
  for (Vec3& p : mesh.positions) p.setConstant(kNan);
  EXPECT_EQ(audit(input_of(mesh)).undecidable, 4U);
}

TEST(Audit, IsolatedVerticesPlayNoPart) {
  Mesh mesh = pierced();
  mesh.triangles.resize(1);
  mesh.segments.clear();
  mesh.positions.emplace_back(1, 1, 0);  // on triangle 0
  mesh.positions.emplace_back(kNan, 0, 0);
  EXPECT_TRUE(audit(input_of(mesh)).clean());
}

TEST(Audit, RepeatedVerticesAreNoError) {
  Mesh mesh = pierced();
  mesh.triangles = {{v(0), v(1), v(2)}, {v(3), v(3), v(4)}, {v(9), v(9), v(9)}};
  mesh.segments = {{v(1), v(1)}};
  const AuditReport report = audit(input_of(mesh));
  EXPECT_EQ(report.intersections, 1U);  // (3, 3, 4) is a segment through triangle 0
  EXPECT_EQ(report.undecidable, 0U);
}

TEST(Audit, ListsTheFirstPairsOfMany) {
  Mesh mesh;
  for (int i = 0; i < 300; ++i) {
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}) mesh.positions.push_back(p);
    mesh.triangles.push_back({v(3 * i), v(3 * i + 1), v(3 * i + 2)});
  }
  const AuditReport report = audit(input_of(mesh), {.max_listed = 5});
  EXPECT_EQ(report.intersections, 300U * 299U / 2U);
  ASSERT_EQ(report.first.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(report.first[static_cast<std::size_t>(i)].a.index, 0);
    EXPECT_EQ(report.first[static_cast<std::size_t>(i)].b.index, i + 1);
  }
  EXPECT_TRUE(audit(input_of(mesh), {.max_listed = 0}).first.empty());
}

TEST(Audit, PlacesAreFiniteAtAnyScale) {
  for (const double scale : {0x1p-1072, 1e-200, 1e200, 1e307}) {
    Mesh mesh = pierced();
    mesh.triangles.resize(2);
    for (Vec3& p : mesh.positions) p *= scale;
    const AuditReport report = audit(input_of(mesh));
    EXPECT_EQ(report.intersections, 2U) << scale;
    for (const auto& pair : report.first) EXPECT_TRUE(pair.place.allFinite());
  }
}

// Neighbours in flat cloth lie in one plane, exactly or nearly: none of them may need exact arithmetic.
TEST(Audit, FlatClothNeedsNoExactArithmetic) {
  const Eigen::Quaterniond turn = Eigen::Quaterniond(0.3, 0.5, -0.2, 0.7).normalized();
  for (const auto& shape : std::vector<std::function<Vec3(double, double)>>{
           [](double x, double y) { return Vec3(x, 0.25, y); },
           [](double x, double y) { return Vec3(x, y, x + 2 * y); },
           [&](double x, double y) { return Vec3(turn * Vec3(x, y, 0)); },
           [&](double x, double y) { return Vec3(turn * Vec3(5 * x + y, y, 0) + Vec3(1e3, 1e3, 1e3)); }}) {
    const Mesh mesh = sheet(40, shape);
    const AuditReport report = audit(input_of(mesh));
    EXPECT_TRUE(report.clean());
    EXPECT_GT(report.overlapping_pairs, 10'000U);
    EXPECT_EQ(report.exact_pairs, 0U);
  }
}

TEST(Audit, WrinkledClothHardlyNeedsExactArithmetic) {
  test::Random random(7);
  const Mesh mesh = sheet(100, [&](double x, double y) {
    return Vec3(Vec3(x, y, 0.03 * std::sin(25 * x) * std::cos(18 * y)) + random.in_box(0.003));
  });
  const AuditReport report = audit(input_of(mesh));
  EXPECT_TRUE(report.clean());
  EXPECT_LT(report.exact_pairs, report.overlapping_pairs / 1000);
}

void expect_same(const AuditReport& a, const AuditReport& b) {
  EXPECT_EQ(a.intersections, b.intersections);
  EXPECT_EQ(a.obstacle_intersections, b.obstacle_intersections);
  EXPECT_EQ(a.undecidable, b.undecidable);
  EXPECT_EQ(a.overlapping_pairs, b.overlapping_pairs);
  EXPECT_EQ(a.exact_pairs, b.exact_pairs);
  ASSERT_EQ(a.first.size(), b.first.size());
  for (std::size_t i = 0; i < a.first.size(); ++i) {
    EXPECT_EQ(a.first[i].a, b.first[i].a);
    EXPECT_EQ(a.first[i].b, b.first[i].b);
    EXPECT_EQ(a.first[i].place, b.first[i].place);
  }
}

/// A sheet so crumpled that it intersects itself in many places.
Mesh crumpled(std::uint64_t seed) {
  test::Random random(seed);
  return sheet(24, [&](double x, double y) { return Vec3(Vec3(x, y, 0) + random.in_box(0.06)); });
}

TEST(Audit, SameReportOnAnyNumberOfThreads) {
  const Mesh mesh = crumpled(1);
  AuditReport one;
  with_threads(1, [&] { one = audit(input_of(mesh)); });
  EXPECT_GT(one.intersections, 100U);
  for (const int threads : {2, 4}) with_threads(threads, [&] { expect_same(audit(input_of(mesh)), one); });
}

TEST(Audit, ManyFramesAtOnce) {
  constexpr std::size_t kFrames = 8;
  std::vector<Mesh> frames;
  std::vector<AuditReport> alone;
  for (std::size_t i = 0; i < kFrames; ++i) {
    frames.push_back(crumpled(i));
    alone.push_back(audit(input_of(frames.back())));
  }
  std::vector<AuditReport> together(kFrames), by_threads(kFrames);
  parallel_for(kFrames, 1, [&](std::size_t i) { together[i] = audit(input_of(frames[i])); });
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kFrames; ++i)
      threads.emplace_back([&, i] { by_threads[i] = audit(input_of(frames[i])); });
  }
  for (std::size_t i = 0; i < kFrames; ++i) {
    expect_same(together[i], alone[i]);
    expect_same(by_threads[i], alone[i]);
  }
}

}  // namespace
}  // namespace muslin::audit_test
