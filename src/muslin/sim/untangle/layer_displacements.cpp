#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/geometry/box.hpp>
#include <muslin/geometry/closest_points.hpp>
#include <muslin/sim/untangle/border_slide.hpp>
#include <muslin/sim/untangle/layer_displacements.hpp>
#include <muslin/sim/untangle/local_sides.hpp>
#include <set>

namespace muslin {
namespace {

Vec3 normal_of(const Triangle& triangle, std::span<const Vec3> position) {
  const Vec3& a = position[triangle[0].index()];
  const Vec3 normal = (position[triangle[1].index()] - a).cross(position[triangle[2].index()] - a);
  const double length = normal.norm();
  return length > 0.0 ? Vec3(normal / length) : Vec3::Zero();
}

/// The variants that are tried in turn where displacements made nothing better.
struct Variant {
  bool uses_order;  ///< whether sheets move to the side on which they belong, or contours become shorter
  double scale;     ///< [1] of the displacements
};
constexpr std::array<Variant, 6> kVariants = {
    {{true, 1.0}, {false, 1.0}, {true, 0.4}, {false, 0.3}, {true, 2.5}, {false, 0.1}}};

/// Means of the displacements that several rules ask of one vertex.
class Wishes {
 public:
  explicit Wishes(std::size_t vertices) : sum_(vertices, Vec3::Zero()), weight_(vertices, 0.0), sets_(vertices) {}
  /// Vertices whose wishes belong together.
  void join(VertexId v, VertexId w) { sets_.join(v.index(), w.index()); }
  [[nodiscard]] std::int32_t group(std::size_t v) {
    return weight_[v] > 0.0 ? static_cast<std::int32_t>(sets_.find(v)) : -1;
  }
  void add(VertexId v, const Vec3& displacement, double weight = 1.0) {
    sum_[v.index()] += weight * displacement;
    weight_[v.index()] += weight;
  }
  [[nodiscard]] bool has(VertexId v) const { return weight_[v.index()] > 0.0; }
  [[nodiscard]] Vec3 mean(std::size_t v) const { return weight_[v] > 0.0 ? Vec3(sum_[v] / weight_[v]) : Vec3::Zero(); }

 private:
  std::vector<Vec3> sum_;
  std::vector<double> weight_;
  DisjointSets sets_;
};

class LayerMover {
 public:
  explicit LayerMover(const LayerInput& input) : in_(input), wishes_(input.world.mesh.vertex_count) {}

  /// Moves a patch to the other side of its partners.
  void pass(const WrongSide& side) {
    struct Partner {
      TriangleId id;
      Box box;
    };
    std::vector<Partner> partners;
    for (const TriangleId t : side.partners) {
      Partner partner{t, {}};
      for (const VertexId v : in_.world.mesh.triangles[t.index()]) partner.box.include(in_.position[v.index()]);
      partners.push_back(partner);
    }
    std::vector<Vec3> wish(side.vertices.size(), Vec3::Zero());
    std::vector<std::pair<TriangleId, std::array<double, 3>>> nearest(side.vertices.size());
    parallel_for(side.vertices.size(), 16, [&](std::size_t i) {
      const Vec3& p = in_.position[side.vertices[i].index()];
      double best = std::numeric_limits<double>::infinity();
      for (const Partner& partner : partners) {
        const Vec3 outside = (partner.box.lower - p).cwiseMax(p - partner.box.upper).cwiseMax(0.0);
        if (outside.squaredNorm() >= best) continue;
        const Triangle& t = in_.world.mesh.triangles[partner.id.index()];
        const PointTriangle closest = closest_point_on_triangle(p, in_.position[t[0].index()],
                                                                in_.position[t[1].index()], in_.position[t[2].index()]);
        if (!(closest.squared_distance < best)) continue;
        best = closest.squared_distance;
        wish[i] = -closest.gap;
        nearest[i] = {partner.id, closest.weight};
      }
    });
    for (std::size_t i = 0; i < wish.size(); ++i) {
      const VertexId v = side.vertices[i];
      wishes_.join(v, side.vertices.front());
      if (!nearest[i].first.valid()) continue;
      const double length = wish[i].norm();
      const Triangle& t = in_.world.mesh.triangles[nearest[i].first.index()];
      const Vec3 direction = length > 0.0 ? Vec3(wish[i] / length) : normal_of(t, in_.position);
      const Vec3 all = wish[i] + clearance(v, t[0]) * direction;
      for (const VertexId w : t) wishes_.join(v, w);
      const bool others_move = std::any_of(t.begin(), t.end(), [&](VertexId w) { return is_movable(w); });
      const double share = !is_movable(v) ? 0.0 : (others_move && side.has_counterpart ? 0.6 : 1.0);
      wishes_.add(v, share * all);
      if (share < 1.0 && !side.has_counterpart)
        for (std::size_t c = 0; c < 3; ++c) wishes_.add(t[c], -(1.0 - share) * all, nearest[i].second[c]);
      else if (share == 0.0)
        for (std::size_t c = 0; c < 3; ++c) wishes_.add(t[c], -all, nearest[i].second[c]);
    }
  }

