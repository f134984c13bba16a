#pragma once
#include <functional>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>

namespace muslin::test {

/// The part of a surface that is kept: a box, and perhaps a slit along x = 0 where z is positive [m].
struct IsoSurfaceCut {
  Vec3 lower = Vec3::Constant(-10.0);
  Vec3 upper = Vec3::Constant(10.0);
  bool open_front = false;
};

/// Makes a mesh of the surface on which `distance` is 0, oriented to where it is positive, by surface nets [Gibson98]
/// on a grid: one vertex per cell that the surface crosses, and one quadrilateral per edge. The surface is cut along
/// the planes of the grid, which gives straight borders, and its vertices are spread evenly along it.
[[nodiscard]] Mesh make_iso_surface(const std::function<double(const Vec3&)>& distance, const IsoSurfaceCut& cut,
                                    double edge_length);

}  // namespace muslin::test
