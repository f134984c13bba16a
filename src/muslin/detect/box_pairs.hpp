#pragma once
#include <algorithm>
#include <cstdint>
#include <muslin/geometry/box.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

/// Finds all pairs of overlapping boxes in a set of boxes at rest. The audit uses this class instead of the broad phase
/// of the simulation, because it must check the results of that broad phase independently.
///
/// The boxes are stored in a balanced tree, in depth-first order. The rank of a box is its position in that order. Each
/// pair is found once, from its lower rank, so ranges of ranks can be searched in parallel, and the union of their
/// results does not depend on how the ranks were divided.
class BoxPairs {
 public:
  explicit BoxPairs(std::span<const Box> boxes);

  [[nodiscard]] std::size_t size() const { return boxes_.size(); }
  /// Returns the index, in the span given to the constructor, of the box with this rank.
  [[nodiscard]] std::size_t box_at(std::size_t rank) const { return order_[rank]; }

  /// Calls visit(j) for each box j that has a higher rank than this one and overlaps its box.
  template <class Visit>
  void visit_partners(std::size_t rank, Visit&& visit) const {
    const Box& box = boxes_[rank];
    for (std::size_t n = 0; n < nodes_.size();) {
      const Node& node = nodes_[n];
      if (node.end <= rank + 1 || !node.box.overlaps(box)) {
        n = node.next;
        continue;
      }
      if (node.next == n + 1)  // a leaf
        for (std::size_t r = std::max<std::size_t>(node.begin, rank + 1); r < node.end; ++r)
          if (boxes_[r].overlaps(box)) visit(std::size_t{order_[r]});
      ++n;
    }
  }

  /// Calls visit(j) for each box j that overlaps a given box.
  template <class Visit>
  void visit_overlapping(const Box& box, Visit&& visit) const {
    for (std::size_t n = 0; n < nodes_.size();) {
      const Node& node = nodes_[n];
      if (!node.box.overlaps(box)) {
        n = node.next;
        continue;
      }
      if (node.next == n + 1)  // a leaf
        for (std::size_t r = node.begin; r < node.end; ++r)
          if (boxes_[r].overlaps(box)) visit(std::size_t{order_[r]});
      ++n;
    }
  }

 private:
  struct Node {
    Box box;
    std::uint32_t begin, end;  ///< range of ranks below this node
    std::uint32_t next;        ///< first node after the subtree of this one
  };

  void build(std::span<const Box> boxes, std::span<const Vec3> centres, std::uint32_t begin, std::uint32_t end);

  std::vector<Node> nodes_;           ///< in depth-first order: parents before children
  std::vector<std::uint32_t> order_;  ///< box index of each rank
  std::vector<Box> boxes_;            ///< sorted by rank
};

}  // namespace muslin
