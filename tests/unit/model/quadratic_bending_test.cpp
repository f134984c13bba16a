#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/model/quadratic_bending.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>
#include <tests/support/sheets.hpp>

namespace muslin::quadratic_bending_test {
namespace {

using test::Random;
using Pattern = test::SheetOptions::Pattern;

Mesh irregular_sheet() {
  return test::make_sheet({.columns = 7, .rows = 5, .pattern = Pattern::delaunay, .jitter = 0.35, .seed = 5});
}

std::vector<Vec3> crumpled(const Mesh& mesh, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> x = mesh.positions;
  for (Vec3& p : x) p += random.in_box(0.05);
  return x;
}

std::vector<Vec3> product(const QuadraticBending& bending, const std::vector<Vec3>& x) {
  std::vector<Vec3> y(x.size(), Vec3::Zero());
  bending.add_product(1.0, x, y);
  return y;
}

/// Two right triangles with legs 1, folded about their common leg: one hinge, no moment at the four free sides.
TEST(QuadraticBending, HingeOfTwoTrianglesByHand) {
  Mesh mesh;
  mesh.positions = {{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(1), VertexId(0), VertexId(3)}};
  Fabric fabric;
  fabric.bending_warp = fabric.bending_weft = 2.0;
  const QuadraticBending bending(mesh, make_topology(mesh), fabric, {.sweeps = 0});
  // Each triangle has half the angle, φ = θ/2. Moments that vanish across its free leg (m₂₂ = 0) and across its
  // hypotenuse (m₁₁ = ∓2 m₁₂) have the compliance (m₁₁² + 2 m₁₂²)/B = 1.5 m₁₁²/B; so ½ |e|² φ² B/(1.5 A) is its energy.
  const double k = 2.0 * (0.25 * 2.0 / (1.5 * 0.5));
  const std::vector<double> w = {-2.0, 0.0, 1.0, 1.0};
  for (const auto& [i, j, value] : bending.entries())
    EXPECT_NEAR(value, k * w[i.index()] * w[j.index()], 1e-12) << i.value << " " << j.value;
}

TEST(QuadraticBending, EntriesAreSortedAndAgreeWithTheRows) {
  const Mesh mesh = irregular_sheet();
  const QuadraticBending bending(mesh, make_topology(mesh), {});
  std::size_t off_diagonal = 0, in_rows = 0;
  for (std::size_t e = 0; e < bending.entries().size(); ++e) {
    const auto& [i, j, value] = bending.entries()[e];
    EXPECT_LE(i, j);
    if (e > 0) {
      const auto& last = bending.entries()[e - 1];
      EXPECT_LT(std::pair(last.row, last.column), std::pair(i, j));
    }
    if (i == j) continue;
    ++off_diagonal;
    for (const auto& [row, column] : {std::pair(i, j), std::pair(j, i)}) {
      int found = 0;
      for (const auto& n : bending.row(row))
        if (n.column == column && n.value == value) ++found;
      EXPECT_EQ(found, 1);
    }
  }
  for (std::size_t v = 0; v < bending.vertex_count(); ++v) {
    const auto row = bending.row(VertexId(v));
    in_rows += row.size();
    for (std::size_t n = 1; n < row.size(); ++n) EXPECT_LT(row[n - 1].column, row[n].column);
  }
  EXPECT_EQ(in_rows, 2 * off_diagonal);
}

TEST(QuadraticBending, MatrixIsPositiveAndKnowsOnlyFlatStates) {
  const Mesh mesh = irregular_sheet();
  Fabric fabric;
  fabric.bending_warp = 1.0;
  fabric.bending_weft = 3.0;
  const QuadraticBending bending(mesh, make_topology(mesh), fabric);
  const auto n = static_cast<int>(bending.vertex_count());
  Eigen::MatrixXd q = Eigen::MatrixXd::Zero(n, n);
  for (const auto& [i, j, value] : bending.entries()) q(i.value, j.value) = q(j.value, i.value) = value;
  const Eigen::VectorXd values = test::eigenvalues(q);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(values[i], 0.0, 1e-12 * values[n - 1]);  // 1, x, y
  EXPECT_GT(values[3], 1e-6 * values[n - 1]);
}

TEST(QuadraticBending, FlatStatesHaveNoEnergyAndNoForce) {
  const Mesh mesh = irregular_sheet();
  Fabric fabric;
  fabric.bending_warp = fabric.bending_weft = 1.0;
  const QuadraticBending bending(mesh, make_topology(mesh), fabric);
  Mat3 affine;
  affine << 1.2, 0.3, -0.4, 0.1, 0.7, 0.9, 2.0, -0.5, 0.3;
  std::vector<Vec3> x;
  for (const Vec3& p : mesh.positions) x.push_back(affine * p + Vec3(3.0, -4.0, 5.0));
  EXPECT_NEAR(bending.energy(x), 0.0, 1e-9);
  for (const Vec3& f : product(bending, x)) EXPECT_LT(f.norm(), 1e-8);
  const std::vector<Vec3> shifted(x.size(), Vec3(1e6, 1.0 / 3.0, -7.0));
  for (const Vec3& f : product(bending, shifted)) EXPECT_EQ(f, Vec3(0.0, 0.0, 0.0));
}

TEST(QuadraticBending, EnergyDoesNotDependOnPlaceOrDirectionAndForceIsItsGradient) {
  const Mesh mesh = irregular_sheet();
  Fabric fabric;
  fabric.bending_warp = 1.0;
  fabric.bending_weft = 2.0;
  const QuadraticBending bending(mesh, make_topology(mesh), fabric);
  const std::vector<Vec3> x = crumpled(mesh, 1);
  const double energy = bending.energy(x);
  EXPECT_GT(energy, 0.0);
  const Mat3 turn = Eigen::AngleAxisd(1.0, Vec3(1.0, 2.0, 3.0).normalized()).toRotationMatrix();
  std::vector<Vec3> moved;
  for (const Vec3& p : x) moved.push_back(turn * p + Vec3(10.0, -20.0, 30.0));
  EXPECT_NEAR(bending.energy(moved), energy, 1e-10 * energy);

  const std::vector<Vec3> gradient = product(bending, x);
  Random random(2);
  std::vector<Vec3> direction, forward = x, backward = x;
  double expected = 0.0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    direction.push_back(random.in_box(1.0));
    forward[v] += 1e-3 * direction[v];
    backward[v] -= 1e-3 * direction[v];
    expected += gradient[v].dot(direction[v]);
  }
  EXPECT_NEAR((bending.energy(forward) - bending.energy(backward)) / 2e-3, expected, 1e-9 * energy);

  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double size = 0.0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    force += gradient[v];
    torque += x[v].cross(gradient[v]);
    size += gradient[v].norm();
  }
  EXPECT_LT(force.norm(), 1e-14 * size);
  EXPECT_LT(torque.norm(), 1e-14 * size);
}

