#pragma once
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Input of vertex_stretch(). The stretch of a vertex is the largest (length - rest length) / rest length of its edges,
/// but not less than zero [1]. Edges of triangles and cable segments count; edges without rest length and vertices
/// without edges have 0.
struct StretchInput {
  std::span<const Vec3> positions;
  std::span<const Vec3> rest;  ///< as many as `positions`
  std::span<const Triangle> triangles;
  std::span<const Segment> segments;
};
[[nodiscard]] std::vector<double> vertex_stretch(const StretchInput& input);

/// Returns the distance of each vertex from its previous position, divided by the time between them [m/s].
[[nodiscard]] std::vector<double> vertex_speed(std::span<const Vec3> now, std::span<const Vec3> before, double seconds);

}  // namespace muslin
