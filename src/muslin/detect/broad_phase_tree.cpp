#include <algorithm>
#include <cmath>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase_tree.hpp>
#include <utility>

namespace muslin::detail {
namespace {

/// Number of triangles per leaf. Measured on folded cloth: with 4 most time is spent in the tree, with 16 in box tests
/// that fail.
constexpr std::size_t kLeafSize = 8;
constexpr std::size_t kLeavesPerRefitTask = 64;

/// Number of elements from which a connected sheet gets a subtree of its own.
constexpr std::int32_t kOwnSubtree = 256;

/// An item that the tree sorts: a triangle or a cable edge.
struct Item {
  bool is_triangle;
  bool scripted;
  std::int32_t id;
  std::int32_t sheet;  ///< equal for connected elements; -1 for a sheet with few elements
  std::array<float, 3> centre;
};

FloatBox box_of(std::span<const VertexId> vertices, std::span<const FloatBox> vertex_boxes) {
  FloatBox box;
  for (const VertexId v : vertices) box.include(vertex_boxes[v.index()]);
  return box;
}

std::vector<Item> make_items(const CollisionMesh& mesh, std::span<const FloatBox> vertex_boxes) {
  std::vector<Item> items;
  items.reserve(mesh.triangles.size() + mesh.loose_edges.size());
  const auto add = [&](bool is_triangle, std::int32_t id, std::span<const VertexId> vertices) {
    const FloatBox box = box_of(vertices, vertex_boxes);
    const bool scripted =
        std::all_of(vertices.begin(), vertices.end(), [&](VertexId v) { return mesh.is_scripted(v); });
    Item item{is_triangle, scripted, id, vertices.front().value, {}};
    for (std::size_t k = 0; k < 3; ++k) item.centre[k] = 0.5F * box.low[k] + 0.5F * box.high[k];
    items.push_back(item);
  };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) add(true, static_cast<std::int32_t>(t), mesh.triangles[t]);
  for (const EdgeId e : mesh.loose_edges) add(false, e.value, mesh.edges[e.index()]);
  return items;
}

/// Finds connected sheets: replaces Item::sheet, which is one of the item's vertices, by the lowest vertex of its
/// sheet. Otherwise layers that are closer together than their triangles are long would share leaves: on five sheets
/// nearly all leaves were shared, and a search tested twice as many pairs of leaves.
void find_sheets(const CollisionMesh& mesh, std::span<Item> items) {
  DisjointSets sheets(mesh.vertex_count);
  for (const Segment& edge : mesh.edges) sheets.join(edge[0].index(), edge[1].index());
  std::vector<std::int32_t> size(mesh.vertex_count, 0);
  for (Item& item : items) {
    const std::size_t sheet = sheets.find(static_cast<std::size_t>(item.sheet));
    item.sheet = static_cast<std::int32_t>(sheet);
    ++size[sheet];
  }
  for (Item& item : items)
    if (size[static_cast<std::size_t>(item.sheet)] < kOwnSubtree) item.sheet = -1;
}

std::int32_t leaf_count(std::span<const Item> items) {
  return static_cast<std::int32_t>((items.size() + kLeafSize - 1) / kLeafSize);
}

/// Sorts `items` so that each run of kLeafSize forms a compact leaf, and appends the nodes above them.
void sort_into_tree(std::span<Item> items, std::int32_t first_leaf, std::vector<TreeNode>& nodes) {
  const auto leaves = static_cast<std::size_t>(leaf_count(items));
  TreeNode node;
  node.leaves = leaf_count(items);
  node.first_leaf = first_leaf;
  node.scripted = items.front().scripted;
  nodes.push_back(node);
  if (leaves == 1) return;

  // Split the longest side of the centres' box into two halves of whole leaves.
  std::array<float, 3> low = items.front().centre, high = low;
  for (const Item& item : items) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], item.centre[k]);
      high[k] = std::max(high[k], item.centre[k]);
    }
  }
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  const std::size_t half = (leaves + 1) / 2 * kLeafSize;
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                   [axis](const Item& a, const Item& b) {
                     if (a.centre[axis] != b.centre[axis]) return a.centre[axis] < b.centre[axis];
                     return std::pair(a.is_triangle, a.id) < std::pair(b.is_triangle, b.id);  // same order on any
                                                                                              // machine
                   });
  sort_into_tree(items.first(half), first_leaf, nodes);
  sort_into_tree(items.subspan(half), first_leaf + static_cast<std::int32_t>(half / kLeafSize), nodes);
}

