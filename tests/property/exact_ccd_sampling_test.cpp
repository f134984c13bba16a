#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <string>
#include <tests/support/ccd_queries.hpp>
#include <tests/support/exact_ccd.hpp>

// The oracle against plain floating point: the distance at many times, the smallest refined by thirds. Says nothing
// about close calls, but shares no idea with the oracle.
namespace muslin::test::exact_ccd_sampling_test {
namespace {

// Of the origin from the segment a-b, and from the triangle a-b-c.
double distance(const Vec3& a, const Vec3& b) {
  const Vec3 edge = b - a;
  const double length_squared = edge.squaredNorm();
  const double along = length_squared > 0.0 ? std::clamp(-a.dot(edge) / length_squared, 0.0, 1.0) : 0.0;
  return (a + along * edge).norm();
}

double distance(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double from_sides = std::min({distance(a, b), distance(b, c), distance(c, a)});
  const bool above = a.cross(b).dot(normal) >= 0 && b.cross(c).dot(normal) >= 0 && c.cross(a).dot(normal) >= 0;
  return above && normal.norm() > 0.0 ? std::min(from_sides, std::abs(a.dot(normal)) / normal.norm()) : from_sides;
}

double distance_at(const CcdQuery& query, double t) {
  std::array<Vec3, 4> x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = (1 - t) * query.start[i] + t * query.end[i];
  if (!query.edge_edge) return distance(x[0] - x[3], x[1] - x[3], x[2] - x[3]);
  const Vec3 p00 = x[0] - x[2], p01 = x[0] - x[3], p10 = x[1] - x[2], p11 = x[1] - x[3];
  return std::min(distance(p00, p01, p11), distance(p00, p11, p10));
}

struct Sampled {
  double smallest = std::numeric_limits<double>::infinity();
  double earliest_contact = std::numeric_limits<double>::infinity();
};

Sampled sample(const CcdQuery& query, double contact_distance) {
  constexpr int kSteps = 400;
  std::array<double, kSteps + 1> distances{};
  for (int i = 0; i <= kSteps; ++i) distances[static_cast<std::size_t>(i)] = distance_at(query, double(i) / kSteps);
  Sampled result;
  for (int i = 0; i <= kSteps; ++i) {
    const auto d = [&](int k) { return distances[static_cast<std::size_t>(std::clamp(k, 0, kSteps))]; };
    if (d(i) > d(i - 1) || d(i) > d(i + 1)) continue;
    double low = std::max(0, i - 1) / double(kSteps), high = std::min(kSteps, i + 1) / double(kSteps);
    for (int thirds = 0; thirds < 100; ++thirds) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      if (distance_at(query, a) < distance_at(query, b)) {
        high = b;
      } else {
        low = a;
      }
    }
    const double smallest = std::min(distance_at(query, low), d(i));
    result.smallest = std::min(result.smallest, smallest);
    if (smallest < contact_distance) result.earliest_contact = std::min(result.earliest_contact, low);
  }
  return result;
}

struct ClearFamily {
  Family family;
  double contact_distance;  ///< [m] far above the rounding here, far below what random misses leave
};

class ClearCases : public testing::TestWithParam<ClearFamily> {};

TEST_P(ClearCases, AgreeWithDenseSampling) {
  const auto [family, contact_distance] = GetParam();
  int index = 0, contacts = 0;
  for (const CcdQuery& query : make_queries(family, 1500, 11)) {
    SCOPED_TRACE(index++);
    const Sampled sampled = sample(query, contact_distance);
    const auto first = query.edge_edge ? edge_edge_first_time(query.start, query.end)
                                       : vertex_triangle_first_time(query.start, query.end);
    ASSERT_EQ(first.has_value(), sampled.smallest < contact_distance) << sampled.smallest;
    if (!first) continue;
    ++contacts;
    EXPECT_NEAR(first->first, sampled.earliest_contact, 1e-6);
  }
  EXPECT_GT(contacts, 50);
}

INSTANTIATE_TEST_SUITE_P(All, ClearCases,
                         testing::Values(ClearFamily{Family::cloth, 1e-12}, ClearFamily{Family::near, 1e-12},
                                         ClearFamily{Family::rotation, 1e-11}, ClearFamily{Family::large_offset, 1e-8}),
                         [](const auto& test) { return std::string(name(test.param.family)); });

}  // namespace
}  // namespace muslin::test::exact_ccd_sampling_test
