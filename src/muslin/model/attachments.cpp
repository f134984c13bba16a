#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/model/attachments.hpp>

namespace muslin {
namespace {

/// Returns whether the weights sum to zero, missing corners have no weight, and the last corner exists.
[[maybe_unused]] bool is_difference(const Attachment& attachment) {
  double sum = 0.0;
  for (std::size_t a = 0; a < 4; ++a) {
    if (!attachment.vertices[a].valid() && attachment.weights[a] != 0.0) return false;
    sum += attachment.weights[a];
  }
  return attachment.vertices[3].valid() && std::abs(sum) <= tolerance::kWeightSumTolerance;
}

}  // namespace

Attachment vertex_to_vertex(VertexId vertex, VertexId target) {
  return {.vertices = {target, VertexId(), VertexId(), vertex}, .weights = {-1.0, 0.0, 0.0, 1.0}};
}

Attachment vertex_to_edge(VertexId vertex, const std::array<VertexId, 2>& target, double fraction) {
  return {.vertices = {target[0], target[1], VertexId(), vertex}, .weights = {fraction - 1.0, -fraction, 0.0, 1.0}};
}

Attachment vertex_to_triangle(VertexId vertex, const std::array<VertexId, 3>& target, const Vec3& at) {
  return {.vertices = {target[0], target[1], target[2], vertex}, .weights = {-at[0], -at[1], -at[2], 1.0}};
}

void Attachments::add(const Attachment& attachment) {
  MUSLIN_ASSERT(attachment.rest_length >= 0.0 && attachment.stiffness >= 0.0 && attachment.damping >= 0.0);
  MUSLIN_ASSERT(is_difference(attachment));
  attachments_.push_back(attachment);
}

void Attachments::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  now_.resize(attachments_.size());
  parallel_for(attachments_.size(), kElementsPerChunk, [&](std::size_t e) {
    const Attachment& attachment = attachments_[e];
    // Use differences from the last corner, which every attachment has, so no digits are lost far from the origin.
    const auto between = [&](std::span<const Vec3> at) {
      const Vec3& origin = at[attachment.vertices[3].index()];
      Vec3 sum = Vec3::Zero();
      for (std::size_t a = 0; a < 3; ++a) {
        const VertexId vertex = attachment.vertices[a];
        if (vertex.valid()) sum += attachment.weights[a] * (at[vertex.index()] - origin);
      }
      return sum;
    };
    now_[e] = detail::axial_spring(
        {.stiffness = attachment.stiffness, .rest_length = attachment.rest_length, .damping = attachment.damping},
        between(x), between(v));
  });
}

}  // namespace muslin
