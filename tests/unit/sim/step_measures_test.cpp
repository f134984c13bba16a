#include <gtest/gtest.h>

#include <muslin/sim/step_measures.hpp>

namespace muslin::step_measures_test {
namespace {

/// Vertex 3 above triangle 0-1-2, at α = (1/2, 1/4, 1/4).
Proximity vertex_on_triangle(const Vec3& normal) {
  Proximity pair;
  pair.contact.vertex = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
  pair.contact.weight = {-0.5, -0.25, -0.25, 1.0};
  pair.contact.normal = normal;
  return pair;
}

TEST(SlidingSpeed, WithoutPairsIsZero) { EXPECT_EQ(mean_sliding_speed({}, {}), 0.0); }

TEST(SlidingSpeed, IsTheMeanOfTheSpeedsAcrossTheNormals) {
  const std::vector<Vec3> velocity = {Vec3(2, 0, 0), Vec3(0, 4, 0), Vec3(0, 0, 8), Vec3(4, -2, 6)};
  // Relative: (4, -2, 6) - (2, 0, 0)/2 - (0, 4, 0)/4 - (0, 0, 8)/4 = (3, -3, 4). Across y (3, 4): 5; across z: 3 √2.
  const std::vector<Proximity> pairs = {vertex_on_triangle(Vec3::UnitY()), vertex_on_triangle(Vec3::UnitZ())};
  EXPECT_DOUBLE_EQ(mean_sliding_speed(std::span(pairs).first(1), velocity), 5.0);
  EXPECT_DOUBLE_EQ(mean_sliding_speed(pairs, velocity), (5.0 + 3.0 * std::sqrt(2.0)) / 2.0);
}

TEST(SlidingSpeed, WhatMovesTogetherOrOnlyApproachesDoesNotSlide) {
  const std::vector<Vec3> together(4, Vec3(1e9, 2e9, 3e9));
  const std::vector<Proximity> pairs = {vertex_on_triangle(Vec3::UnitY())};
  EXPECT_EQ(mean_sliding_speed(pairs, together), 0.0);
  const std::vector<Vec3> approaching = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3(0, -3, 0)};
  EXPECT_EQ(mean_sliding_speed(pairs, approaching), 0.0);
}

}  // namespace
}  // namespace muslin::step_measures_test
