#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/geometry/box.hpp>
#include <muslin/geometry/predicates.hpp>
#include <muslin/sim/untangle/contours.hpp>
#include <optional>
#include <set>

namespace muslin {
namespace {

bool contains(std::span<const VertexId> element, VertexId v) {
  return std::find(element.begin(), element.end(), v) != element.end();
}

/// Returns where the edge passes through the triangle, as the share of the edge; nothing if it does not pass from one
/// side to the other.
std::optional<double> pierce(const Segment& edge, const Triangle& triangle, std::span<const Vec3> position) {
  if (contains(triangle, edge[0]) || contains(triangle, edge[1])) return {};
  const Vec3 &p = position[edge[0].index()], &q = position[edge[1].index()];
  const Vec3 &a = position[triangle[0].index()], &b = position[triangle[1].index()], &c = position[triangle[2].index()];
  const int side_p = orient3d_sign(a, b, c, p), side_q = orient3d_sign(a, b, c, q);
  if (side_p * side_q >= 0) return {};
  const int ab = orient3d_sign(p, q, a, b), bc = orient3d_sign(p, q, b, c), ca = orient3d_sign(p, q, c, a);
  const bool all_left = ab >= 0 && bc >= 0 && ca >= 0, all_right = ab <= 0 && bc <= 0 && ca <= 0;
  if (!all_left && !all_right) return {};
  const Vec3 normal = (b - a).cross(c - a);
  const double height_p = normal.dot(p - a), height_q = normal.dot(q - a);
  const double share = height_p / (height_p - height_q);
  return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.5;
}

/// A vertex that cannot move counts as this many others.
constexpr std::size_t kFixedWeight = 1'000'000;

/// The parts into which the contours with another sheet cut a sheet. Crossing a contour changes the side, 0 or 1. Parts
/// that contours connect form a region, whose two sides are decided together.
class CutSheet {
 public:
  CutSheet(const TangleWorld& world, std::uint32_t sheet, std::span<const Vec3> position,
           std::span<const Piercing> piercings)
      : parts_(world.mesh.vertex_count), is_cut_(world.topology.edges.size(), 0) {
    const Topology& topology = world.topology;
    for (const Piercing& piercing : piercings) is_cut_[piercing.edge.index()] ^= 1U;  // twice through: the same side
    for (const EdgeId e : world.sheet_edges.at(sheet)) {
      const auto [a, b] = topology.edges[e.index()];
      if (!is_cut(e)) parts_.join(a.index(), b.index());
    }
    std::map<std::size_t, std::vector<std::size_t>> across;
    for (const Piercing& piercing : piercings) {
      if (!is_cut(piercing.edge)) continue;
      const auto [a, b] = topology.edges[piercing.edge.index()];
      across[part(a)].push_back(part(b));
      across[part(b)].push_back(part(a));
    }
    for (const VertexId v : world.sheet_vertices.at(sheet))
      if (across.contains(part(v))) members_[part(v)].push_back(v);
    for (const auto& [first, unused] : across)
      if (!place_.contains(first)) explore(first, across, position, world.is_scripted);
    for (const Piercing& piercing : piercings) {
      const auto [a, b] = topology.edges[piercing.edge.index()];
      if (const auto where = place(a)) regions[where->region].contour.include(point_of(piercing, topology, position));
    }
  }

  struct Region {
    bool is_separated = true;              ///< false if a part can be reached on both sides
    std::array<std::size_t, 2> size = {};  ///< number of vertices on each side, weighted
    Box contour;                           ///< of its piercings
    std::array<Box, 2> box;                ///< of the vertices on each side
    int wrong = -1;                        ///< the side to be moved; -1 if not decided
    double votes = 0.0;                    ///< of the layers of the bodies: positive if side 0 is right

