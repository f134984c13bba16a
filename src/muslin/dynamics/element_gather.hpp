#pragma once
#include <algorithm>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/math/block/block_pattern.hpp>
#include <muslin/model/element.hpp>
#include <utility>
#include <vector>

namespace muslin {

/// A corner of an element, packed: kinds have at most 8 corners.
struct ElementCorner {
  std::uint32_t packed;

  ElementCorner(std::size_t element, int corner)
      : packed(static_cast<std::uint32_t>(element * 8 + static_cast<std::size_t>(corner))) {}
  [[nodiscard]] std::size_t element() const { return packed / 8; }
  [[nodiscard]] int corner() const { return static_cast<int>(packed % 8); }
};

/// A pair of corners of one element, packed likewise.
struct CornerPair {
  std::uint32_t packed;

  CornerPair(std::size_t element, int a, int b)
      : packed(static_cast<std::uint32_t>(element * 64 + static_cast<std::size_t>(a * 8 + b))) {}
  [[nodiscard]] std::size_t element() const { return packed / 64; }
  [[nodiscard]] int first() const { return static_cast<int>(packed / 8 % 8); }
  [[nodiscard]] int second() const { return static_cast<int>(packed % 8); }
};

/// Most elements of one kind that a CornerPair can count.
inline constexpr std::size_t kMaxGatheredElements = std::numeric_limits<std::uint32_t>::max() / 64;

/// Sorts items into lists by their key, in the order in which they come.
template <class T>
[[nodiscard]] ListOfLists<T> list_by_key(std::size_t key_count, const std::vector<std::pair<std::int32_t, T>>& items) {
  std::vector<std::int32_t> offsets(key_count + 1, 0);
  for (const auto& item : items) ++offsets[static_cast<std::size_t>(item.first) + 1];
  for (std::size_t k = 0; k < key_count; ++k) offsets[k + 1] += offsets[k];
  std::vector<std::int32_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<T> sorted;
  if (!items.empty()) sorted.assign(items.size(), items.front().second);
  for (const auto& item : items)
    sorted[static_cast<std::size_t>(next[static_cast<std::size_t>(item.first)]++)] = item.second;
  return {std::move(offsets), std::move(sorted)};
}

/// Who adds to what, for the elements of one kind: which of their corners meet at each vertex, and which of their
/// corner pairs make up each block of the matrix. Made once per topology.
template <ElementKind E>
class ElementGather {
 public:
  /// The vertex lists; the pairs of vertices that the matrix must have blocks for are added to `pairs`.
  ElementGather(const E& elements, std::size_t vertex_count, std::vector<VertexPair>& pairs) {
    static_assert(E::kCorners <= 8);
    MUSLIN_ASSERT(elements.size() <= kMaxGatheredElements);
    std::vector<std::pair<std::int32_t, ElementCorner>> corners;
    corners.reserve(elements.size() * E::kCorners);
    for_each_pair(elements, [&](std::size_t e, int a, int b, VertexId i, VertexId j) {
      if (a == b) corners.emplace_back(i.value, ElementCorner(e, a));
      pairs.push_back({i, j});
    });
    vertex_corners_ = list_by_key(vertex_count, corners);
  }

  /// The block lists, when the pattern is known.
  void bind(const E& elements, const BlockPattern& pattern) {
    std::vector<std::pair<std::int32_t, CornerPair>> blocks;
    for_each_pair(elements, [&](std::size_t e, int a, int b, VertexId i, VertexId j) {
      if (i <= j) blocks.emplace_back(static_cast<std::int32_t>(pattern.slot(i, j)), CornerPair(e, a, b));
      if (a != b && j <= i) blocks.emplace_back(static_cast<std::int32_t>(pattern.slot(j, i)), CornerPair(e, b, a));
    });
    slot_pairs_ = list_by_key(pattern.slot_count(), blocks);
  }

  [[nodiscard]] std::span<const ElementCorner> corners_at(std::size_t vertex) const { return vertex_corners_[vertex]; }

  /// Adds to the block of one slot what the elements say.
  void add_block(const E& elements, std::size_t slot, MatrixWeights weights, Mat3& block) const {
    for (const CornerPair pair : slot_pairs_[slot])
      block += elements.block(pair.element(), pair.first(), pair.second(), weights);
  }

 private:
  /// Calls body(element, a, b, vertex of a, vertex of b) for all corners a ≤ b that the element has.
  template <class Body>
  static void for_each_pair(const E& elements, Body&& body) {
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const std::array<VertexId, E::kCorners> vertices = elements.vertices(e);
      for (int a = 0; a < E::kCorners; ++a) {
        for (int b = a; b < E::kCorners; ++b) {
          const VertexId i = vertices[static_cast<std::size_t>(a)];
          const VertexId j = vertices[static_cast<std::size_t>(b)];
          if (i.valid() && j.valid()) body(e, a, b, i, j);
        }
      }
    }
  }

  ListOfLists<ElementCorner> vertex_corners_;
  ListOfLists<CornerPair> slot_pairs_;
};

}  // namespace muslin
