#include <Eigen/LU>
#include <Eigen/SVD>
#include <muslin/filter/shape_matching.hpp>

namespace muslin {

Mat3 nearest_rotation(const Mat3& a) {
  const Eigen::JacobiSVD<Mat3> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 u = svd.matrixU();
  // The least significant direction takes the sign that makes this a rotation, not a reflection.
  if ((u * svd.matrixV().transpose()).determinant() < 0.0) u.col(2) = -u.col(2);
  return u * svd.matrixV().transpose();
}

Placement match_shape(std::span<const Vec3> arm, std::span<const double> mass, std::span<const Vec3> x) {
  Placement placement;
  double total = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    placement.centre += mass[i] * x[i];
    total += mass[i];
  }
  placement.centre /= total;
  Mat3 a = Mat3::Zero();
  for (std::size_t i = 0; i < x.size(); ++i) a += mass[i] * (x[i] - placement.centre) * arm[i].transpose();
  placement.rotation = nearest_rotation(a);
  return placement;
}

}  // namespace muslin
