#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
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
constexpr std::int32_t kContactsVersion = 1;
constexpr std::int64_t kFixedSize = 32;    ///< bytes before the table of frames
constexpr std::int64_t kEntrySize = 8;     ///< bytes of an entry of the table
constexpr std::int64_t kCountsSize = 16;   ///< bytes of a frame before its lists
constexpr std::int64_t kContactSize = 36;  ///< bytes of a contact
constexpr std::int64_t kPlaceSize = 16;    ///< bytes of a vertex and its place
constexpr double kNormalUnit = 32767.0;    ///< stored value of a coordinate of 1 of a normal
constexpr double kShareUnit = 65535.0;     ///< stored value of a weight of 1
constexpr std::uint8_t kCollisionBit = 1;
constexpr int kRungShift = 1;  ///< the rung stands in the bits above that of collisions
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
  bytes.append(static_cast<std::size_t>(kEntrySize * header.frames), '\0');
  for (const auto& patch : header.patches) {
    store(bytes, std::int32_t{patch.is_hybrid}, kContactsOrder);
    store(bytes, static_cast<std::int32_t>(patch.members.size()), kContactsOrder);
    for (const VertexId v : patch.members) store(bytes, v.value, kContactsOrder);
  }
  return bytes;
}

void store_share(std::string& bytes, double share) {
  store(bytes, static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0, 1.0) * kShareUnit)), kContactsOrder);
}

void store_contact(std::string& bytes, const FrameContact& item) {
  const Contact& contact = item.contact;
  for (const VertexId v : contact.vertex) store(bytes, v.value, kContactsOrder);
  store(bytes, static_cast<float>(item.gap), kContactsOrder);
  store(bytes, static_cast<float>(item.velocity_change), kContactsOrder);
  for (const double n : contact.normal)
    store(bytes, static_cast<std::int16_t>(std::lround(n * kNormalUnit)), kContactsOrder);
  store_share(bytes, -contact.weight[1]);
  switch (contact.kind) {
    case StencilKind::vertex_triangle:
      store_share(bytes, -contact.weight[2]);
      break;
    case StencilKind::edge_edge:
      store_share(bytes, contact.weight[3]);
      break;
    case StencilKind::vertex_edge:
      store_share(bytes, 0.0);
      break;
  }
  store(bytes, static_cast<std::uint8_t>(contact.kind), kContactsOrder);
  const auto rung = static_cast<std::uint8_t>(static_cast<unsigned>(item.rung) << kRungShift);
  store(bytes, static_cast<std::uint8_t>(rung | (item.is_collision ? kCollisionBit : 0)), kContactsOrder);
}

