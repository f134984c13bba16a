#include <Eigen/Geometry>
#include <cmath>
#include <muslin/math/direct/pseudo_inverse.hpp>
#include <muslin/math/krylov/rigid_preconditioner.hpp>
#include <utility>

namespace muslin {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;  ///< translation and rotation of a group
using Motion = Eigen::Matrix<double, 3, 6>;   ///< maps these to the motion of a vertex

/// Returns the map from a group's motion to that of a vertex: rotation × arm = -arm × rotation.
Motion motion_of(const Vec3& arm) {
  Motion motion;
  motion.leftCols<3>().setIdentity();
  for (int k = 0; k < 3; ++k) motion.col(3 + k) = Vec3::Unit(k).cross(arm);
  return motion;
}

Vec3 moved(const Vector6& motion, const Vec3& arm) { return motion.head<3>() + Vec3(motion.tail<3>()).cross(arm); }

}  // namespace

RigidPreconditioner::RigidPreconditioner(std::unique_ptr<Preconditioner> inner,
                                         const std::vector<std::vector<VertexId>>& groups)
    : inner_(std::move(inner)) {
  for (const std::vector<VertexId>& members : groups) {
    Group& group = groups_.emplace_back();
    group.members = members;
    group.arm.resize(members.size());
    group.weight.resize(members.size());
  }
}

void RigidPreconditioner::set_positions(std::span<const Vec3> x) {
  for (Group& group : groups_) {
    const auto count = static_cast<double>(group.members.size());
    Vec3 centre = Vec3::Zero();
    for (const VertexId v : group.members) centre += x[v.index()] / count;
    double squared = 0.0;
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      group.arm[k] = x[group.members[k].index()] - centre;
      squared += group.arm[k].squaredNorm() / count;
    }
    for (Vec3& arm : group.arm)
      if (squared > 0.0) arm /= std::sqrt(squared);
  }
}

void RigidPreconditioner::refresh(const BlockMatrix& matrix, FixedMask fixed) {
  inner_->refresh(matrix, fixed);
  for (Group& group : groups_) {
    Matrix6 sum = Matrix6::Zero();
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      group.weight[k] = matrix.diagonal(group.members[k]);
      const Motion motion = motion_of(group.arm[k]);
      sum += motion.transpose() * group.weight[k] * motion;
    }
    group.inverse = pseudo_inverse(sum);
  }
}

void RigidPreconditioner::apply(std::span<const Vec3> r, std::span<Vec3> z) {
  spread_.assign(r.begin(), r.end());
  for (const Group& group : groups_) {
    Vector6 sum = Vector6::Zero();
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const Vec3& value = r[group.members[k].index()];
      sum.head<3>() += value;
      sum.tail<3>() += group.arm[k].cross(value);
    }
    const Vector6 motion = group.inverse * sum;
    for (std::size_t k = 0; k < group.members.size(); ++k)
      spread_[group.members[k].index()] = group.weight[k] * moved(motion, group.arm[k]);
  }
  inner_->apply(spread_, z);
  project_to_rigid(z);
}

void RigidPreconditioner::project_to_rigid(std::span<Vec3> v) const {
  for (const Group& group : groups_) {
    Vector6 sum = Vector6::Zero();
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const Vec3 value = group.weight[k] * v[group.members[k].index()];
      sum.head<3>() += value;
      sum.tail<3>() += group.arm[k].cross(value);
    }
    const Vector6 motion = group.inverse * sum;
    for (std::size_t k = 0; k < group.members.size(); ++k) v[group.members[k].index()] = moved(motion, group.arm[k]);
  }
}

}  // namespace muslin
