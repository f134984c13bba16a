#include <Eigen/Geometry>
#include <algorithm>
#include <muslin/filter/rigid_patches.hpp>
#include <muslin/math/direct/pseudo_inverse.hpp>

namespace muslin {

RigidPatches::RigidPatches(std::vector<std::vector<VertexId>> members, std::span<const Vec3> rest,
                           std::span<const double> mass)
    : patch_of_(rest.size(), -1), member_of_(rest.size(), -1) {
  for (std::vector<VertexId>& list : members) {
    Patch patch;
    Vec3 centre = Vec3::Zero();
    for (const VertexId v : list) {
      patch_of_[v.index()] = static_cast<std::int32_t>(patches_.size());
      member_of_[v.index()] = static_cast<std::int32_t>(patch.mass.size());
      patch.mass.push_back(mass[v.index()]);
      patch.total_mass += mass[v.index()];
      centre += mass[v.index()] * rest[v.index()];
    }
    centre /= patch.total_mass;
    Mat3 inertia = Mat3::Zero();
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Vec3 arm = rest[list[i].index()] - centre;
      patch.arm.push_back(arm);
      inertia += patch.mass[i] * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    }
    patch.inverse_inertia = pseudo_inverse(inertia);
    patch.pose.centre = centre;
    patch.members = std::move(list);
    patches_.push_back(std::move(patch));
  }
}

Placement RigidPatches::match(const Patch& patch, std::span<const Vec3> x) const {
  std::vector<Vec3> now(patch.members.size());
  for (std::size_t i = 0; i < now.size(); ++i) now[i] = x[patch.members[i].index()];
  return match_shape(patch.arm, patch.mass, now);
}

void RigidPatches::fit(std::span<Vec3> x) {
  for (Patch& patch : patches_) patch.pose = match(patch, x);
  place(x);
}

Mobility RigidPatches::mobility(std::size_t index) const {
  const Patch& patch = patches_[index];
  const Mat3& r = patch.pose.rotation;
  return {.inverse_mass = 1.0 / patch.total_mass, .inverse_inertia = r * patch.inverse_inertia * r.transpose()};
}

Vec3 RigidPatches::arm(VertexId member) const {
  const Patch& patch = patches_[static_cast<std::size_t>(patch_of_[member.index()])];
  return patch.pose.rotation * patch.arm[static_cast<std::size_t>(member_of_[member.index()])];
}

void RigidPatches::move(std::size_t index, const Vec3& translation, const Vec3& rotation) {
  Placement& pose = patches_[index].pose;
  pose.centre += translation;
  const double angle = rotation.norm();
  if (!(angle > 0.0)) return;
  // A normalised quaternion keeps the matrix orthogonal over any number of rotations.
  Eigen::Quaterniond q(Eigen::AngleAxisd(angle, rotation / angle) * Eigen::Quaterniond(pose.rotation));
  pose.rotation = q.normalized().toRotationMatrix();
}

std::vector<Placement> RigidPatches::poses() const {
  std::vector<Placement> result;
  for (const Patch& patch : patches_) result.push_back(patch.pose);
  return result;
}

void RigidPatches::set_poses(std::span<const Placement> poses) {
  for (std::size_t p = 0; p < patches_.size(); ++p) patches_[p].pose = poses[p];
}

void RigidPatches::place(std::span<Vec3> x) const {
  for (const Patch& patch : patches_)
    for (std::size_t i = 0; i < patch.members.size(); ++i) x[patch.members[i].index()] = patch.pose(patch.arm[i]);
}

double RigidPatches::shape_error(std::size_t index, std::span<const Vec3> x) const {
  const Patch& patch = patches_[index];
  const Placement pose = match(patch, x);
  double largest = 0.0;
  for (std::size_t i = 0; i < patch.members.size(); ++i)
    largest = std::max(largest, (x[patch.members[i].index()] - pose(patch.arm[i])).norm());
  return largest;
}

double RigidPatches::shape_error(std::span<const Vec3> x) const {
  double largest = 0.0;
  for (std::size_t p = 0; p < patches_.size(); ++p) largest = std::max(largest, shape_error(p, x));
  return largest;
}

double RigidPatches::diameter(std::size_t patch) const {
  double largest = 0.0;
  for (const Vec3& arm : patches_[patch].arm) largest = std::max(largest, 2.0 * arm.norm());
  return largest;
}

}  // namespace muslin
