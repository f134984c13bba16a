#pragma once
#include <algorithm>
#include <muslin/contact/contact.hpp>
#include <muslin/core/parallel.hpp>
#include <numeric>
#include <vector>

namespace muslin::detail {

/// Sorts the results of many parts by compare_stencils(), and keeps its memory. A pile of cloth has several hundred
/// thousand pairs in proximity of a hundred bytes each, and one std::sort of them takes longer than finding them. So
/// references to them are first distributed into buckets by kind and vertex 0, in linear time; the few in each bucket
/// are then sorted in parallel.
template <class Found>
class StencilOrder {
 public:
  /// Replaces `out` by the contents of all parts[i].found, sorted. `contact_of` returns the contact of an item; its
  /// vertex 0 must be less than `vertex_count`. Items with equal stencils must be equal throughout, because their order
  /// is undefined.
  template <class Part, class ContactOf>
  void sort(const std::vector<Part>& parts, std::size_t vertex_count, const ContactOf& contact_of,
            std::vector<Found>& out) {
    const auto bucket_of = [&](const Found& found) {
      const Contact& contact = contact_of(found);
      return static_cast<std::size_t>(contact.kind) * vertex_count + contact.vertex[0].index();
    };
    // Count the members of each bucket. The partial sums are the ends of the buckets, and, after the distribution,
    // their beginnings.
    const std::size_t buckets = kKinds * vertex_count;
    bounds_.assign(buckets + 1, 0);
    for (const Part& part : parts)
      for (const Found& found : part.found) ++bounds_[bucket_of(found)];
    std::partial_sum(bounds_.begin(), bounds_.end(), bounds_.begin());
    members_.resize(bounds_.back());
    for (const Part& part : parts)
      for (const Found& found : part.found) members_[--bounds_[bucket_of(found)]] = &found;

    out.resize(members_.size());
    parallel_for(buckets, kBucketsPerTask, [&](std::size_t bucket) {
      const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(bounds_[bucket]);
      const auto end = members_.begin() + static_cast<std::ptrdiff_t>(bounds_[bucket + 1]);
      std::sort(begin, end,
                [&](const Found* a, const Found* b) { return compare_stencils(contact_of(*a), contact_of(*b)) < 0; });
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