  /// Does what it can for the piercings of a contour that separates nothing.
  void resolve(const Contour& contour, std::span<const Piercing> piercings, const ContourAnalysis& analysis) {
    const auto is_open = [&](std::size_t i) { return analysis.is_resolved[i] == 0; };
    if (std::none_of(contour.piercings.begin(), contour.piercings.end(), is_open)) return;
    LocalSides local;
    if (variant(contour, piercings).uses_order) {
      local = decide_locally(in_.world, in_.position, piercings, contour, in_.outer);
      for (const LocalMove& move : local.moves) pass(move);
      if (local.order.empty() && slide(contour, piercings)) return;
    }
    const double extent = (contour.box.upper - contour.box.lower).norm();
    for (std::size_t k = 0; k < contour.piercings.size(); ++k) {
      const std::size_t i = contour.piercings[k];
      if (!is_open(i)) continue;
      const bool uses_order = variant(piercings[i]).uses_order;
      const std::size_t next = k + 1 < contour.piercings.size() ? contour.piercings[k + 1] : i;
      if (uses_order && !local.order.empty()) {
        move_to_side(piercings[i], local.order[k], 0.0);
      } else if (uses_order && (analysis.order[i] != 0.0 || analysis.reverse_order[i] != 0.0)) {
        move_to_side(piercings[i], analysis.order[i], analysis.reverse_order[i]);
      } else if (next != i && is_open(next) && piercings[next].edge == piercings[i].edge) {
        lift(piercings[i], piercings[next]);
        ++k;
      } else {
        shorten(piercings[i], extent);
      }
    }
  }

  /// Slides two sheets off each other. Returns whether the contour is one along which they can.
  bool slide(const Contour& contour, std::span<const Piercing> piercings) {
    const Piercing& first = piercings[contour.piercings.front()];
    const double more = 2.0 * clearance(in_.world.topology.edges[first.edge.index()][0],
                                        in_.world.mesh.triangles[first.triangle.index()][0]);
    const std::vector<SlidingVertex> vertices = slide_apart(in_.world, in_.position, piercings, contour, more);
    for (const SlidingVertex& sliding : vertices) {
      wishes_.join(sliding.vertex, vertices.front().vertex);
      wishes_.add(sliding.vertex, sliding.displacement);
      slid_.push_back(sliding.vertex);
    }
    return !vertices.empty();
  }
  /// The vertices that slide, movable or not.
  [[nodiscard]] std::span<const VertexId> slid() const { return slid_; }

  /// Shortens the contour at a piercing [Volino06 §3]. Where the edge passes through the plane of the triangle (normal
  /// N) at p, the contour leaves p into each face beside the edge (direction E) along a unit vector Rᵢ. If the edge
  /// moves by D, p moves by D - (N·D)/(N·E) E, so that the contour becomes shorter by Σ Rᵢ·dp. The steepest descent is
  ///   D ∝ Σ Rᵢ - (E·Σ Rᵢ)/(E·N) N.
  void shorten(const Piercing& piercing, double extent) {
    const Segment& edge = in_.world.topology.edges[piercing.edge.index()];
    const Triangle& triangle = in_.world.mesh.triangles[piercing.triangle.index()];
    const Vec3 along = (in_.position[edge[1].index()] - in_.position[edge[0].index()]).normalized();
    const Vec3 normal = normal_of(triangle, in_.position);
    Vec3 sum = Vec3::Zero();
    for (const TriangleId face : in_.world.topology.edge_triangles[piercing.edge.index()]) {
      const Triangle& corners = in_.world.mesh.triangles[face.index()];
      Vec3 contour = normal_of(corners, in_.position).cross(normal);
      const double length = contour.norm();
      if (!(length > tolerance::kParallelPlanes)) continue;
      contour /= length;
      const auto opposite =
          std::find_if(corners.begin(), corners.end(), [&](VertexId v) { return v != edge[0] && v != edge[1]; });
      if (opposite == corners.end()) continue;
      Vec3 inward = in_.position[opposite->index()] - in_.position[edge[0].index()];
      inward -= inward.dot(along) * along;
      sum += contour.dot(inward) < 0.0 ? Vec3(-contour) : contour;
    }
    const double slope = along.dot(normal);
    if (!(std::abs(slope) > tolerance::kParallelPlanes)) return;
    Vec3 direction = sum - along.dot(sum) / slope * normal;
    if (!(direction.norm() > tolerance::kParallelPlanes)) return;
    // Both ends of the contour move; a little more than half of its size makes it vanish.
    // A contour with one piercing ends at a vertex that the edge's faces share with the triangle.
    if (extent == 0.0) extent = distance_to_corner(piercing);
    const double step = std::min(0.6 * extent + 0.1 * in_.world.thickness[edge[0].index()], in_.world.edge_length);
    separate(edge, triangle, piercing.share, step / direction.norm() * direction);
  }

