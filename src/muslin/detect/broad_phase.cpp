#include <algorithm>
#include <array>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/leaf_pairs.hpp>
#include <utility>

namespace muslin {
namespace {

constexpr std::size_t kNeighboursPerTask = 4096;
/// A pair of nodes with at most this many leaves is searched as one task.
constexpr std::int32_t kLeavesPerTask = 64;

using detail::NodePair;

/// Finds the vertex-edge pairs of neighbouring cable edges. Edges of one cable that share a vertex cannot form an
/// edge-edge pair, but they can fold back onto each other, so the far end of each is paired with the other edge. In a
/// loop of three edges two edges meet at both ends, which still gives one pair.
std::vector<VertexEdgePair> find_cable_neighbours(const CollisionMesh& mesh) {
  std::vector<std::pair<VertexId, EdgeId>> ends;
  for (const EdgeId e : mesh.loose_edges)
    for (const VertexId v : mesh.edges[e.index()]) ends.emplace_back(v, e);
  std::sort(ends.begin(), ends.end());
  std::vector<VertexEdgePair> pairs;
  const auto far_end = [&](EdgeId e, VertexId v) {
    const Segment& edge = mesh.edges[e.index()];
    return edge[0] == v ? edge[1] : edge[0];
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = i + 1; j < ends.size() && ends[j].first == ends[i].first; ++j) {
      const VertexId shared = ends[i].first;
      pairs.push_back({far_end(ends[i].second, shared), ends[j].second});
      pairs.push_back({far_end(ends[j].second, shared), ends[i].second});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Searches for all pairs.
struct Everything {
  [[nodiscard]] static bool visits(std::int32_t, std::int32_t) { return true; }
  static void keep_wanted(BroadPhaseChunk&) {}
};

/// Searches for the pairs with a marked vertex.
struct Around {
  const CollisionMesh& mesh;
  const detail::BroadPhaseTree& tree;
  std::span<const std::uint8_t> marked;

  [[nodiscard]] bool visits(std::int32_t a, std::int32_t b) const { return tree.is_marked(a) || tree.is_marked(b); }
  void keep_wanted(BroadPhaseChunk& chunk) const {
    const auto is_marked = [&](VertexId v) { return marked[v.index()] != 0; };
    const auto has_mark = [&](const auto& element) { return std::any_of(element.begin(), element.end(), is_marked); };
    chunk.vertex_triangle.keep_if([&](const VertexTrianglePair& pair) {
      return is_marked(pair.vertex) || has_mark(mesh.triangles[pair.triangle.index()]);
    });
    chunk.edge_edge.keep_if([&](const EdgeEdgePair& pair) {
      return has_mark(mesh.edges[pair.first.index()]) || has_mark(mesh.edges[pair.second.index()]);
    });
    chunk.vertex_edge.keep_if(
        [&](const VertexEdgePair& pair) { return is_marked(pair.vertex) || has_mark(mesh.edges[pair.edge.index()]); });
  }
};

/// Descends through pairs of wanted subtrees with overlapping boxes until both have at most `grain` leaves, then visits
/// them. A coarse grain divides the search into tasks; a grain of one performs the search.
template <class Wanted, class Visit>
class Descent {
 public:
  Descent(const detail::BroadPhaseTree& tree, const Wanted& wanted, std::int32_t grain, const Visit& visit)
      : tree_(tree), wanted_(wanted), grain_(grain), visit_(visit) {}

  void descend(NodePair pair) const { pair.a == pair.b ? within(pair.a) : between(pair.a, pair.b); }

 private:
  void within(std::int32_t i) const {
    if (tree_.node(i).scripted || !wanted_.visits(i, i)) return;
    if (tree_.node(i).leaves <= grain_) return visit_(NodePair{i, i});
    const std::int32_t first = tree_.first_child(i), second = tree_.second_child(i);
    within(first);
    within(second);
    between(first, second);
  }
  void between(std::int32_t a, std::int32_t b) const {
    const auto &node_a = tree_.node(a), &node_b = tree_.node(b);
    if (!wanted_.visits(a, b)) return;
    if ((node_a.scripted && node_b.scripted) || !node_a.box.overlaps(node_b.box)) return;
    if (node_a.leaves <= grain_ && node_b.leaves <= grain_) return visit_(NodePair{a, b});
    if (node_a.leaves >= node_b.leaves) {
      between(tree_.first_child(a), b);
      between(tree_.second_child(a), b);
    } else {
      between(a, tree_.first_child(b));
      between(a, tree_.second_child(b));
    }
  }

  const detail::BroadPhaseTree& tree_;
  const Wanted& wanted_;
  std::int32_t grain_;
  const Visit& visit_;
};

}  // namespace

BroadPhase::BroadPhase(CollisionMesh mesh)
    : mesh_(std::move(mesh)), cable_neighbours_(find_cable_neighbours(mesh_)), vertex_boxes_(mesh_.vertex_count) {}

void BroadPhase::refit(std::span<const Vec3> start, std::span<const Vec3> end, double inflation) {
  MUSLIN_ASSERT(start.size() == mesh_.vertex_count && end.size() == mesh_.vertex_count && inflation >= 0);
  choose_origin(start);
  parallel_for(mesh_.vertex_count, kElementsPerChunk,
               [&](std::size_t v) { vertex_boxes_[v] = swept_box(start[v], end[v], origin_, inflation); });
  refit_tree();
}

void BroadPhase::refit(std::span<const Vec3> start, std::span<const Vec3> end, std::span<const double> inflation) {
  MUSLIN_ASSERT(start.size() == mesh_.vertex_count && end.size() == mesh_.vertex_count);
  MUSLIN_ASSERT(inflation.size() == mesh_.vertex_count);
  choose_origin(start);
  parallel_for(mesh_.vertex_count, kElementsPerChunk,
               [&](std::size_t v) { vertex_boxes_[v] = swept_box(start[v], end[v], origin_, inflation[v]); });
  refit_tree();
}

void BroadPhase::choose_origin(std::span<const Vec3> start) {
  // Boxes are rounded relative to the origin. It depends on the start of this step alone, so that a run that was
  // resumed finds the same pairs.
  if (start.empty() || !start.front().allFinite())
    origin_.setZero();
  else
    origin_ = start.front();
}

void BroadPhase::refit_tree() {
  if (!tree_.empty()) {
    tree_.refit(vertex_boxes_);
    if (tree_.cost() <= tolerance::kTreeRebuildCostRatio * cost_when_built_) return;
  }
  tree_.build(mesh_, vertex_boxes_);
  cost_when_built_ = tree_.cost();
  ++rebuild_count_;
}

void BroadPhase::divide(BroadPhaseTasks& tasks) const {
  tasks.marked = {};
  divide_wanted(Everything{}, tasks);
}

void BroadPhase::divide_around(std::span<const std::uint8_t> marked, BroadPhaseTasks& tasks) {
  MUSLIN_ASSERT(marked.size() == mesh_.vertex_count);
  tree_.mark(marked);
  tasks.marked = marked;
  divide_wanted(Around{mesh_, tree_, marked}, tasks);
}

void BroadPhase::find(const BroadPhaseTasks& tasks, std::size_t task, BroadPhaseChunk& chunk) const {
  chunk.clear();
  if (tasks.marked.empty())
    find_wanted(Everything{}, tasks, task, chunk);
  else
    find_wanted(Around{mesh_, tree_, tasks.marked}, tasks, task, chunk);
  if (!exemptions_.empty()) drop_exempt(chunk);
}

void BroadPhase::find(BroadPhasePairs& broad_phase_pairs) const {
  divide(broad_phase_pairs.tasks);
  const std::size_t count = broad_phase_pairs.tasks.count;
  std::vector<BroadPhaseChunk>& chunks = broad_phase_pairs.chunks;
  if (chunks.size() < count) chunks.resize(count);
  for (std::size_t i = count; i < chunks.size(); ++i) chunks[i].clear();  // keeps its memory for later searches
  parallel_for(count, 1, [&](std::size_t i) { find(broad_phase_pairs.tasks, i, chunks[i]); });
}

void BroadPhase::drop_exempt(BroadPhaseChunk& chunk) const {
  chunk.vertex_triangle.keep_if([&](const VertexTrianglePair& pair) {
    return !exemptions_.has(std::array{pair.vertex}, mesh_.triangles[pair.triangle.index()]);
  });
  chunk.edge_edge.keep_if([&](const EdgeEdgePair& pair) {
    return !exemptions_.has(mesh_.edges[pair.first.index()], mesh_.edges[pair.second.index()]);
  });
  chunk.vertex_edge.keep_if([&](const VertexEdgePair& pair) {
    return !exemptions_.has(std::array{pair.vertex}, mesh_.edges[pair.edge.index()]);
  });
}

template <class Wanted>
void BroadPhase::divide_wanted(const Wanted& wanted, BroadPhaseTasks& tasks) const {
  tasks.subtrees.clear();
  if (!tree_.empty()) {
    const auto add_task = [&](NodePair pair) { tasks.subtrees.push_back(pair); };
    Descent(tree_, wanted, kLeavesPerTask, add_task).descend({0, 0});
  }
  tasks.count = tasks.subtrees.size() + chunk_count(cable_neighbours_.size(), kNeighboursPerTask);
}

template <class Wanted>
void BroadPhase::find_wanted(const Wanted& wanted, const BroadPhaseTasks& tasks, std::size_t task,
                             BroadPhaseChunk& chunk) const {
  if (task < tasks.subtrees.size()) {
    const auto find_in_leaves = [&](NodePair pair) {
      const detail::TreeLeaf& first = tree_.leaf(tree_.node(pair.a).first_leaf);
      if (pair.a == pair.b) return find_pairs_within(tree_, first, chunk);
      find_pairs_between(tree_, first, tree_.leaf(tree_.node(pair.b).first_leaf), chunk);
    };
    Descent(tree_, wanted, 1, find_in_leaves).descend(tasks.subtrees[task]);
  } else {
    find_cable_pairs((task - tasks.subtrees.size()) * kNeighboursPerTask, chunk);
  }
  wanted.keep_wanted(chunk);
}

/// Finds the pairs among kNeighboursPerTask neighbours, or those that are left.
void BroadPhase::find_cable_pairs(std::size_t begin, BroadPhaseChunk& chunk) const {
  const std::size_t end = std::min(begin + kNeighboursPerTask, cable_neighbours_.size());
  for (std::size_t i = begin; i < end; ++i) {
    const auto& [vertex, edge] = cable_neighbours_[i];
    const Segment& ends = mesh_.edges[edge.index()];
    if (mesh_.is_scripted(vertex) && mesh_.is_scripted(ends[0]) && mesh_.is_scripted(ends[1])) continue;
    FloatBox box = vertex_boxes_[ends[0].index()];
    box.include(vertex_boxes_[ends[1].index()]);
    if (box.overlaps(vertex_boxes_[vertex.index()])) chunk.vertex_edge.push_back({vertex, edge});
  }
}

}  // namespace muslin
