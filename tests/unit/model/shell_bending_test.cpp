#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/model/shell_bending.hpp>
#include <numbers>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>
#include <tests/support/sheets.hpp>

namespace muslin::shell_bending_test {
namespace {

using test::Random;
using Pattern = test::SheetOptions::Pattern;
using Rest = ShellBendingOptions::Rest;

Fabric stiff() {
  Fabric fabric;
  fabric.bending_warp = 1.0;
  fabric.bending_weft = 2.0;
  fabric.bending_damping = 0.25;
  return fabric;
}

Mesh irregular_sheet() {
  return test::make_sheet({.columns = 5, .rows = 4, .pattern = Pattern::delaunay, .jitter = 0.3, .seed = 5});
}

std::vector<Vec3> crumpled(const Mesh& mesh, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> x = mesh.positions;
  for (Vec3& p : x) p += random.in_box(0.05);
  return x;
}

std::vector<Vec3> random_velocities(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> v;
  for (std::size_t i = 0; i < size; ++i) v.push_back(random.in_box(1.0));
  return v;
}

double energy_at(ShellBending& bending, const std::vector<Vec3>& x) {
  bending.prepare(x, std::vector<Vec3>(x.size(), Vec3::Zero()));
  double sum = 0.0;
  for (std::size_t e = 0; e < bending.size(); ++e) sum += bending.energy(e);
  return sum;
}

template <class Force>
std::vector<Vec3> gather(const ShellBending& bending, std::size_t vertices, Force force) {
  std::vector<Vec3> sum(vertices, Vec3::Zero());
  for (std::size_t e = 0; e < bending.size(); ++e)
    for (int a = 0; a < ShellBending::kCorners; ++a)
      if (const VertexId v = bending.vertices(e)[static_cast<std::size_t>(a)]; v.valid()) sum[v.index()] += force(e, a);
  return sum;
}

Eigen::MatrixXd assemble(const ShellBending& bending, std::size_t vertices, MatrixWeights weights) {
  const auto n = static_cast<Eigen::Index>(3 * vertices);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t e = 0; e < bending.size(); ++e)
    for (int a = 0; a < ShellBending::kCorners; ++a)
      for (int b = 0; b < ShellBending::kCorners; ++b) {
        const VertexId i = bending.vertices(e)[static_cast<std::size_t>(a)];
        const VertexId j = bending.vertices(e)[static_cast<std::size_t>(b)];
        if (i.valid() && j.valid()) matrix.block<3, 3>(3 * i.value, 3 * j.value) += bending.block(e, a, b, weights);
      }
  return matrix;
}

/// The sheet rolled up along x without stretch.
std::vector<Vec3> rolled(const Mesh& mesh, double curvature) {
  std::vector<Vec3> x;
  for (const Vec3& p : mesh.positions)
    x.emplace_back(std::sin(curvature * p.x()) / curvature, p.y(), (1.0 - std::cos(curvature * p.x())) / curvature);
  return x;
}

TEST(ShellBending, RestStatesHaveNoEnergyAndNoForce) {
  const Mesh sphere = make_sphere({.radius = 0.5, .subdivisions = 1}).value();
  for (const auto& [mesh, rest] : {std::pair(irregular_sheet(), Rest::flat), std::pair(sphere, Rest::as_modelled)}) {
    ShellBending bending(mesh, make_topology(mesh), stiff(), {.rest = rest});
    EXPECT_NEAR(energy_at(bending, mesh.positions), 0.0, 1e-20);
    for (const Vec3& f : gather(bending, mesh.positions.size(), [&](auto e, int a) { return bending.force(e, a); }))
      EXPECT_LT(f.norm(), 1e-9);
  }
}

TEST(ShellBending, ElasticForceIsTheGradientOfTheEnergy) {
  const Mesh sphere = make_sphere({.radius = 0.5, .subdivisions = 1}).value();
  Mesh tetrahedron;  // each element has one vertex at three of its corners
  tetrahedron.positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  for (const auto& [a, b, c] : {std::array{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})
    tetrahedron.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)});
  for (const Mesh& mesh : {irregular_sheet(), sphere, tetrahedron}) {
    ShellBending bending(mesh, make_topology(mesh), stiff(), {.rest = Rest::as_modelled});
    const std::vector<Vec3> x = crumpled(mesh, 1), direction = random_velocities(x.size(), 2);
    std::vector<Vec3> forward = x, backward = x;
    for (std::size_t v = 0; v < x.size(); ++v) {
      forward[v] += 1e-6 * direction[v];
      backward[v] -= 1e-6 * direction[v];
    }
    const double change = (energy_at(bending, forward) - energy_at(bending, backward)) / 2e-6;
    energy_at(bending, x);
    const auto force = gather(bending, x.size(), [&](auto e, int a) { return bending.implicit_force(e, a); });
    double expected = 0.0, size = 0.0;
    for (std::size_t v = 0; v < x.size(); ++v) {
      expected -= force[v].dot(direction[v]);
      size += force[v].norm();
    }
    EXPECT_NEAR(change, expected, 1e-7 * size);
  }
}