TEST(QuadraticBending, SameBitsOnAnyNumberOfThreads) {
  const Mesh mesh = test::make_sheet({.columns = 40, .rows = 30, .pattern = Pattern::random_diagonals, .jitter = 0.2});
  const std::vector<Vec3> x = crumpled(mesh, 3);
  std::vector<double> energies;
  std::vector<std::vector<Vec3>> products;
  for (const int threads : {1, 2, 4})
    with_threads(threads, [&] {
      const QuadraticBending bending(mesh, make_topology(mesh), {});
      energies.push_back(bending.energy(x));
      products.push_back(product(bending, x));
    });
  EXPECT_EQ(energies[0], energies[1]);
  EXPECT_EQ(energies[0], energies[2]);
  EXPECT_TRUE(products[0] == products[1] && products[0] == products[2]);
}

TEST(QuadraticBending, AcceptsAnyMesh) {
  Mesh mesh;
  EXPECT_TRUE(QuadraticBending(mesh, make_topology(mesh), {}).entries().empty());
  mesh.positions.assign(5, Vec3::Zero());
  mesh.positions[1] = Vec3(1.0, 0.0, 0.0);
  mesh.positions[2] = Vec3(0.0, 1.0, 0.0);
  const auto t = [](int a, int b, int c) { return Triangle{VertexId(a), VertexId(b), VertexId(c)}; };
  mesh.triangles = {t(0, 1, 2), t(0, 1, 2), t(1, 1, 2), t(3, 4, 0), t(2, 1, 3)};
  const QuadraticBending odd(mesh, make_topology(mesh), {});
  for (const auto& entry : odd.entries()) EXPECT_TRUE(std::isfinite(entry.value));
  Fabric limp;
  limp.bending_warp = limp.bending_weft = 0.0;
  const Mesh sheet = irregular_sheet();
  const QuadraticBending bending(sheet, make_topology(sheet), limp);
  EXPECT_EQ(bending.energy(crumpled(sheet, 4)), 0.0);
  limp.bending_warp = 1.0;
  const QuadraticBending one_way(sheet, make_topology(sheet), limp);
  for (const auto& entry : one_way.entries()) EXPECT_TRUE(std::isfinite(entry.value));
}

}  // namespace
}  // namespace muslin::quadratic_bending_test
