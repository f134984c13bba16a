#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <map>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/geometry/closest_points.hpp>
#include <muslin/sim/untangle/local_sides.hpp>
#include <optional>
#include <set>

namespace muslin {
namespace {

/// One of the two layers near a contour.
class LocalLayer {
 public:
  LocalLayer(const TangleWorld& world, std::span<const Vec3> position) : world_(&world), position_(position) {}

  void add(TriangleId t) { ids_.insert(t); }
  [[nodiscard]] bool has(TriangleId t) const { return ids_.contains(t); }
  [[nodiscard]] bool has(VertexId v) const { return normal_.contains(v); }
  [[nodiscard]] const std::map<VertexId, Vec3>& normals() const { return normal_; }
  [[nodiscard]] std::int32_t body() const { return world_->mesh.triangle_body[triangles_.front().id.index()]; }

  /// Measures the triangles, when all are there.
  void complete() {
    for (const TriangleId t : ids_) {
      const Triangle& corners = world_->mesh.triangles[t.index()];
      Face face{t, {}, {}};
      for (const VertexId v : corners) face.box.include(position_[v.index()]);
      triangles_.push_back(face);
      const Vec3& a = position_[corners[0].index()];
      const Vec3 area = (position_[corners[1].index()] - a).cross(position_[corners[2].index()] - a);
      for (const VertexId v : corners) normal_.try_emplace(v, Vec3::Zero()).first->second += area;
      for (const EdgeId e : world_->topology.triangle_edges[t.index()])
        if (e.valid()) ++faces_at_[e];
    }
    for (auto& [v, normal] : normal_)
      if (const double length = normal.norm(); length > 0.0) normal /= length;
    for (Face& face : triangles_)
      for (std::size_t k = 0; k < 3; ++k) {
        const EdgeId e = world_->topology.triangle_edges[face.id.index()][k];
        face.is_rim[k] = !e.valid() || faces_at_.at(e) == 1;
      }
  }

  /// The sum of the normals of all vertices.
  [[nodiscard]] Vec3 mean_normal() const {
    Vec3 sum = Vec3::Zero();
    for (const auto& [v, normal] : normal_) sum += normal;
    return sum;
  }

  /// A point of the layer beneath a vertex of the other one.
  struct Foot {
    TriangleId triangle;
    std::array<double, 3> weight;
    Vec3 gap, normal;
  };
  /// Returns the nearest point, unless it is on the rim of the layer, so that the vertex lies beside it and not above.
  [[nodiscard]] std::optional<Foot> foot(const Vec3& p) const {
    double best = std::numeric_limits<double>::infinity();
    const Face* nearest = nullptr;
    PointTriangle closest{};
    for (const Face& face : triangles_) {
      const Vec3 outside = (face.box.lower - p).cwiseMax(p - face.box.upper).cwiseMax(0.0);
      if (outside.squaredNorm() >= best) continue;
      const Triangle& t = world_->mesh.triangles[face.id.index()];
      const PointTriangle trial =
          closest_point_on_triangle(p, position_[t[0].index()], position_[t[1].index()], position_[t[2].index()]);
      if (!(trial.squared_distance < best)) continue;
      best = trial.squared_distance;
      closest = trial;
      nearest = &face;
    }
    if (nearest == nullptr) return {};
    for (std::size_t k = 0; k < 3; ++k)  // the side between the corners k and k+1
      if (nearest->is_rim[k] && closest.weight[(k + 2) % 3] == 0.0) return {};
    const Triangle& t = world_->mesh.triangles[nearest->id.index()];
    Vec3 normal = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) normal += closest.weight[k] * normal_.at(t[k]);
    const double length = normal.norm();
    if (!(length > 0.0)) return {};
    return Foot{nearest->id, closest.weight, closest.gap, normal / length};
  }

 private:
  struct Face {
    TriangleId id;
    Box box;
    std::array<bool, 3> is_rim;  ///< per side
  };
  const TangleWorld* world_;
  std::span<const Vec3> position_;
  std::set<TriangleId> ids_;
  std::vector<Face> triangles_;
  std::map<VertexId, Vec3> normal_;  ///< unit normals of the vertices
  std::map<EdgeId, int> faces_at_;
};

/// The vertices of one layer above inner points of the other.
struct Overlap {
  struct Entry {
    VertexId vertex;
    LocalLayer::Foot foot;
    double side = 0.0;  ///< of the other layer: 1 if it is in front of it, -1 behind
  };
  std::vector<Entry> entries;
  double votes = 0.0;      ///< for the front
  double alignment = 0.0;  ///< sum of the cosines of the normals of both layers

