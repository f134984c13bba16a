#include <algorithm>
#include <map>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/sim/untangle/layer_separation.hpp>
#include <set>

namespace muslin {
namespace {

/// Number of pairs with a vertex of each group of displacements.
std::map<std::int32_t, std::size_t> count_pairs(const TangleMesh& mesh, std::span<const std::int32_t> group,
                                                std::span<const IntersectingPair> pairs) {
  std::map<std::int32_t, std::size_t> result;
  for (const IntersectingPair& pair : pairs) {
    std::set<std::int32_t> groups;
    for (const AuditElement& element : {pair.a, pair.b})
      for (const VertexId v : mesh.vertices(element)) groups.insert(group[v.index()]);
    for (const std::int32_t g : groups) ++result[g];
  }
  return result;
}

/// Applies the displacements of each group that leaves fewer intersections at its vertices than before; the others are
/// counted as failures. If it is not strict, applies all.
void keep_what_helps(const TangleWorld& world, PairFinder& finder, const LayerDisplacements& wanted, bool is_strict,
                     std::vector<std::int32_t>& failures, Layers& layers) {
  const auto before = count_pairs(world.mesh, wanted.group, layers.pairs);
  std::vector<Vec3> moved = layers.position;
  for (std::size_t v = 0; v < moved.size(); ++v) moved[v] += wanted.displacement[v];
  std::vector<IntersectingPair> next = stay_out_of_obstacles(world, finder, layers, moved);
  const auto after = count_pairs(world.mesh, wanted.group, next);
  bool is_mixed = false;
  for (std::size_t v = 0; v < moved.size() && is_strict; ++v) {
    const std::int32_t group = wanted.group[v];
    if (group < 0) continue;
    const auto is = after.find(group), was = before.find(group);
    if (is == after.end() || (was != before.end() && is->second < was->second)) {
      failures[v] = 0;
      continue;
    }
    ++failures[v];
    moved[v] = layers.position[v];
    is_mixed = true;
  }
  layers.position = std::move(moved);
  layers.pairs = is_mixed ? finder.find(layers.position) : std::move(next);
}

}  // namespace

std::vector<IntersectingPair> stay_out_of_obstacles(const TangleWorld& world, PairFinder& finder, const Layers& layers,
                                                    std::vector<Vec3>& moved) {
  const auto is_obstacle = [&](const AuditElement& element) {
    return world.mesh.is_obstacle[static_cast<std::size_t>(world.mesh.body(element))] != 0;
  };
  std::set<std::pair<AuditElement, AuditElement>> known;
  for (const IntersectingPair& pair : layers.pairs) known.insert({pair.a, pair.b});
  std::vector<IntersectingPair> pairs = finder.find(moved);
  for (int round = 0; round < tolerance::kObstacleRounds; ++round) {
    bool is_changed = false;
    for (const IntersectingPair& pair : pairs) {
      if ((!is_obstacle(pair.a) && !is_obstacle(pair.b)) || known.contains({pair.a, pair.b})) continue;
      for (const VertexId v : world.mesh.vertices(is_obstacle(pair.a) ? pair.b : pair.a)) {
        is_changed |= moved[v.index()] != layers.position[v.index()];
        moved[v.index()] = layers.position[v.index()];
      }
    }
    if (!is_changed) break;
    pairs = finder.find(moved);
  }
  return pairs;
}

void separate_layers(const TangleWorld& world, PairFinder& finder, MovableRegion& region, Layers& layers) {
  Layers best = layers;
  std::vector<std::int32_t> failures(layers.position.size(), 0);
  SheetOrder order;
  const OuterSide outer(world, layers.position);
  bool is_strict = false;
  int rounds_without_progress = 0;
  for (int round = 0; round < tolerance::kUntangleRounds && !layers.pairs.empty(); ++round) {
    const auto displace = [&] {
      return layer_displacements({.world = world,
                                  .position = layers.position,
                                  .is_movable = region.is_movable(),
                                  .failures = failures,
                                  .outer = outer,
                                  .largest_displacement = 10.0 * world.edge_length},
                                 layers.pairs, order);
    };
    LayerDisplacements wanted = displace();
    if (region.add(wanted.wrong, 3.0 * world.edge_length)) wanted = displace();
    if (!is_strict && round > 3)
      for (Vec3& displacement : wanted.displacement) displacement *= 8.0 / (4.0 + round);
    keep_what_helps(world, finder, wanted, is_strict, failures, layers);
    rounds_without_progress = layers.pairs.size() < best.pairs.size() ? 0 : rounds_without_progress + 1;
    if (layers.pairs.size() < best.pairs.size()) best = layers;
    if (!is_strict && rounds_without_progress > tolerance::kUntanglePatience) {
      is_strict = true;
      rounds_without_progress = 0;
      layers = best;
    }
    if (rounds_without_progress > tolerance::kUntanglePatience) break;
  }
  if (best.pairs.size() < layers.pairs.size()) layers = std::move(best);
}

}  // namespace muslin
