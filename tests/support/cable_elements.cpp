#include <muslin/core/assert.hpp>
#include <tests/support/cable_elements.hpp>

namespace muslin::test {

CableElements make_cable_elements(std::span<const VertexId> vertices, std::span<const double> rest_lengths,
                                  const CableMaterial& material) {
  MUSLIN_ASSERT(vertices.size() == rest_lengths.size() + 1);
  CableElements elements;
  for (std::size_t i = 0; i < rest_lengths.size(); ++i) {
    MUSLIN_ASSERT(rest_lengths[i] > 0.0);
    elements.springs.push_back({.vertices = {vertices[i], vertices[i + 1]},
                                .rest_length = rest_lengths[i],
                                .stiffness = material.stretch / rest_lengths[i],
                                .damping = material.stretch_damping});
    if (i == 0) continue;
    elements.joints.push_back({.vertices = {vertices[i - 1], vertices[i], vertices[i + 1]},
                               .rest_lengths = {rest_lengths[i - 1], rest_lengths[i]},
                               .rigidity = material.bending,
                               .rest_curvature = 0.0,
                               .damping = material.bending_damping});
  }
  return elements;
}

}  // namespace muslin::test
