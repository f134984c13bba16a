#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <muslin/model/energy.hpp>
#include <muslin/model/mass_spring_cloth.hpp>
#include <muslin/model/membrane.hpp>

#include "tests/support/element_checks.hpp"

namespace muslin::mass_spring_cloth_test {
namespace {

using test::Random;

const Fabric kWoven = {.stretch_warp = 3000.0, .stretch_weft = 1500.0, .shear = 60.0};
/// The same in all directions, with the Poisson's ratio 1/3 of springs.
const Fabric kEven = {.stretch_warp = 800.0, .stretch_weft = 800.0, .poisson = 1.0 / 3.0, .shear = 300.0};

/// Force per width and strain of a grid pulled along x, its ends free to slide across, from its linear equilibrium.
double strip_modulus(const Mesh& mesh, const Fabric& fabric, int columns, int rows, const Vec2& size) {
  Springs springs(make_mass_spring_cloth(mesh, fabric)->edges);
  const std::size_t count = mesh.positions.size();
  springs.prepare(mesh.positions, std::vector<Vec3>(count, Vec3::Zero()));
  const Eigen::MatrixXd stiffness = test::matrix(springs, count, {.stiffness = 1.0});
  // Within the plane; the first and the last column are moved in x, and one vertex is held across.
  constexpr double kStrain = 1e-3;
  Eigen::VectorXd moved = Eigen::VectorXd::Zero(stiffness.rows());
  std::vector<Eigen::Index> free;
  for (int i = 0; i < columns * rows; ++i) {
    const int column = i % columns;
    if (column == columns - 1) moved[3 * i] = kStrain * size.x();
    if (column != 0 && column != columns - 1) free.push_back(3 * i);
    if (i != 0) free.push_back(3 * i + 2);
  }
  const Eigen::VectorXd pull = -stiffness * moved;
  const Eigen::MatrixXd inner = stiffness(free, free);
  const Eigen::VectorXd answer = test::solve_positive(inner, pull(free));
  for (std::size_t i = 0; i < free.size(); ++i) moved[free[i]] = answer[static_cast<Eigen::Index>(i)];
  const Eigen::VectorXd force = stiffness * moved;
  double total = 0.0;
  for (int row = 0; row < rows; ++row) total += force[3 * (row * columns + columns - 1)];
  return total / (size.y() * kStrain);
}

/// Twice the energy per area and squared strain of a mesh that is mapped by x → x + strain x in its plane.
double energy_modulus(const Mesh& mesh, const Fabric& fabric, const Mat3& strain, double area) {
  Springs springs(make_mass_spring_cloth(mesh, fabric)->edges);
  std::vector<Vec3> x = mesh.positions;
  for (Vec3& p : x) p += 1e-5 * strain * p;
  springs.prepare(x, x);
  return 2.0 * total_energy(springs) / (area * 1e-10);
}

Mat3 stretch_x() { return Vec3(1, 0, 0).asDiagonal(); }
/// An angle of 1.
Mat3 shear() {
  Mat3 strain = Mat3::Zero();
  strain(0, 2) = strain(2, 0) = 0.5;
  return strain;
}

TEST(MassSpringCloth, AlternatingGridHasTheModuliOfItsFabric) {
  const Vec2 square(0.4, 0.4), flat(0.8, 0.4);  // cells of 1:1 and 2:1
  for (const Vec2& size : {square, flat}) {
    SCOPED_TRACE(size.x());
    const Mesh mesh = *make_grid({.vertices = {9, 9}, .size = size});
    EXPECT_NEAR(strip_modulus(mesh, kWoven, 9, 9, size), 3000.0, 6.0);
    EXPECT_NEAR(energy_modulus(mesh, kWoven, shear(), size.x() * size.y()), 60.0, 0.1);
  }
  const Fabric turned = {.stretch_warp = 1500.0, .stretch_weft = 3000.0, .shear = 60.0};
  EXPECT_NEAR(strip_modulus(*make_grid({.vertices = {9, 9}, .size = square}), turned, 9, 9, square), 1500.0, 6.0);
}

TEST(MassSpringCloth, OneWayDiagonalsAreSofterByTheShearModulus) {
  const Vec2 size(0.4, 0.4);
  const Mesh mesh = *make_grid({.vertices = {9, 9}, .size = size, .diagonals = Diagonals::forward});
  const double modulus = strip_modulus(mesh, kWoven, 9, 9, size);
  EXPECT_LT(modulus, 3000.0);
  EXPECT_GT(modulus, 3000.0 - 1.2 * 60.0);
}

TEST(MassSpringCloth, EvenFabricOnFlatCellsIsNoMechanism) {
  // The diagonals that its shear asks for would leave the yarns along x nothing, and a strip could lengthen freely.
  const Vec2 size(0.8, 0.4);
  const Mesh one_way = *make_grid({.vertices = {9, 9}, .size = size, .diagonals = Diagonals::forward});
  EXPECT_NEAR(strip_modulus(one_way, kEven, 9, 9, size), 450.0, 5.0);  // half of c11 = 900
  const Mesh alternating = *make_grid({.vertices = {9, 9}, .size = size});
  EXPECT_NEAR(strip_modulus(alternating, kEven, 9, 9, size), 800.0, 100.0);
}

TEST(MassSpringCloth, EquilateralTrianglesGetVanGeldersStiffness) {
  const double height = std::sqrt(0.75);
  for (const double turn : {0.0, 0.3, 1.1}) {
    const Eigen::Rotation2Dd rotation(turn);
    const MaterialCorners corners = {rotation * Vec2(0, 0), rotation * Vec2(1, 0), rotation * Vec2(0.5, height)};
    for (const double p : side_moduli(corners, kEven)) EXPECT_NEAR(p, 800.0, 1.0);
  }
}

TEST(MassSpringCloth, DiscOfAnEvenFabricHasItsModulus) {
  // E/(1 - ν²) for a stretch without contraction; shear E/(2 (1 + ν)).
  const Mesh mesh = *make_disc({.radius = 0.5, .rings = 12});
  Membrane membrane = *make_membrane(mesh, kEven);
  double area = 0.0;
  for (std::size_t t = 0; t < membrane.size(); ++t) area += membrane.area(t);
  EXPECT_NEAR(energy_modulus(mesh, kEven, stretch_x(), area), 900.0, 45.0);
  EXPECT_NEAR(energy_modulus(mesh, kEven, shear(), area), 300.0, 15.0);
}

TEST(MassSpringCloth, NoSpringPushesWhateverTheTriangle) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const double flatness = std::pow(10.0, random.uniform(-5.0, 0.0));
    MaterialCorners corners;
    const Eigen::Rotation2Dd rotation(random.uniform(0.0, 6.0));
    for (Vec2& corner : corners) corner = rotation * Vec2(random.unit(), flatness * random.unit());
    if (!spans_area(corners)) continue;
    for (const double p : side_moduli(corners, kWoven)) {
      ASSERT_GE(p, 0.0);
      ASSERT_LE(p, 2.0 * 3000.0);
    }
  }
}

