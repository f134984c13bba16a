#pragma once
#include <array>
#include <cstdint>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/geometry/float_box.hpp>
#include <span>
#include <vector>

namespace muslin::detail {

/// Four elements in the lanes of a SIMD group. Unused lanes have index -1 and an empty box.
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

/// A range of indices into one of the arrays of a BroadPhaseTree.
struct Range {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

/// A leaf of the tree: a few neighbouring triangles and cable edges, together with those of their edges and vertices
/// that no earlier leaf contains. Every element of the world is in exactly one leaf, so a search over pairs of leaves
/// visits every pair of elements once.
struct TreeLeaf {
  FloatBox box;
  Range vertices, edges, triangles;  ///< ranges of groups of four
};

struct TreeNode {
  FloatBox box;
  std::int32_t leaves = 0;      ///< number of leaves in the subtree; 1 for a leaf
  std::int32_t first_leaf = 0;  ///< first of these leaves, which are consecutive
  bool scripted = false;        ///< whether all of them are scripted
};

/// A binary tree over leaves, stored in depth-first order. The first child of node i is i + 1, and its second child is
/// i + 2 × (number of leaves below the first child).
class BroadPhaseTree {
 public:
  /// Groups the elements into leaves and the leaves into a tree, by the centres of the boxes of their vertices.
  void build(const CollisionMesh& mesh, std::span<const FloatBox> vertex_boxes);
  /// Updates all boxes and keeps the structure of the tree.
  void refit(std::span<const FloatBox> vertex_boxes);

  /// Marks the nodes that contain an element with a marked vertex.
  void mark(std::span<const std::uint8_t> vertex_marks);
  /// Returns whether the last mark() marked this node. Not valid after a build().
  [[nodiscard]] bool is_marked(std::int32_t i) const { return node_marks_[static_cast<std::size_t>(i)] != 0; }

  /// Returns the estimated cost of a search, relative to the size of the elements, at the last refit. It rises as
  /// neighbours in the tree move apart.
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
  std::vector<double> element_areas_;  ///< scratch memory of refit()
  std::vector<std::uint8_t> leaf_marks_, node_marks_;
  double cost_ = 0;
};

}  // namespace muslin::detail
