#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace muslin {

/// Appends a number in groups of seven bits, the lowest first, with the eighth bit set in all bytes but the last.
void store_number(std::string& bytes, std::uint64_t number);

/// Takes numbers that store_number() appended from the front of some bytes. It is nothing if they end within a number,
/// or if the number takes more than eight bytes.
[[nodiscard]] std::optional<std::uint64_t> take_number(std::span<const std::byte>& bytes);

/// Appends differences, most of which are small or zero. A difference d becomes the number 2d, or -2d - 1 if it is
/// negative. Zeros are counted: a byte 0, and the length of their run, less one.
class DifferenceEncoder {
 public:
  explicit DifferenceEncoder(std::string& bytes) : bytes_(&bytes) {}

  void put(std::int64_t difference);
  /// Ends a run of zeros, so that what follows can be read by itself.
  void finish();

 private:
  std::string* bytes_;
  std::uint64_t zeros_ = 0;
};

/// Takes differences that a DifferenceEncoder appended from the front of some bytes.
class DifferenceDecoder {
 public:
  explicit DifferenceDecoder(std::span<const std::byte>& bytes) : bytes_(&bytes) {}

  /// Returns nothing if the bytes end within a difference.
  [[nodiscard]] std::optional<std::int64_t> take();
  /// Whether the last run of zeros has ended.
  [[nodiscard]] bool is_finished() const { return zeros_ == 0; }

 private:
  std::span<const std::byte>* bytes_;
  std::uint64_t zeros_ = 0;
};

}  // namespace muslin
