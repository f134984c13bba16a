#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <span>
#include <string>
#include <string_view>

namespace muslin {

/// Tells contents apart: FNV-1a of 64 bits [FNV] over a stream of bytes. Two streams that differ in a single byte
/// never have the same hash. It guards against accidents, not against people.
class ContentHash {
 public:
  void add(std::string_view bytes);
  /// Positions as frames hold them: three floats each, little-endian.
  void add_as_floats(std::span<const Vec3> positions);

  [[nodiscard]] std::uint64_t value() const { return state_; }
  /// 16 digits, lower case.
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

[[nodiscard]] std::string content_hash(std::string_view bytes);

struct FileHash {
  std::string hash;  ///< hex
  std::uint64_t size = 0;
};
/// Reads the whole file, a piece at a time.
[[nodiscard]] Result<FileHash> hash_file(const std::filesystem::path& path);

}  // namespace muslin
