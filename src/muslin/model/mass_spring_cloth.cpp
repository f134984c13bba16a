#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/model/mass_spring_cloth.hpp>
#include <muslin/model/membrane.hpp>
#include <optional>

namespace muslin {
namespace {

constexpr std::size_t next(std::size_t a) { return (a + 1) % 3; }
Vec2 side(const MaterialCorners& corners, std::size_t a) { return corners[next(a)] - corners[a]; }

/// Returns the moduli with c12 = c66 = shear for which free strips have the fabric's stiffnesses: c11 - c12²/c22 = k₁
/// and c22 - c12²/c11 = k₂ give c22/c11 = k₂/k₁ and a quadratic equation for c11.
MembraneModuli spring_moduli(const Fabric& fabric) {
  const double warp = fabric.stretch_warp, weft = fabric.stretch_weft, shear = fabric.shear;
  MUSLIN_ASSERT(warp > 0.0 && weft > 0.0 && shear >= 0.0);
  const double c11 = 0.5 * (warp + std::sqrt(warp * warp + 4.0 * shear * shear * warp / weft));
  return {.c11 = c11, .c22 = c11 * weft / warp, .c12 = shear, .c66 = shear};
}

/// Returns the moduli of a triangle of a grid. Diagonals of both directions ±θ, of modulus p together, add p cos⁴θ to
/// c11, p sin⁴θ to c22 and p (cos θ sin θ)² to c12 and c66. Diagonals provide at most half of a yarn's modulus, and the
/// rest of the shear is lost, because with all diagonals parallel only the yarns keep a strip from lengthening.
std::optional<std::array<double, 3>> yarn_moduli(const std::array<Vec2, 3>& direction, const MembraneModuli& c) {
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t warp = next(a), weft = next(warp);
    for (const bool swapped : {false, true}) {
      const std::size_t along = swapped ? weft : warp, across = swapped ? warp : weft;
      if (std::abs(direction[along].y()) > tolerance::kYarnAlignmentSine) continue;
      if (std::abs(direction[across].x()) > tolerance::kYarnAlignmentSine) continue;
      const double cos2 = direction[a].x() * direction[a].x(), sin2 = direction[a].y() * direction[a].y();
      std::array<double, 3> p{};
      p[a] = std::min({c.c66 / (cos2 * sin2), 0.5 * c.c11 / (cos2 * cos2), 0.5 * c.c22 / (sin2 * sin2)});
      p[along] = c.c11 - p[a] * cos2 * cos2;
      p[across] = c.c22 - p[a] * sin2 * sin2;
      return p;
    }
  }
  return std::nullopt;
}

/// Returns the p ≥ 0 for which Σ p_i (d_i ⊗ d_i) ⊗ (d_i ⊗ d_i) is nearest to C in the rotation-invariant norm. Their
/// normal equations are Σ_j (d_i·d_j)⁴ p_j = (d_i ⊗ d_i) : C : (d_i ⊗ d_i). Sides with a negative p are left out. The
/// nearest tensor is never larger than C, so the result is scaled to Σ p_i = trace C, which makes the mean over all
/// directions equal to that of C.
std::array<double, 3> fitted_moduli(const std::array<Vec2, 3>& direction, const MembraneModuli& c) {
  std::array<bool, 3> used = {true, true, true};
  for (;;) {
    Mat3 normal = Mat3::Identity();
    Vec3 right = Vec3::Zero();
    for (std::size_t i = 0; i < 3; ++i) {
      if (!used[i]) continue;
      const double cos2 = direction[i].x() * direction[i].x(), sin2 = direction[i].y() * direction[i].y();
      const auto row = static_cast<Eigen::Index>(i);
      right[row] = c.c11 * cos2 * cos2 + c.c22 * sin2 * sin2 + (2.0 * c.c12 + 4.0 * c.c66) * cos2 * sin2;
      for (std::size_t j = 0; j < 3; ++j) {
        if (!used[j]) continue;
        const double cosine = direction[i].dot(direction[j]);
        normal(row, static_cast<Eigen::Index>(j)) = cosine * cosine * cosine * cosine;
      }
      normal(row, row) += tolerance::kSpringFitRegularisation;
    }
    const Vec3 p = normal.ldlt().solve(right);
    Eigen::Index lowest = 0;
    if (p.minCoeff(&lowest) >= 0.0) {
      const double scale = (c.c11 + c.c22 + 2.0 * c.c66) / p.sum();
      return {scale * p[0], scale * p[1], scale * p[2]};
    }
    used[static_cast<std::size_t>(lowest)] = false;
  }
}

/// One of the two triangles at an inner edge, in coordinates relative to the edge.
struct AdjacentTriangle {
  VertexId opposite;
  double foot = 0.0;    ///< position of the opposite corner along the edge, from its lower vertex [m]
  double height = 0.0;  ///< distance of the opposite corner from the edge [m]
  double area = 0.0;    ///< [m²]
  Vec2 along, away;     ///< directions of the edge and towards the opposite corner, in material space
};

AdjacentTriangle adjacent_triangle(const Triangle& triangle, const MaterialCorners& corners, const Segment& edge) {
  const auto corner_of = [&](VertexId vertex) {
    return static_cast<std::size_t>(std::find(triangle.begin(), triangle.end(), vertex) - triangle.begin());
  };
  const std::size_t from = corner_of(edge[0]), to = corner_of(edge[1]), opposite = 3 - from - to;
  const Vec2 along = (corners[to] - corners[from]).normalized();
  const Vec2 reach = corners[opposite] - corners[from];
  const double foot = reach.dot(along);
  const Vec2 away = reach - foot * along;
  const double height = away.norm();
  return {.opposite = triangle[opposite],
          .foot = foot,
          .height = height,
          .area = 0.5 * std::abs(doubled_area(corners)),
          .along = along,
          .away = away / height};
}

BendSpring bend_spring(const AdjacentTriangle& first, const AdjacentTriangle& second, const Fabric& fabric) {
  // Lay both flat in the material space of the first; the directions of the second may differ at a seam.
  const Vec2 across = (second.foot - first.foot) * first.along - (first.height + second.height) * first.away;
  const double length = across.norm(), area = first.area + second.area;
  const double cos2 = across.x() * across.x() / (length * length), sin2 = 1.0 - cos2;
  return {.vertices = {first.opposite, second.opposite},
          .rest_length = length,
          .rigidity = 8.0 / 9.0 * (fabric.bending_warp * cos2 + fabric.bending_weft * sin2) * area / length,
          .stiffness = (fabric.stretch_warp * cos2 + fabric.stretch_weft * sin2) * area / (length * length),
          .damping = fabric.bending_damping};
}

}  // namespace

