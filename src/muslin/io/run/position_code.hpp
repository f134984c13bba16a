#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/io/file/number_code.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// Codes the positions of a body over the frames of a run in few bytes, for files that are sent to others.
///
/// Coordinates are rounded to multiples of a quantum, so each is within half of it. What is coded is the difference of
/// such a multiple from a prediction: in the first frame of a group of 32, the same coordinate of the vertex before; in
/// the second, that of the same vertex in the frame before; later, the continuation of the motion of its last two
/// frames. DifferenceEncoder describes how differences become bytes. A run of zeros ends with its group, so that a
/// reader can begin at any group.
class PositionEncoder {
 public:
  static constexpr int kGroupFrames = 32;

  explicit PositionEncoder(double quantum) : quantum_(quantum) {}
  PositionEncoder(const PositionEncoder&) = delete;
  PositionEncoder& operator=(const PositionEncoder&) = delete;

  /// Appends a frame. All frames have the same number of positions, and these are less than 2³¹ quanta from the origin.
  void append(std::span<const Vec3> positions);
  /// Ends the last group. No frame follows.
  void finish() { differences_.finish(); }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// Returns the first byte of each group.
  [[nodiscard]] const std::vector<std::size_t>& groups() const { return groups_; }

 private:
  double quantum_;  ///< [m]
  std::string bytes_;
  DifferenceEncoder differences_{bytes_};
  std::vector<std::size_t> groups_;
  std::vector<std::int64_t> last_, before_last_;  ///< multiples of the two frames before
  int frame_in_group_ = 0;
};

}  // namespace muslin
