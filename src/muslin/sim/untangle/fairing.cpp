#include <Eigen/Geometry>
#include <cmath>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/sim/untangle/fairing.hpp>

namespace muslin {
namespace {

/// The sum of the angles that the triangles of a vertex have there [rad]: half a turn on a straight border, a whole one
/// inside a sheet.
double angle_around(const TangleWorld& world, std::size_t v, std::span<const Vec3> position) {
  double sum = 0.0;
  for (const TriangleId t : world.topology.vertex_triangles[v]) {
    std::array<Vec3, 2> side;
    std::size_t count = 0;
    for (const VertexId w : world.mesh.triangles[t.index()])
      if (w.index() != v) side[count++] = position[w.index()] - position[v];
    sum += std::atan2(side[0].cross(side[1]).norm(), side[0].dot(side[1]));
  }
  return sum;
}

}  // namespace

void make_fair(const TangleWorld& world, std::span<const std::uint8_t> is_marked, int sweeps,
               std::vector<Vec3>& position) {
  std::vector<std::uint8_t> stays(world.is_scripted);
  for (const std::vector<VertexId>& group : world.rigid_groups)
    for (const VertexId v : group) stays[v.index()] = 1;
  struct Neighbours {
    std::size_t vertex;
    std::vector<std::size_t> others;
  };
  std::vector<Neighbours> list;
  for (std::size_t v = 0; v < is_marked.size(); ++v) {
    if (is_marked[v] == 0 || stays[v] != 0) continue;
    Neighbours inner{v, {}}, along_border{v, {}};
    for (const EdgeId e : world.topology.vertex_edges[v]) {
      const auto [a, b] = world.topology.edges[e.index()];
      const std::size_t other = a.index() == v ? b.index() : a.index();
      inner.others.push_back(other);
      if (world.topology.is_boundary(e)) along_border.others.push_back(other);
    }
    // Panels that are welded vertex by vertex leave slits where one of them has more vertices. The end of a slit is
    // inside the sheet: the mean of its neighbours along the slit would be a fold.
    if (!along_border.others.empty() && angle_around(world, v, position) < tolerance::kMaxBorderAngle)
      list.push_back(std::move(along_border));
    else if (!inner.others.empty())
      list.push_back(std::move(inner));
  }
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const auto& [vertex, others] : list) {
      Vec3 sum = Vec3::Zero();
      for (const std::size_t other : others) sum += position[other];
      position[vertex] = sum / static_cast<double>(others.size());
    }
}

}  // namespace muslin