/// Does the same for sheets, each with a subtree of its own; sheets of scripted bodies come last. The sheets are halved
/// recursively, so the tree above them is shallow.
void sort_sheets_into_tree(std::span<const std::span<Item>> sheets, std::int32_t first_leaf,
                           std::vector<TreeNode>& nodes) {
  if (sheets.size() == 1) return sort_into_tree(sheets.front(), first_leaf, nodes);
  const auto is_scripted = [](std::span<const Item> sheet) { return sheet.front().scripted; };
  const auto scripted = std::find_if(sheets.begin(), sheets.end(), is_scripted) - sheets.begin();
  const auto all = static_cast<std::ptrdiff_t>(sheets.size());
  const auto half = static_cast<std::size_t>(scripted == 0 || scripted == all ? all / 2 : scripted);
  const auto count = [](std::span<const std::span<Item>> some) {
    std::int32_t leaves = 0;
    for (const auto& sheet : some) leaves += leaf_count(sheet);
    return leaves;
  };
  nodes.push_back({.box = {}, .leaves = count(sheets), .first_leaf = first_leaf, .scripted = scripted == 0});
  sort_sheets_into_tree(sheets.first(half), first_leaf, nodes);
  sort_sheets_into_tree(sheets.subspan(half), first_leaf + count(sheets.first(half)), nodes);
}

/// Appends elements to an array of groups of four and begins a new group for each leaf.
template <class Group>
class GroupWriter {
 public:
  explicit GroupWriter(std::vector<Group>& groups) : groups_(groups), begin_(groups.size()) {}
  /// Returns the group and the lane for the next element.
  std::pair<Group&, std::size_t> next() {
    if (lane_ == 4) {
      groups_.emplace_back();
      lane_ = 0;
    }
    return {groups_.back(), lane_++};
  }
  [[nodiscard]] Range range() const {
    return {static_cast<std::int32_t>(begin_), static_cast<std::int32_t>(groups_.size())};
  }

 private:
  std::vector<Group>& groups_;
  std::size_t begin_;
  std::size_t lane_ = 4;
};

}  // namespace

void BroadPhaseTree::build(const CollisionMesh& mesh, std::span<const FloatBox> vertex_boxes) {
  nodes_.clear();
  leaves_.clear();
  vertices_.clear();
  edges_.clear();
  triangles_.clear();
  std::vector<Item> items = make_items(mesh, vertex_boxes);
  if (items.empty()) return;

  // Scripted bodies get a subtree of their own, so that a search can skip all pairs within it at once. Below that, each
  // large sheet gets one too.
  find_sheets(mesh, items);
  const auto part_of = [](const Item& item) { return std::pair(item.scripted, item.sheet); };
  std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) { return part_of(a) < part_of(b); });
  std::vector<std::span<Item>> sheets;
  for (auto begin = items.begin(); begin != items.end();) {
    const auto end = std::find_if(begin, items.end(), [&](const Item& i) { return part_of(i) != part_of(*begin); });
    sheets.emplace_back(begin, end);
    begin = end;
  }
  sort_sheets_into_tree(sheets, 0, nodes_);

  // Fill the leaves. An edge or vertex goes to the first leaf that has an element containing it.
  std::vector<std::uint8_t> edge_taken(mesh.edges.size(), 0), vertex_taken(mesh.vertex_count, 0);
  const auto fill_leaf = [&](std::span<const Item> members) {
    GroupWriter vertices(vertices_);
    GroupWriter edges(edges_);
    GroupWriter triangles(triangles_);
    const auto add_vertex = [&](VertexId v) {
      if (std::exchange(vertex_taken[v.index()], 1) != 0) return;
      const auto [group, lane] = vertices.next();
      group.id[lane] = v.value;
    };
    const auto add_edge = [&](EdgeId e) {
      if (!e.valid() || std::exchange(edge_taken[e.index()], 1) != 0) return;
      const auto [group, lane] = edges.next();
      group.id[lane] = e.value;
      for (std::size_t k = 0; k < 2; ++k) group.vertex[k][lane] = mesh.edges[e.index()][k].value;
    };
    for (const Item& item : members) {
      const auto index = static_cast<std::size_t>(item.id);
      if (item.is_triangle) {
        const auto [group, lane] = triangles.next();
        group.id[lane] = item.id;
        for (std::size_t k = 0; k < 3; ++k) group.vertex[k][lane] = mesh.triangles[index][k].value;
        for (const EdgeId e : mesh.triangle_edges[index]) add_edge(e);
        for (const VertexId v : mesh.triangles[index]) add_vertex(v);
      } else {
        add_edge(EdgeId(item.id));
        for (const VertexId v : mesh.edges[index]) add_vertex(v);
      }
    }
    leaves_.push_back(
        {.box = {}, .vertices = vertices.range(), .edges = edges.range(), .triangles = triangles.range()});
  };
  const auto fill_patches = [&](std::span<const Item> part) {
    for (std::size_t i = 0; i < part.size(); i += kLeafSize)
      fill_leaf(part.subspan(i, std::min(kLeafSize, part.size() - i)));
  };
  for (const auto& sheet : sheets) fill_patches(sheet);
  refit(vertex_boxes);
}