std::array<double, 3> side_moduli(const MaterialCorners& corners, const Fabric& fabric) {
  MUSLIN_ASSERT(spans_area(corners));
  const MembraneModuli c = spring_moduli(fabric);
  const std::array<Vec2, 3> direction = {side(corners, 0).normalized(), side(corners, 1).normalized(),
                                         side(corners, 2).normalized()};
  const std::optional<std::array<double, 3>> yarns = yarn_moduli(direction, c);
  return yarns ? *yarns : fitted_moduli(direction, c);
}

Result<MassSpringCloth> make_mass_spring_cloth(const Mesh& mesh, const Fabric& fabric) {
  const Topology topology = make_topology(mesh);
  // Use only edges of triangles. Where two sides are sewn together, use their mean length.
  std::vector<Spring> springs(topology.edges.size());
  std::vector<int> sides(topology.edges.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const MaterialCorners corners = material_corners(mesh, TriangleId(t));
    const auto& edges = topology.triangle_edges[t];
    const bool repeated = std::any_of(edges.begin(), edges.end(), [](EdgeId e) { return !e.valid(); });
    if (repeated || !spans_area(corners)) {
      return Error{.kind = Error::Kind::invalid_scene,
                   .where = fmt::format("triangle {}", t),
                   .what = "its corners are collinear in material space",
                   .remedy = "remove the triangle, or correct the material coordinates of its corners"};
    }
    const std::array<double, 3> moduli = side_moduli(corners, fabric);
    const double area = 0.5 * std::abs(doubled_area(corners));
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t edge = edges[a].index();
      const double length = side(corners, a).norm();
      springs[edge].stiffness += moduli[a] * area / (length * length);
      springs[edge].rest_length += length;
      ++sides[edge];
    }
  }

  MassSpringCloth cloth;
  for (std::size_t e = 0; e < springs.size(); ++e) {
    if (sides[e] == 0) continue;
    springs[e].vertices = topology.edges[e];
    springs[e].rest_length /= sides[e];
    springs[e].damping = fabric.stretch_damping;
    cloth.edges.push_back(springs[e]);
    if (sides[e] != 2) continue;
    const auto adjacent_triangle_of = [&](std::size_t i) {
      const TriangleId t = topology.edge_triangles[e][i];
      return adjacent_triangle(mesh.triangles[t.index()], material_corners(mesh, t), topology.edges[e]);
    };
    const AdjacentTriangle first = adjacent_triangle_of(0), second = adjacent_triangle_of(1);
    if (first.opposite != second.opposite) cloth.bends.push_back(bend_spring(first, second, fabric));
  }
  return cloth;
}

}  // namespace muslin
