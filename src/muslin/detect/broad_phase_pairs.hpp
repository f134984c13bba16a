#pragma once
#include <algorithm>
#include <memory>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

struct VertexTrianglePair {
  VertexId vertex;
  TriangleId triangle;
  friend constexpr auto operator<=>(const VertexTrianglePair&, const VertexTrianglePair&) = default;
};
struct EdgeEdgePair {
  EdgeId first;  ///< the lower of the two ids
  EdgeId second;
  friend constexpr auto operator<=>(const EdgeEdgePair&, const EdgeEdgePair&) = default;
};
struct VertexEdgePair {
  VertexId vertex;
  EdgeId edge;
  friend constexpr auto operator<=>(const VertexEdgePair&, const VertexEdgePair&) = default;
};

/// A list that keeps its memory. Capacity is reserved for a whole batch, so that elements are written without a check
/// each.
template <class Pair>
class PairList {
 public:
  void clear() { size_ = 0; }
  /// Reserves space for `more` further pairs and returns the address of the first. The caller writes pairs there and
  /// then passes the end of the written range to commit().
  [[nodiscard]] Pair* reserve_more(std::size_t more) {
    if (size_ + more > capacity_) grow(size_ + more);
    return pairs_.get() + size_;
  }
  void commit(const Pair* end) { size_ = static_cast<std::size_t>(end - pairs_.get()); }
  void push_back(const Pair& pair) {
    Pair* const end = reserve_more(1);
    *end = pair;
    commit(end + 1);
  }
  template <class Keep>
  void keep_if(const Keep& keep) {
    commit(std::remove_if(pairs_.get(), pairs_.get() + size_, [&](const Pair& pair) { return !keep(pair); }));
  }
  [[nodiscard]] std::span<const Pair> pairs() const { return {pairs_.get(), size_}; }
  [[nodiscard]] std::span<Pair> pairs() { return {pairs_.get(), size_}; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void grow(std::size_t needed) {
    const std::size_t capacity = std::max<std::size_t>(needed, 2 * capacity_ + 256);
    auto larger = std::make_unique_for_overwrite<Pair[]>(capacity);
    std::copy(pairs_.get(), pairs_.get() + size_, larger.get());
    pairs_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<Pair[]> pairs_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// The pairs that one task of the search found.
struct BroadPhaseChunk {
  PairList<VertexTrianglePair> vertex_triangle;
  PairList<EdgeEdgePair> edge_edge;
  PairList<VertexEdgePair> vertex_edge;

  void clear() {
    vertex_triangle.clear();
    edge_edge.clear();
    vertex_edge.clear();
  }
  [[nodiscard]] std::size_t size() const { return vertex_triangle.size() + edge_edge.size() + vertex_edge.size(); }
};

namespace detail {
/// Two subtrees to be searched against each other, or, if a == b, one subtree against itself.
struct NodePair {
  std::int32_t a;
  std::int32_t b;
};
}  // namespace detail

/// A search, divided into tasks that can run in parallel. The tasks and their order depend on the geometry alone, never
/// on the number of threads.
struct BroadPhaseTasks {
  std::vector<detail::NodePair> subtrees;  ///< the first tasks; the others search for neighbouring cable edges
  std::span<const std::uint8_t> marked;    ///< per vertex: only pairs with a marked vertex are wanted; empty: all pairs
  std::size_t count = 0;                   ///< number of tasks
};

/// All pairs whose swept boxes overlap, each listed once, with a chunk for each task. Reuse one object, because it
/// keeps its memory; the last chunks may therefore be empty.
struct BroadPhasePairs {
  std::vector<BroadPhaseChunk> chunks;
  BroadPhaseTasks tasks;

  [[nodiscard]] std::size_t vertex_triangle_count() const;
  [[nodiscard]] std::size_t edge_edge_count() const;
  [[nodiscard]] std::size_t vertex_edge_count() const;
  [[nodiscard]] std::size_t count() const { return vertex_triangle_count() + edge_edge_count() + vertex_edge_count(); }
};

}  // namespace muslin