TEST(ShellBending, ForcesKeepBothMomenta) {
  const Mesh mesh = irregular_sheet();
  ShellBending bending(mesh, make_topology(mesh), stiff());
  const std::vector<Vec3> x = crumpled(mesh, 3);
  bending.prepare(x, random_velocities(x.size(), 4));
  const auto force = gather(bending, x.size(), [&](auto e, int a) { return bending.force(e, a); });
  Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
  double size = 0.0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    sum += force[v];
    torque += x[v].cross(force[v]);
    size += force[v].norm();
  }
  EXPECT_LT(sum.norm(), 1e-13 * size);
  EXPECT_LT(torque.norm(), 1e-13 * size);
}

TEST(ShellBending, MatrixIsSymmetricPositiveAndTheHessianAtRest) {
  const Mesh mesh = irregular_sheet();
  ShellBending bending(mesh, make_topology(mesh), stiff());
  const std::size_t count = mesh.positions.size();
  for (const auto& x : {crumpled(mesh, 5), mesh.positions}) {
    energy_at(bending, x);
    for (std::size_t e = 0; e < bending.size(); ++e)
      for (int a = 0; a < 6; ++a)
        for (int b = 0; b < 6; ++b)
          EXPECT_EQ(bending.block(e, a, b, {.stiffness = 1.0}),
                    Mat3(bending.block(e, b, a, {.stiffness = 1.0}).transpose()));
    const Eigen::VectorXd values = test::eigenvalues(assemble(bending, count, {.stiffness = 1.0}));
    EXPECT_GT(values[0], -1e-12 * values.tail(1)[0]);
  }
  // θ = θ̄ everywhere: what Gauss–Newton leaves out is zero.
  const Eigen::MatrixXd matrix = assemble(bending, count, {.stiffness = 1.0});
  for (std::size_t v = 0; v < count; v += 3) {
    for (int k = 0; k < 3; ++k) {
      std::vector<Vec3> up = mesh.positions, down = mesh.positions;
      up[v][k] += 1e-6;
      down[v][k] -= 1e-6;
      const auto force = [&](std::size_t e, int a) { return bending.implicit_force(e, a); };
      energy_at(bending, up);
      const auto f_up = gather(bending, count, force);
      energy_at(bending, down);
      const auto f_down = gather(bending, count, force);
      for (std::size_t u = 0; u < count; ++u) {
        const Vec3 expected = -(f_up[u] - f_down[u]) / 2e-6;
        const auto row = static_cast<Eigen::Index>(3 * u), column = static_cast<Eigen::Index>(3 * v) + k;
        EXPECT_LT((matrix.block<3, 1>(row, column) - expected).norm(), 1e-6 * matrix.norm());
      }
    }
  }
}

