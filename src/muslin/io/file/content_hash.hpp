#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <span>
#include <string>
#include <string_view>

namespace muslin {

/// Hashes a stream of bytes with 64-bit FNV-1a [FNV] to distinguish contents. Two streams that differ in a single byte
/// never have the same hash. The hash protects against accidents, not against deliberate forgery.
class ContentHash {
 public:
  void add(std::string_view bytes);
  /// Adds positions in the representation of frame files: three little-endian floats per position.
  void add_as_floats(std::span<const Vec3> positions);

  [[nodiscard]] std::uint64_t value() const { return state_; }
  /// Returns the hash as 16 lower-case hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

/// Returns the hash of `bytes` in hexadecimal.
[[nodiscard]] std::string content_hash(std::string_view bytes);

/// Hash and size of a file.
struct FileHash {
  std::string hash;  ///< hexadecimal
  std::uint64_t size = 0;
};
/// Hashes a whole file, reading it in chunks.
[[nodiscard]] Result<FileHash> hash_file(const std::filesystem::path& path);

}  // namespace muslin
