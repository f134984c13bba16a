#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/io/run/position_code.hpp>
#include <utility>

namespace muslin {

void PositionEncoder::append(std::span<const Vec3> positions) {
  if (frame_in_group_ == 0) {
    differences_.finish();
    groups_.push_back(bytes_.size());
  }
  std::vector<std::int64_t> multiples;
  multiples.reserve(3 * positions.size());
  for (const Vec3& x : positions)
    for (int axis = 0; axis < 3; ++axis) multiples.push_back(std::llround(x[axis] / quantum_));
  MUSLIN_ASSERT(last_.empty() || last_.size() == multiples.size());
  for (std::size_t i = 0; i < multiples.size(); ++i) {
    std::int64_t predicted = 0;
    if (frame_in_group_ == 0)
      predicted = i < 3 ? 0 : multiples[i - 3];
    else if (frame_in_group_ == 1)
      predicted = last_[i];
    else
      predicted = 2 * last_[i] - before_last_[i];
    differences_.put(multiples[i] - predicted);
  }
  before_last_ = std::exchange(last_, std::move(multiples));
  frame_in_group_ = (frame_in_group_ + 1) % kGroupFrames;
}

}  // namespace muslin
