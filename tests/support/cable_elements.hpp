#pragma once
#include <muslin/model/cable_bending.hpp>
#include <muslin/model/cable_material.hpp>
#include <muslin/model/springs.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// The elements of one cable.
struct CableElements {
  std::vector<Spring> springs;     ///< one per segment
  std::vector<CableJoint> joints;  ///< one per vertex between two segments
};

/// A cable through `vertices` in their order, straight at rest, with `rest_lengths` > 0 of the segments between them.
[[nodiscard]] CableElements make_cable_elements(std::span<const VertexId> vertices,
                                                std::span<const double> rest_lengths, const CableMaterial& material);

}  // namespace muslin::test
