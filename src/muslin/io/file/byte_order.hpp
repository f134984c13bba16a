#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>

namespace muslin {

/// Returns the number stored at `bytes` in the given byte order. The address need not be aligned.
template <class T>
[[nodiscard]] T load(const std::byte* bytes, std::endian order) {
  std::array<std::byte, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

/// Appends the bytes of a number in the given byte order.
template <class T>
void store(std::string& bytes, T value, std::endian order) {
  auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

}  // namespace muslin
