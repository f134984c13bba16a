#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/model/cable_bending.hpp>

namespace muslin {
void CableBending::add(const CableJoint& joint) {
  const double before = joint.rest_lengths[0], after = joint.rest_lengths[1];
  MUSLIN_ASSERT(before > 0.0 && after > 0.0);
  MUSLIN_ASSERT(joint.rigidity >= 0.0 && joint.rest_curvature >= 0.0 && joint.damping >= 0.0);
  const double share = 0.5 * (before + after);  // length of cable that bends here
  const double first = 1.0 / (before * share), last = 1.0 / (after * share);
  joints_.push_back(
      {.vertices = joint.vertices,
       .weights = {first, -(first + last), last},
       .law = {.stiffness = joint.rigidity * share, .rest_length = joint.rest_curvature, .damping = joint.damping}});
}

void CableBending::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  now_.resize(joints_.size());
  parallel_for(joints_.size(), kElementsPerChunk, [&](std::size_t e) {
    const Joint& joint = joints_[e];
    // Use differences from the middle vertex: the weights sum to zero, and no digits are lost far from the origin.
    const auto curvature_vector = [&](std::span<const Vec3> at) -> Vec3 {
      const Vec3& middle = at[joint.vertices[1].index()];
      return joint.weights[0] * (at[joint.vertices[0].index()] - middle) +
             joint.weights[2] * (at[joint.vertices[2].index()] - middle);
    };
    now_[e] = detail::axial_spring(joint.law, curvature_vector(x), curvature_vector(v));
  });
}

}  // namespace muslin
