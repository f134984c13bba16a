#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <muslin/geometry/shapes.hpp>
#include <muslin/geometry/topology.hpp>
#include <numbers>
#include <tests/support/mesh_measures.hpp>

namespace muslin::shapes_test {
namespace {

using std::numbers::pi;
using test::area;
using test::boundary_edges;
using test::euler_characteristic;
using test::mesh_defect;
using test::signed_volume;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kHuge = 1'000'000'000;  // the largest count that an option may have

VertexId v(int i) { return VertexId(i); }

TEST(Shapes, GridOfOneSquareIsWrittenOutByHand) {
  const Mesh mesh = make_grid({.vertices = {2, 2}, .size = {4, 2}, .diagonals = Diagonals::forward}).value();
  const std::vector<Vec3> positions = {{-2, 0, 1}, {2, 0, 1}, {-2, 0, -1}, {2, 0, -1}};
  EXPECT_EQ(mesh.positions, positions);
  const std::vector<Triangle> forward = {{v(0), v(1), v(3)}, {v(0), v(3), v(2)}};
  EXPECT_EQ(mesh.triangles, forward);
  const std::vector<Vec2> material = {{0, 0}, {4, 0}, {0, 2}, {4, 2}};
  EXPECT_EQ(mesh.material, material);
  const std::vector<std::array<std::int32_t, 3>> corners = {{0, 1, 3}, {0, 3, 2}};
  EXPECT_EQ(mesh.material_corners, corners);

  const Mesh other = make_grid({.vertices = {2, 2}, .size = {4, 2}, .diagonals = Diagonals::backward}).value();
  const std::vector<Triangle> backward = {{v(0), v(1), v(2)}, {v(1), v(3), v(2)}};
  EXPECT_EQ(other.triangles, backward);
}

TEST(Shapes, AlternatingDiagonalsMeetInTheMiddle) {
  const Mesh mesh = make_grid({.vertices = {3, 3}, .diagonals = Diagonals::alternating}).value();
  EXPECT_EQ(make_topology(mesh).vertex_triangles[4].size(), 8U);
  const Mesh one_way = make_grid({.vertices = {3, 3}, .diagonals = Diagonals::forward}).value();
  EXPECT_EQ(make_topology(one_way).vertex_triangles[4].size(), 6U);
}

TEST(Shapes, GridCountsAndArea) {
  const Mesh mesh = make_grid({.vertices = {100, 50}, .size = {2, 1}}).value();
  EXPECT_EQ(mesh.positions.size(), 5000U);
  EXPECT_EQ(mesh.triangles.size(), 2U * 99U * 49U);
  EXPECT_NEAR(area(mesh), 2.0, 1e-12);
  EXPECT_EQ(boundary_edges(mesh), 2 * (99 + 49));
}

TEST(Shapes, RibbonIsAGridAlongX) {
  const Mesh mesh = make_ribbon({.length = 2.0, .width = 0.1, .along = 30, .across = 3}).value();
  EXPECT_EQ(mesh.positions.size(), 31U * 4U);
  EXPECT_EQ(mesh.triangles.size(), 180U);
  EXPECT_EQ(mesh.positions.front(), Vec3(-1.0, 0.0, 0.05));
  EXPECT_EQ(mesh.positions.back(), Vec3(1.0, 0.0, -0.05));
  EXPECT_NEAR(area(mesh), 0.2, 1e-14);
}

TEST(Shapes, DiscCountsAndArea) {
  const Mesh mesh = make_disc({.radius = 2.0, .rings = 10}).value();
  EXPECT_EQ(mesh.positions.size(), 331U);
  EXPECT_EQ(mesh.triangles.size(), 600U);
  EXPECT_NEAR(area(mesh), 0.5 * 60 * 4.0 * std::sin(2 * pi / 60), 1e-12);  // the polygon of the outer ring
  EXPECT_EQ(boundary_edges(mesh), 60);
}

TEST(Shapes, SphereApproachesTheFormulas) {
  const Mesh mesh = make_sphere({.radius = 2.0, .subdivisions = 3}).value();
  EXPECT_EQ(mesh.positions.size(), 642U);
  EXPECT_EQ(mesh.triangles.size(), 1280U);
  for (const Vec3& x : mesh.positions) EXPECT_NEAR(x.norm(), 2.0, 1e-15);
  const double volume = 4.0 / 3.0 * pi * 8.0, surface = 4.0 * pi * 4.0;
  EXPECT_LT(signed_volume(mesh), volume);
  EXPECT_NEAR(signed_volume(mesh), volume, 0.02 * volume);
  EXPECT_NEAR(area(mesh), surface, 0.01 * surface);

  const Mesh icosahedron = make_sphere({.radius = 1.0, .subdivisions = 0}).value();
  EXPECT_EQ(icosahedron.positions.size(), 12U);
  const double side = 1.0 / std::sin(0.4 * pi);
  EXPECT_NEAR(signed_volume(icosahedron), 5.0 / 12.0 * (3.0 + std::sqrt(5.0)) * std::pow(side, 3), 1e-14);
}

TEST(Shapes, BoxHasItsVolumeAndArea) {
  const Mesh mesh = make_box({.size = {1, 2, 3}, .divisions = {2, 3, 4}}).value();
  EXPECT_EQ(mesh.positions.size(), 2U * (6 + 12 + 8) + 2U);
  EXPECT_EQ(mesh.triangles.size(), 4U * (6 + 12 + 8));
  EXPECT_NEAR(signed_volume(mesh), 6.0, 1e-14);
  EXPECT_NEAR(area(mesh), 22.0, 1e-13);
  const Mesh cube = make_box().value();
  EXPECT_EQ(cube.positions.size(), 8U);
  EXPECT_EQ(cube.triangles.size(), 12U);
}

// A prism over a regular polygon of n sides: its base has the area n/2 r² sin(2π/n).
TEST(Shapes, CylinderIsAPrism) {
  const double base = 16.0 * 0.25 * std::sin(2 * pi / 32);
  const Mesh capped = make_cylinder({.radius = 0.5, .height = 3.0, .sides = 32, .divisions = 4}).value();
  EXPECT_EQ(capped.positions.size(), 32U * 5U + 2U);
  EXPECT_EQ(capped.triangles.size(), 2U * 32U * 4U + 2U * 32U);
  EXPECT_NEAR(signed_volume(capped), base * 3.0, 1e-13);

  const Mesh open = make_cylinder({.radius = 0.5, .height = 3.0, .sides = 32, .ends = CylinderEnds::open}).value();
  EXPECT_EQ(boundary_edges(open), 64);
  EXPECT_EQ(euler_characteristic(open), 0);
  EXPECT_NEAR(area(open), 32 * 2 * 0.5 * std::sin(pi / 32) * 3.0, 1e-12);
}

TEST(Shapes, RodLiesAlongItsAxis) {
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
    const Mesh mesh = make_rod({.radius = 0.1, .length = 2.0, .sides = 64, .end_rings = 16, .axis = axis}).value();
    Vec3 largest = Vec3::Zero();
    for (const Vec3& x : mesh.positions) largest = largest.cwiseMax(x);
    Vec3 expected(0.1, 0.1, 0.1);
    expected[static_cast<int>(axis)] = 1.1;
    EXPECT_NEAR((largest - expected).norm(), 0.0, 1e-15);
    const double volume = pi * 0.01 * 2.0 + 4.0 / 3.0 * pi * 0.001;
    EXPECT_NEAR(signed_volume(mesh), volume, 0.005 * volume);
  }
  const Mesh flat = make_rod({.radius = 0.1, .length = 2.0, .sides = 64, .ends = RodEnds::flat}).value();
  EXPECT_NEAR(signed_volume(flat), 32 * 0.01 * std::sin(2 * pi / 64) * 2.0, 1e-14);
}

TEST(Shapes, RodCounts) {
  const Mesh round = make_rod({.sides = 16, .divisions = 10, .end_rings = 4}).value();
  EXPECT_EQ(round.positions.size(), 16U * (11 + 2 * 3) + 2U);
  EXPECT_EQ(round.triangles.size(), 2U * 16 * 10 + 2U * (2 * 16 * 4 - 16));
  const Mesh flat = make_rod({.sides = 16, .divisions = 10, .ends = RodEnds::flat}).value();
  EXPECT_EQ(flat.triangles.size(), 2U * 16 * 10 + 2U * 16);
}

TEST(Shapes, OpenSurfacesOfRevolutionFaceAwayFromTheAxis) {
  for (const Mesh& mesh : {make_funnel().value(), make_cylinder({.ends = CylinderEnds::open}).value()})
    for (const auto& [a, b, c] : mesh.triangles) {
      const Vec3 &x = mesh.positions[a.index()], &y = mesh.positions[b.index()], &z = mesh.positions[c.index()];
      const Vec3 centre = (x + y + z) / 3.0, normal = (y - x).cross(z - x);
      EXPECT_GT(normal.x() * centre.x() + normal.z() * centre.z(), 0.0);
    }
}

TEST(Shapes, AreWellFormedAtBothEndsOfTheRangeOfLengths) {
  for (const double size : {kMinShapeLength, kMaxShapeLength}) {
    SCOPED_TRACE(size);
    EXPECT_EQ(mesh_defect(make_grid({.size = {size, size}}).value()), "");
    EXPECT_EQ(mesh_defect(make_disc({.radius = size}).value()), "");
    EXPECT_EQ(mesh_defect(make_sphere({.radius = size}).value()), "");
    EXPECT_EQ(mesh_defect(make_box({.size = {size, size, size}, .divisions = {3, 3, 3}}).value()), "");
    EXPECT_EQ(mesh_defect(make_rod({.radius = size, .length = size}).value()), "");
    EXPECT_EQ(mesh_defect(make_trough({.length = size, .width = size, .height = size}).value()), "");
    EXPECT_EQ(mesh_defect(make_cable({.from = {0, 0, 0}, .to = {size, 0, 0}}).value()), "");
  }
}

TEST(Shapes, FunnelOpensUpwards) {
  const FunnelOptions options{.mouth_radius = 0.6, .neck_radius = 0.1, .cone_height = 0.5, .neck_height = 0.3};
  const Mesh mesh = make_funnel(options).value();
  EXPECT_EQ(mesh.triangles.size(), 2U * 48U * 18U);
  EXPECT_EQ(boundary_edges(mesh), 96);
  for (const Vec3& x : mesh.positions) {
    const double radius = std::hypot(x.x(), x.z());
    EXPECT_NEAR(radius, x.y() <= -0.1 ? 0.1 : 0.1 + (x.y() + 0.1), 1e-14);  // the cone has a slope of 45 degrees
    EXPECT_LE(std::abs(x.y()), 0.4);
  }
  const double surface = 2 * pi * 0.1 * 0.3 + pi * (0.1 + 0.6) * std::hypot(0.5, 0.5);
  EXPECT_NEAR(area(mesh), surface, 0.01 * surface);
}

TEST(Shapes, TroughIsOpenAboveAndLowestInTheMiddle) {
  for (const TroughSection section : {TroughSection::u, TroughSection::v}) {
    const Mesh mesh = make_trough({.length = 2, .width = 0.4, .height = 0.3, .section = section}).value();
    double lowest = 1.0, highest = -1.0;
    for (const Vec3& x : mesh.positions) {
      lowest = std::min(lowest, x.y());
      highest = std::max(highest, x.y());
      if (x.y() > 0.15 - 1e-9) {
        EXPECT_NEAR(std::abs(x.z()), 0.2, 1e-12);
      }
      if (x.y() < -0.15 + 1e-9) {
        EXPECT_NEAR(x.z(), 0.0, 1e-12);
      }
    }
    EXPECT_NEAR(lowest, -0.15, 1e-12);
    EXPECT_NEAR(highest, 0.15, 1e-12);
  }
  EXPECT_EQ(make_trough({.along = 5, .across = 4}).value().triangles.size(), 40U);
  const Mesh straight = make_trough({.length = 2, .width = 0.4, .height = 0.3, .section = TroughSection::v}).value();
  EXPECT_NEAR(area(straight), 2 * 2 * std::hypot(0.2, 0.3), 1e-12);
}

TEST(Shapes, CableIsAPolyline) {
  const Mesh mesh = make_cable({.from = {0, 0, 0}, .to = {0, 4, 0}, .segments = 4}).value();
  const std::vector<Vec3> positions = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 4, 0}};
  EXPECT_EQ(mesh.positions, positions);
  const std::vector<Segment> segments = {{v(0), v(1)}, {v(1), v(2)}, {v(2), v(3)}, {v(3), v(4)}};
  EXPECT_EQ(mesh.segments, segments);
  EXPECT_TRUE(mesh.triangles.empty());
}

