#include <gtest/gtest.h>

#include <limits>
#include <muslin/contact/surfaces.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/proximity.hpp>
#include <tests/support/sample_meshes.hpp>
#include <tests/support/uniform_thickness.hpp>

namespace muslin::proximity_test {
namespace {

VertexId v(int i) { return VertexId(i); }

void find_in(const BroadPhase& broad_phase, std::span<const Vec3> position, const test::UniformThickness& thickness,
             Proximities& result) {
  const Surfaces surfaces = thickness.surfaces(position.size());
  find_proximities(broad_phase, position, thickness.rule(surfaces), result);
}

Proximities find(const Mesh& mesh, const test::UniformThickness& rule, std::span<const std::uint8_t> scripted = {}) {
  BroadPhase broad_phase(make_collision_mesh(mesh, scripted));
  broad_phase.refit(mesh.positions, mesh.positions, rule.distance / 2);
  Proximities result;
  find_in(broad_phase, mesh.positions, rule, result);
  return result;
}

/// A triangle, and above it one end of a cable that leads away from it.
Mesh cable_above_triangle() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0.5}, {1, 1, 50}};
  mesh.triangles = {{v(0), v(1), v(2)}};
  mesh.segments = {{v(3), v(4)}};
  return mesh;
}

TEST(Proximity, VertexAndTriangle) {
  const Proximities found = find(cable_above_triangle(), {.distance = 0.75});
  ASSERT_EQ(found.pairs.size(), 1U);
  const Proximity& pair = found.pairs[0];
  EXPECT_EQ(pair.contact.kind, StencilKind::vertex_triangle);
  EXPECT_EQ(pair.contact.vertex, (std::array{v(0), v(1), v(2), v(3)}));
  EXPECT_EQ(pair.contact.weight, (std::array{-0.5, -0.25, -0.25, 1.0}));
  EXPECT_EQ(pair.contact.normal, Vec3(0, 0, 1));
  EXPECT_EQ(pair.contact.time, 0);
  EXPECT_EQ(pair.distance, 0.5);
  EXPECT_EQ(pair.thickness, 0.75);
}

// Nearer than the distance, not as near: at exactly the distance there is no overlap to repel.
TEST(Proximity, DistanceIsABoundNotReached) {
  EXPECT_EQ(find(cable_above_triangle(), {.distance = 0.5}).pairs.size(), 0U);
  EXPECT_EQ(find(cable_above_triangle(), {.distance = std::nextafter(0.5, 1.0)}).pairs.size(), 1U);
  EXPECT_EQ(find(cable_above_triangle(), {.distance = 0}).pairs.size(), 0U);
}

// Two cables that cross, one at the end of the other's length: the pair is reported as it is.
TEST(Proximity, EdgesAndTheirEnds) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {1, -1, 0.5}, {1, 3, 0.5}, {4.25, 0, 0}, {9, 0, 0}};
  mesh.segments = {{v(0), v(1)}, {v(2), v(3)}, {v(4), v(5)}};
  const Proximities found = find(mesh, {.distance = 0.6});
  ASSERT_EQ(found.pairs.size(), 2U);
  EXPECT_EQ(found.pairs[0].contact.vertex, (std::array{v(0), v(1), v(2), v(3)}));
  EXPECT_EQ(found.pairs[0].contact.weight, (std::array{-0.75, -0.25, 0.75, 0.25}));
  EXPECT_EQ(found.pairs[0].distance, 0.5);
  EXPECT_EQ(found.pairs[1].contact.vertex, (std::array{v(0), v(1), v(4), v(5)}));
  EXPECT_EQ(found.pairs[1].contact.weight, (std::array{-0.0, -1.0, 1.0, 0.0}));
  EXPECT_EQ(found.pairs[1].distance, 0.25);
}

// A cable folded back onto itself: its end against the edge before the last, and the other way round.
TEST(Proximity, NeighbouringCableEdges) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0.25, 0.125, 0}};
  mesh.segments = {{v(0), v(1)}, {v(1), v(2)}};
  const Proximities found = find(mesh, {.distance = 0.2});
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs[0].contact.kind, StencilKind::vertex_edge);
  EXPECT_EQ(found.pairs[0].contact.vertex, (std::array{v(0), v(1), v(0), v(2)}));
  EXPECT_EQ(found.pairs[0].contact.weight, (std::array{-0.75, -0.25, 0.0, 1.0}));
  EXPECT_EQ(found.pairs[0].contact.normal, Vec3(0, 1, 0));
  EXPECT_EQ(found.pairs[0].distance, 0.125);
}

// Above the side that two triangles share, both are reported, with the same points.
TEST(Proximity, ASharedSideIsReportedByBothTriangles) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0.25}, {1, 1, 9}};
  mesh.triangles = {{v(0), v(1), v(2)}, {v(0), v(2), v(3)}};
  mesh.segments = {{v(4), v(5)}};
  const Proximities found = find(mesh, {.distance = 0.3});
  ASSERT_EQ(found.pairs.size(), 3U);  // and the cable edge with the shared side
  EXPECT_EQ(found.pairs[0].contact.vertex, (std::array{v(0), v(1), v(2), v(4)}));
  EXPECT_EQ(found.pairs[0].contact.weight, (std::array{-0.5, -0.0, -0.5, 1.0}));
  EXPECT_EQ(found.pairs[1].contact.vertex, (std::array{v(0), v(2), v(3), v(4)}));
  EXPECT_EQ(found.pairs[1].contact.weight, (std::array{-0.5, -0.5, -0.0, 1.0}));
  EXPECT_EQ(found.pairs[2].contact.kind, StencilKind::edge_edge);
}

