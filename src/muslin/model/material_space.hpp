#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>

namespace muslin {

/// The corners of a triangle in its flat material space [m].
using MaterialCorners = std::array<Vec2, 3>;

/// Those the mesh gives triangle t. Where it gives none, the triangle as it lies now, turned flat with its first side
/// along the first axis: right for fabrics that are the same in all directions, arbitrary for others.
[[nodiscard]] MaterialCorners material_corners(const Mesh& mesh, TriangleId t);

/// Twice the area, positive for counter-clockwise corners [m²].
[[nodiscard]] double doubled_area(const MaterialCorners& corners);

/// Whether the corners are finite and far enough from a line for strain to have a meaning there: their height is more
/// than tolerance::kDegenerateMaterialHeightRatio of their longest side.
[[nodiscard]] bool spans_area(const MaterialCorners& corners);

}  // namespace muslin
