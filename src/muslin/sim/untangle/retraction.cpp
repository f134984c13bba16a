#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/detect/box_pairs.hpp>
#include <muslin/detect/intersection_tracker.hpp>
#include <muslin/sim/untangle/outward.hpp>
#include <muslin/sim/untangle/retraction.hpp>
#include <optional>
#include <queue>

namespace muslin {
namespace {

class Retractor {
 public:
  Retractor(const TangleWorld& world, std::span<const Vec3> position)
      : mesh_(world.mesh),
        topology_(world.topology),
        solid_(world.sheet),
        position_(position),
        normal_(outward_normals(world, position)),
        depth_(mesh_.vertex_count, 0.0),
        cap_(mesh_.vertex_count),
        is_obstacle_(mesh_.vertex_count, 0) {
    std::vector<Box> boxes;
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      if (mesh_.is_obstacle[static_cast<std::size_t>(mesh_.triangle_body[t])] == 0) continue;
      surface_.push_back(t);
      boxes.emplace_back();
      for (const VertexId v : mesh_.triangles[t]) {
        boxes.back().include(at(v));
        is_obstacle_[v.index()] = 1;
      }
    }
    surface_tree_.emplace(boxes);
  }

  /// Draws the obstacle vertices of these pairs back to at least `depth`, and the vertices around them less and less.
  void draw_in(std::span<const IntersectingPair> pairs, double depth) {
    std::priority_queue<std::pair<double, std::size_t>> open;
    for (const IntersectingPair& pair : pairs)
      for (const AuditElement& element : {pair.a, pair.b})
        if (mesh_.is_obstacle[static_cast<std::size_t>(mesh_.body(element))] != 0)
          for (const VertexId v : mesh_.vertices(element)) {
            const double wanted = std::min(depth, cap(v.index(), depth));
            if (wanted <= depth_[v.index()]) continue;
            depth_[v.index()] = wanted;
            open.emplace(wanted, v.index());
          }
    while (!open.empty()) {
      const auto [reached, v] = open.top();
      open.pop();
      if (reached < depth_[v]) continue;
      for (const EdgeId e : topology_.vertex_edges[v]) {
        const auto [a, b] = topology_.edges[e.index()];
        const std::size_t w = a.index() == v ? b.index() : a.index();
        double next = reached - tolerance::kRetractionSlope * (position_[v] - position_[w]).norm();
        if (next <= depth_[w]) continue;
        next = std::min(next, cap(w, next));
        if (next <= depth_[w]) continue;
        depth_[w] = next;
        open.emplace(next, w);
      }
    }
  }

  [[nodiscard]] std::vector<Vec3> offsets() const {
    std::vector<Vec3> result(depth_.size(), Vec3::Zero());
    for (std::size_t v = 0; v < result.size(); ++v) result[v] = -depth_[v] * normal_[v];
    for (std::size_t v = 0; v < result.size(); ++v)
      if (const auto& shift = shift_of(v); !shift.isZero(0.0)) result[v] = shift;
    return result;
  }

  /// Moves the solids of these pairs as a whole, in the direction in which they are clear of the other elements first.
  /// Tries the normals of the elements that intersect them, both ways, and the axes.
  void move_solids(std::span<const IntersectingPair> pairs, std::span<const Vec3> current,
                   IntersectionTracker& tracker) {
    std::vector<std::size_t> solids;
    for (const IntersectingPair& pair : pairs)
      for (const AuditElement& element : {pair.a, pair.b})
        if (mesh_.is_obstacle[static_cast<std::size_t>(mesh_.body(element))] != 0)
          solids.push_back(solid_[mesh_.vertices(element)[0].index()]);
    std::sort(solids.begin(), solids.end());
    solids.erase(std::unique(solids.begin(), solids.end()), solids.end());
    shift_.resize(mesh_.vertex_count, Vec3::Zero());
    for (const std::size_t solid : solids) shift_[solid] = shift_that_clears(solid, pairs, current, tracker);
  }

 private:
  [[nodiscard]] const Vec3& at(VertexId v) const { return position_[v.index()]; }
  [[nodiscard]] Vec3 shift_of(std::size_t v) const {
    if (shift_.empty() || is_obstacle_[v] == 0) return Vec3::Zero();
    return shift_[solid_[v]];
  }

  /// The largest depth of a vertex [m]: less than half of the way through the obstacle along its normal. Looks only as
  /// far as matters for the depth that is wanted.
  [[nodiscard]] double cap(std::size_t v, double wanted) {
    const double length = wanted / tolerance::kRetractionShare;
    if (length <= cap_[v].examined) return cap_[v].depth;
    const Vec3 origin = position_[v], direction = -normal_[v];
    double nearest = std::numeric_limits<double>::infinity();
    Box path;
    path.include(origin);
    path.include(Vec3(origin + length * direction));
    surface_tree_->visit_overlapping(path, [&](std::size_t s) {
      const Triangle& corners = mesh_.triangles[surface_[s]];
      if (std::find(corners.begin(), corners.end(), VertexId(v)) != corners.end()) return;
      if (solid_[corners[0].index()] != solid_[v]) return;
      const Vec3 e1 = at(corners[1]) - at(corners[0]), e2 = at(corners[2]) - at(corners[0]);
      const Vec3 p = direction.cross(e2), from = origin - at(corners[0]);
      const double det = e1.dot(p);
      if (det == 0.0) return;
      const double u = from.dot(p) / det;
      const Vec3 q = from.cross(e1);
      const double w = direction.dot(q) / det, distance = e2.dot(q) / det;
      if (u >= 0.0 && w >= 0.0 && u + w <= 1.0 && distance > 0.0) nearest = std::min(nearest, distance);
    });
    cap_[v] = {length, tolerance::kRetractionShare * nearest};
    return cap_[v].depth;
  }

