#include <gtest/gtest.h>

#include <limits>
#include <muslin/contact/surfaces.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/detect/proximity.hpp>
#include <tests/support/uniform_thickness.hpp>

namespace muslin::detector_test {
namespace {

VertexId v(int i) { return VertexId(i); }

/// A triangle in the plane z = 0 and a cable that stands on it, 2 above.
Mesh cable_above_triangle() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 2}, {1, 1, 9}};
  mesh.triangles = {{v(0), v(1), v(2)}};
  mesh.segments = {{v(3), v(4)}};
  return mesh;
}

/// A detector and what it refers to.
class DetectorTest : public testing::Test {
 protected:
  void begin(const Mesh& mesh, const std::vector<Vec3>& likely_end, double thickness = 0) {
    start_ = mesh.positions;
    const test::UniformThickness uniform{.distance = thickness};
    surfaces_ = uniform.surfaces(start_.size());
    detector_ = Detector(make_collision_mesh(mesh));
    detector_.begin(start_, likely_end, uniform.rule(surfaces_));
  }

  std::vector<Vec3> start_;
  Surfaces surfaces_{{}, {}};
  Detector detector_{CollisionMesh{}};
};

TEST_F(DetectorTest, FindsWhatIsThinnerThanTheThickness) {
  const Mesh mesh = cable_above_triangle();
  begin(mesh, mesh.positions, 2.1);
  const auto& near = detector_.find_proximities();
  ASSERT_EQ(near.size(), 1U);  // edges of the triangle are √5 away from the cable
  EXPECT_EQ(near[0].contact.vertex, (std::array{v(0), v(1), v(2), v(3)}));
  EXPECT_EQ(near[0].distance, 2);
  begin(mesh, mesh.positions, 1.9);
  EXPECT_TRUE(detector_.find_proximities().empty());
}

TEST_F(DetectorTest, ProximitiesAreThoseOfTheStartAndThoseOnTheWay) {
  const Mesh mesh = cable_above_triangle();
  auto end = mesh.positions;
  end[3].z() = 0.5;
  begin(mesh, end, 1.9);
  ASSERT_FALSE(detector_.find_proximities().empty());
  EXPECT_EQ(detector_.find_proximities()[0].contact.kind, StencilKind::vertex_triangle);
  EXPECT_EQ(detector_.find_proximities()[0].distance, 2);
  EXPECT_EQ(detector_.find_proximities()[0].thickness, 1.9);
  end[3].z() = 1.95;
  begin(mesh, end, 1.9);
  EXPECT_TRUE(detector_.find_proximities().empty());
}

TEST_F(DetectorTest, FollowsTheEnds) {
  const Mesh mesh = cable_above_triangle();
  auto end = mesh.positions;
  begin(mesh, end);
  EXPECT_TRUE(detector_.find_collisions(end).empty());
  end[3].z() = -2;
  ASSERT_EQ(detector_.find_collisions(end).size(), 1U);
  EXPECT_NEAR(detector_.find_collisions(end)[0].time, 0.5, 1e-5);
  EXPECT_EQ(detector_.find_all_collisions(end).size(), 1U);
  end[3].z() = 1;
  EXPECT_TRUE(detector_.find_collisions(end).empty());
  // The other side gives way: the triangle goes up through the vertex, and then less far.
  for (std::size_t i = 0; i < 3; ++i) end[i].z() = 3;
  EXPECT_EQ(detector_.find_collisions(end).size(), 1U);
  for (std::size_t i = 0; i < 3; ++i) end[i].z() = 0.9;
  EXPECT_TRUE(detector_.find_collisions(end).empty());
}

// The second step must not know anything of the first.
TEST_F(DetectorTest, BeginsAnew) {
  const Mesh mesh = cable_above_triangle();
  auto end = mesh.positions;
  end[3].z() = -2;
  begin(mesh, end);
  ASSERT_EQ(detector_.find_collisions(end).size(), 1U);
  std::vector<Vec3> higher = start_;
  higher[3].z() = 8;
  auto end_of_higher = higher;
  end_of_higher[3].z() = 1;
  detector_.begin(higher, end_of_higher, test::UniformThickness{}.rule(surfaces_));
  EXPECT_TRUE(detector_.find_collisions(end_of_higher).empty());
  EXPECT_EQ(detector_.counts().passes, 1);
}

TEST_F(DetectorTest, PairsThatDoNotMoveAreNotTested) {
  Mesh mesh = cable_above_triangle();
  mesh.positions[3].z() = 0;  // in touch
  begin(mesh, mesh.positions);
  EXPECT_TRUE(detector_.find_all_collisions(mesh.positions).empty());
  EXPECT_EQ(detector_.counts().tested, 0U);
  auto end = mesh.positions;
  end[2].y() = std::nextafter(4.0, 5.0);  // one vertex by one bit is enough
  ASSERT_FALSE(detector_.find_collisions(end).empty());
  EXPECT_EQ(detector_.find_collisions(end)[0].time, 0);
}

