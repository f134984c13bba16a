#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/detect/thickness.hpp>

namespace muslin::test {

/// One thickness for all bodies, and the corresponding surfaces.
struct UniformThickness {
  double distance = 0;
  std::span<const Vec3> rest_position = {};
  std::span<const std::int32_t> vertex_body = {};  ///< if empty, all vertices form one body
  double rest_share = 0.9;

  /// Returns the surfaces for this number of vertices.
  [[nodiscard]] Surfaces surfaces(std::size_t vertices) const {
    std::vector<std::int32_t> body(vertex_body.begin(), vertex_body.end());
    body.resize(vertices, 0);
    std::int32_t bodies = 1;
    for (const std::int32_t b : body) bodies = std::max(bodies, b + 1);
    return {std::move(body), std::vector(static_cast<std::size_t>(bodies), Surface{distance, 0.0})};
  }
  [[nodiscard]] ThicknessRule rule(const Surfaces& its_surfaces) const {
    return {&its_surfaces, rest_position, rest_share};
  }
};

}  // namespace muslin::test
