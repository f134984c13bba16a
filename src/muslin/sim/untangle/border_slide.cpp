#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/sim/untangle/border_slide.hpp>
#include <optional>
#include <queue>
#include <set>

namespace muslin {
namespace {

/// One of the two sheets at a contour.
struct SlidingSheet {
  std::uint32_t sheet = 0;
  Vec3 border = Vec3::Zero();  ///< where the contour leaves the sheet [m]
  int borders = 0;             ///< number of times that it does
  std::set<VertexId> seeds;    ///< vertices of the faces that the contour passes
};

/// Returns both sheets; none if there are not two, or if the contour does not leave each of them once.
std::optional<std::array<SlidingSheet, 2>> find_sheets(const TangleWorld& world, std::span<const Vec3> position,
                                                       std::span<const Piercing> piercings, const Contour& contour) {
  std::map<std::uint32_t, SlidingSheet> sheets;
  const auto add = [&](const Triangle& face) -> SlidingSheet& {
    SlidingSheet& sheet = sheets[world.sheet[face[0].index()]];
    sheet.sheet = world.sheet[face[0].index()];
    sheet.seeds.insert(face.begin(), face.end());
    return sheet;
  };
  for (const std::size_t i : contour.piercings) {
    const Piercing& piercing = piercings[i];
    add(world.mesh.triangles[piercing.triangle.index()]);
    const std::span<const TriangleId> faces = world.topology.edge_triangles[piercing.edge.index()];
    if (faces.empty()) return {};  // a cable
    for (const TriangleId t : faces) {
      SlidingSheet& sheet = add(world.mesh.triangles[t.index()]);
      if (faces.size() > 1) continue;
      sheet.border = point_of(piercing, world.topology, position);
      ++sheet.borders;
    }
  }
  if (sheets.size() != 2) return {};
  std::array<SlidingSheet, 2> result = {std::move(sheets.begin()->second), std::move(sheets.rbegin()->second)};
  if (result[0].borders != 1 || result[1].borders != 1) return {};
  return result;
}

/// Returns the distance of vertices from the contour along the edges of a sheet, up to `reach` [m].
std::map<VertexId, double> distances(const TangleWorld& world, std::span<const Vec3> position,
                                     const SlidingSheet& sheet, double reach) {
  std::map<VertexId, double> result;
  std::priority_queue<std::pair<double, VertexId>, std::vector<std::pair<double, VertexId>>, std::greater<>> open;
  for (const VertexId v : sheet.seeds) {
    result[v] = 0.0;
    open.emplace(0.0, v);
  }
  while (!open.empty()) {
    const auto [distance, v] = open.top();
    open.pop();
    if (distance > result.at(v)) continue;
    for (const EdgeId e : world.topology.vertex_edges[v.index()]) {
      const auto [a, b] = world.topology.edges[e.index()];
      const VertexId w = a == v ? b : a;
      const double next = distance + (position[v.index()] - position[w.index()]).norm();
      if (next >= reach) continue;
      const auto [known, is_new] = result.try_emplace(w, next);
      if (!is_new && known->second <= next) continue;
      known->second = next;
      open.emplace(next, w);
    }
  }
  return result;
}

}  // namespace

std::vector<SlidingVertex> slide_apart(const TangleWorld& world, std::span<const Vec3> position,
                                       std::span<const Piercing> piercings, const Contour& contour, double clearance) {
  const auto sheets = find_sheets(world, position, piercings, contour);
  if (!sheets) return {};
  const Vec3 along = (*sheets)[1].border - (*sheets)[0].border;
  const double length = along.norm();
  if (!(length > 0.0)) return {};
  // A sheet that is held at the contour stays, and the other one makes all of the way.
  std::array<double, 2> share = {0.5, 0.5};
  for (const std::size_t s : {0U, 1U}) {
    const auto& seeds = (*sheets)[s].seeds;
    const bool is_held =
        std::any_of(seeds.begin(), seeds.end(), [&](VertexId v) { return world.is_scripted[v.index()] != 0; });
    if (is_held && share[1 - s] > 0.0) share = {s == 0 ? 0.0 : 1.0, s == 0 ? 1.0 : 0.0};
  }
  std::vector<SlidingVertex> result;
  const double reach = tolerance::kSlideReach * length + tolerance::kLocalReach * world.edge_length;
  for (const std::size_t s : {0U, 1U}) {
    if (share[s] == 0.0) continue;
    const Vec3 whole = (s == 0 ? 1.0 : -1.0) * share[s] * (length + clearance) / length * along;
    for (const auto& [v, distance] : distances(world, position, (*sheets)[s], reach))
      result.push_back({v, (1.0 - distance / reach) * whole});
  }
  return result;
}

}  // namespace muslin