  Overlap(const TangleWorld& world, std::span<const Vec3> position, const LocalLayer& layer, const LocalLayer& other,
          double reach) {
    for (const auto& [v, normal] : layer.normals()) {
      if (other.has(v)) continue;
      const auto foot = other.foot(position[v.index()]);
      if (!foot || foot->gap.norm() > reach) continue;
      const double height = foot->gap.dot(foot->normal);
      entries.push_back({v, *foot, height >= 0.0 ? 1.0 : -1.0});
      // The height decides between equal numbers.
      const double weight = world.is_scripted[v.index()] != 0 ? tolerance::kScriptedVotes : 1.0;
      votes += weight * (entries.back().side + tolerance::kHeightVotes * height / reach);
      alignment += normal.dot(foot->normal);
    }
  }
};

/// Divides the triangles at a contour into layers.
class LayerDivision {
 public:
  LayerDivision(const TangleWorld& world, std::span<const Piercing> piercings, const Contour& contour)
      : world_(world), piercings_(piercings), contour_(contour) {
    for (const std::size_t i : contour.piercings) {
      add(piercings[i].triangle);
      for (const TriangleId face : world.topology.edge_triangles[piercings[i].edge.index()]) add(face);
    }
    sets_.grow(triangle_.size());
    join_at_edges();
    join_at_vertices();
  }

  /// Returns the layer of each triangle, 0 or 1; none if there are not two.
  [[nodiscard]] std::optional<std::vector<std::pair<TriangleId, std::size_t>>> two_layers() {
    std::map<std::size_t, std::size_t> layer;
    std::vector<std::pair<TriangleId, std::size_t>> result;
    for (std::size_t i = 0; i < triangle_.size(); ++i)
      result.emplace_back(triangle_[i], layer.try_emplace(sets_.find(i), layer.size()).first->second);
    if (layer.size() != 2) return {};
    return result;
  }

 private:
  void add(TriangleId t) {
    if (number_.try_emplace(t, triangle_.size()).second) triangle_.push_back(t);
  }

  /// Triangles on both sides of an edge are one layer. Where more than two meet, a seam may join several layers.
  void join_at_edges() {
    for (std::size_t i = 0; i < triangle_.size(); ++i)
      for (const EdgeId e : world_.topology.triangle_edges[triangle_[i].index()]) {
        if (!e.valid() || world_.topology.edge_triangles[e.index()].size() != 2) continue;
        for (const TriangleId t : world_.topology.edge_triangles[e.index()])
          if (const auto found = number_.find(t); found != number_.end()) sets_.join(i, found->second);
      }
  }

  /// So are triangles that share a vertex, unless they intersect.
  void join_at_vertices() {
    std::map<VertexId, std::vector<std::size_t>> at;
    for (std::size_t i = 0; i < triangle_.size(); ++i)
      for (const VertexId v : world_.mesh.triangles[triangle_[i].index()]) at[v].push_back(i);
    for (const auto& [v, around] : at)
      for (std::size_t k = 1; k < around.size(); ++k)
        if (!are_opposed(around[0], around[k])) sets_.join(around[0], around[k]);
  }

  [[nodiscard]] bool are_opposed(std::size_t i, std::size_t j) {
    const std::size_t a = sets_.find(i), b = sets_.find(j);
    return std::any_of(contour_.piercings.begin(), contour_.piercings.end(), [&](std::size_t p) {
      const std::size_t face = sets_.find(number_.at(piercings_[p].triangle));
      const std::span<const TriangleId> sides = world_.topology.edge_triangles[piercings_[p].edge.index()];
      return std::any_of(sides.begin(), sides.end(), [&](TriangleId t) {
        const std::size_t side = sets_.find(number_.at(t));
        return (face == a && side == b) || (face == b && side == a);
      });
    });
  }

