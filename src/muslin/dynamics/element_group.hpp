#pragma once
#include <algorithm>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/math/block/block_pattern.hpp>
#include <muslin/model/element.hpp>
#include <muslin/model/energy.hpp>
#include <utility>
#include <vector>

namespace muslin {

/// A corner of an element, packed into one number.
struct ElementCorner {
  std::uint32_t packed;

  ElementCorner(std::size_t element, int corner)
      : packed(static_cast<std::uint32_t>(element * kMaxElementCorners + static_cast<std::size_t>(corner))) {}
  [[nodiscard]] std::size_t element() const { return packed / kMaxElementCorners; }
  [[nodiscard]] int corner() const { return static_cast<int>(packed % kMaxElementCorners); }
};

/// A pair of corners of one element, packed into one number.
struct CornerPair {
  static constexpr int kPairs = kMaxElementCorners * kMaxElementCorners;
  std::uint32_t packed;

  CornerPair(std::size_t element, int a, int b)
      : packed(static_cast<std::uint32_t>(element * kPairs + static_cast<std::size_t>(a * kMaxElementCorners + b))) {}
  [[nodiscard]] std::size_t element() const { return packed / kPairs; }
  [[nodiscard]] int first() const { return static_cast<int>(packed / kMaxElementCorners % kMaxElementCorners); }
  [[nodiscard]] int second() const { return static_cast<int>(packed % kMaxElementCorners); }
};

/// Largest number of elements of one kind that a CornerPair can represent.
inline constexpr std::size_t kMaxElementsPerKind = std::numeric_limits<std::uint32_t>::max() / CornerPair::kPairs;

/// Sorts items into one list per key and keeps their given order within each list.
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

/// All elements of one kind, with the queries that System makes vertex by vertex and block by block. System calls the
/// built-in kinds through their own type, without virtual dispatch; it calls only extra elements through this
/// interface.
class ElementGroup {
 public:
  virtual ~ElementGroup() = default;

  /// Lists the corners at each vertex, and adds the pairs of vertices for which the matrix needs blocks.
  virtual void connect(std::size_t vertex_count, std::vector<VertexPair>& pairs) = 0;
  /// Lists the corner pairs of each block, once the pattern is known.
  virtual void bind(const BlockPattern& pattern) = 0;
  /// Sets the marks of all vertices that belong to an element.
  virtual void mark_vertices(std::span<std::uint8_t> marks) const = 0;
  [[nodiscard]] virtual NetForce net_force() const = 0;

  virtual void prepare(std::span<const Vec3> x, std::span<const Vec3> v) = 0;
  [[nodiscard]] virtual double energy() const = 0;  ///< total energy of the elements [J]
  virtual void add_force(std::size_t vertex, Vec3& force) const = 0;
  virtual void add_implicit_force(std::size_t vertex, Vec3& force) const = 0;
  virtual void add_block(std::size_t slot, MatrixWeights weights, Mat3& block) const = 0;
  /// Adds the norms of all blocks in the row of a vertex, which bound the eigenvalues.
  virtual void add_block_norms(std::size_t vertex, MatrixWeights weights, double& norm) const = 0;
};

/// The group of one kind of elements. It keeps a reference, so the elements must outlive it and must not be moved.
template <ElementKind E>
class GatheredElements final : public ElementGroup {
  static_assert(E::kCorners >= 1 && E::kCorners <= kMaxElementCorners,
                "an element has one to eight corners: ElementCorner packs a corner into three bits");
  static_assert(E::kNetForce != NetForce::drag || DragKind<E>, "a kind with NetForce::drag needs resistance(e)");

 public:
  explicit GatheredElements(E& elements) : elements_(elements) {}

  [[nodiscard]] E& elements() const { return elements_; }

  void connect(std::size_t vertex_count, std::vector<VertexPair>& pairs) override {
    MUSLIN_ASSERT(elements_.size() <= kMaxElementsPerKind && "CornerPair counts at most 2^26 elements of a kind");
    std::vector<std::pair<std::int32_t, ElementCorner>> corners;
    corners.reserve(elements_.size() * E::kCorners);
    for_each_pair([&](std::size_t e, int a, int b, VertexId i, VertexId j) {
      MUSLIN_ASSERT(i.index() < vertex_count && "a corner is not a vertex of the world");
      if (a == b) corners.emplace_back(i.value, ElementCorner(e, a));
      pairs.push_back({i, j});
    });
    vertex_corners_ = list_by_key(vertex_count, corners);
  }

  void bind(const BlockPattern& pattern) override {
    std::vector<std::pair<std::int32_t, CornerPair>> blocks;
    for_each_pair([&](std::size_t e, int a, int b, VertexId i, VertexId j) {
      if (i <= j) blocks.emplace_back(static_cast<std::int32_t>(pattern.slot(i, j)), CornerPair(e, a, b));
      if (a != b && j <= i) blocks.emplace_back(static_cast<std::int32_t>(pattern.slot(j, i)), CornerPair(e, b, a));
    });
    slot_pairs_ = list_by_key(pattern.slot_count(), blocks);
  }

  void mark_vertices(std::span<std::uint8_t> marks) const override {
    for (std::size_t e = 0; e < elements_.size(); ++e)
      for (const VertexId v : elements_.vertices(e))
        if (v.valid()) marks[v.index()] = 1;
  }

  [[nodiscard]] NetForce net_force() const override { return E::kNetForce; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v) override { elements_.prepare(x, v); }
  [[nodiscard]] double energy() const override { return total_energy(elements_); }

  void add_force(std::size_t vertex, Vec3& force) const override {
    for (const ElementCorner at : vertex_corners_[vertex]) force += elements_.force(at.element(), at.corner());
  }

  void add_implicit_force(std::size_t vertex, Vec3& force) const override {
    for (const ElementCorner at : vertex_corners_[vertex]) force += elements_.implicit_force(at.element(), at.corner());
  }

  void add_block(std::size_t slot, MatrixWeights weights, Mat3& block) const override {
    for (const CornerPair pair : slot_pairs_[slot])
      block += elements_.block(pair.element(), pair.first(), pair.second(), weights);
  }

  void add_block_norms(std::size_t vertex, MatrixWeights weights, double& norm) const override {
    for (const ElementCorner at : vertex_corners_[vertex]) {
      const auto vertices = elements_.vertices(at.element());
      for (std::size_t b = 0; b < vertices.size(); ++b)
        if (vertices[b].valid())
          norm += elements_.block(at.element(), at.corner(), static_cast<int>(b), weights).norm();
    }
  }

 private:
  /// Calls body(element, a, b, vertex of a, vertex of b) for all corners a ≤ b that the element has.
  template <class Body>
  void for_each_pair(Body&& body) const {
    for (std::size_t e = 0; e < elements_.size(); ++e) {
      const std::array<VertexId, E::kCorners> vertices = elements_.vertices(e);
      for (int a = 0; a < E::kCorners; ++a) {
        for (int b = a; b < E::kCorners; ++b) {
          const VertexId i = vertices[static_cast<std::size_t>(a)];
          const VertexId j = vertices[static_cast<std::size_t>(b)];
          if (i.valid() && j.valid()) body(e, a, b, i, j);
        }
      }
    }
  }

  E& elements_;
  ListOfLists<ElementCorner> vertex_corners_;
  ListOfLists<CornerPair> slot_pairs_;
};

}  // namespace muslin
