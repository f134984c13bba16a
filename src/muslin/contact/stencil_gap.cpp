#include <muslin/contact/stencil_gap.hpp>
#include <muslin/geometry/closest_points.hpp>

namespace muslin {

StencilGap closest_points(StencilKind kind, const std::array<Vec3, 4>& position) {
  const auto& [x0, x1, x2, x3] = position;
  switch (kind) {
    case StencilKind::vertex_triangle: {
      const PointTriangle nearest = closest_point_on_triangle(x3, x0, x1, x2);
      const auto& alpha = nearest.weight;
      return {{-alpha[0], -alpha[1], -alpha[2], 1.0}, nearest.gap, nearest.squared_distance};
    }
    case StencilKind::edge_edge: {
      const EdgeEdge nearest = closest_points_on_edges(x0, x1, x2, x3);
      return {{-nearest.weight_a[0], -nearest.weight_a[1], nearest.weight_b[0], nearest.weight_b[1]},
              nearest.gap,
              nearest.squared_distance};
    }
    case StencilKind::vertex_edge:
      break;
  }
  const PointEdge nearest = closest_point_on_edge(x3, x0, x1);
  return {{-nearest.weight[0], -nearest.weight[1], 0.0, 1.0}, nearest.gap, nearest.squared_distance};
}

}  // namespace muslin
