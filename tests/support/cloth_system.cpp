#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>
#include <tests/support/cloth_system.hpp>
#include <tests/support/random.hpp>

namespace muslin::test {
namespace {

using Mat32 = Eigen::Matrix<double, 3, 2>;

struct Sheet {
  int side = 0;
  std::vector<Vec2> material;
  std::vector<Vec3> positions;
  std::vector<std::array<std::size_t, 3>> triangles;
};

/// Rolled up along one direction with folds, which does not stretch it; waves of one per cent of strain along the
/// other.
Sheet make_sheet(const ClothSystemOptions& options) {
  Sheet sheet;
  const int n = sheet.side = options.vertices_per_side;
  const double edge = options.size / (n - 1), pi = std::numbers::pi;
  Random random(options.seed);
  std::vector<Vec3> profile(static_cast<std::size_t>(n), Vec3::Zero());
  std::vector<Vec3> normal(static_cast<std::size_t>(n));
  constexpr int kParts = 64;
  Vec3 at = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < kParts; ++k) {
      const double s = (i + (k + 0.5) / kParts) * edge, angle = 4.0 * s + 1.5 * std::sin(6.0 * pi * s);
      if (k == 0) {
        profile[static_cast<std::size_t>(i)] = at;
        normal[static_cast<std::size_t>(i)] = Vec3(-std::sin(angle), 0, std::cos(angle));
      }
      at += edge / kParts * Vec3(std::cos(angle), 0, std::sin(angle));
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      sheet.material.emplace_back(i * edge, j * edge);
      sheet.positions.push_back(profile[k] + Vec3(0, j * edge, 0) +
                                0.005 * std::sin(10.0 * pi * j * edge + 3.0 * i * edge) * normal[k] +
                                random.in_box(0.5 * options.random_shift * edge));
    }
  }
  const auto vertex = [&](int i, int j) { return static_cast<std::size_t>(j * n + i); };
  for (int j = 0; j + 1 < n; ++j) {
    for (int i = 0; i + 1 < n; ++i) {
      const std::size_t a = vertex(i, j), b = vertex(i + 1, j), c = vertex(i + 1, j + 1), d = vertex(i, j + 1);
      if ((i + j) % 2 == 0) {
        sheet.triangles.push_back({a, b, c});
        sheet.triangles.push_back({a, c, d});
      } else {
        sheet.triangles.push_back({a, b, d});
        sheet.triangles.push_back({b, c, d});
      }
    }
  }
  return sheet;
}

/// One membrane triangle, St. Venant-Kirchhoff.
struct ClothTriangle {
  double area;
  std::array<Vec2, 3> gradient;  // of the hat functions, in material space
  Mat32 deformation;
  Mat2 stress, tension;  // second Piola-Kirchhoff [N/m]; and its positive part
};

constexpr double kPoisson = 0.2, kShear = 60.0;

ClothTriangle make_triangle(const Sheet& sheet, const std::array<std::size_t, 3>& v, double stretch) {
  ClothTriangle t{};
  Mat2 rest;
  Mat32 now;
  for (int k = 0; k < 2; ++k) {
    rest.col(k) = sheet.material[v[k + 1]] - sheet.material[v[0]];
    now.col(k) = sheet.positions[v[k + 1]] - sheet.positions[v[0]];
  }
  const Mat2 inverse = rest.inverse();
  t.area = 0.5 * std::abs(rest.determinant());
  t.gradient[1] = inverse.row(0).transpose();
  t.gradient[2] = inverse.row(1).transpose();
  t.gradient[0] = -t.gradient[1] - t.gradient[2];
  t.deformation = now * inverse;
  const Mat2 strain = 0.5 * (t.deformation.transpose() * t.deformation - Mat2::Identity());
  t.stress(0, 0) = stretch * (strain(0, 0) + kPoisson * strain(1, 1));
  t.stress(1, 1) = stretch * (strain(1, 1) + kPoisson * strain(0, 0));
  t.stress(0, 1) = t.stress(1, 0) = 2.0 * kShear * strain(0, 1);
  Eigen::SelfAdjointEigenSolver<Mat2> eigen;
  eigen.computeDirect(t.stress);
  t.tension = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * eigen.eigenvectors().transpose();
  return t;
}

