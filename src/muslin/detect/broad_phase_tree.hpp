#pragma once
#include <array>
#include <cstdint>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/geometry/float_box.hpp>
#include <span>
#include <vector>

namespace muslin::detail {

/// Four elements side by side; unused lanes have index -1 and an empty box.
struct alignas(16) FourVertices {
  FourBoxes boxes;
  std::array<std::int32_t, 4> id{-1, -1, -1, -1};
};
struct alignas(16) FourEdges {
  FourBoxes boxes;
  std::array<std::int32_t, 4> id{-1, -1, -1, -1};
  std::array<std::array<std::int32_t, 4>, 2> vertex{{{-1, -1, -1, -1}, {-1, -1, -1, -1}}};
};
struct alignas(16) FourTriangles {
  FourBoxes boxes;
  std::array<std::int32_t, 4> id{-1, -1, -1, -1};
  std::array<std::array<std::int32_t, 4>, 3> vertex{{{-1, -1, -1, -1}, {-1, -1, -1, -1}, {-1, -1, -1, -1}}};
};

/// A range of one of the arrays of a BroadPhaseTree.
struct Range {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

/// A handful of neighbouring elements, the leaf of the tree: some triangles and cable edges, and those of their edges
/// and vertices that no earlier leaf has. Every element of the world is in exactly one leaf, so a search over pairs
/// of leaves meets every pair of elements once.
struct TreeLeaf {
  FloatBox box;
  Range vertices, edges, triangles;  ///< groups of four
};

struct TreeNode {
  FloatBox box;
  std::int32_t leaves = 0;      ///< how many lie below; 1: this is a leaf
  std::int32_t first_leaf = 0;  ///< they are consecutive
  bool scripted = false;        ///< all of them are
};

/// A binary tree over leaves, laid out in the order of a walk from the root: the first child of node i is i + 1, the
/// second i + 2 × (leaves below the first).
class BroadPhaseTree {
 public:
  /// Sorts the elements into leaves and the leaves into a tree, by the centres of the boxes of their vertices.
  void build(const CollisionMesh& mesh, std::span<const FloatBox> vertex_boxes);
  /// Brings all boxes up to date, the tree kept as it is.
  void refit(std::span<const FloatBox> vertex_boxes);

  /// Marks the nodes with an element that has a marked vertex.
  void mark(std::span<const std::uint8_t> vertex_marks);
  /// Did the last mark() mark this node? Not to be asked after a build().
  [[nodiscard]] bool is_marked(std::int32_t i) const { return node_marks_[static_cast<std::size_t>(i)] != 0; }

  /// What a search will cost, relative to the size of the elements: rises as neighbours move apart. From the last
  /// refit.
  [[nodiscard]] double cost() const { return cost_; }

  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] const TreeNode& node(std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::int32_t first_child(std::int32_t i) const { return i + 1; }
  [[nodiscard]] std::int32_t second_child(std::int32_t i) const { return i + 2 * node(i + 1).leaves; }
  [[nodiscard]] const TreeLeaf& leaf(std::int32_t i) const { return leaves_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] std::span<const FourVertices> vertices(const TreeLeaf& p) const { return part(vertices_, p.vertices); }
  [[nodiscard]] std::span<const FourEdges> edges(const TreeLeaf& p) const { return part(edges_, p.edges); }
  [[nodiscard]] std::span<const FourTriangles> triangles(const TreeLeaf& p) const {
    return part(triangles_, p.triangles);
  }

 private:
  template <class Group>
  static std::span<const Group> part(const std::vector<Group>& groups, Range range) {
    return std::span(groups).subspan(static_cast<std::size_t>(range.begin),
                                     static_cast<std::size_t>(range.end - range.begin));
  }
  [[nodiscard]] bool has_mark(const TreeLeaf& leaf, std::span<const std::uint8_t> vertex_marks) const;
  void refit_leaf(TreeLeaf& leaf, std::span<const FloatBox> vertex_boxes, double& element_area);

  std::vector<TreeNode> nodes_;
  std::vector<TreeLeaf> leaves_;
  std::vector<FourVertices> vertices_;
  std::vector<FourEdges> edges_;
  std::vector<FourTriangles> triangles_;
  std::vector<double> element_areas_;  ///< memory of refit()
  std::vector<std::uint8_t> leaf_marks_, node_marks_;
  double cost_ = 0;
};

}  // namespace muslin::detail
