#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/io/run/position_code.hpp>
#include <utility>

namespace muslin {

void PositionEncoder::append(std::span<const Vec3> positions) {
  if (frame_in_group_ == 0) {
    flush_zeros();
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
    put(multiples[i] - predicted);
  }
  before_last_ = std::exchange(last_, std::move(multiples));
  frame_in_group_ = (frame_in_group_ + 1) % kGroupFrames;
}

void PositionEncoder::put(std::int64_t difference) {
  if (difference == 0) {
    ++zeros_;
    return;
  }
  flush_zeros();
  put_number(difference > 0 ? 2 * static_cast<std::uint64_t>(difference)
                            : 2 * static_cast<std::uint64_t>(-difference) - 1);
}

void PositionEncoder::put_number(std::uint64_t number) {
  for (; number >= 128; number /= 128) bytes_.push_back(static_cast<char>(128 + number % 128));
  bytes_.push_back(static_cast<char>(number));
}

void PositionEncoder::flush_zeros() {
  if (zeros_ == 0) return;
  bytes_.push_back('\0');
  put_number(zeros_ - 1);
  zeros_ = 0;
}

}  // namespace muslin
