#include <muslin/sim/untangle/fairing.hpp>

namespace muslin {

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
    if (!along_border.others.empty())
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
