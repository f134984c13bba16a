#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>

namespace muslin {

/// The corners of a triangle in its flat material space [m].
using MaterialCorners = std::array<Vec2, 3>;

/// Returns the material corners that the mesh gives triangle t. If it gives none, returns the current triangle, laid
/// flat with its first side along the first axis, which is right for isotropic fabrics and arbitrary for others.
[[nodiscard]] MaterialCorners material_corners(const Mesh& mesh, TriangleId t);

/// Returns twice the area [m²], positive for counter-clockwise corners.
[[nodiscard]] double doubled_area(const MaterialCorners& corners);

/// Returns whether the corners are finite and far enough from collinear for strain to be meaningful: their height is
/// more than tolerance::kDegenerateMaterialHeightRatio of their longest side.
[[nodiscard]] bool spans_area(const MaterialCorners& corners);

}  // namespace muslin