// A vertex that stops short of the triangle, but nearer than a file can hold: coordinates of up to 4 m, s = 4√3 2^-21
// m.
TEST_F(DetectorTest, KeepsTheSeparationOfFiles) {
  const double s = 6.9282032302755097 * 0x1p-21;
  const Mesh mesh = cable_above_triangle();
  begin(mesh, mesh.positions);
  auto end = mesh.positions;
  end[3].z() = s / 2;
  EXPECT_EQ(detector_.find_collisions(end).size(), 1U);
  end[3].z() = 2 * s;
  EXPECT_TRUE(detector_.find_collisions(end).empty());
}

// What moves as one cannot collide, and is no candidate, however far it goes.
TEST_F(DetectorTest, CommonMotionNeedsNoTest) {
  const Mesh mesh = cable_above_triangle();
  auto end = mesh.positions;
  for (Vec3& x : end) x += Vec3(3, -5, 4);
  begin(mesh, end);
  EXPECT_TRUE(detector_.find_collisions(end).empty());
  EXPECT_EQ(detector_.counts().tested, 0U);
  EXPECT_EQ(detector_.counts().broad_phase_pairs, 0U);
}

// The others, which stay, are not swept because one triangle of three bodies leaves.
TEST_F(DetectorTest, WhatFliesAwayDoesNotCarryTheFrame) {
  Mesh mesh = cable_above_triangle();
  for (const Vec3& x : {Vec3(100, 0, 0), Vec3(101, 0, 0), Vec3(100, 1, 0)}) mesh.positions.push_back(x);
  mesh.triangles.push_back({v(5), v(6), v(7)});
  auto end = mesh.positions;
  for (std::size_t i = 5; i < 8; ++i) end[i].z() += 100;
  begin(mesh, end);
  EXPECT_TRUE(detector_.find_collisions(end).empty());
  EXPECT_EQ(detector_.counts().broad_phase_pairs, 0U);
}

TEST_F(DetectorTest, FindsWhatMeetsInCommonMotion) {
  const Mesh mesh = cable_above_triangle();
  auto end = mesh.positions;
  for (Vec3& x : end) x += Vec3(300, -500, 400);
  end[3].z() -= 3;
  begin(mesh, end);
  ASSERT_EQ(detector_.find_collisions(end).size(), 1U);
  EXPECT_NEAR(detector_.find_collisions(end)[0].time, 2.0 / 3.0, 1e-3);
}

TEST_F(DetectorTest, WhatIsNotFiniteIsInContact) {
  const Mesh mesh = cable_above_triangle();
  begin(mesh, mesh.positions);
  auto end = mesh.positions;
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    end[3].x() = wrong;
    for (int call = 0; call < 2; ++call) {
      const auto& contacts = detector_.find_collisions(end);
      ASSERT_FALSE(contacts.empty());
      for (const Contact& contact : contacts) EXPECT_EQ(contact.time, 0);
    }
  }
  end[3] = mesh.positions[3];
  EXPECT_TRUE(detector_.find_collisions(end).empty());
}

// A vertex that is sent to the end of the world and back, where the separation is some 500 km.
TEST_F(DetectorTest, EndsMayBeAnywhere) {
  const Mesh mesh = cable_above_triangle();
  begin(mesh, mesh.positions);
  auto end = mesh.positions;
  end[3].z() = -1e12;
  EXPECT_EQ(detector_.find_collisions(end).size(), 4U);  // the sides too: 500 km are too near
  end[3].z() = 1e12;
  const auto& unresolved = detector_.find_collisions(end);  // floats do not resolve its edge from the sides any more
  EXPECT_EQ(unresolved.size(), 3U);
  for (const Contact& contact : unresolved) EXPECT_EQ(contact.time, 1);
  end[3].z() = 1e6;
  EXPECT_TRUE(detector_.find_collisions(end).empty());
  end[3].z() = 1;
  EXPECT_TRUE(detector_.find_collisions(end).empty());
  end[3].z() = -1;
  EXPECT_EQ(detector_.find_collisions(end).size(), 1U);
}

TEST_F(DetectorTest, EmptyWorld) {
  begin(Mesh{}, {});
  EXPECT_TRUE(detector_.find_proximities().empty());
  EXPECT_TRUE(detector_.find_collisions({}).empty());
  EXPECT_TRUE(detector_.find_all_collisions({}).empty());
}

}  // namespace
}  // namespace muslin::detector_test
