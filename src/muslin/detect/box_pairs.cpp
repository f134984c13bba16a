#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/detect/box_pairs.hpp>
#include <numeric>

namespace muslin {
namespace {

constexpr std::uint32_t kLeafSize = 4;

}  // namespace

BoxPairs::BoxPairs(std::span<const Box> boxes) : order_(boxes.size()) {
  MUSLIN_ASSERT(boxes.size() <= kMaxElements);
  if (boxes.empty()) return;
  std::vector<Vec3> centres;
  centres.reserve(boxes.size());
  for (const Box& box : boxes) centres.push_back(box.centre());
  std::iota(order_.begin(), order_.end(), 0U);
  nodes_.reserve(boxes.size());
  build(boxes, centres, 0, static_cast<std::uint32_t>(boxes.size()));
  boxes_.reserve(boxes.size());
  for (const std::uint32_t b : order_) boxes_.push_back(boxes[b]);
}

void BoxPairs::build(std::span<const Box> boxes, std::span<const Vec3> centres, std::uint32_t begin,
                     std::uint32_t end) {
  const std::size_t n = nodes_.size();
  nodes_.push_back({Box{}, begin, end, 0});
  Box bounds, centre_bounds;
  for (std::uint32_t r = begin; r < end; ++r) {
    bounds.include(boxes[order_[r]]);
    centre_bounds.include(centres[order_[r]]);
  }
  nodes_[n].box = bounds;
  // Split into halves of equal size across the longest extent of the centres, so the depth is logarithmic for any
  // input.
  if (end - begin > kLeafSize) {
    int axis = 0;
    (0.5 * centre_bounds.upper - 0.5 * centre_bounds.lower).maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t i, std::uint32_t j) { return centres[i][axis] < centres[j][axis]; });
    build(boxes, centres, begin, middle);
    build(boxes, centres, middle, end);
  }
  nodes_[n].next = static_cast<std::uint32_t>(nodes_.size());
}

}  // namespace muslin
