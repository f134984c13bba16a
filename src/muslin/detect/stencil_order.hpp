#pragma once
#include <algorithm>
#include <muslin/contact/contact.hpp>
#include <muslin/core/parallel.hpp>
#include <numeric>
#include <span>
#include <vector>

namespace muslin::detail {

/// Gives a vector a size without keeping its elements. Unlike resize(), it never holds two memories at a time, and
/// takes no more than it needs.
template <class T>
void resize_without_copy(std::vector<T>& values, std::size_t size) {
  values.clear();
  if (values.capacity() < size) values = std::vector<T>();
  values.resize(size);
}

/// Sorts the results of a search by compare_stencils(), and keeps its memory. A pile of cloth has several hundred
/// thousand pairs in proximity of a hundred bytes each, and one std::sort of them takes longer than finding them. So
/// references to them are first distributed into buckets by kind and vertex 0, in linear time; the few in each bucket
/// are then sorted in parallel.
template <class Found>
class StencilOrder {
 public:
  /// Replaces `out` by the contents of all lists, sorted. `contact_of` returns the contact of an item; its vertex 0
  /// must be less than `vertex_count`. Items with equal stencils must be equal throughout, because their order is
  /// undefined.
  template <class StencilOf>
  void sort(std::span<const std::span<const Found>> lists, std::size_t vertex_count, const StencilOf& stencil_of,
            std::vector<Found>& out) {
    const auto bucket_of = [&](const Found& found) {
      const auto& stencil = stencil_of(found);
      return static_cast<std::size_t>(stencil.kind) * vertex_count + stencil.vertex[0].index();
    };
    // Count the members of each bucket. The partial sums are the ends of the buckets, and, after the distribution,
    // their beginnings.
    const std::size_t buckets = kKinds * vertex_count;
    bounds_.assign(buckets + 1, 0);
    for (const std::span<const Found> list : lists)
      for (const Found& found : list) ++bounds_[bucket_of(found)];
    std::partial_sum(bounds_.begin(), bounds_.end(), bounds_.begin());
    members_.resize(bounds_.back());
    for (const std::span<const Found> list : lists)
      for (const Found& found : list) members_[--bounds_[bucket_of(found)]] = &found;

    resize_without_copy(out, members_.size());
    parallel_for(buckets, kBucketsPerTask, [&](std::size_t bucket) {
      const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(bounds_[bucket]);
      const auto end = members_.begin() + static_cast<std::ptrdiff_t>(bounds_[bucket + 1]);
      std::sort(begin, end,
                [&](const Found* a, const Found* b) { return compare_stencils(stencil_of(*a), stencil_of(*b)) < 0; });
      for (auto member = begin; member != end; ++member)
        out[static_cast<std::size_t>(member - members_.begin())] = **member;
    });
    members_.clear();  // the pointers refer to memory of the caller
  }

 private:
  static constexpr std::size_t kKinds = 3;
  static constexpr std::size_t kBucketsPerTask = 512;

  std::vector<std::size_t> bounds_;
  std::vector<const Found*> members_;
};

}  // namespace muslin::detail