void BroadPhaseTree::refit_leaf(TreeLeaf& leaf, std::span<const FloatBox> vertex_boxes, double& element_area) {
  leaf.box = FloatBox();
  const auto vertex_box = [&](std::int32_t v) -> const FloatBox& { return vertex_boxes[static_cast<std::size_t>(v)]; };
  const auto refit_groups = [&](auto& groups, Range range, const auto& box_of_lane) {
    for (std::int32_t g = range.begin; g < range.end; ++g) {
      auto& group = groups[static_cast<std::size_t>(g)];
      for (std::size_t lane = 0; lane < 4 && group.id[lane] >= 0; ++lane) {
        const FloatBox box = box_of_lane(group, lane);
        group.boxes.set(lane, box);
        leaf.box.include(box);
      }
    }
  };
  refit_groups(triangles_, leaf.triangles, [&](const FourTriangles& group, std::size_t lane) {
    FloatBox box = vertex_box(group.vertex[0][lane]);
    box.include(vertex_box(group.vertex[1][lane]));
    box.include(vertex_box(group.vertex[2][lane]));
    element_area += static_cast<double>(box.half_area());
    return box;
  });
  refit_groups(edges_, leaf.edges, [&](const FourEdges& group, std::size_t lane) {
    FloatBox box = vertex_box(group.vertex[0][lane]);
    box.include(vertex_box(group.vertex[1][lane]));
    if (leaf.triangles.begin == leaf.triangles.end) element_area += static_cast<double>(box.half_area());
    return box;
  });
  refit_groups(vertices_, leaf.vertices,
               [&](const FourVertices& group, std::size_t lane) { return vertex_box(group.id[lane]); });
}

void BroadPhaseTree::refit(std::span<const FloatBox> vertex_boxes) {
  element_areas_.assign(chunk_count(leaves_.size(), kLeavesPerRefitTask), 0.0);
  parallel_chunks(leaves_.size(), kLeavesPerRefitTask, [&](Chunk chunk) {
    for (std::size_t i = chunk.begin; i < chunk.end; ++i)
      refit_leaf(leaves_[i], vertex_boxes, element_areas_[chunk.index]);
  });

  // Children come after their parents, so a backward loop visits them first.
  double node_area = 0;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    TreeNode& node = nodes_[i];
    if (node.leaves == 1) {
      node.box = leaves_[static_cast<std::size_t>(node.first_leaf)].box;
    } else {
      const auto index = static_cast<std::int32_t>(i);
      node.box = nodes_[static_cast<std::size_t>(first_child(index))].box;
      node.box.include(nodes_[static_cast<std::size_t>(second_child(index))].box);
    }
    node_area += static_cast<double>(node.box.half_area());
  }
  double element_area = 0;
  for (const double area : element_areas_) element_area += area;
  const double ratio = node_area / element_area;
  cost_ = std::isfinite(ratio) ? ratio : 0;  // infinite boxes say nothing about the quality of the tree
}

bool BroadPhaseTree::has_mark(const TreeLeaf& leaf, std::span<const std::uint8_t> vertex_marks) const {
  unsigned marks = 0;
  const auto look = [&](std::int32_t v) { marks |= vertex_marks[static_cast<std::size_t>(v)]; };
  const auto visit_groups = [&](const auto& groups, const auto& visit_lane) {
    for (const auto& group : groups)
      for (std::size_t lane = 0; lane < 4 && group.id[lane] >= 0; ++lane) visit_lane(group, lane);
  };
  visit_groups(triangles(leaf), [&](const FourTriangles& group, std::size_t lane) {
    for (const auto& corner : group.vertex) look(corner[lane]);
  });
  // The sides and corners of the leaf's triangles have been checked. Only cable edges remain, which may share a leaf
  // with triangles.
  visit_groups(edges(leaf), [&](const FourEdges& group, std::size_t lane) {
    for (const auto& end : group.vertex) look(end[lane]);
  });
  return marks != 0;
}

void BroadPhaseTree::mark(std::span<const std::uint8_t> vertex_marks) {
  leaf_marks_.resize(leaves_.size());
  parallel_for(leaves_.size(), kLeavesPerRefitTask,
               [&](std::size_t i) { leaf_marks_[i] = static_cast<std::uint8_t>(has_mark(leaves_[i], vertex_marks)); });
  node_marks_.resize(nodes_.size());
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const auto index = static_cast<std::int32_t>(i);
    node_marks_[i] = nodes_[i].leaves == 1
                         ? leaf_marks_[static_cast<std::size_t>(nodes_[i].first_leaf)]
                         : static_cast<std::uint8_t>(is_marked(first_child(index)) || is_marked(second_child(index)));
  }
}

}  // namespace muslin::detail