TEST(ShellBending, DampingIsItsMatrixTimesVelocityAndLeavesRigidMotionsAlone) {
  const Mesh mesh = irregular_sheet();
  ShellBending bending(mesh, make_topology(mesh), stiff());
  const std::vector<Vec3> x = crumpled(mesh, 6);
  const auto damping = [&](std::size_t e, int a) -> Vec3 { return bending.force(e, a) - bending.implicit_force(e, a); };
  const std::vector<Vec3> v = random_velocities(x.size(), 7);
  bending.prepare(x, v);
  const Eigen::MatrixXd d = assemble(bending, x.size(), {.velocity = 1.0});
  EXPECT_LT((d - 0.25 * assemble(bending, x.size(), {.stiffness = 1.0})).norm(), 1e-14 * d.norm());
  const auto force = gather(bending, x.size(), damping);
  double power = 0.0;
  Eigen::VectorXd velocity(static_cast<Eigen::Index>(3 * x.size())), expected(velocity.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    velocity.segment<3>(static_cast<Eigen::Index>(3 * i)) = v[i];
    expected.segment<3>(static_cast<Eigen::Index>(3 * i)) = -force[i];
    power += force[i].dot(v[i]);
  }
  EXPECT_LT((d * velocity - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LT(power, 0.0);

  std::vector<Vec3> rigid;
  for (const Vec3& p : x) rigid.push_back(Vec3(1.0, 2.0, 3.0) + Vec3(-3.0, 1.0, 2.0).cross(p));
  bending.prepare(x, rigid);
  for (const Vec3& f : gather(bending, x.size(), damping)) EXPECT_LT(f.norm(), 1e-10);
}

TEST(ShellBending, RolledSheetHasTheEnergyOfItsCurvature) {
  // Rolled to half a turn: ½ B κ² per area. Its ends and free sides are flat: a column of triangles less.
  for (const auto pattern : {Pattern::one_way, Pattern::alternating, Pattern::equilateral, Pattern::delaunay}) {
    const Mesh mesh = test::make_sheet(
        {.columns = 24, .rows = 12, .pattern = pattern, .jitter = pattern == Pattern::delaunay ? 0.3 : 0.0});
    ShellBending bending(mesh, make_topology(mesh), stiff());
    const double curvature = std::numbers::pi;
    energy_at(bending, rolled(mesh, curvature));
    double energy = 0.0, area = 0.0;
    for (std::size_t e = 0; e < bending.size(); ++e) {
      Vec3 centre = Vec3::Zero();
      for (std::size_t a = 0; a < 3; ++a) centre += mesh.positions[bending.vertices(e)[a].index()] / 3.0;
      if (centre.x() < 0.15 || centre.x() > 0.85 || centre.y() < 0.1 || centre.y() > 0.4) continue;
      energy += bending.energy(e);
      const Vec3 &p = mesh.positions[bending.vertices(e)[0].index()],
                 &q = mesh.positions[bending.vertices(e)[1].index()],
                 &r = mesh.positions[bending.vertices(e)[2].index()];
      area += 0.5 * (q - p).cross(r - p).norm();
    }
    EXPECT_NEAR(energy / (0.5 * curvature * curvature * area), 1.0, 0.05) << static_cast<int>(pattern);
  }
}

TEST(ShellBending, DoesNotCareWhichSideTrianglesCallTheirFront) {
  const Mesh mesh = irregular_sheet();
  Mesh turned = mesh;
  for (std::size_t t = 0; t < turned.triangles.size(); t += 3) {
    std::swap(turned.triangles[t][1], turned.triangles[t][2]);
    std::swap(turned.material_corners[t][1], turned.material_corners[t][2]);
  }
  const std::vector<Vec3> x = crumpled(mesh, 8);
  ShellBending bending(mesh, make_topology(mesh), stiff()), other(turned, make_topology(turned), stiff());
  const double energy = energy_at(bending, x);
  EXPECT_NEAR(energy_at(other, x), energy, 1e-9 * energy);
}

TEST(ShellBending, SeamsJoinPiecesOfDifferentDirection) {
  // Half of the triangles have their material turned by 90° and moved: isotropic cloth does not notice.
  const Mesh mesh = irregular_sheet();
  Mesh seamed = mesh;
  for (std::size_t t = 0; t < seamed.triangles.size(); t += 2) {
    for (std::int32_t& corner : seamed.material_corners[t]) {
      const Vec2 p = mesh.material[static_cast<std::size_t>(corner)];
      corner = static_cast<std::int32_t>(seamed.material.size());
      seamed.material.emplace_back(5.0 - p.y(), p.x() - 3.0);
    }
  }
  Fabric fabric = stiff();
  fabric.bending_weft = fabric.bending_warp;
  const std::vector<Vec3> x = crumpled(mesh, 9);
  ShellBending bending(mesh, make_topology(mesh), fabric), other(seamed, make_topology(seamed), fabric);
  const double energy = energy_at(bending, x);
  EXPECT_NEAR(energy_at(other, x), energy, 1e-9 * energy);
}

TEST(ShellBending, YieldsOnlyBeyondTheYieldCurvatureAndStaysBent) {
  const Mesh mesh = test::make_sheet({.columns = 20, .rows = 4, .pattern = Pattern::one_way});
  ShellBending bending(mesh, make_topology(mesh), stiff(), {.plasticity = {.yield_curvature = 2.0}});
  EXPECT_EQ(bending.flow(rolled(mesh, 1.9)), 0.0);
  for (const double angle : bending.state().rest_angles) EXPECT_EQ(angle, 0.0);

  const std::vector<Vec3> bent = rolled(mesh, 3.0);
  const double before = energy_at(bending, bent);
  double dissipated = 0.0;
  for (int i = 0; i < 50; ++i) {
    const double more = bending.flow(bent);
    EXPECT_GE(more, 0.0);
    dissipated += more;
  }
  const double after = energy_at(bending, bent);
  EXPECT_NEAR(before - after, dissipated, 1e-12 * before);
  EXPECT_NEAR(after / before, 4.0 / 9.0, 0.03);  // 2²/3²
  // Its new rest shape is bent by what was beyond: 3 - 2.
  EXPECT_LT(energy_at(bending, rolled(mesh, 1.0)), 0.03 * after);
  EXPECT_GT(energy_at(bending, mesh.positions), 0.2 * after);
}

TEST(ShellBending, KeepsASharpCrease) {
  // Folded over to 170°, then half opened: pulls back towards the fold.
  const Mesh mesh =
      test::make_sheet({.length = 1.0, .width = 0.25, .columns = 8, .rows = 2, .pattern = Pattern::one_way});
  ShellBending bending(mesh, make_topology(mesh), stiff(), {.plasticity = {.yield_curvature = 4.0, .hardening = 0.1}});
  const auto folded = [&](double angle) {
    std::vector<Vec3> x = mesh.positions;
    for (Vec3& p : x)
      if (p.x() > 0.5) p = Vec3(0.5 + (p.x() - 0.5) * std::cos(angle), p.y(), (p.x() - 0.5) * std::sin(angle));
    return x;
  };
  const double degree = std::numbers::pi / 180.0;
  for (int i = 0; i < 100; ++i) EXPECT_GE(bending.flow(folded(170.0 * degree)), 0.0);
  double lowest = 1e30;
  int rest = 0;
  for (int angle = 0; angle < 175; angle += 5) {
    const double energy = energy_at(bending, folded(angle * degree));
    if (energy < lowest) {
      lowest = energy;
      rest = angle;
    }
  }
  EXPECT_GT(rest, 90);
  EXPECT_LT(rest, 170);

  // The crease is its state.
  ShellBending copy(mesh, make_topology(mesh), stiff(), {.plasticity = {.yield_curvature = 4.0, .hardening = 0.1}});
  copy.set_state(bending.state());
  EXPECT_EQ(energy_at(copy, folded(1.0)), energy_at(bending, folded(1.0)));
  EXPECT_EQ(copy.flow(folded(-2.0)), bending.flow(folded(-2.0)));
  EXPECT_EQ(copy.state().rest_angles, bending.state().rest_angles);
}

TEST(ShellBending, DissipatesNothingNegativeWhateverHappens) {
  const Mesh mesh = irregular_sheet();
  ShellBending bending(mesh, make_topology(mesh), stiff(), {.plasticity = {.yield_curvature = 1.0, .hardening = 0.5}});
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const std::vector<Vec3> x = crumpled(mesh, seed);
    const double before = energy_at(bending, x), dissipated = bending.flow(x);
    EXPECT_GT(dissipated, 0.0);
    EXPECT_NEAR(before - energy_at(bending, x), dissipated, 1e-11 * before);
  }
}

TEST(ShellBending, CollapsedTrianglesGiveFiniteForces) {
  const Mesh mesh = irregular_sheet();
  ShellBending bending(mesh, make_topology(mesh), stiff());
  std::vector<Vec3> line = mesh.positions, point(mesh.positions.size(), Vec3(1.0, 1.0, 1.0));
  for (Vec3& p : line) p = Vec3(p.x(), 0.0, 0.0);
  for (const auto& x : {line, point}) {
    bending.prepare(x, random_velocities(x.size(), 1));
    for (std::size_t e = 0; e < bending.size(); ++e)
      for (int a = 0; a < 6; ++a) {
        EXPECT_TRUE(bending.force(e, a).allFinite());
        EXPECT_TRUE(bending.block(e, a, a, {1.0, 1.0}).allFinite());
      }
  }
}

TEST(ShellBending, SameBitsOnAnyNumberOfThreads) {
  const Mesh mesh = test::make_sheet({.columns = 30, .rows = 20, .pattern = Pattern::random_diagonals, .jitter = 0.2});
  const std::vector<Vec3> x = crumpled(mesh, 3);
  std::vector<double> energies;
  std::vector<std::vector<double>> angles;
  for (const int threads : {1, 2, 4})
    with_threads(threads, [&] {
      ShellBending bending(mesh, make_topology(mesh), stiff(), {.plasticity = {.yield_curvature = 5.0}});
      bending.flow(x);
      energies.push_back(energy_at(bending, x));
      angles.push_back(bending.state().rest_angles);
    });
  EXPECT_EQ(energies[0], energies[1]);
  EXPECT_EQ(energies[0], energies[2]);
  EXPECT_TRUE(angles[0] == angles[1] && angles[0] == angles[2]);
}

}  // namespace
}  // namespace muslin::shell_bending_test