  /// Moves an edge to the side of a triangle on which its sheet belongs. `order` is the side of the triangle, and
  /// `reverse_order` that of the faces beside the edge; the better known one counts.
  void move_to_side(const Piercing& piercing, double order, double reverse_order) {
    const Segment& edge = in_.world.topology.edges[piercing.edge.index()];
    const Triangle& triangle = in_.world.mesh.triangles[piercing.triangle.index()];
    Vec3 normal = (order > 0.0 ? 1.0 : -1.0) * normal_of(triangle, in_.position);
    if (std::abs(reverse_order) > std::abs(order)) {
      Vec3 sum = Vec3::Zero();
      for (const TriangleId face : in_.world.topology.edge_triangles[piercing.edge.index()])
        sum += normal_of(in_.world.mesh.triangles[face.index()], in_.position);
      if (sum.norm() > tolerance::kParallelPlanes) normal = (reverse_order > 0.0 ? -1.0 : 1.0) * sum.normalized();
    }
    separate(edge, triangle, piercing.share, 2.0 * clearance(edge[0], triangle[0]) * normal);
  }

  /// Moves an edge whose ends are both on the right side, but which passes through two faces between them, away from
  /// the ridge of these faces.
  void lift(const Piercing& p, const Piercing& q) {
    const Piercing &first = p.share <= q.share ? p : q, &last = p.share <= q.share ? q : p;
    const Segment& edge = in_.world.topology.edges[p.edge.index()];
    const Triangle &t = in_.world.mesh.triangles[first.triangle.index()],
                   &s = in_.world.mesh.triangles[last.triangle.index()];
    const Vec3 along = in_.position[edge[1].index()] - in_.position[edge[0].index()];
    // Unit normals, on the side on which the near end of the edge is.
    Vec3 normal_t = normal_of(t, in_.position), normal_s = normal_of(s, in_.position);
    if (normal_t.dot(along) > 0.0) normal_t = -normal_t;
    if (normal_s.dot(along) < 0.0) normal_s = -normal_s;
    const Vec3 sum = normal_t + normal_s;
    if (!(sum.norm() > tolerance::kParallelPlanes)) return;
    const double depth = 0.25 * (last.share - first.share) * along.norm() + clearance(edge[0], t[0]);
    const Vec3 away = depth / sum.norm() * sum;
    separate(edge, t, first.share, away);
    separate(edge, s, last.share, away);
  }

  /// Moves two elements that overlap in one plane, or only touch, apart.
  void part(const IntersectingPair& pair) {
    const bool a_is_face = pair.a.kind == AuditElement::Kind::triangle;
    const AuditElement& face = a_is_face ? pair.a : pair.b;
    if (face.kind != AuditElement::Kind::triangle) return;
    // The first body moves backwards; within one body, the element that comes first.
    const Vec3 normal = normal_of(in_.world.mesh.triangles[static_cast<std::size_t>(face.index)], in_.position);
    const std::span<const VertexId> a = in_.world.mesh.vertices(pair.a), b = in_.world.mesh.vertices(pair.b);
    const auto can_move = [&](std::span<const VertexId> element) {
      return std::any_of(element.begin(), element.end(), [&](VertexId v) { return is_movable(v); });
    };
    for (const VertexId v : a) wishes_.join(v, b[0]);
    for (const VertexId v : b) wishes_.join(v, b[0]);
    const double both = can_move(a) && can_move(b) ? 0.5 : 1.0;
    const Vec3 apart = both * clearance(a[0], b[0]) * normal;
    for (const VertexId v : a)
      if (std::find(b.begin(), b.end(), v) == b.end()) wishes_.add(v, -apart);
    for (const VertexId v : b)
      if (std::find(a.begin(), a.end(), v) == a.end()) wishes_.add(v, apart);
  }

