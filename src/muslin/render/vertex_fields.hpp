#pragma once
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

/// How far the edges at each vertex are stretched: the largest of (length - rest length) / rest length, and not less
/// than zero [1]. Edges of triangles and cable segments count; those without rest length, and vertices without edges,
/// have 0.
struct StretchInput {
  std::span<const Vec3> positions;
  std::span<const Vec3> rest;  ///< as many
  std::span<const Triangle> triangles;
  std::span<const Segment> segments;
};
[[nodiscard]] std::vector<double> vertex_stretch(const StretchInput& input);

/// Distance of each vertex from where it was, by time [m/s].
[[nodiscard]] std::vector<double> vertex_speed(std::span<const Vec3> now, std::span<const Vec3> before, double seconds);

}  // namespace muslin