    /// A side that is much larger than the contour is not what was pushed through: its border crosses another sheet.
    [[nodiscard]] bool is_too_large(int side) const {
      if (votes != 0.0) return false;
      const Box& all = box[static_cast<std::size_t>(side)];
      return (all.upper - all.lower).norm() > tolerance::kMaxPatchPerContour * (contour.upper - contour.lower).norm();
    }
  };
  struct Place {
    std::size_t region;
    int side;
  };
  [[nodiscard]] bool is_cut(EdgeId e) const { return is_cut_[e.index()] != 0; }
  [[nodiscard]] std::size_t part(VertexId v) { return parts_.find(v.index()); }
  /// The place of a vertex; none if no contour reaches its part.
  [[nodiscard]] std::optional<Place> place(VertexId v) {
    const auto found = place_.find(part(v));
    return found == place_.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] bool is_wrong(VertexId v) {
    const auto where = place(v);
    if (!where || !regions[where->region].is_separated) return false;
    const Region& region = regions[where->region];
    return region.wrong == where->side && !region.is_too_large(where->side);
  }
  [[nodiscard]] const std::map<std::size_t, std::vector<VertexId>>& members() const { return members_; }

  std::vector<Region> regions;

 private:
  void explore(std::size_t first, const std::map<std::size_t, std::vector<std::size_t>>& across,
               std::span<const Vec3> position, std::span<const std::uint8_t> is_fixed) {
    Region region;
    std::vector<std::size_t> reached = {first};
    place_[first] = {regions.size(), 0};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const int side = place_[reached[i]].side;
      std::size_t& size = region.size[static_cast<std::size_t>(side)];
      for (const VertexId v : members_[reached[i]]) {
        size += is_fixed[v.index()] != 0 ? kFixedWeight : 1;
        region.box[static_cast<std::size_t>(side)].include(position[v.index()]);
      }
      for (const std::size_t next : across.at(reached[i])) {
        if (const auto known = place_.find(next); known != place_.end()) {
          if (known->second.side == side) region.is_separated = false;
          continue;
        }
        place_[next] = {regions.size(), 1 - side};
        reached.push_back(next);
      }
    }
    regions.push_back(region);
  }

  DisjointSets parts_;
  std::vector<std::uint8_t> is_cut_;
  std::map<std::size_t, std::vector<VertexId>> members_;  ///< vertices of each part that a contour reaches
  std::map<std::size_t, Place> place_;
};

/// Decides for a sheet which sides are wrong by the layers of the bodies, where they say something.
void decide_by_layers(CutSheet& sheet, const TangleWorld& world, const OuterSide& outer, std::span<const Vec3> position,
                      std::span<const Piercing> piercings) {
  for (const Piercing& piercing : piercings) {
    const auto [u, w] = world.topology.edges[piercing.edge.index()];
    const auto place = sheet.place(u);
    const std::span<const TriangleId> faces = world.topology.edge_triangles[piercing.edge.index()];
    if (!sheet.is_cut(piercing.edge) || !place || faces.empty()) continue;
    const auto area_of = [&](TriangleId t) {
      const auto& [a, b, c] = world.mesh.triangles[t.index()];
      return Vec3((position[b.index()] - position[a.index()]).cross(position[c.index()] - position[a.index()]));
    };
    const Vec3 normal = area_of(piercing.triangle);
    const double right =
        outer.side(world.mesh.triangle_body[faces[0].index()], world.mesh.triangle_body[piercing.triangle.index()],
                   point_of(piercing, world.topology, position), normal, area_of(faces[0]));
    const double side_of_u = normal.dot(position[u.index()] - position[w.index()]) > 0.0 ? 1.0 : -1.0;
    sheet.regions[place->region].votes += right * side_of_u * (place->side == 0 ? 1.0 : -1.0);
  }
  for (CutSheet::Region& region : sheet.regions)
    if (region.votes != 0.0) region.wrong = region.votes > 0.0 ? 1 : 0;
}

/// Decides for a sheet which sides are wrong: the smaller ones.
void decide(CutSheet& sheet) {
  for (CutSheet::Region& region : sheet.regions)
    if (region.wrong < 0) region.wrong = region.size[1] <= region.size[0] ? 1 : 0;
}

/// Decides for two sheets together. Where they cross, one side of the first and the side of the second that faces it
/// change places; of the two possibilities, the one that moves fewer vertices.
void decide(CutSheet& first, CutSheet& second, const TangleMesh& mesh, const Topology& topology,
            std::span<const Vec3> position, std::span<const Piercing> piercings) {
  struct Votes {
    double same = 0.0;  ///< positive if side 0 of the first faces side 0 of the second
  };
  std::map<std::pair<std::size_t, std::size_t>, Votes> votes;
  for (const Piercing& piercing : piercings) {
    if (!first.is_cut(piercing.edge)) continue;
    const auto [u, w] = topology.edges[piercing.edge.index()];
    const auto place_u = first.place(u);
    if (!place_u) continue;
    const Vec3 point = (1.0 - piercing.share) * position[u.index()] + piercing.share * position[w.index()];
    const Vec3 towards_0 = (place_u->side == 0 ? 1.0 : -1.0) * (position[u.index()] - position[w.index()]);
    for (const VertexId b : mesh.triangles[piercing.triangle.index()]) {
      const auto place_b = second.place(b);
      if (!place_b) continue;
      const double vote = towards_0.dot(position[b.index()] - point) > 0.0 ? 1.0 : -1.0;
      votes[{place_u->region, place_b->region}].same += place_b->side == 0 ? vote : -vote;
    }
  }
  for (const auto& [key, vote] : votes) {
    CutSheet::Region &a = first.regions[key.first], &b = second.regions[key.second];
    if (a.wrong >= 0 || b.wrong >= 0 || !a.is_separated || !b.is_separated || vote.same == 0.0) continue;
    const std::size_t facing_0 = vote.same > 0.0 ? 0 : 1;
    a.wrong = a.size[0] + b.size[facing_0] < a.size[1] + b.size[1 - facing_0] ? 0 : 1;
    b.wrong = static_cast<int>(a.wrong == 0 ? facing_0 : 1 - facing_0);
  }
  decide(first);
  decide(second);
}

}  // namespace