  /// The variant that is tried at a vertex.
  [[nodiscard]] const Variant& variant(VertexId v) const {
    return kVariants[static_cast<std::size_t>(in_.failures[v.index()]) % kVariants.size()];
  }
  /// The variant of a piercing: that of the vertex whose displacements failed most often.
  [[nodiscard]] const Variant& variant(const Piercing& piercing) const {
    VertexId most = in_.world.topology.edges[piercing.edge.index()][0];
    const auto consider = [&](VertexId v) {
      if (in_.failures[v.index()] > in_.failures[most.index()]) most = v;
    };
    consider(in_.world.topology.edges[piercing.edge.index()][1]);
    for (const VertexId v : in_.world.mesh.triangles[piercing.triangle.index()]) consider(v);
    return variant(most);
  }
  /// The variant of a contour: that of its first piercing.
  [[nodiscard]] const Variant& variant(const Contour& contour, std::span<const Piercing> piercings) const {
    return variant(piercings[contour.piercings.front()]);
  }
  [[nodiscard]] std::vector<std::int32_t> groups() {
    std::vector<std::int32_t> result(in_.world.mesh.vertex_count);
    for (std::size_t v = 0; v < result.size(); ++v) result[v] = wishes_.group(v);
    return result;
  }

  [[nodiscard]] std::vector<Vec3> finish() const {
    std::vector<Vec3> result(in_.world.mesh.vertex_count, Vec3::Zero());
    for (std::size_t v = 0; v < result.size(); ++v) {
      if (in_.is_movable[v] == 0) continue;
      result[v] = variant(VertexId(v)).scale * wishes_.mean(v);
      const double length = result[v].norm();
      if (!std::isfinite(length)) result[v].setZero();
      if (length > in_.largest_displacement) result[v] *= in_.largest_displacement / length;
    }
    smooth(result);
    for (const std::vector<VertexId>& group : in_.world.rigid_groups) move_rigidly(group, result);
    return result;
  }

 private:
  /// Moves a vertex to the other side of a triangle, which gives way.
  void pass(const LocalMove& move) {
    const Triangle& t = in_.world.mesh.triangles[move.triangle.index()];
    const Vec3 all = clearance(move.vertex, t[0]) * move.side - move.gap;
    for (const VertexId w : t) wishes_.join(move.vertex, w);
    const bool others_move = std::any_of(t.begin(), t.end(), [&](VertexId w) { return is_movable(w); });
    const double share = !is_movable(move.vertex) ? 0.0 : (others_move ? 0.5 : 1.0);
    if (share > 0.0) wishes_.add(move.vertex, share * all);
    if (share < 1.0)
      for (std::size_t c = 0; c < 3; ++c) wishes_.add(t[c], -(1.0 - share) * all, move.weight[c]);
  }

  /// The distance of a piercing from the nearest corner of its triangle [m].
  [[nodiscard]] double distance_to_corner(const Piercing& piercing) const {
    const Segment& edge = in_.world.topology.edges[piercing.edge.index()];
    const Vec3 point =
        (1.0 - piercing.share) * in_.position[edge[0].index()] + piercing.share * in_.position[edge[1].index()];
    double nearest = std::numeric_limits<double>::infinity();
    for (const VertexId v : in_.world.mesh.triangles[piercing.triangle.index()])
      nearest = std::min(nearest, (in_.position[v.index()] - point).norm());
    return nearest;
  }

