#pragma once
#include <array>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Three corners of a polygon, numbered from 0, in the order of the polygon's boundary.
using CornerTriangle = std::array<std::int32_t, 3>;

/// Cuts a polygon in space into size - 2 triangles that use its corners and no others (none for less than three
/// corners).
///
/// Convex polygons become a fan around corner 0; others are cut by ears in the plane of their Newell normal. A quad is
/// cut along its shorter diagonal (0-2 if both are equal) if both are inside it, otherwise along the one that is.
/// Polygons without a good triangulation (no area, sides that cross, corners that are not finite) get size - 2
/// triangles all the same. The same corners give the same triangles on every machine.
///
/// Cutting ears takes O(n r) tests for n corners of which r are not convex, and O(n^2 r) at worst. After 1e8 tests
/// (about a tenth of a second; reached by shapes of some ten thousand corners), the rest of the polygon becomes a fan,
/// which may overlap itself.
///
/// `triangles` is overwritten; passing the same vector for polygon after polygon saves its allocation.
void triangulate(std::span<const Vec3> polygon, std::vector<CornerTriangle>& triangles);

}  // namespace muslin