TEST(MassSpringCloth, RestsInItsMaterialShape) {
  const Mesh mesh = *make_grid({.vertices = {6, 5}, .size = Vec2(0.5, 0.4)});
  const MassSpringCloth cloth = *make_mass_spring_cloth(mesh, kWoven);
  EXPECT_EQ(cloth.edges.size(), 5U * 5U + 6U * 4U + 5U * 4U);
  EXPECT_EQ(cloth.bends.size(), cloth.edges.size() - 2U * (5U + 4U));  // every inner edge
  Springs springs(cloth.edges);
  BendSprings bends(cloth.bends);
  springs.prepare(mesh.positions, mesh.positions);
  bends.prepare(mesh.positions, mesh.positions);
  EXPECT_LE(total_energy(springs) + total_energy(bends), 1e-20);
}

/// Energy of the bending springs of a grid rolled up along x, relative to ½ B κ² per area.
double rolled_energy(int vertices, double curvature, const Fabric& fabric) {
  const Mesh mesh = *make_grid({.vertices = {vertices, vertices}});
  BendSprings bends(make_mass_spring_cloth(mesh, fabric)->bends);
  std::vector<Vec3> x = mesh.positions;
  for (Vec3& p : x) {
    const double angle = p.x() * curvature;
    p = Vec3(std::sin(angle) / curvature, (1.0 - std::cos(angle)) / curvature, p.z());
  }
  bends.prepare(x, x);
  return total_energy(bends) / (0.5 * fabric.bending_warp * curvature * curvature);
}

TEST(MassSpringCloth, RolledGridHasTheBendingEnergyOfItsFabric) {
  const Fabric fabric = {.bending_warp = 2e-5, .bending_weft = 2e-5};
  // A ninth too much, less what the rim lacks.
  EXPECT_NEAR(rolled_energy(41, 5.0, fabric), 10.0 / 9.0, 0.06);
  EXPECT_NEAR(rolled_energy(41, 10.0, fabric), 10.0 / 9.0, 0.06);
  // A fine mesh hardly resists curvatures below 16 √(B/k)/L², here 2 to 4 per metre.
  EXPECT_LT(rolled_energy(81, 1.0, fabric), 0.5);
}

TEST(MassSpringCloth, BendsAboutWarpAndWeftAsTheFabricDoes) {
  // Rolled along x, the springs along x hold most of the energy.
  const Fabric soft_across = {.bending_warp = 2e-5, .bending_weft = 1e-6};
  EXPECT_NEAR(rolled_energy(41, 10.0, soft_across), 8.0 / 9.0 * (1.0 + 0.25 * 10.5 / 20.0), 0.06);
}

TEST(MassSpringCloth, NamesATriangleWithoutArea) {
  Mesh mesh = *make_grid({.vertices = {3, 3}});
  mesh.triangles.push_back({VertexId(0), VertexId(1), VertexId(1)});
  mesh.material_corners.push_back({0, 1, 1});
  const Result<MassSpringCloth> result = make_mass_spring_cloth(mesh, kWoven);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().where, "triangle 8");
}

}  // namespace
}  // namespace muslin::mass_spring_cloth_test
