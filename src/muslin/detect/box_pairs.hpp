#pragma once
#include <algorithm>
#include <cstdint>
#include <muslin/geometry/box.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

/// All pairs of overlapping boxes among boxes that do not move. Shares nothing with the broad phase of the simulation,
/// whose work the audit is to check.
///
/// A balanced tree over the boxes, stored in the order of a walk down it. The place of a box in that order is its rank;
/// each pair is found once, from its lower rank, so that ranges of ranks can be searched in parallel and the union of
/// what they find does not depend on how they were cut.
class BoxPairs {
 public:
  explicit BoxPairs(std::span<const Box> boxes);

  [[nodiscard]] std::size_t size() const { return boxes_.size(); }
  /// The box at a rank, as an index into what the constructor was given.
  [[nodiscard]] std::size_t box_at(std::size_t rank) const { return order_[rank]; }

  /// Calls visit(j) for each box j of higher rank that overlaps the box at this one.
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

 private:
  struct Node {
    Box box;
    std::uint32_t begin, end;  ///< ranks below this node
    std::uint32_t next;        ///< the node after all those below this one
  };

  void build(std::span<const Box> boxes, std::span<const Vec3> centres, std::uint32_t begin, std::uint32_t end);

  std::vector<Node> nodes_;           ///< parents before children
  std::vector<std::uint32_t> order_;  ///< box of each rank
  std::vector<Box> boxes_;            ///< by rank
};

}  // namespace muslin