// Cable 0-1-2-3, straight at rest with edges of length 1: at rest edges 0-1 and 2-3 are 1 apart.
Mesh bent_cable(double distance) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, distance, 0}, {0, distance, 0}};
  mesh.segments = {{v(0), v(1)}, {v(1), v(2)}, {v(2), v(3)}};
  return mesh;
}

TEST(Proximity, WithinABodyNoThickerThanAtRest) {
  const std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  const auto edge_pairs = [&](double distance, const test::UniformThickness& rule) {
    std::vector<Proximity> pairs;
    for (const Proximity& pair : find(bent_cable(distance), rule).pairs)
      if (pair.contact.kind == StencilKind::edge_edge) pairs.push_back(pair);
    return pairs;
  };
  const test::UniformThickness capped{.distance = 3, .rest_position = rest};
  const auto near = edge_pairs(0.85, capped);
  ASSERT_EQ(near.size(), 1U);
  EXPECT_EQ(near[0].thickness, 0.9);  // 0.9 × 1
  EXPECT_EQ(near[0].distance, 0.85);
  EXPECT_EQ(edge_pairs(0.95, capped).size(), 0U);
  EXPECT_EQ(edge_pairs(0.95, {.distance = 3}).size(), 1U);  // without rest positions there is no cap
  EXPECT_EQ(edge_pairs(0.95, {.distance = 3, .rest_position = rest, .rest_share = 0.96}).size(), 1U);
  // A thickness below the cap stays.
  const auto thin = edge_pairs(0.25, {.distance = 0.5, .rest_position = rest});
  ASSERT_EQ(thin.size(), 1U);
  EXPECT_EQ(thin[0].thickness, 0.5);
}

TEST(Proximity, BetweenBodiesRestDoesNotMatter) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0.95, 0}, {1, 0.95, 0}};
  mesh.segments = {{v(0), v(1)}, {v(2), v(3)}};
  const std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::vector<std::int32_t> one_body = {7, 7, 7, 7}, two_bodies = {7, 7, 8, 8};
  EXPECT_EQ(find(mesh, {.distance = 2, .rest_position = rest, .vertex_body = one_body}).pairs.size(), 0U);
  const Proximities found = find(mesh, {.distance = 2, .rest_position = rest, .vertex_body = two_bodies});
  ASSERT_EQ(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs[0].thickness, 2);
}

// A flat sheet at rest repels nothing, however thick it is said to be.
TEST(Proximity, AClothAtRestDoesNotRepelItself) {
  const Mesh mesh = test::folded_cloth({.triangles = 200, .folds = 1});
  EXPECT_GT(find(mesh, {.distance = 0.03}).pairs.size(), 1000U);
  EXPECT_EQ(find(mesh, {.distance = 0.03, .rest_position = mesh.positions}).pairs.size(), 0U);
}

TEST(Proximity, ScriptedBodiesIgnoreEachOther) {
  const Mesh mesh = cable_above_triangle();
  const std::vector<std::uint8_t> cable = {0, 0, 0, 1, 1}, all = {1, 1, 1, 1, 1};
  EXPECT_EQ(find(mesh, {.distance = 0.75}, cable).pairs.size(), 1U);
  EXPECT_EQ(find(mesh, {.distance = 0.75}, all).pairs.size(), 0U);
}

TEST(Proximity, ElementsThatMeetHaveANormal) {
  Mesh mesh = cable_above_triangle();
  mesh.positions[3].z() = 0;
  const Proximities found = find(mesh, {.distance = 0.1});
  ASSERT_GE(found.pairs.size(), 1U);
  EXPECT_EQ(found.pairs[0].distance, 0);
  EXPECT_EQ(found.pairs[0].contact.normal.cwiseAbs(), Vec3(0, 0, 1));
}

TEST(Proximity, WhatIsNotFiniteIsNotNear) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Mesh mesh = cable_above_triangle();
    mesh.positions[3].x() = bad;
    EXPECT_EQ(find(mesh, {.distance = 0.75}).pairs.size(), 0U);
  }
}

TEST(Proximity, AnObjectUsedAgainForgets) {
  BroadPhase cloth(make_collision_mesh(test::folded_cloth({.triangles = 2000})));
  const Mesh sheet = test::folded_cloth({.triangles = 2000});
  cloth.refit(sheet.positions, sheet.positions, 0.0025);
  Proximities result;
  find_in(cloth, sheet.positions, {.distance = 0.005}, result);
  EXPECT_GT(result.pairs.size(), 1000U);
  EXPECT_GE(result.counts.broad_phase_pairs, result.pairs.size());

  const Mesh small = cable_above_triangle();
  BroadPhase broad_phase(make_collision_mesh(small));
  broad_phase.refit(small.positions, small.positions, 0.375);
  find_in(broad_phase, small.positions, {.distance = 0.75}, result);
  EXPECT_EQ(result.pairs.size(), 1U);
  EXPECT_LT(result.counts.broad_phase_pairs, 10U);

  BroadPhase nothing(make_collision_mesh(Mesh{}));
  nothing.refit({}, {}, 1);
  find_in(nothing, {}, {.distance = 1}, result);
  EXPECT_TRUE(result.pairs.empty());
  EXPECT_EQ(result.counts.broad_phase_pairs, 0U);
}

}  // namespace
}  // namespace muslin::proximity_test
