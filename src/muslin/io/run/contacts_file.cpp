#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <muslin/core/assert.hpp>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/run/contacts_file.hpp>
#include <string_view>

namespace muslin {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kContactsMagic = "MUSLINCT";
constexpr std::int32_t kContactsVersion = 2;
constexpr std::int64_t kFixedSize = 40;  ///< bytes before the table of frames
constexpr std::int64_t kEntrySize = 8;   ///< bytes of an entry of the table
constexpr double kMaxLengthUnit = 1.0;   ///< [m]
constexpr auto kContactsOrder = std::endian::little;

Error fault(const fs::path& path, std::string what) {
  return {Error::Kind::unreadable_file, path.string(), std::move(what),
          "restore the file from a copy, or start again with --force"};
}

std::string bytes_of(const ContactsHeader& header) {
  std::int64_t data = kFixedSize + kEntrySize * header.frames;
  for (const auto& patch : header.patches) data += 8 + 4 * static_cast<std::int64_t>(patch.members.size());
  std::string bytes(kContactsMagic);
  store(bytes, kContactsVersion, kContactsOrder);
  store(bytes, header.vertices, kContactsOrder);
  store(bytes, header.frames, kContactsOrder);
  store(bytes, static_cast<std::int32_t>(header.patches.size()), kContactsOrder);
  store(bytes, data, kContactsOrder);
  store(bytes, header.length_unit, kContactsOrder);
  bytes.append(static_cast<std::size_t>(kEntrySize * header.frames), '\0');
  for (const auto& patch : header.patches) {
    store(bytes, std::int32_t{patch.is_hybrid}, kContactsOrder);
    store(bytes, static_cast<std::int32_t>(patch.members.size()), kContactsOrder);
    for (const VertexId v : patch.members) store(bytes, v.value, kContactsOrder);
  }
  return bytes;
}

/// Takes numbers from bytes, one after the other.
class Bytes {
 public:
  explicit Bytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t left() const { return bytes_.size(); }
  template <class T>
  [[nodiscard]] T take() {
    const T value = load<T>(bytes_.data(), kContactsOrder);
    bytes_ = bytes_.subspan(sizeof(T));
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Reads bytes from `begin` to `end`; if the file is shorter, the result is too.
Result<std::vector<std::byte>> read_range(const FileDescriptor& file, const fs::path& path, std::int64_t begin,
                                          std::int64_t end) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(end - begin));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::pread(file.get(), bytes.data() + done, bytes.size() - done, begin + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, "read the file", errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace

Result<ContactsReader> ContactsReader::open(const fs::path& path) {
  auto file = open_for_reading(path);
  if (!file) return file.error();
  struct stat about {};
  if (::fstat(file->get(), &about) != 0) return system_error(path, "read the file", errno);
  const std::int64_t size = about.st_size;
  ContactsReader reader(std::move(*file), path);
  const auto fixed = read_range(reader.file_, path, 0, kFixedSize);
  if (!fixed) return fixed.error();
  if (static_cast<std::int64_t>(fixed->size()) < kFixedSize) return fault(path, "the file ends within its header");
  if (std::string_view(reinterpret_cast<const char*>(fixed->data()), kContactsMagic.size()) != kContactsMagic)
    return fault(path, "the file does not begin with \"MUSLINCT\"");
  Bytes head(std::span<const std::byte>(*fixed).subspan(kContactsMagic.size()));
  if (const auto version = head.take<std::int32_t>(); version != kContactsVersion)
    return fault(path, fmt::format("version {} of the file is not supported", version));
  ContactsHeader& header = reader.header_;
  header.vertices = head.take<std::int32_t>();
  header.frames = head.take<std::int32_t>();
  const auto patches = head.take<std::int32_t>();
  const auto data = head.take<std::int64_t>();
  header.length_unit = head.take<double>();
  if (header.vertices < 0 || header.frames < 0 || patches < 0 || data < kFixedSize + kEntrySize * header.frames ||
      !(header.length_unit > 0.0 && header.length_unit <= kMaxLengthUnit))
    return fault(path, "the header is damaged");
  if (data > size) return fault(path, "the file ends before its first frame");

  const auto rest = read_range(reader.file_, path, kFixedSize, data);
  if (!rest) return rest.error();
  if (static_cast<std::int64_t>(rest->size()) < data - kFixedSize)
    return fault(path, "the file ends before its first frame");
  Bytes bytes(*rest);
  reader.ends_.push_back(data);
  bool is_over = false;
  for (std::int32_t k = 0; k < header.frames; ++k) {
    const auto end = bytes.take<std::int64_t>();
    is_over = is_over || end == 0;
    if (is_over) continue;
    if (end <= reader.ends_.back()) return fault(path, fmt::format("the end of frame {} is damaged", k));
    if (end > size) return fault(path, fmt::format("the file is cut off within frame {}", k));
    reader.ends_.push_back(end);
  }
  for (std::int32_t p = 0; p < patches; ++p) {
    if (bytes.left() < 8) return fault(path, "the list of patches is damaged");
    ContactsHeader::RigidPatch& patch = header.patches.emplace_back();
    patch.is_hybrid = bytes.take<std::int32_t>() != 0;
    const auto count = bytes.take<std::int32_t>();
    if (count < 0 || bytes.left() / 4 < static_cast<std::size_t>(count))
      return fault(path, "the list of patches is damaged");
    for (std::int32_t i = 0; i < count; ++i) patch.members.emplace_back().value = bytes.take<std::int32_t>();
  }
  return reader;
}

Result<ContactsFrame> ContactsReader::read_frame(std::int64_t k) const {
  MUSLIN_ASSERT(k >= 0 && k < size());
  const auto content = read_range(file_, path_, end_of(k), end_of(k + 1));
  if (!content) return content.error();
  const bool is_whole = static_cast<std::int64_t>(content->size()) == end_of(k + 1) - end_of(k);
  auto frame = is_whole ? decode_contacts(*content, header_.vertices, header_.length_unit) : std::nullopt;
  if (!frame) return fault(path_, fmt::format("frame {} is damaged", k));
  return std::move(*frame);
}

Result<ContactsWriter> ContactsWriter::create(const fs::path& path, const ContactsHeader& header) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) return system_error(path, "write the file", errno);
  ContactsWriter writer(std::move(file), path);
  const std::string bytes = bytes_of(header);
  if (Status status = writer.write(bytes, 0); !status) return status.error();
  writer.capacity_ = header.frames;
  writer.length_unit_ = header.length_unit;
  writer.end_ = static_cast<std::int64_t>(bytes.size());
  return writer;
}

Result<ContactsWriter> ContactsWriter::resume(const fs::path& path, const ContactsHeader& header, std::int64_t frames) {
  const auto there = ContactsReader::open(path);
  if (!there) return there.error();
  if (there->header().vertices != header.vertices || there->header().frames != header.frames ||
      there->header().length_unit != header.length_unit)
    return fault(path, "the file belongs to another scene");
  if (there->size() < frames)
    return fault(path, fmt::format("the file has {} frames, but {} are needed", there->size(), frames));
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) return system_error(path, "open the file", errno);
  ContactsWriter writer(std::move(file), path);
  writer.capacity_ = header.frames;
  writer.length_unit_ = header.length_unit;
  writer.size_ = frames;
  writer.end_ = there->end_of(frames);
  // First the table, so that it never lists a frame that is not in the file.
  const std::string unlisted(static_cast<std::size_t>(kEntrySize * (header.frames - frames)), '\0');
  if (Status status = writer.write(unlisted, kFixedSize + kEntrySize * frames); !status) return status.error();
  if (::ftruncate(writer.file_.get(), writer.end_) != 0) return system_error(path, "shorten the file", errno);
  return writer;
}

Status ContactsWriter::append(const ContactsFrame& frame) {
  MUSLIN_ASSERT(size_ < capacity_);
  const std::string bytes = code_contacts(frame, length_unit_);
  if (Status status = write(bytes, end_); !status) {
    // On a full disk, the part of the frame that was written takes the room that the record of the failure needs.
    static_cast<void>(!::ftruncate(file_.get(), end_));
    return status;
  }
  end_ += static_cast<std::int64_t>(bytes.size());
  std::string entry;
  store(entry, end_, kContactsOrder);
  if (Status status = write(entry, kFixedSize + kEntrySize * size_); !status) return status;
  ++size_;
  return Done{};
}

Status ContactsWriter::write(std::string_view bytes, std::int64_t offset) {
  const int problem = write_all(file_, bytes, offset);
  if (problem != 0) return system_error(path_, "write the file", problem);
  return Done{};
}

}  // namespace muslin
