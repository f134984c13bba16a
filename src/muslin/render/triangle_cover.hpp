#pragma once
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <muslin/render/camera.hpp>

namespace muslin {

/// A linear function c + x·dx + y·dy over the raster.
struct RasterFunction {
  double c = 0.0;
  double dx = 0.0;
  double dy = 0.0;
  [[nodiscard]] double at(double x, double y) const { return (c + y * dy) + x * dx; }
};

/// Determines which points of the raster a triangle covers, and its depth there, without dividing by depth first.
/// Triangles that extend behind the eye therefore need no clipping [Olano97 §3].
///
/// With corners v₀ v₁ v₂ relative to the eye and the ray d(x, y), the point z·d = Σ bₖ vₖ of the triangle's plane has
///   eₖ = d·(vᵢ × vⱼ),  D = v₀·(v₁ × v₂),  z = D / Σ eₖ,  bₖ = eₖ / Σ eₖ,
/// and lies in the triangle, in front of the eye, where all eₖ have the sign of D. Two triangles with a common edge
/// have exactly opposite e there (no operation depends on the order of the edge's ends), so no sample falls between
/// them.
struct TriangleCover {
  std::array<RasterFunction, 3> weight;  ///< eₖ, with its sign chosen so that it is positive inside
  double volume = 0.0;     ///< |D|; zero if the triangle covers nothing, being seen edge-on or without area
  bool faces_eye = false;  ///< whether the front side is visible

  TriangleCover(const View& view, const Vec3& a, const Vec3& b, const Vec3& c) {
    const std::array<Vec3, 3> v = {a - view.eye(), b - view.eye(), c - view.eye()};
    const std::array<Vec3, 3> normals = {v[1].cross(v[2]), v[2].cross(v[0]), v[0].cross(v[1])};
    const double determinant = v[0].dot(normals[0]);
    const double sign = determinant < 0.0 ? -1.0 : 1.0;
    faces_eye = determinant < 0.0;
    volume = std::abs(determinant);
    for (std::size_t k = 0; k < 3; ++k)
      weight[k] = {sign * normals[k].dot(view.corner()), sign * normals[k].dot(view.step_x()),
                   sign * normals[k].dot(view.step_y())};
  }
};

}  // namespace muslin
