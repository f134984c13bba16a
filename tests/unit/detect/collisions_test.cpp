#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/separation.hpp>

namespace muslin::collisions_test {
namespace {

VertexId v(int i) { return VertexId(i); }

Collisions find(const Mesh& mesh, const std::vector<Vec3>& end, double separation) {
  BroadPhase broad_phase(make_collision_mesh(mesh));
  broad_phase.refit(mesh.positions, end, separation / 2);
  Collisions result;
  find_collisions(broad_phase, {.start = mesh.positions, .end = end, .separation = separation}, result);
  return result;
}

/// A triangle in the plane z = 0 and a cable that stands on it, 2 above.
Mesh cable_above_triangle() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 2}, {1, 1, 9}};
  mesh.triangles = {{v(0), v(1), v(2)}};
  mesh.segments = {{v(3), v(4)}};
  return mesh;
}

TEST(Collisions, VertexFallsThroughTriangle) {
  const Mesh mesh = cable_above_triangle();
  auto end = mesh.positions;
  end[3].z() = -2;
  const Collisions found = find(mesh, end, 0.5);
  ASSERT_EQ(found.contacts.size(), 1U);
  const Contact& contact = found.contacts[0];
  EXPECT_EQ(contact.vertex, (std::array{v(0), v(1), v(2), v(3)}));
  EXPECT_LE(contact.time, 0.375);  // from 2 to 0.5 on the way to -2
  EXPECT_NEAR(contact.time, 0.375, 1e-6);
  EXPECT_EQ(contact.normal, Vec3(0, 0, 1));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(contact.weight[i], (std::array{-0.5, -0.25, -0.25, 1.0})[i], 1e-12);
  EXPECT_NEAR(normal_gap(contact, mesh.positions), 2, 1e-12);
  EXPECT_EQ(find(mesh, mesh.positions, 0.5).contacts.size(), 0U);
}

TEST(Collisions, EdgesCrossAndCablesFoldBack) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {1, -1, 1}, {1, 3, 1}};
  mesh.segments = {{v(0), v(1)}, {v(2), v(3)}};
  auto end = mesh.positions;
  end[2].z() = end[3].z() = -1;
  const Collisions crossing = find(mesh, end, 1e-3);
  ASSERT_EQ(crossing.contacts.size(), 1U);
  EXPECT_EQ(crossing.contacts[0].kind, StencilKind::edge_edge);
  EXPECT_NEAR(crossing.contacts[0].time, 0.4995, 1e-5);
  EXPECT_NEAR(crossing.contacts[0].normal.z(), 1, 1e-12);

  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}};
  mesh.segments = {{v(0), v(1)}, {v(1), v(2)}};
  end = {{0, 0, 0}, {1, 0, 0}, {0.5, -1, 0}};
  const Collisions folding = find(mesh, end, 1e-3);
  ASSERT_EQ(folding.contacts.size(), 1U);
  EXPECT_EQ(folding.contacts[0].kind, StencilKind::vertex_edge);
  EXPECT_EQ(folding.contacts[0].vertex, (std::array{v(0), v(1), v(0), v(2)}));
  EXPECT_NEAR(folding.contacts[0].normal.y(), 1, 1e-9);
}

// In order of time, whatever the order of the vertices; at the same time in order of kind and vertices.
TEST(Collisions, AreInOrderOfTime) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {9, 0, 0}, {0, 9, 0}};
  mesh.triangles = {{v(0), v(1), v(2)}};
  for (const double height : {3.0, 1.0, 2.0, 1.0}) {
    const double place = 0.5 * static_cast<double>(mesh.positions.size());
    const auto first = static_cast<std::int32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), {Vec3(1, place, height), Vec3(1, place, 20)});
    mesh.segments.push_back({v(first), v(first + 1)});
  }
  auto end = mesh.positions;
  for (std::size_t i = 3; i < end.size(); ++i) end[i].z() -= 4;
  const Collisions found = find(mesh, end, 1e-6);
  std::vector<int> order;
  double last = 0;
  for (const Contact& contact : found.contacts) {
    EXPECT_GE(contact.time, last);
    last = contact.time;
    if (contact.kind == StencilKind::vertex_triangle) order.push_back(contact.vertex[3].value);
  }
  // 5 and 9 fall from the same height.
  ASSERT_EQ(order.size(), 4U);
  EXPECT_TRUE((order == std::vector{5, 9, 7, 3}) || (order == std::vector{9, 5, 7, 3}));
}