std::string bytes_of(const ContactsFrame& frame) {
  const auto& contacts = frame.contacts.contacts;
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(kCountsSize) + static_cast<std::size_t>(kContactSize) * contacts.size() +
                4 * frame.contacts.stopped.size() + static_cast<std::size_t>(kPlaceSize) * frame.as_given.size());
  store(bytes, static_cast<std::int32_t>(contacts.size()), kContactsOrder);
  store(bytes, static_cast<std::int32_t>(frame.contacts.stopped.size()), kContactsOrder);
  store(bytes, static_cast<std::int32_t>(frame.as_given.size()), kContactsOrder);
  store(bytes, std::int32_t{0}, kContactsOrder);
  for (const FrameContact& contact : contacts) store_contact(bytes, contact);
  for (const VertexId v : frame.contacts.stopped) store(bytes, v.value, kContactsOrder);
  for (const VertexPlace& item : frame.as_given) {
    store(bytes, item.vertex.value, kContactsOrder);
    for (const double x : item.place) store(bytes, static_cast<float>(x), kContactsOrder);
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

/// The weights of a contact, from the shares of its second vertex and of a third or fourth one.
std::array<double, 4> weights_of(StencilKind kind, double second, double other) {
  switch (kind) {
    case StencilKind::vertex_triangle:
      return {second + other - 1.0, -second, -other, 1.0};
    case StencilKind::edge_edge:
      return {second - 1.0, -second, 1.0 - other, other};
    case StencilKind::vertex_edge:
      break;
  }
  return {second - 1.0, -second, 0.0, 1.0};
}

/// Returns nothing if the numbers are none of a contact of so many vertices.
std::optional<FrameContact> take_contact(Bytes& bytes, std::int32_t vertices) {
  FrameContact item;
  for (VertexId& v : item.contact.vertex) {
    v.value = bytes.take<std::int32_t>();
    if (v.value < 0 || v.value >= vertices) return std::nullopt;
  }
  item.gap = bytes.take<float>();
  item.velocity_change = bytes.take<float>();
  for (double& n : item.contact.normal) n = bytes.take<std::int16_t>() / kNormalUnit;
  const double second = bytes.take<std::uint16_t>() / kShareUnit, other = bytes.take<std::uint16_t>() / kShareUnit;
  const auto kind = bytes.take<std::uint8_t>(), flags = bytes.take<std::uint8_t>();
  const int rung = flags >> kRungShift;
  if (kind > static_cast<int>(StencilKind::vertex_edge) || rung > static_cast<int>(LowestRung::stops))
    return std::nullopt;
  item.contact.kind = static_cast<StencilKind>(kind);
  item.contact.weight = weights_of(item.contact.kind, second, other);
  item.is_collision = (flags & kCollisionBit) != 0;
  item.rung = static_cast<LowestRung>(rung);
  return item;
}

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
  if (header.vertices < 0 || header.frames < 0 || patches < 0 || data < kFixedSize + kEntrySize * header.frames)
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
    if (end < reader.ends_.back() + kCountsSize) return fault(path, fmt::format("the end of frame {} is damaged", k));
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
  const auto damaged = [&] { return fault(path_, fmt::format("frame {} is damaged", k)); };
  if (static_cast<std::int64_t>(content->size()) < end_of(k + 1) - end_of(k)) return damaged();
  Bytes bytes(*content);
  const std::int64_t contacts = bytes.take<std::int32_t>(), stopped = bytes.take<std::int32_t>(),
                     places = bytes.take<std::int32_t>();
  static_cast<void>(bytes.take<std::int32_t>());
  if (contacts < 0 || stopped < 0 || places < 0 ||
      kContactSize * contacts + 4 * stopped + kPlaceSize * places != static_cast<std::int64_t>(bytes.left()))
    return damaged();
  ContactsFrame frame;
  for (std::int64_t i = 0; i < contacts; ++i) {
    const auto contact = take_contact(bytes, header_.vertices);
    if (!contact) return damaged();
    frame.contacts.contacts.push_back(*contact);
  }
  const auto take_vertex = [&](VertexId& v) {
    v.value = bytes.take<std::int32_t>();
    return v.value >= 0 && v.value < header_.vertices;
  };
  for (std::int64_t i = 0; i < stopped; ++i)
    if (!take_vertex(frame.contacts.stopped.emplace_back())) return damaged();
  for (std::int64_t i = 0; i < places; ++i) {
    VertexPlace& item = frame.as_given.emplace_back();
    if (!take_vertex(item.vertex)) return damaged();
    for (double& x : item.place) x = bytes.take<float>();
  }
  return frame;
}

Result<ContactsWriter> ContactsWriter::create(const fs::path& path, const ContactsHeader& header) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) return system_error(path, "write the file", errno);
  ContactsWriter writer(std::move(file), path);
  const std::string bytes = bytes_of(header);
  if (Status status = writer.write(bytes, 0); !status) return status.error();
  writer.capacity_ = header.frames;
  writer.end_ = static_cast<std::int64_t>(bytes.size());
  return writer;
}

Result<ContactsWriter> ContactsWriter::resume(const fs::path& path, const ContactsHeader& header, std::int64_t frames) {
  const auto there = ContactsReader::open(path);
  if (!there) return there.error();
  if (there->header().vertices != header.vertices || there->header().frames != header.frames)
    return fault(path, "the file belongs to another scene");
  if (there->size() < frames)
    return fault(path, fmt::format("the file has {} frames, but {} are needed", there->size(), frames));
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) return system_error(path, "open the file", errno);
  ContactsWriter writer(std::move(file), path);
  writer.capacity_ = header.frames;
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
  const std::string bytes = bytes_of(frame);
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
