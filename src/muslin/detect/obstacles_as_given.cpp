#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/obstacles_as_given.hpp>
#include <muslin/geometry/box.hpp>
#include <muslin/geometry/closest_points.hpp>

namespace muslin {
namespace {

/// The surface of one obstacle, for the question how deep a point is behind it.
class ObstacleSurface {
 public:
  ObstacleSurface(const TangleMesh& mesh, std::int32_t body, std::span<const Vec3> position) {
    double volume = 0.0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      if (mesh.triangle_body[t] != body) continue;
      const auto& [a, b, c] = mesh.triangles[t];
      Face face{{position[a.index()], position[b.index()], position[c.index()]}, Vec3::Zero(), {}};
      const Vec3 area = (face.corner[1] - face.corner[0]).cross(face.corner[2] - face.corner[0]);
      face.normal = area.normalized();
      for (const Vec3& x : face.corner) face.box.include(x);
      volume += area.dot(face.corner[0] - (faces_.empty() ? face : faces_.front()).corner[0]);
      faces_.push_back(face);
    }
    if (volume < 0.0)
      for (Face& face : faces_) face.normal = -face.normal;  // faces that point inwards
  }

  /// Returns the distance of a point behind the nearest face [m], or 0 if it is in front. At an edge or corner several
  /// faces are equally near; the one that the point faces most squarely decides.
  [[nodiscard]] double depth(const Vec3& p) const {
    double nearest = std::numeric_limits<double>::infinity(), height = 0.0;
    for (const Face& face : faces_) {
      const Vec3 outside = (face.box.lower - p).cwiseMax(p - face.box.upper).cwiseMax(0.0);
      if (outside.squaredNorm() > nearest) continue;
      const PointTriangle closest = closest_point_on_triangle(p, face.corner[0], face.corner[1], face.corner[2]);
      const double here = face.normal.dot(closest.gap);
      const double margin = tolerance::kEquallyNear * nearest;
      if (closest.squared_distance > nearest + margin) continue;
      const bool is_nearer = closest.squared_distance < nearest - margin;
      if (!is_nearer && !(std::abs(here) > std::abs(height))) continue;
      nearest = std::min(nearest, closest.squared_distance);
      height = here;
    }
    return height < 0.0 ? std::sqrt(nearest) : 0.0;
  }

 private:
  struct Face {
    std::array<Vec3, 3> corner;
    Vec3 normal;
    Box box;
  };
  std::vector<Face> faces_;
};

/// Finds the cloth vertex that is deepest behind a surface. The search begins at the elements that intersect it and
/// goes on over the mesh as long as vertices are behind the surface.
class DepthSearch {
 public:
  DepthSearch(const TangleMesh& mesh, std::span<const Vec3> position, const ObstacleSurface& surface)
      : mesh_(mesh), position_(position), surface_(surface), depth_(mesh.vertex_count, -1.0) {}

  void begin_at(const AuditElement& element) {
    for (const VertexId v : mesh_.vertices(element)) visit(v);
  }

  void search() {
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      const auto grow = [&](const auto& elements, std::span<const std::int32_t> body) {
        for (std::size_t e = 0; e < elements.size(); ++e) {
          if (mesh_.is_obstacle[static_cast<std::size_t>(body[e])] != 0) continue;
          const auto& corners = elements[e];
          if (std::none_of(corners.begin(), corners.end(), [&](VertexId v) { return depth_[v.index()] > 0.0; }))
            continue;
          for (const VertexId v : corners) has_grown |= visit(v);
        }
      };
      grow(mesh_.triangles, mesh_.triangle_body);
      grow(mesh_.segments, mesh_.segment_body);
    }
  }

  [[nodiscard]] double largest() const { return largest_; }
  [[nodiscard]] const Vec3& place() const { return place_; }

 private:
  /// Measures a vertex. Returns false if it was measured before.
  bool visit(VertexId v) {
    double& depth = depth_[v.index()];
    if (depth >= 0.0) return false;
    depth = surface_.depth(position_[v.index()]);
    if (depth > largest_) {
      largest_ = depth;
      place_ = position_[v.index()];
    }
    return true;
  }

  const TangleMesh& mesh_;
  std::span<const Vec3> position_;
  const ObstacleSurface& surface_;
  std::vector<double> depth_;  ///< negative for vertices that were not visited
  double largest_ = 0.0;
  Vec3 place_ = Vec3::Zero();
};

}  // namespace

std::size_t FrameAudit::intersections_as_given() const {
  std::size_t sum = 0;
  for (const ObstacleAsGiven& obstacle : as_given) sum += obstacle.intersections;
  return sum;
}

double FrameAudit::depth_as_given() const {
  double depth = 0.0;
  for (const ObstacleAsGiven& obstacle : as_given) depth = std::max(depth, obstacle.depth);
  return depth;
}

std::vector<ObstacleAsGiven> compare_as_given(const TangleMesh& mesh, std::span<const std::string> names,
                                              std::span<const Vec3> simulated, std::span<const Vec3> given,
                                              std::span<const IntersectingPair> pairs) {
  std::vector<ObstacleAsGiven> result(names.size());
  const auto measure = [&](const auto& elements, std::span<const std::int32_t> body) {
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const auto b = static_cast<std::size_t>(body[e]);
      if (mesh.is_obstacle[b] == 0) continue;
      for (const VertexId v : elements[e]) {
        const double deviation = (simulated[v.index()] - given[v.index()]).norm();
        if (!(deviation > result[b].deviation)) continue;
        result[b].deviation = deviation;
        result[b].place = simulated[v.index()];
      }
    }
  };
  measure(mesh.triangles, mesh.triangle_body);
  measure(mesh.segments, mesh.segment_body);

  std::vector<std::vector<AuditElement>> cloth(names.size());  // elements that intersect each obstacle
  for (const IntersectingPair& pair : pairs)
    for (const auto& [one, other] : {std::pair(pair.a, pair.b), std::pair(pair.b, pair.a)}) {
      const auto b = static_cast<std::size_t>(mesh.body(one));
      if (mesh.is_obstacle[b] == 0 || mesh.is_obstacle[static_cast<std::size_t>(mesh.body(other))] != 0) continue;
      if (result[b].intersections++ == 0) result[b].place = pair.place;
      cloth[b].push_back(other);
    }
  for (std::size_t b = 0; b < result.size(); ++b) {
    if (cloth[b].empty()) continue;
    const ObstacleSurface surface(mesh, static_cast<std::int32_t>(b), given);
    DepthSearch search(mesh, given, surface);
    for (const AuditElement& element : cloth[b]) search.begin_at(element);
    search.search();
    result[b].depth = search.largest();
    if (search.largest() > 0.0) result[b].place = search.place();
  }
  std::vector<ObstacleAsGiven> listed;
  for (std::size_t b = 0; b < result.size(); ++b) {
    if (result[b].intersections == 0 && !(result[b].deviation > 0.0)) continue;
    result[b].body = names[b];
    listed.push_back(std::move(result[b]));
  }
  return listed;
}

}  // namespace muslin