Vec3 point_of(const Piercing& piercing, const Topology& topology, std::span<const Vec3> position) {
  const auto [a, b] = topology.edges[piercing.edge.index()];
  return (1.0 - piercing.share) * position[a.index()] + piercing.share * position[b.index()];
}

std::vector<Piercing> find_piercings(const TangleMesh& mesh, const Topology& topology, std::span<const Vec3> position,
                                     std::span<const IntersectingPair> pairs) {
  std::vector<Piercing> result;
  const auto add = [&](const AuditElement& sides, const AuditElement& face) {
    if (face.kind != AuditElement::Kind::triangle) return;
    const auto pierce_with = [&](EdgeId edge) {
      if (!edge.valid()) return;
      const auto share =
          pierce(topology.edges[edge.index()], mesh.triangles[static_cast<std::size_t>(face.index)], position);
      if (share) result.push_back({edge, TriangleId(face.index), *share});
    };
    const auto index = static_cast<std::size_t>(sides.index);
    if (sides.kind == AuditElement::Kind::segment) return pierce_with(topology.segment_edges[index]);
    for (const EdgeId edge : topology.triangle_edges[index]) pierce_with(edge);
  };
  for (const IntersectingPair& pair : pairs) {
    add(pair.a, pair.b);
    add(pair.b, pair.a);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

ContourAnalysis analyse_contours(const TangleWorld& world, std::span<const Vec3> position,
                                 std::span<const Piercing> piercings, const OuterSide& outer, SheetOrder& order) {
  const TangleMesh& mesh = world.mesh;
  const Topology& topology = world.topology;
  const std::vector<std::uint32_t>& sheet = world.sheet;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Piercing>> groups;  // by the two sheets
  for (const Piercing& piercing : piercings)
    groups[{sheet[topology.edges[piercing.edge.index()][0].index()],
            sheet[mesh.triangles[piercing.triangle.index()][0].index()]}]
        .push_back(piercing);

  std::map<std::pair<std::uint32_t, std::uint32_t>, CutSheet> sheets;
  for (const auto& [key, group] : groups) {
    sheets.try_emplace(key, world, key.first, position, group);
    sheets.try_emplace({key.second, key.first}, world, key.second, position,
                       groups.contains({key.second, key.first})
                           ? std::span<const Piercing>(groups.at({key.second, key.first}))
                           : std::span<const Piercing>());
  }
  for (auto& [key, cut] : sheets)
    if (groups.contains(key)) decide_by_layers(cut, world, outer, position, groups.at(key));
  for (auto& [key, cut] : sheets) {
    if (key.first == key.second)
      decide(cut);
    else if (key.first < key.second)
      decide(cut, sheets.at({key.second, key.first}), mesh, topology, position,
             groups.contains(key) ? std::span<const Piercing>(groups.at(key)) : std::span<const Piercing>());
  }

  // The side of the triangle on which the end is that belongs where it is.
  const auto side_of_other_end = [&](const Piercing& piercing, VertexId wrong_end) {
    const auto [a, b] = topology.edges[piercing.edge.index()];
    const auto& [c, d, e] = mesh.triangles[piercing.triangle.index()];
    return static_cast<double>(orient3d_sign(position[c.index()], position[d.index()], position[e.index()],
                                             position[(wrong_end == a ? b : a).index()]));
  };

  ContourAnalysis result;
  result.is_resolved.assign(piercings.size(), 0);
  std::vector<std::uint8_t> is_wrong(mesh.vertex_count, 0);
  for (const auto& [key, group] : groups) {
    CutSheet& cut = sheets.at(key);
    std::map<std::size_t, WrongSide> wrong;
    for (const auto& [part, members] : cut.members()) {
      if (!cut.is_wrong(members.front())) continue;
      wrong[part].vertices = members;
      for (const VertexId v : members) is_wrong[v.index()] = 1;
    }
    for (const Piercing& piercing : group) {
      bool is_resolved = false;
      if (cut.is_cut(piercing.edge))
        for (const VertexId v : topology.edges[piercing.edge.index()])
          if (cut.is_wrong(v)) {
            wrong[cut.part(v)].partners.push_back(piercing.triangle);
            is_resolved = true;
            if (key.first != key.second) order[key] += side_of_other_end(piercing, v);
          }
      const auto place = std::lower_bound(piercings.begin(), piercings.end(), piercing) - piercings.begin();
      result.is_resolved[static_cast<std::size_t>(place)] = is_resolved ? 1 : 0;
    }
    for (auto& [part, side] : wrong) result.wrong_sides.push_back(std::move(side));
  }

  for (const Piercing& piercing : piercings) {
    const std::uint32_t of_edge = sheet[topology.edges[piercing.edge.index()][0].index()],
                        of_triangle = sheet[mesh.triangles[piercing.triangle.index()][0].index()];
    const auto known = [&](std::uint32_t a, std::uint32_t b) {
      const auto found = order.find({a, b});
      return found == order.end() ? 0.0 : found->second;
    };
    result.order.push_back(known(of_edge, of_triangle));
    result.reverse_order.push_back(known(of_triangle, of_edge));
  }
  // A patch must pass all of the counterpart on the other sheet, not only the triangles at its rim.
  for (WrongSide& side : result.wrong_sides) {
    std::set<VertexId> counterpart;
    std::vector<VertexId> open;
    const auto reach = [&](VertexId v) {
      if (is_wrong[v.index()] == 0 || std::binary_search(side.vertices.begin(), side.vertices.end(), v)) return;
      if (counterpart.insert(v).second) open.push_back(v);
    };
    for (const TriangleId t : side.partners)
      for (const VertexId v : mesh.triangles[t.index()]) reach(v);
    while (!open.empty()) {
      const VertexId v = open.back();
      open.pop_back();
      for (const EdgeId e : topology.vertex_edges[v.index()])
        for (const VertexId w : topology.edges[e.index()]) reach(w);
    }
    for (const VertexId v : counterpart)
      for (const TriangleId t : topology.vertex_triangles[v.index()]) side.partners.push_back(t);
    side.has_counterpart = !counterpart.empty();
    std::sort(side.partners.begin(), side.partners.end());
    side.partners.erase(std::unique(side.partners.begin(), side.partners.end()), side.partners.end());
  }
  return result;
}

}  // namespace muslin
