#pragma once
#include <muslin/model/cable_bending.hpp>
#include <muslin/model/material.hpp>
#include <muslin/model/springs.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// The elements of one cable.
struct CableElements {
  std::vector<Spring> springs;     ///< one per segment
  std::vector<CableJoint> joints;  ///< one per vertex between two segments
};

/// Makes a cable through `vertices` in their order. It is straight at rest; `rest_lengths` > 0 are those of its
/// segments [m].
[[nodiscard]] CableElements make_cable_elements(std::span<const VertexId> vertices,
                                                std::span<const double> rest_lengths, const CableMaterial& material);

}  // namespace muslin::test
