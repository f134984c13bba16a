#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace muslin {

/// A long list that grows without copying: its elements are in blocks of equal size. A vector needs up to three times
/// the memory of its elements while it grows, and up to twice as much afterwards. The list keeps its memory. An element
/// that resize() adds has no defined value.
template <class T>
class BlockList {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& operator[](std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }

  void clear() { size_ = 0; }
  void resize(std::size_t size) {
    while (blocks_.size() * kBlock < size) blocks_.push_back(std::make_unique_for_overwrite<T[]>(kBlock));
    size_ = size;
  }

 private:
  static constexpr std::size_t kBlock = 4096;

  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace muslin