TEST(Shapes, PlaneIsAnObstacleWithoutMaterial) {
  const Mesh mesh = make_plane({.size = {4, 6}, .divisions = {2, 3}}).value();
  EXPECT_EQ(mesh.positions.size(), 12U);
  EXPECT_EQ(mesh.triangles.size(), 12U);
  EXPECT_NEAR(area(mesh), 24.0, 1e-13);
  EXPECT_TRUE(mesh.material.empty());
  EXPECT_TRUE(mesh.material_corners.empty());
}

void expect_refused(const Result<Mesh>& result, const std::string& where) {
  ASSERT_FALSE(result.has_value()) << where;
  EXPECT_EQ(result.error().kind, Error::Kind::invalid_scene);
  EXPECT_EQ(result.error().where, where);
  EXPECT_FALSE(result.error().what.empty());
}

TEST(Shapes, ErrorsNameTheOptionItsValueAndTheRemedy) {
  EXPECT_EQ(make_grid({.size = {1, 0}}).error().message(), "grid/size: 0 m; must be from 1e-06 to 1e+06 m");
  EXPECT_EQ(make_grid({.vertices = {1, 5}}).error().message(), "grid/vertices: 1; must be from 2 to 1e+09");
}

TEST(Shapes, RefuseLengthsThatAreNone) {
  for (const double bad : {0.0, -1.0, kNaN, kInfinity, 1e-300, 1e300}) {
    SCOPED_TRACE(bad);
    expect_refused(make_grid({.size = {bad, 1}}), "grid/size");
    expect_refused(make_grid({.size = {1, bad}}), "grid/size");
    expect_refused(make_ribbon({.length = bad}), "ribbon/length");
    expect_refused(make_ribbon({.width = bad}), "ribbon/width");
    expect_refused(make_plane({.size = {1, bad}}), "plane/size");
    expect_refused(make_disc({.radius = bad}), "disc/radius");
    expect_refused(make_sphere({.radius = bad}), "sphere/radius");
    expect_refused(make_box({.size = {1, bad, 1}}), "box/size");
    expect_refused(make_cylinder({.radius = bad}), "cylinder/radius");
    expect_refused(make_cylinder({.height = bad}), "cylinder/height");
    expect_refused(make_rod({.radius = bad}), "rod/radius");
    expect_refused(make_rod({.length = bad}), "rod/length");
    expect_refused(make_funnel({.mouth_radius = bad}), "funnel/mouth_radius");
    expect_refused(make_funnel({.neck_height = bad}), "funnel/neck_height");
    expect_refused(make_trough({.length = bad}), "trough/length");
    expect_refused(make_trough({.width = bad}), "trough/width");
    expect_refused(make_trough({.height = bad}), "trough/height");
  }
  expect_refused(make_funnel({.mouth_radius = 0.1, .neck_radius = 0.1}), "funnel/neck_radius");
  expect_refused(make_funnel({.cone_height = 1e6, .neck_height = 1e-6, .sides = 3, .neck_divisions = 1'000'000}),
                 "funnel/neck_divisions");
  expect_refused(make_cable({.from = {0, kNaN, 0}}), "cable/from");
  expect_refused(make_cable({.to = {0, kInfinity, 0}}), "cable/to");
  expect_refused(make_cable({.from = {1, 2, 3}, .to = {1, 2, 3}}), "cable/length");
  expect_refused(make_cable({.from = {1e6, 0, 0}, .to = {1e6, 1e-5, 0}, .segments = 1'000'000}), "cable/segments");
}

