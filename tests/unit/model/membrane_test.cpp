#include <gtest/gtest.h>

#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/model/membrane.hpp>

#include "tests/support/element_checks.hpp"

namespace muslin::membrane_test {
namespace {

using test::ElementState;
using test::Random;

VertexId v(int i) { return VertexId(i); }

const Fabric kWoven = {
    .stretch_warp = 900.0, .stretch_weft = 400.0, .poisson = 0.3, .shear = 50.0, .stretch_damping = 0.02};

/// The right triangle (0, 0), (1, 0), (0, 1) of area ½, its gradients (-1, -1), (1, 0), (0, 1).
Membrane right_triangle(const Fabric& fabric) {
  Membrane membrane;
  membrane.add({v(0), v(1), v(2)}, {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, membrane.add_fabric(fabric));
  return membrane;
}

/// Positions of that triangle under x = F u, at rest.
ElementState deformed(const Vec3& along_warp, const Vec3& along_weft) {
  return {.x = {Vec3::Zero(), along_warp, along_weft}, .v = std::vector<Vec3>(3, Vec3::Zero())};
}

MaterialCorners random_corners(Random& random) {
  for (;;) {
    MaterialCorners corners;
    for (Vec2& corner : corners) corner = random.in_box(0.1).head<2>();
    if (std::abs(doubled_area(corners)) > 2e-3) return corners;
  }
}

TEST(Membrane, HandComputedStretchAlongWarp) {
  // No Poisson's ratio: c11 = 900. F = diag(1.2, 1): E11 = 0.22, S11 = 198, energy ½ · ½ · 0.22 · 198.
  Membrane membrane = right_triangle({.stretch_warp = 900.0, .poisson = 0.0});
  const ElementState state = deformed(Vec3(1.2, 0, 0), Vec3(0, 1, 0));
  membrane.prepare(state.x, state.v);
  EXPECT_NEAR(membrane.energy(0), 10.89, 1e-12);
  // -A F S g = -½ · 1.2 · 198 along x on the corner at (1, 0).
  EXPECT_NEAR((membrane.force(0, 1) - Vec3(-118.8, 0, 0)).norm(), 0.0, 1e-12);
  EXPECT_NEAR((membrane.force(0, 0) - Vec3(118.8, 0, 0)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(membrane.force(0, 2).norm(), 0.0, 1e-12);
  // Across the sheet only tension resists: A S11 = 99.
  EXPECT_NEAR(membrane.block(0, 1, 1, {.stiffness = 1.0})(2, 2), 99.0, 1e-12);
  EXPECT_NEAR(membrane.area(0), 0.5, 1e-15);
}

TEST(Membrane, HandComputedShear) {
  // F = (1 0.1; 0 1): E12 = 0.05, E22 = 0.005, S12 = 2 · 50 · 0.05 = 5, S22 = 400 · 0.005 = 2; energy ½ · ½ (0.01 +
  // 0.5).
  Membrane membrane = right_triangle({.stretch_warp = 900, .stretch_weft = 400, .poisson = 0, .shear = 50});
  const ElementState state = deformed(Vec3(1, 0, 0), Vec3(0.1, 1, 0));
  membrane.prepare(state.x, state.v);
  EXPECT_NEAR(membrane.energy(0), 0.25 * 0.51, 1e-12);
}

TEST(Membrane, FreeStripHasTheModuliOfItsFabric) {
  const MembraneModuli c = membrane_moduli(kWoven);
  EXPECT_NEAR(c.c11 - c.c12 * c.c12 / c.c22, kWoven.stretch_warp, 1e-9);
  EXPECT_NEAR(c.c22 - c.c12 * c.c12 / c.c11, kWoven.stretch_weft, 1e-9);
  EXPECT_NEAR(c.c12 / std::sqrt(c.c11 * c.c22), kWoven.poisson, 1e-12);
  EXPECT_EQ(c.c66, kWoven.shear);
}

TEST(Membrane, PrincipalStrainsAreThoseOfTheMapping) {
  Random random(4);
  Membrane membrane;
  const std::int32_t fabric = membrane.add_fabric(kWoven);
  const MaterialCorners corners = random_corners(random);
  membrane.add({v(0), v(1), v(2)}, corners, fabric);
  const Eigen::Rotation2Dd turn(0.7);
  const Mat3 rotation = test::random_rotation(random);
  std::vector<Vec3> x;
  for (const Vec2& u : corners) {
    const Vec2 stretched = Vec2(1.25, 0.5).asDiagonal() * (turn * u);
    x.push_back(rotation * Vec3(stretched.x(), stretched.y(), 3.0));
  }
  membrane.prepare(x, x);
  EXPECT_NEAR(membrane.strain(0).largest, 0.25, 1e-12);
  EXPECT_NEAR(membrane.strain(0).smallest, -0.5, 1e-12);
}

TEST(Membrane, ObeysTheLawsOfElasticElementsAtAnyState) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Membrane membrane;
    const std::int32_t fabric = membrane.add_fabric(kWoven);
    membrane.add({v(0), v(1), v(2)}, random_corners(random), fabric);
    membrane.add({v(2), v(1), v(3)}, random_corners(random), fabric);
    const ElementState state = test::random_state(random, 4, 0.1, 1.0);
    test::expect_elastic_laws(membrane, state, 1e-6);
    test::expect_exact_stiffness(membrane, state, 1e-6,
                                 [&](std::size_t e, int a, int b) { return membrane.exact_block(e, a, b); });
  }
}

TEST(Membrane, StiffnessIsExactWhereNothingIsCompressed) {
  Random random(9);
  Membrane membrane = right_triangle(kWoven);
  for (const double stretch : {1.0, 1.05, 1.5}) {
    const ElementState state = deformed(Vec3(stretch, 0.02, 0), Vec3(0.01, 1.1 * stretch, 0))
                                   .moved(test::random_rotation(random), Vec3::Ones());
    membrane.prepare(state.x, state.v);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        EXPECT_EQ(membrane.block(0, a, b, {.stiffness = 1.0}), membrane.exact_block(0, a, b));
      }
    }
  }
}

TEST(Membrane, CompressionWouldMakeTheExactStiffnessIndefinite) {
  Membrane membrane = right_triangle(kWoven);
  const ElementState state = deformed(Vec3(0.9, 0, 0), Vec3(0, 0.9, 0));
  membrane.prepare(state.x, state.v);
  const Eigen::MatrixXd exact =
      test::assembled(membrane, 3, [&](std::size_t e, int a, int b) { return membrane.exact_block(e, a, b); });
  EXPECT_LT(test::eigenvalues(exact)[0], -1.0);
  test::expect_positive_blocks(membrane, state);
}

TEST(Membrane, RigidMotionCostsNothing) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const MaterialCorners corners = random_corners(random);
    Membrane membrane;
    membrane.add({v(0), v(1), v(2)}, corners, membrane.add_fabric(kWoven));
    ElementState state;
    for (const Vec2& u : corners) state.x.emplace_back(u.x(), u.y(), 0.0);
    state.v = test::rigid_velocity(state.x, random.in_box(3.0), random.in_box(10.0));
    state = state.moved(test::random_rotation(random), random.in_box(1.0));
    membrane.prepare(state.x, state.v);
    EXPECT_LE(membrane.energy(0), 1e-20);
    EXPECT_LE(test::forces(membrane, 3).norm(), 1e-9);
  }
}

