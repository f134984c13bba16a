#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/model/dihedral.hpp>

namespace muslin {
namespace {

/// The part of a hinge that lies in the triangle of apex c. There ∂θ/∂x = weight · u, with u = N/|N|² and N the normal
/// whose length is twice the area [Tamstorf13].
struct Flap {
  Vec3 normal;  ///< N, positive on the front
  double weight_a, weight_b, weight_c;
};

Flap make_flap(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, const Vec3& direction, double length) {
  return {normal, -(b - c).dot(direction), -(c - a).dot(direction), length};
}

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

double angle_between(const HingePositions& x, const Vec3& normal_c, const Vec3& normal_d, double length) {
  // |N_c||N_d| sin θ = |e| N_c·(d - a), which has no cancellation near 0 or ±π.
  const double sine = length * normal_c.dot(x[3] - x[0]), cosine = normal_c.dot(normal_d);
  return sine == 0.0 && cosine == 0.0 ? 0.0 : std::atan2(sine, cosine);
}

}  // namespace

double dihedral_angle(const HingePositions& x) {
  const Vec3 edge = x[1] - x[0];
  return angle_between(x, edge.cross(x[2] - x[0]), (x[3] - x[0]).cross(edge), edge.norm());
}

DihedralGradient dihedral_gradient(const HingePositions& x, const std::array<double, 2>& min_double_areas) {
  DihedralGradient result;
  const auto& [a, b, c, d] = x;
  const Vec3 edge = b - a;
  const double length = edge.norm();
  const Vec3 normal_c = edge.cross(c - a), normal_d = (d - a).cross(edge);
  result.angle = angle_between(x, normal_c, normal_d, length);

  // Both triangles need the same factor: each exerts a unit torque about the edge, and the torques must cancel.
  const double area_c = normal_c.norm(), area_d = normal_d.norm();
  const double scale = std::min({1.0, area_c / min_double_areas[0], area_d / min_double_areas[1]});
  if (!(scale > 0.0)) return result;

  const Vec3 direction = edge / length;
  const Flap first = make_flap(a, b, c, normal_c, direction, length);
  const Flap second = make_flap(a, b, d, normal_d, direction, length);
  // Divide twice, because the square of a tiny area may be zero.
  const Vec3 u_c = (scale / area_c) * (normal_c / area_c), u_d = (scale / area_d) * (normal_d / area_d);
  result.gradient[0] = first.weight_a * u_c + second.weight_a * u_d;
  result.gradient[1] = first.weight_b * u_c + second.weight_b * u_d;
  result.gradient[2] = first.weight_c * u_c;
  result.gradient[3] = second.weight_c * u_d;
  return result;
}

Eigen::Matrix<double, 12, 12> dihedral_hessian(const HingePositions& x) {
  Eigen::Matrix<double, 12, 12> hessian = Eigen::Matrix<double, 12, 12>::Zero();
  const auto& [a, b, c_unused, d_unused] = x;
  const Vec3 edge = b - a;
  const double length = edge.norm();
  const Vec3 t = edge / length;
  const Mat3 unit_tangent_gradient = (Mat3::Identity() - t * t.transpose()) / length;  // ∂t/∂edge

  // Apply the product rule to weight·u, triangle by triangle; only the sum of the two is symmetric.
  for (const int apex : {2, 3}) {
    const Vec3& c = x[static_cast<std::size_t>(apex)];
    const double side = apex == 2 ? 1.0 : -1.0;
    const Flap flap = make_flap(a, b, c, side * edge.cross(c - a), t, length);
    const double squared = flap.normal.squaredNorm();
    MUSLIN_ASSERT(squared > 0.0);
    const Vec3 u = flap.normal / squared;
    const Mat3 u_by_normal = Mat3::Identity() / squared - 2.0 * u * u.transpose();
    const std::array<Eigen::Index, 3> corner = {0, 1, apex};
    const std::array<double, 3> weight = {flap.weight_a, flap.weight_b, flap.weight_c};
    // N = side (b - a) × (c - a)
    const Mat3 normal_by_b = -side * cross_matrix(c - a), normal_by_c = side * cross_matrix(edge);
    const std::array<Mat3, 3> normal_by = {-normal_by_b - normal_by_c, normal_by_b, normal_by_c};
    // weights: -(b - c)·t, -(c - a)·t, |e|
    const Vec3 tangent_change_a = -unit_tangent_gradient * (b - c), tangent_change_b = -unit_tangent_gradient * (c - a);
    const std::array<std::array<Vec3, 3>, 3> weight_by = {{{-tangent_change_a, -t + tangent_change_a, t},
                                                           {t - tangent_change_b, tangent_change_b, -t},
                                                           {-t, t, Vec3::Zero()}}};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        hessian.block<3, 3>(3 * corner[i], 3 * corner[j]) +=
            u * weight_by[i][j].transpose() + weight[i] * u_by_normal * normal_by[j];
  }
  return hessian;
}

}  // namespace muslin