  const TangleWorld& world_;
  std::span<const Piercing> piercings_;
  const Contour& contour_;
  std::vector<TriangleId> triangle_;
  std::map<TriangleId, std::size_t> number_;
  DisjointSets sets_;
};

/// Returns the two layers at a contour, grown to their surroundings; none if they are not two.
std::optional<std::array<LocalLayer, 2>> find_layers(const TangleWorld& world, std::span<const Vec3> position,
                                                     std::span<const Piercing> piercings, const Contour& contour) {
  auto open = LayerDivision(world, piercings, contour).two_layers();
  if (!open) return {};
  std::array<LocalLayer, 2> layers = {LocalLayer(world, position), LocalLayer(world, position)};
  for (const auto& [t, layer] : *open) layers[layer].add(t);
  // Both grow at the same time over their sheets, without meeting each other.
  const double reach =
      tolerance::kLocalReach * world.edge_length + 0.5 * (contour.box.upper - contour.box.lower).norm();
  const auto is_near = [&](VertexId v) {
    const Vec3& p = position[v.index()];
    return (contour.box.lower - p).cwiseMax(p - contour.box.upper).cwiseMax(0.0).norm() <= reach;
  };
  for (std::size_t i = 0; i < open->size(); ++i) {
    const auto [t, layer] = (*open)[i];
    for (const EdgeId e : world.topology.triangle_edges[t.index()]) {
      if (!e.valid() || world.topology.edge_triangles[e.index()].size() != 2) continue;
      for (const TriangleId next : world.topology.edge_triangles[e.index()]) {
        const Triangle& corners = world.mesh.triangles[next.index()];
        if (layers[0].has(next) || layers[1].has(next) || !std::all_of(corners.begin(), corners.end(), is_near))
          continue;
        layers[layer].add(next);
        open->emplace_back(next, layer);
      }
    }
  }
  for (LocalLayer& layer : layers) layer.complete();
  return layers;
}

}  // namespace

std::vector<Contour> find_contours(const Topology& topology, std::span<const Vec3> position,
                                   std::span<const Piercing> piercings) {
  DisjointSets sets(piercings.size());
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> first;
  for (std::size_t i = 0; i < piercings.size(); ++i)
    for (const TriangleId face : topology.edge_triangles[piercings[i].edge.index()]) {
      const std::pair<std::int32_t, std::int32_t> pair = std::minmax(face.value, piercings[i].triangle.value);
      sets.join(first.try_emplace(pair, i).first->second, i);
    }
  std::map<std::size_t, std::size_t> number;
  std::vector<Contour> result;
  for (std::size_t i = 0; i < piercings.size(); ++i) {
    const auto [place, is_new] = number.try_emplace(sets.find(i), result.size());
    if (is_new) result.emplace_back();
    Contour& contour = result[place->second];
    contour.piercings.push_back(i);
    contour.box.include(point_of(piercings[i], topology, position));
  }
  return result;
}

LocalSides decide_locally(const TangleWorld& world, std::span<const Vec3> position, std::span<const Piercing> piercings,
                          const Contour& contour, const OuterSide& outer) {
  const auto layers = find_layers(world, position, piercings, contour);
  if (!layers) return {};
  const auto& [first, second] = *layers;
  const double reach =
      2.0 * tolerance::kLocalReach * world.edge_length + (contour.box.upper - contour.box.lower).norm();
  const Overlap above(world, position, first, second, reach), below(world, position, second, first, reach);
  const double alignment = above.alignment + below.alignment;
  const auto count = static_cast<double>(above.entries.size() + below.entries.size());
  if (!(std::abs(alignment) > tolerance::kLayerAlignment * count)) return {};
  // If the normals agree, the second layer is behind the first where the first is in front of the second.
  const double agreement = alignment > 0.0 ? 1.0 : -1.0;
  double votes = above.votes - agreement * below.votes;
  const Vec3 middle = contour.box.centre();
  if (const double right = outer.side(first.body(), second.body(), middle, second.mean_normal(), first.mean_normal());
      right != 0.0)
    votes = right;
  if (votes == 0.0) votes = 1.0;
  const double side_of_first = votes > 0.0 ? 1.0 : -1.0, side_of_second = -agreement * side_of_first;

  LocalSides result;
  const auto add_moves = [&](const Overlap& overlap, double right) {
    for (const Overlap::Entry& entry : overlap.entries)
      if (entry.side != right)
        result.moves.push_back(
            {entry.vertex, entry.foot.triangle, entry.foot.weight, entry.foot.gap, right * entry.foot.normal});
  };
  add_moves(above, side_of_first);
  add_moves(below, side_of_second);
  for (const std::size_t i : contour.piercings)
    result.order.push_back(second.has(piercings[i].triangle) ? side_of_first : side_of_second);
  return result;
}

}  // namespace muslin