TEST(Shapes, RefuseCountsThatAreTooSmall) {
  for (const int bad : {0, -1, std::numeric_limits<int>::min()}) {
    SCOPED_TRACE(bad);
    expect_refused(make_grid({.vertices = {bad, 5}}), "grid/vertices");
    expect_refused(make_ribbon({.along = bad}), "ribbon/along");
    expect_refused(make_ribbon({.across = bad}), "ribbon/across");
    expect_refused(make_plane({.divisions = {3, bad}}), "plane/divisions");
    expect_refused(make_disc({.rings = bad}), "disc/rings");
    expect_refused(make_box({.divisions = {1, 1, bad}}), "box/divisions");
    expect_refused(make_cylinder({.sides = bad}), "cylinder/sides");
    expect_refused(make_cylinder({.divisions = bad}), "cylinder/divisions");
    expect_refused(make_rod({.end_rings = bad}), "rod/end_rings");
    expect_refused(make_funnel({.neck_divisions = bad}), "funnel/neck_divisions");
    expect_refused(make_trough({.along = bad}), "trough/along");
    expect_refused(make_cable({.segments = bad}), "cable/segments");
  }
  expect_refused(make_sphere({.subdivisions = -1}), "sphere/subdivisions");
  expect_refused(make_cylinder({.sides = 2}), "cylinder/sides");
  expect_refused(make_trough({.across = 3}), "trough/across");
}