TEST(Membrane, MirroredMaterialSpaceHasTheSameEnergy) {
  const ElementState state = deformed(Vec3(1.2, 0.1, 0.3), Vec3(0.2, 0.9, -0.1));
  Membrane plain = right_triangle(kWoven), mirrored;
  mirrored.add({v(0), v(1), v(2)}, {Vec2(0, 0), Vec2(-1, 0), Vec2(0, 1)}, mirrored.add_fabric(kWoven));
  plain.prepare(state.x, state.v);
  mirrored.prepare(state.x, state.v);
  EXPECT_DOUBLE_EQ(plain.energy(0), mirrored.energy(0));
  EXPECT_NEAR((plain.force(0, 1) - mirrored.force(0, 1)).norm(), 0.0, 1e-12);
}

TEST(Membrane, StaysFiniteWhenCrushedToALineOrAPoint) {
  Membrane membrane = right_triangle(kWoven);
  test::expect_finite(membrane, deformed(Vec3::Zero(), Vec3::Zero()));
  test::expect_finite(membrane, deformed(Vec3(1, 0, 0), Vec3(1, 0, 0)));
  test::expect_finite(membrane, deformed(Vec3(1e-200, 0, 0), Vec3(0, 1e-160, 0)));
  membrane.prepare(std::vector<Vec3>(3, Vec3::Zero()), std::vector<Vec3>(3, Vec3::Zero()));
  EXPECT_EQ(membrane.strain(0).smallest, -1.0);
}

TEST(Membrane, NamesATriangleWithoutArea) {
  Mesh mesh = *make_grid({.vertices = {3, 3}});
  EXPECT_EQ(make_membrane(mesh, kWoven)->size(), 8U);
  const auto& corners = mesh.material_corners[5];
  mesh.material[static_cast<std::size_t>(corners[0])] = mesh.material[static_cast<std::size_t>(corners[1])];
  const Result<Membrane> result = make_membrane(mesh, kWoven);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, Error::Kind::invalid_scene);
  EXPECT_NE(result.error().where.find("triangle"), std::string::npos);
}

TEST(MaterialSpace, RefusesLinesAndWhatIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(spans_area({Vec2(0, 0), Vec2(1e-9, 0), Vec2(0, 1e-9)}));
  EXPECT_FALSE(spans_area({Vec2(0, 0), Vec2(1, 1), Vec2(3, 3)}));
  EXPECT_FALSE(spans_area({Vec2(0, 0), Vec2(0, 0), Vec2(0, 0)}));
  EXPECT_FALSE(spans_area({Vec2(0, nan), Vec2(1, 0), Vec2(0, 1)}));
  EXPECT_FALSE(spans_area({Vec2(0, 0), Vec2(infinity, 0), Vec2(0, 1)}));
}

TEST(MaterialSpace, LaysATriangleFlatWithoutCoordinates) {
  Mesh mesh;
  mesh.positions = {Vec3(1, 1, 1), Vec3(1, 3, 1), Vec3(1, 2, 4)};
  mesh.triangles = {{v(0), v(1), v(2)}};
  const MaterialCorners corners = material_corners(mesh, TriangleId(0));
  EXPECT_EQ(corners[1], Vec2(2, 0));
  EXPECT_EQ(corners[2], Vec2(1, 3));
}

TEST(Membrane, HasTheSameBitsOnAnyNumberOfThreads) {
  const Mesh mesh = *make_grid({.vertices = {60, 60}});
  Membrane membrane = *make_membrane(mesh, kWoven);
  Random random(1);
  ElementState state = {.x = mesh.positions, .v = mesh.positions};
  for (Vec3& p : state.x) p += random.in_box(1e-3);
  const auto run = [&](int threads) {
    Eigen::VectorXd result;
    with_threads(threads, [&] {
      membrane.prepare(state.x, state.v);
      result = test::forces(membrane, state.x.size());
    });
    return result;
  };
  EXPECT_EQ(run(1), run(2));
}

}  // namespace
}  // namespace muslin::membrane_test