  [[nodiscard]] Vec3 shift_that_clears(std::size_t solid, std::span<const IntersectingPair> pairs,
                                       std::span<const Vec3> current, IntersectionTracker& tracker) const {
    Vec3 normal = Vec3::Zero();
    for (const IntersectingPair& pair : pairs)
      for (const AuditElement& element : {pair.a, pair.b})
        if (mesh_.is_obstacle[static_cast<std::size_t>(mesh_.body(element))] == 0 &&
            element.kind == AuditElement::Kind::triangle) {
          const auto& [a, b, c] = mesh_.triangles[static_cast<std::size_t>(element.index)];
          const Vec3 area = (current[b.index()] - current[a.index()]).cross(current[c.index()] - current[a.index()]);
          normal += area.dot(normal) < 0.0 ? Vec3(-area) : area;
        }
    std::vector<Vec3> directions;
    if (normal.norm() > 0.0) {
      directions.push_back(normal.normalized());
      directions.push_back(-normal.normalized());
    }
    for (int axis = 0; axis < 3; ++axis)
      for (const double sign : {1.0, -1.0}) directions.push_back(sign * Vec3::Unit(axis));
    Box box;
    for (std::size_t v = 0; v < position_.size(); ++v)
      if (is_obstacle_[v] != 0 && solid_[v] == solid) box.include(position_[v]);
    const double size = (box.upper - box.lower).norm();
    for (const double share : {0.125, 0.25, 0.5, 0.75, 1.0, 1.5})
      for (const Vec3& direction : directions) {
        const Vec3 shift = share * size * direction;
        if (is_clear(solid, shift, current, tracker)) return shift;
      }
    return Vec3::Zero();
  }

  [[nodiscard]] bool is_clear(std::size_t solid, const Vec3& shift, std::span<const Vec3> current,
                              IntersectionTracker& tracker) const {
    std::vector<Vec3> moved(current.begin(), current.end());
    for (std::size_t v = 0; v < moved.size(); ++v)
      if (is_obstacle_[v] != 0 && solid_[v] == solid) moved[v] = position_[v] + shift;
    const std::vector<IntersectingPair>& pairs = tracker.update(moved);
    return std::none_of(pairs.begin(), pairs.end(), [&](const IntersectingPair& pair) {
      return solid_[mesh_.vertices(pair.a)[0].index()] == solid || solid_[mesh_.vertices(pair.b)[0].index()] == solid;
    });
  }

  /// The depth to which a vertex may be drawn back.
  struct Cap {
    double examined = 0.0;  ///< distance from the vertex up to which the obstacle was examined [m]
    double depth = 0.0;     ///< [m]
  };

  const TangleMesh& mesh_;
  const Topology& topology_;
  std::span<const std::uint32_t> solid_;  ///< of each vertex: the lowest vertex of its connected part
  std::span<const Vec3> position_;
  std::vector<Vec3> normal_;  ///< outward unit normal of each obstacle vertex
  std::vector<double> depth_;
  std::vector<Cap> cap_;
  std::vector<std::uint8_t> is_obstacle_;  ///< per vertex
  std::vector<std::size_t> surface_;       ///< triangles of obstacles
  std::optional<BoxPairs> surface_tree_;   ///< of their boxes
  std::vector<Vec3> shift_;                ///< of each solid, at its lowest vertex; may be empty
};

}  // namespace

Retraction retract_obstacles(const TangleWorld& world, std::span<const Vec3> position,
                             std::span<const IntersectingPair> pairs, IntersectionTracker& tracker,
                             double first_depth) {
  const TangleMesh& mesh = world.mesh;
  const auto with_obstacles = [&](std::span<const IntersectingPair> all) {
    std::vector<IntersectingPair> result;
    for (const IntersectingPair& pair : all)
      if (mesh.is_obstacle[static_cast<std::size_t>(mesh.body(pair.a))] != 0 ||
          mesh.is_obstacle[static_cast<std::size_t>(mesh.body(pair.b))] != 0)
        result.push_back(pair);
    return result;
  };
  Retraction result;
  result.offset.assign(position.size(), Vec3::Zero());
  result.remaining = with_obstacles(pairs);
  if (result.remaining.empty()) return result;
  Retractor retractor(world, position);
  std::vector<Vec3> current(position.begin(), position.end());
  const auto apply = [&] {
    result.offset = retractor.offsets();
    for (std::size_t v = 0; v < current.size(); ++v) current[v] = position[v] + result.offset[v];
    result.remaining = with_obstacles(tracker.update(current));
  };
  double depth = first_depth;
  for (int round = 0; round < tolerance::kRetractionRounds && !result.remaining.empty(); ++round, depth *= 1.5) {
    retractor.draw_in(result.remaining, depth);
    apply();
  }
  if (!result.remaining.empty()) {
    retractor.move_solids(result.remaining, current, tracker);
    apply();
  }
  for (const Vec3& offset : result.offset) result.depth = std::max(result.depth, offset.norm());
  return result;
}

}  // namespace muslin