// What rests is not tested, however near. That stopping a zone ends its collisions rests on this.
TEST(Collisions, PairsThatDoNotMoveAreNotTested) {
  Mesh mesh = cable_above_triangle();
  mesh.positions[3].z() = 0;  // in touch
  EXPECT_EQ(find(mesh, mesh.positions, 0.5).contacts.size(), 0U);
  EXPECT_EQ(find(mesh, mesh.positions, 0.5).counts.tested, 0U);
  EXPECT_GT(find(mesh, mesh.positions, 0.5).counts.broad_phase_pairs, 0U);
  auto end = mesh.positions;
  end[4].x() += 1e-15;  // the far end of the cable: edge pairs move, vertex 3 still does not
  for (const Contact& contact : find(mesh, end, 0.5).contacts) EXPECT_EQ(contact.kind, StencilKind::edge_edge);
  end[2].y() = std::nextafter(4.0, 5.0);  // one vertex by one bit is enough
  const Collisions found = find(mesh, end, 0.5);
  ASSERT_FALSE(found.contacts.empty());
  EXPECT_EQ(found.contacts[0].kind, StencilKind::vertex_triangle);
  EXPECT_EQ(found.contacts[0].time, 0);
}

// The start in touch: no gap to point along. The plane's normal.
TEST(Collisions, StartInTouch) {
  Mesh mesh = cable_above_triangle();
  mesh.positions[3].z() = 0;
  auto end = mesh.positions;
  end[3].z() = -1;
  const Collisions found = find(mesh, end, 0);
  ASSERT_GE(found.contacts.size(), 1U);
  EXPECT_EQ(found.contacts[0].time, 0);
  EXPECT_EQ(found.contacts[0].normal.cwiseAbs(), Vec3(0, 0, 1));
}

// Far from the origin and in fast common motion a small gap keeps its direction: differences are interpolated. A vertex
// flies straight at a corner of the triangle; all positions given are exact.
TEST(Collisions, CommonMotionCostsNoDigits) {
  Mesh mesh = cable_above_triangle();
  mesh.positions[3] = Vec3(-2, -2, 1);
  mesh.positions[4] = Vec3(-2, -2, 9);
  auto end = mesh.positions;
  end[3] = Vec3(2, 2, -1);
  for (Vec3& x : mesh.positions) x = x / 1024 + Vec3(4096, 4096, 4096);
  for (Vec3& x : end) x = x / 1024 + Vec3(69632, 69632, 69632);
  const Collisions found = find(mesh, end, 1e-9);
  const auto with_triangle = [](const Contact& c) { return c.kind == StencilKind::vertex_triangle; };
  const auto contact = std::find_if(found.contacts.begin(), found.contacts.end(), with_triangle);
  ASSERT_NE(contact, found.contacts.end());
  EXPECT_NEAR(contact->time, 0.5, 1e-6);
  // Interpolated positions, rounded to 1e-11, would turn a gap of 1e-9 by 1e-2.
  EXPECT_LT((contact->normal - Vec3(-2, -2, 1) / 3).norm(), 1e-6);
}

TEST(Collisions, WhatIsNotFiniteIsInContact) {
  const Mesh mesh = cable_above_triangle();
  auto end = mesh.positions;
  end[3].x() = std::numeric_limits<double>::quiet_NaN();
  const Collisions found = find(mesh, end, 0);
  ASSERT_FALSE(found.contacts.empty());
  for (const Contact& contact : found.contacts) {
    EXPECT_EQ(contact.time, 0);
    EXPECT_TRUE(contact.normal.allFinite());
  }
}

// Without a separation given the rule of separation.hpp holds. Coordinates of up to 9 m: s = 4√3 · 2^-20 m.
TEST(Collisions, KeepTheSeparationOfFiles) {
  const double s = 6.9282032302755097 * 0x1p-20;
  const auto find_by_rule = [](double from, double to) {
    Mesh mesh = cable_above_triangle();
    mesh.positions[3].z() = from;
    auto end = mesh.positions;
    end[3].z() = to;
    BroadPhase broad_phase(make_collision_mesh(mesh));
    broad_phase.refit(mesh.positions, end, file_separation(mesh.positions, end) / 2);
    Collisions result;
    find_collisions(broad_phase, {.start = mesh.positions, .end = end}, result);
    for (const Contact& contact : result.contacts)
      EXPECT_EQ(file_separation(contact, mesh.positions, end),
                6.9282032302755097 * (contact.vertex[3] == VertexId(3) ? 0x1p-21 : 0x1p-20));
    return result.contacts;
  };
  EXPECT_TRUE(find_by_rule(2, s).empty());
  EXPECT_TRUE(find_by_rule(s / 10, 2).empty());
  const auto too_near_at_the_end = find_by_rule(0.6 * s, 0.4 * s);
  ASSERT_EQ(too_near_at_the_end.size(), 1U);
  EXPECT_EQ(too_near_at_the_end[0].time, 1);
  EXPECT_EQ(too_near_at_the_end[0].normal, Vec3(0, 0, 1));
  EXPECT_NEAR(find_by_rule(2, -2).at(0).time, 0.5, 1e-5);
}

TEST(Collisions, EmptyWorld) {
  const Collisions found = find(Mesh{}, {}, 0.1);
  EXPECT_TRUE(found.contacts.empty());
}

}  // namespace
}  // namespace muslin::collisions_test
