#pragma once
#include <muslin/core/types.hpp>
#include <span>

namespace muslin::test {

/// Returns whether two mesh elements (of up to three vertices) intersect, by CGAL's constructions in rational numbers:
/// the common part of the two point sets is not inside the vertex or edge that they share. It is slow and uses none of
/// our code.
[[nodiscard]] bool cgal_intersect(std::span<const VertexId> a, std::span<const VertexId> b,
                                  std::span<const Vec3> positions);

}  // namespace muslin::test
