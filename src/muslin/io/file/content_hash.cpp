#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <muslin/io/file/file_error.hpp>
#include <vector>

namespace muslin {
namespace {
constexpr std::uint64_t kPrime = 0x100000001b3ULL;
constexpr std::size_t kPieceSize = std::size_t{1} << 18;
constexpr std::size_t kPositionsPerPiece = 1024;
}  // namespace

void ContentHash::add(std::string_view bytes) {
  std::uint64_t state = state_;
  for (const char byte : bytes) state = (state ^ static_cast<unsigned char>(byte)) * kPrime;
  state_ = state;
}

void ContentHash::add_as_floats(std::span<const Vec3> positions) {
  std::string bytes;
  bytes.reserve(kPositionsPerPiece * 3 * sizeof(float));
  while (!positions.empty()) {
    const auto piece = positions.first(std::min(positions.size(), kPositionsPerPiece));
    positions = positions.subspan(piece.size());
    bytes.clear();
    for (const Vec3& position : piece)
      for (const double x : position) store(bytes, static_cast<float>(x), std::endian::little);
    add(bytes);
  }
}

std::string ContentHash::hex() const { return fmt::format("{:016x}", state_); }

std::string content_hash(std::string_view bytes) {
  ContentHash hash;
  hash.add(bytes);
  return hash.hex();
}

Result<FileHash> hash_file(const std::filesystem::path& path) {
  const auto file = open_for_reading(path);
  if (!file) return file.error();
  ContentHash hash;
  std::uint64_t size = 0;
  std::vector<char> piece(kPieceSize);
  for (;;) {
    const ssize_t got = ::read(file->get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, "read the file", errno);
    if (got == 0) return FileHash{hash.hex(), size};
    hash.add({piece.data(), static_cast<std::size_t>(got)});
    size += static_cast<std::uint64_t>(got);
  }
}

}  // namespace muslin