Mat3 stiffness(const ClothTriangle& t, int a, int b, double stretch) {
  const Vec2 &ga = t.gradient[a], &gb = t.gradient[b];
  const double c12 = kPoisson * stretch;
  Mat2 m;
  m(0, 0) = stretch * ga[0] * gb[0] + kShear * ga[1] * gb[1];
  m(1, 1) = stretch * ga[1] * gb[1] + kShear * ga[0] * gb[0];
  m(0, 1) = c12 * ga[0] * gb[1] + kShear * ga[1] * gb[0];
  m(1, 0) = c12 * ga[1] * gb[0] + kShear * ga[0] * gb[1];
  Mat3 k = t.deformation * m * t.deformation.transpose();
  k.diagonal().array() += ga.dot(t.tension * gb);
  return t.area * k;
}

}  // namespace

ClothSystem make_cloth_system(const ClothSystemOptions& options) {
  const Sheet sheet = make_sheet(options);
  const std::size_t n = sheet.positions.size();
  const auto id = [](std::size_t i) { return VertexId(i); };
  std::vector<VertexPair> edges;
  for (const auto& [a, b, c] : sheet.triangles)
    for (const VertexPair& pair : {VertexPair{id(a), id(b)}, VertexPair{id(b), id(c)}, VertexPair{id(c), id(a)}})
      edges.push_back(pair);
  const BlockPattern one_ring(n, edges);
  std::vector<std::vector<std::size_t>> neighbours(n);
  for (std::size_t s = 0; s < one_ring.slot_count(); ++s) {
    if (one_ring.row(s) == one_ring.column(s)) continue;
    neighbours[one_ring.row(s).index()].push_back(one_ring.column(s).index());
    neighbours[one_ring.column(s).index()].push_back(one_ring.row(s).index());
  }
  std::vector<VertexPair> two_rings;
  for (std::size_t v = 0; v < n; ++v) {
    for (const std::size_t a : neighbours[v]) {
      two_rings.push_back({id(v), id(a)});
      for (const std::size_t b : neighbours[v]) two_rings.push_back({id(a), id(b)});
    }
  }

  constexpr double kDensity = 0.15;  // [kg/m²]
  const double weight = options.step * (options.step + 1e-3);
  ClothSystem system{BlockMatrix(one_ring, BlockPattern(n, two_rings)), std::vector<Vec3>(n, Vec3::Zero()),
                     std::vector<std::uint8_t>(n, 0)};
  BlockMatrix& matrix = system.matrix;
  for (const auto& v : sheet.triangles) {
    const ClothTriangle t = make_triangle(sheet, v, options.stretch);
    for (int a = 0; a < 3; ++a) {
      const double mass = kDensity * t.area / 3.0;
      matrix.block(one_ring.diagonal_slot(id(v[a]))).diagonal().array() += mass;
      const Vec3 force = mass * Vec3(0, 0, -9.81) - t.area * t.deformation * t.stress * t.gradient[a];
      system.right_side[v[a]] += options.step * force;
      for (int b = 0; b < 3; ++b)
        if (v[a] <= v[b])
          matrix.block(one_ring.slot(id(v[a]), id(v[b]))) += weight * stiffness(t, a, b, options.stretch);
    }
  }
  // Bending energy ½ k area (Δx)², Δx = 4/edge² (mean of the neighbours - x).
  const double edge = options.size / (sheet.side - 1);
  for (std::size_t v = 0; v < n; ++v) {
    std::vector<std::pair<std::size_t, double>> row = {{v, -4.0 / (edge * edge)}};
    for (const std::size_t a : neighbours[v])
      row.emplace_back(a, 4.0 / (edge * edge * static_cast<double>(neighbours[v].size())));
    for (const auto& [a, wa] : row)
      for (const auto& [b, wb] : row)
        if (a <= b)
          matrix.scalar(matrix.scalar_pattern().slot(id(a), id(b))) += weight * options.bending * edge * edge * wa * wb;
  }
  const auto side = static_cast<std::size_t>(sheet.side);
  system.fixed[n - side] = system.fixed[n - 1] = 1;
  return system;
}

}  // namespace muslin::test