  /// Moves a point of an edge by half of `away` [m] and a triangle by the opposite half; all of it if only one can
  /// move.
  void separate(const Segment& edge, const Triangle& triangle, double share, const Vec3& away) {
    wishes_.join(edge[0], edge[1]);
    for (const VertexId v : triangle) wishes_.join(edge[0], v);
    const bool edge_moves = is_movable(edge[0]) || is_movable(edge[1]);
    const bool face_moves = std::any_of(triangle.begin(), triangle.end(), [&](VertexId v) { return is_movable(v); });
    if (edge_moves) {
      wishes_.add(edge[0], (face_moves ? 0.5 : 1.0) * away, 1.0 - share);
      wishes_.add(edge[1], (face_moves ? 0.5 : 1.0) * away, share);
    }
    if (face_moves)
      for (const VertexId v : triangle) wishes_.add(v, (edge_moves ? -0.5 : -1.0) * away, 1.0 / 3.0);
  }

  [[nodiscard]] bool is_movable(VertexId v) const { return in_.is_movable[v.index()] != 0; }

  /// The distance by which layers should pass each other [m].
  [[nodiscard]] double clearance(VertexId v, VertexId w) const {
    return std::max(
        tolerance::kUntangleClearance * 0.5 * (in_.world.thickness[v.index()] + in_.world.thickness[w.index()]),
        tolerance::kUntangleEdgeShare * in_.world.edge_length);
  }

  /// Gives the vertices of a rigid patch or object their mean displacement.
  void move_rigidly(std::span<const VertexId> group, std::vector<Vec3>& displacement) const {
    Vec3 sum = Vec3::Zero();
    double count = 0.0;
    for (const VertexId v : group) {
      if (!is_movable(v)) return;
      if (displacement[v.index()].isZero(0.0)) continue;
      sum += displacement[v.index()];
      count += 1.0;
    }
    if (count == 0.0) return;
    for (const VertexId v : group) displacement[v.index()] = sum / count;
  }

  /// Averages the displacements of vertices that are to move with those of their neighbours that are to move too.
  void smooth(std::vector<Vec3>& displacement) const {
    for (int round = 0; round < 2; ++round) {
      const std::vector<Vec3> before = displacement;
      for (std::size_t v = 0; v < displacement.size(); ++v) {
        if (before[v].isZero(0.0)) continue;
        Vec3 sum = before[v];
        double count = 1.0;
        for (const EdgeId e : in_.world.topology.vertex_edges[v]) {
          const auto [a, b] = in_.world.topology.edges[e.index()];
          const std::size_t w = a.index() == v ? b.index() : a.index();
          if (before[w].isZero(0.0)) continue;
          sum += before[w];
          count += 1.0;
        }
        displacement[v] = 0.5 * (before[v] + sum / count);
      }
    }
  }

  const LayerInput& in_;
  Wishes wishes_;
  std::vector<VertexId> slid_;
};

}  // namespace

LayerDisplacements layer_displacements(const LayerInput& input, std::span<const IntersectingPair> pairs,
                                       SheetOrder& order) {
  const std::vector<Piercing> piercings = find_piercings(input.world.mesh, input.world.topology, input.position, pairs);
  const ContourAnalysis contours = analyse_contours(input.world, input.position, piercings, input.outer, order);
  LayerMover mover(input);
  for (const WrongSide& side : contours.wrong_sides) mover.pass(side);
  for (const Contour& contour : find_contours(input.world.topology, input.position, piercings))
    mover.resolve(contour, piercings, contours);
  std::set<std::pair<std::int32_t, std::int32_t>> pierced;  // edges by triangle
  for (const Piercing& piercing : piercings) pierced.insert({piercing.edge.value, piercing.triangle.value});
  const auto is_pierced = [&](const AuditElement& sides, const AuditElement& face) {
    if (face.kind != AuditElement::Kind::triangle) return false;
    const auto by = [&](EdgeId e) { return pierced.contains({e.value, face.index}); };
    const auto index = static_cast<std::size_t>(sides.index);
    if (sides.kind == AuditElement::Kind::segment) return by(input.world.topology.segment_edges[index]);
    return std::any_of(input.world.topology.triangle_edges[index].begin(),
                       input.world.topology.triangle_edges[index].end(), by);
  };
  for (const IntersectingPair& pair : pairs)
    if (!is_pierced(pair.a, pair.b) && !is_pierced(pair.b, pair.a)) mover.part(pair);
  LayerDisplacements result{.displacement = mover.finish(), .wrong = {}, .group = mover.groups()};
  for (const WrongSide& side : contours.wrong_sides)
    result.wrong.insert(result.wrong.end(), side.vertices.begin(), side.vertices.end());
  result.wrong.insert(result.wrong.end(), mover.slid().begin(), mover.slid().end());
  return result;
}

}  // namespace muslin