TEST(Shapes, RefuseCountsThatOverflow) {
  expect_refused(make_grid({.vertices = {kHuge, kHuge}}), "grid");
  expect_refused(make_grid({.vertices = {65'536, 65'537}}), "grid");
  expect_refused(make_ribbon({.along = kHuge}), "ribbon");
  expect_refused(make_plane({.divisions = {kHuge, 1}}), "plane");
  expect_refused(make_disc({.rings = kHuge}), "disc");
  expect_refused(make_sphere({.subdivisions = 11}), "sphere");
  expect_refused(make_sphere({.subdivisions = kHuge}), "sphere");
  expect_refused(make_box({.divisions = {kHuge, kHuge, 1}}), "box");
  expect_refused(make_cylinder({.sides = kHuge, .divisions = kHuge}), "cylinder");
  expect_refused(make_rod({.end_rings = kHuge}), "rod");
  expect_refused(make_funnel({.cone_divisions = kHuge, .neck_divisions = kHuge}), "funnel");
  expect_refused(make_trough({.along = kHuge}), "trough");
  expect_refused(make_cable({.segments = kHuge}), "cable");
  expect_refused(make_cable({.segments = std::numeric_limits<int>::max()}), "cable/segments");
}

}  // namespace
}  // namespace muslin::shapes_test
