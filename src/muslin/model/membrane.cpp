#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/model/membrane.hpp>

namespace muslin {
MembraneModuli membrane_moduli(const Fabric& fabric) {
  MUSLIN_ASSERT(fabric.poisson >= 0.0 && fabric.poisson < 1.0);
  const double free_width = 1.0 / (1.0 - fabric.poisson * fabric.poisson);
  return {.c11 = fabric.stretch_warp * free_width,
          .c22 = fabric.stretch_weft * free_width,
          .c12 = fabric.poisson * std::sqrt(fabric.stretch_warp * fabric.stretch_weft) * free_width,
          .c66 = fabric.shear};
}

std::int32_t Membrane::add_fabric(const Fabric& fabric) {
  materials_.push_back({.moduli = membrane_moduli(fabric), .damping = fabric.stretch_damping});
  return static_cast<std::int32_t>(materials_.size() - 1);
}

void Membrane::add(const Triangle& triangle, const MaterialCorners& corners, std::int32_t fabric) {
  MUSLIN_ASSERT(spans_area(corners));
  MUSLIN_ASSERT(fabric >= 0 && static_cast<std::size_t>(fabric) < materials_.size());
  // The weight of a corner falls to zero at the opposite side, so its gradient is that side rotated by a right angle.
  const double doubled = doubled_area(corners);
  const auto gradient = [&](std::size_t a) {
    const Vec2 opposite = corners[(a + 2) % 3] - corners[(a + 1) % 3];
    return Vec2(-opposite.y() / doubled, opposite.x() / doubled);
  };
  rest_.push_back({.gradient = {gradient(0), gradient(1), gradient(2)},
                   .area = 0.5 * std::abs(doubled),
                   .vertices = triangle,
                   .material = fabric});
}

Membrane::Symmetric2 Membrane::stress(const MembraneModuli& moduli, const Symmetric2& strain, double scale) {
  return {.xx = scale * (moduli.c11 * strain.xx + moduli.c12 * strain.yy),
          .yy = scale * (moduli.c12 * strain.xx + moduli.c22 * strain.yy),
          .xy = scale * (2.0 * moduli.c66 * strain.xy)};
}

/// Replaces negative eigenvalues by zero. With the eigenvalues m ± r, the result is s itself, zero, or, if only m + r
/// is positive, (m + r) times the projection (s - (m - r) I) / 2r onto its direction.
Membrane::Symmetric2 Membrane::positive_part(const Symmetric2& s) {
  const double mean = 0.5 * (s.xx + s.yy), half = 0.5 * (s.xx - s.yy);
  const double radius = std::sqrt(half * half + s.xy * s.xy);
  if (mean >= radius) return s;
  if (mean <= -radius) return {};
  const double share = (mean + radius) / (2.0 * radius);
  return {.xx = share * (radius + half), .yy = share * (radius - half), .xy = share * s.xy};
}

void Membrane::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  now_.resize(rest_.size());
  parallel_for(rest_.size(), kElementsPerChunk, [&](std::size_t e) {
    const Rest& rest = rest_[e];
    const Material& material = materials_[static_cast<std::size_t>(rest.material)];
    // Use differences from one corner: the gradients sum to zero, and no digits are lost far from the origin.
    const auto slope = [&](std::span<const Vec3> at) {
      const Vec3& origin = at[rest.vertices[0].index()];
      const Vec3 side1 = at[rest.vertices[1].index()] - origin, side2 = at[rest.vertices[2].index()] - origin;
      Deformation result;
      result.col(0) = side1 * rest.gradient[1].x() + side2 * rest.gradient[2].x();
      result.col(1) = side1 * rest.gradient[1].y() + side2 * rest.gradient[2].y();
      return result;
    };
    const Deformation f = slope(x), rate = slope(v);
    const Symmetric2 strain = {.xx = 0.5 * (f.col(0).squaredNorm() - 1.0),
                               .yy = 0.5 * (f.col(1).squaredNorm() - 1.0),
                               .xy = 0.5 * f.col(0).dot(f.col(1))};
    const Symmetric2 strain_rate = {.xx = f.col(0).dot(rate.col(0)),
                                    .yy = f.col(1).dot(rate.col(1)),
                                    .xy = 0.5 * (f.col(0).dot(rate.col(1)) + f.col(1).dot(rate.col(0)))};
    const Symmetric2 elastic = stress(material.moduli, strain, rest.area);
    const Symmetric2 viscous = stress(material.moduli, strain_rate, rest.area * material.damping);
    now_[e] = {
        .deformation = f,
        .elastic_stress = elastic,
        .total_stress = {.xx = elastic.xx + viscous.xx, .yy = elastic.yy + viscous.yy, .xy = elastic.xy + viscous.xy},
        .tension = positive_part(elastic)};
  });
}

