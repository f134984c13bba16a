#pragma once
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace muslin {

/// Disjoint sets of the numbers 0 … n-1 (union-find), n < 2³². The lowest number of a set represents it, independently
/// of the order in which its members were joined, so results do not depend on the order of contacts or edges. find()
/// halves the paths that it follows, which keeps the trees flat without a rank.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size = 0) { grow(size); }

  [[nodiscard]] std::size_t size() const { return parent_.size(); }
  /// Adds sets of one number each, up to `size` numbers in all.
  void grow(std::size_t size) {
    const std::size_t known = parent_.size();
    if (size <= known) return;
    parent_.resize(size);
    std::iota(parent_.begin() + static_cast<std::ptrdiff_t>(known), parent_.end(), static_cast<std::uint32_t>(known));
  }
  /// Makes i a set of its own. The caller must do so for all other members of its set before any of them is used again.
  /// This lets a large structure be reused at a cost proportional to the number of touched members.
  void isolate(std::size_t i) { parent_[i] = static_cast<std::uint32_t>(i); }

  /// Returns the lowest number of the set of i.
  [[nodiscard]] std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// Joins the sets of i and j. Returns false if they were one set before.
  bool join(std::size_t i, std::size_t j) {
    i = find(i);
    j = find(j);
    if (i == j) return false;
    if (j < i) std::swap(i, j);
    parent_[j] = static_cast<std::uint32_t>(i);
    return true;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace muslin
