#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <string>
#include <string_view>

namespace muslin {
namespace {

constexpr std::string_view kMagic("POINTCACHE2\0", 12);
constexpr std::int64_t kHeaderSize = 32;
constexpr auto kOrder = std::endian::little;

std::int64_t frame_size(const Pc2Header& header) { return std::int64_t{header.points} * 3 * sizeof(float); }
std::int64_t frame_offset(const Pc2Header& header, std::int64_t k) { return kHeaderSize + k * frame_size(header); }

Error fault(const std::filesystem::path& path, std::string what, std::string remedy = {}) {
  return {.where = path.string(), .what = std::move(what), .remedy = std::move(remedy)};
}

Error cut_off(const std::filesystem::path& path, const std::string& what) {
  return fault(path, what, "the file is cut off; export it again");
}

/// Reads exactly bytes.size() bytes. If it returns false with errno 0, the file is shorter.
bool read_all(const FileDescriptor& file, std::span<std::byte> bytes, std::int64_t offset) {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(file.get(), bytes.data(), bytes.size(), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = 0;
    if (got <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    offset += got;
  }
  return true;
}

Result<Pc2Header> read_header(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) return system_error(path, "read the file", errno);
  if (S_ISDIR(about.st_mode)) return system_error(path, "read it as a file", EISDIR);
  std::array<std::byte, kHeaderSize> bytes{};
  if (!read_all(file, bytes, 0)) {
    if (errno != 0) return system_error(path, "read the file", errno);
    return cut_off(path, about.st_size == 0 ? "the file is empty" : "the file ends within its header");
  }
  if (std::string_view(reinterpret_cast<const char*>(bytes.data()), kMagic.size()) != kMagic)
    return fault(path, "the file does not begin with \"POINTCACHE2\"", "check that it is a PC2 point cache");
  if (const auto version = load<std::int32_t>(&bytes[12], kOrder); version != 1)
    return fault(path, fmt::format("version {} of the PC2 format is not supported; only 1 is", version));
  const Pc2Header header{.points = load<std::int32_t>(&bytes[16], kOrder),
                         .start = load<float>(&bytes[20], kOrder),
                         .sample_rate = load<float>(&bytes[24], kOrder),
                         .samples = load<std::int32_t>(&bytes[28], kOrder)};
  if (header.points < 0 || header.samples < 0)
    return fault(path, fmt::format("the header gives {} points and {} samples", header.points, header.samples),
                 "the header is damaged");
  if (!std::isfinite(header.start) || !std::isfinite(header.sample_rate))
    return fault(path, "the start frame or the sample rate is not finite", "the header is damaged");

  // Compare by division, because points times samples may not fit 64 bits.
  if (header.points > 0 && (about.st_size - kHeaderSize) / frame_size(header) < header.samples)
    return cut_off(path, fmt::format("{} bytes are too few for {} samples of {} points", about.st_size, header.samples,
                                     header.points));
  return header;
}

std::string header_bytes(const Pc2Header& header) {
  std::string bytes(kMagic);
  store(bytes, std::int32_t{1}, kOrder);
  store(bytes, header.points, kOrder);
  store(bytes, header.start, kOrder);
  store(bytes, header.sample_rate, kOrder);
  store(bytes, header.samples, kOrder);
  return bytes;
}

}  // namespace

Result<Pc2Reader> Pc2Reader::open(const std::filesystem::path& path) {
  auto file = open_for_reading(path);
  if (!file) return file.error();
  const auto header = read_header(*file, path);
  if (!header) return header.error();
  return Pc2Reader(std::move(*file), path, *header);
}

Result<std::vector<Vec3>> Pc2Reader::read_frame(std::int32_t k) const {
  MUSLIN_ASSERT(k >= 0 && k < header_.samples);
  std::vector<std::byte> bytes(static_cast<std::size_t>(frame_size(header_)));
  if (!read_all(file_, bytes, frame_offset(header_, k))) {
    if (errno != 0) return system_error(path_, "read the file", errno);
    return cut_off(path_, fmt::format("the file ends within sample {}", k));
  }
  std::vector<Vec3> positions;
  positions.reserve(static_cast<std::size_t>(header_.points));
  for (const std::byte* place = bytes.data(); positions.size() < static_cast<std::size_t>(header_.points);
       place += 3 * sizeof(float)) {
    positions.emplace_back(load<float>(place, kOrder), load<float>(place + 4, kOrder), load<float>(place + 8, kOrder));
    if (!positions.back().allFinite())
      return fault(path_, fmt::format("point {} of sample {} is not finite", positions.size() - 1, k),
                   "repair or export the animation again");
  }
  return positions;
}

Result<Pc2Writer> Pc2Writer::create(const std::filesystem::path& path, const Pc2Header& header) {
  MUSLIN_ASSERT(header.points >= 0 && std::isfinite(header.start) && std::isfinite(header.sample_rate));
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) return system_error(path, "write the file", errno);
  Pc2Writer writer(std::move(file), path, header);
  writer.header_.samples = 0;
  if (Status status = writer.flush(); !status) return status.error();
  return writer;
}

Result<Pc2Writer> Pc2Writer::resume(const std::filesystem::path& path, std::int32_t samples) {
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.is_open()) return system_error(path, "open the file", errno);
  auto header = read_header(file, path);
  if (!header) return header.error();
  if (samples < 0 || samples > header->samples)
    return fault(path, fmt::format("the file has {} samples, but {} are needed", header->samples, samples));
  header->samples = samples;
  // Write the header first, so that it never counts a frame that is not in the file.
  Pc2Writer writer(std::move(file), path, *header);
  if (Status status = writer.flush(); !status) return status.error();
  if (::ftruncate(writer.file_.get(), frame_offset(*header, samples)) != 0)
    return system_error(path, "shorten the file", errno);
  return writer;
}

Pc2Writer::~Pc2Writer() {
  if (file_.is_open()) static_cast<void>(flush());
}

Status Pc2Writer::append(std::span<const Vec3> positions) {
  MUSLIN_ASSERT(positions.size() == static_cast<std::size_t>(header_.points));
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(frame_size(header_)));
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (const double x : positions[i]) {
      const auto coordinate = static_cast<float>(x);
      if (!std::isfinite(coordinate))
        return fault(path_, fmt::format("point {} of sample {}: {} is not a finite float", i, header_.samples, x));
      store(bytes, coordinate, kOrder);
    }
  const int problem = write_all(file_, bytes, frame_offset(header_, header_.samples));
  if (problem != 0) {
    // On a full disk, the part of the frame that was written takes the room that the record of the failure needs.
    static_cast<void>(!::ftruncate(file_.get(), frame_offset(header_, header_.samples)));
    return system_error(path_, "write the file", problem);
  }
  ++header_.samples;
  return Done{};
}

Status Pc2Writer::flush() {
  const int problem = write_all(file_, header_bytes(header_), 0);
  if (problem != 0) return system_error(path_, "write the file", problem);
  return Done{};
}

Status Pc2Writer::close() {
  if (Status status = flush(); !status) return status;
  if (!file_.close()) return system_error(path_, "write the file", errno);
  return Done{};
}

}  // namespace muslin
