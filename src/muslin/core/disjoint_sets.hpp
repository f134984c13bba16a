#pragma once
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace muslin {

/// Sets of the numbers 0 … n-1 that can be joined. The lowest number of a set stands for it, whatever the order in
/// which it was joined.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  [[nodiscard]] std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// False if the two were in one set before.
  bool join(std::size_t i, std::size_t j) {
    i = find(i);
    j = find(j);
    if (i == j) return false;
    if (j < i) std::swap(i, j);
    parent_[j] = i;
    return true;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace muslin
