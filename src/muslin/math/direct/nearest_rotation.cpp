#include <Eigen/LU>
#include <Eigen/SVD>
#include <muslin/math/direct/nearest_rotation.hpp>

namespace muslin {

Mat3 nearest_rotation(const Mat3& a) {
  const Eigen::JacobiSVD<Mat3> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 u = svd.matrixU();
  // The least significant direction takes the sign that makes this a rotation, not a reflection.
  if ((u * svd.matrixV().transpose()).determinant() < 0.0) u.col(2) = -u.col(2);
  return u * svd.matrixV().transpose();
}

}  // namespace muslin