double Membrane::energy(std::size_t e) const {
  const Deformation& f = now_[e].deformation;
  const Symmetric2& s = now_[e].elastic_stress;
  return 0.25 * ((f.col(0).squaredNorm() - 1.0) * s.xx + (f.col(1).squaredNorm() - 1.0) * s.yy) +
         0.5 * f.col(0).dot(f.col(1)) * s.xy;
}

Membrane::PrincipalStrain Membrane::strain(std::size_t e) const {
  // The principal stretches are the square roots of the eigenvalues of FᵀF.
  const Deformation& f = now_[e].deformation;
  const double xx = f.col(0).squaredNorm(), yy = f.col(1).squaredNorm(), xy = f.col(0).dot(f.col(1));
  const double mean = 0.5 * (xx + yy), half = 0.5 * (xx - yy);
  const double radius = std::sqrt(half * half + xy * xy);
  return {.largest = std::sqrt(mean + radius) - 1.0, .smallest = std::sqrt(std::max(mean - radius, 0.0)) - 1.0};
}

Mat3 Membrane::weighted_block(std::size_t e, int a, int b, double material, const Symmetric2& s,
                              double geometric) const {
  // Compute one triangle of blocks and transpose it for the other, so that both have the same bits.
  if (a > b) return weighted_block(e, b, a, material, s, geometric).transpose();
  const Vec2 ga = gradient(e, a), gb = gradient(e, b);
  const MembraneModuli& c = materials_[static_cast<std::size_t>(rest_[e].material)].moduli;
  const double g11 = material * (ga.x() * gb.x()), g12 = material * (ga.x() * gb.y());
  const double g21 = material * (ga.y() * gb.x()), g22 = material * (ga.y() * gb.y());
  const double m11 = c.c11 * g11 + c.c66 * g22, m12 = c.c12 * g12 + c.c66 * g21;
  const double m21 = c.c12 * g21 + c.c66 * g12, m22 = c.c22 * g22 + c.c66 * g11;

  const Deformation& f = now_[e].deformation;
  const Vec3 row1 = f.col(0) * m11 + f.col(1) * m21, row2 = f.col(0) * m12 + f.col(1) * m22;
  Mat3 block;
  for (int j = 0; j < 3; ++j) block.col(j) = row1 * f(j, 0) + row2 * f(j, 1);
  if (a == b) {
    block(1, 0) = block(0, 1);
    block(2, 0) = block(0, 2);
    block(2, 1) = block(1, 2);
  }
  const double stress_product = ga.x() * (s.xx * gb.x() + s.xy * gb.y()) + ga.y() * (s.xy * gb.x() + s.yy * gb.y());
  block.diagonal().array() += geometric * stress_product;
  return block;
}

Mat3 Membrane::block(std::size_t e, int a, int b, MatrixWeights weights) const {
  const double damping = materials_[static_cast<std::size_t>(rest_[e].material)].damping;
  return weighted_block(e, a, b, rest_[e].area * (weights.stiffness + damping * weights.velocity), now_[e].tension,
                        weights.stiffness);
}

Mat3 Membrane::exact_block(std::size_t e, int a, int b) const {
  return weighted_block(e, a, b, rest_[e].area, now_[e].elastic_stress, 1.0);
}

Result<Membrane> make_membrane(const Mesh& mesh, const Fabric& fabric) {
  Membrane membrane;
  const std::int32_t material = membrane.add_fabric(fabric);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const MaterialCorners corners = material_corners(mesh, TriangleId(t));
    if (!spans_area(corners)) {
      return Error{.kind = Error::Kind::invalid_scene,
                   .where = fmt::format("triangle {}", t),
                   .what = "its corners are collinear in material space, so its strain is undefined",
                   .remedy = "remove the triangle, or correct the material coordinates of its corners"};
    }
    membrane.add(mesh.triangles[t], corners, material);
  }
  return membrane;
}

}  // namespace muslin
