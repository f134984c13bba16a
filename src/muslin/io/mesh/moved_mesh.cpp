#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/lower_extension.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/moved_mesh.hpp>
#include <muslin/io/mesh/ply_header.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {
namespace {

/// Iterates over the lines of a text, each with its end.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  [[nodiscard]] bool empty() const { return rest_.empty(); }
  std::string_view next() {
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end == std::string_view::npos ? rest_.size() : end + 1);
    rest_.remove_prefix(line.size());
    return line;
  }

 private:
  std::string_view rest_;
};

/// A word of a line: its place and length.
struct WordPlace {
  std::size_t begin = 0;
  std::size_t size = 0;
};

std::vector<WordPlace> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<WordPlace> words;
  for (std::size_t begin = line.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    words.push_back({begin, end - begin});
    begin = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

/// Appends a line with three of its words replaced by the coordinates of `after`, if the vertex has moved. Returns
/// false if the words are not the coordinates of `before`.
bool append_line(std::string& text, std::string_view line, const std::array<WordPlace, 3>& words, const Vec3& before,
                 const Vec3& after) {
  for (std::size_t k = 0; k < 3; ++k)
    if (parse_double(line.substr(words[k].begin, words[k].size)) != before[static_cast<Eigen::Index>(k)]) return false;
  if (before == after) {
    text += line;
    return true;
  }
  std::size_t done = 0;
  for (std::size_t k = 0; k < 3; ++k) {  // in the order of the line
    text += line.substr(done, words[k].begin - done);
    fmt::format_to(std::back_inserter(text), "{}", after[static_cast<Eigen::Index>(k)]);
    done = words[k].begin + words[k].size;
  }
  text += line.substr(done);
  return true;
}

/// Returns no value if the statements of the file are not one per line.
std::optional<std::string> moved_obj(std::string_view text, const MovedVertices& vertices) {
  if (text.find("\\\n") != std::string_view::npos || text.find("\\\r") != std::string_view::npos) return std::nullopt;
  std::string result;
  result.reserve(text.size() + text.size() / 4);
  std::size_t v = 0;
  for (Lines lines(text); !lines.empty();) {
    const std::string_view line = lines.next();
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || line.substr(begin, 1) != "v" ||
        line.find_first_of(" \t", begin) != begin + 1) {
      result += line;
      continue;
    }
    const std::vector<WordPlace> words = words_of(line);
    if (words.size() < 4 || v >= vertices.before.size()) return std::nullopt;
    if (!append_line(result, line, {words[1], words[2], words[3]}, vertices.before[v], vertices.after[v]))
      return std::nullopt;
    ++v;
  }
  return v == vertices.before.size() ? std::optional(std::move(result)) : std::nullopt;
}

/// The coordinates in the rows of the vertices of a PLY file.
struct PlyCoordinates {
  PlyFormat format = PlyFormat::ascii;
  std::size_t data = 0;                   ///< where the first row begins [B]
  std::size_t row = 0;                    ///< size of a row of binary data [B]
  std::array<PlyType, 3> type = {};       ///< of x, y and z
  std::array<std::size_t, 3> place = {};  ///< of x, y and z: index of the word, or offset in a binary row [B]
};

std::size_t size_of(PlyType type) {
  switch (type) {
    case PlyType::int8:
    case PlyType::uint8:
      return 1;
    case PlyType::int16:
    case PlyType::uint16:
      return 2;
    case PlyType::float64:
      return 8;
    default:
      return 4;
  }
}

/// Returns no value if the vertices are not the first element, or their rows have no fixed size.
std::optional<PlyCoordinates> find_ply_coordinates(std::string_view bytes) {
  TextScanner scanner(bytes, "");
  const auto header = read_ply_header(scanner);
  if (!header || header->elements.empty() || header->elements[0].name != "vertex") return std::nullopt;
  PlyCoordinates result{.format = header->format, .data = static_cast<std::size_t>(scanner.offset())};
  const bool is_text = header->format == PlyFormat::ascii;
  const PlyElement& vertex = header->elements[0];
  std::array<int, 3> index = {vertex.find({"x"}), vertex.find({"y"}), vertex.find({"z"})};
  for (std::size_t p = 0; p < vertex.properties.size(); ++p) {
    const PlyProperty& property = vertex.properties[p];
    if (property.count_type) return std::nullopt;
    for (std::size_t k = 0; k < 3; ++k)
      if (index[k] == static_cast<int>(p)) {
        result.place[k] = is_text ? p : result.row;
        result.type[k] = property.type;
      }
    result.row += size_of(property.type);
  }
  const auto is_real = [](PlyType type) { return type == PlyType::float32 || type == PlyType::float64; };
  if (index[0] < 0 || !(index[0] < index[1] && index[1] < index[2]) || !is_real(result.type[0]) ||
      !is_real(result.type[1]) || !is_real(result.type[2]))
    return std::nullopt;
  return result;
}

std::optional<std::string> moved_binary_ply(std::string bytes, const PlyCoordinates& at,
                                            const MovedVertices& vertices) {
  if (bytes.size() < at.data + at.row * vertices.before.size()) return std::nullopt;
  const auto order = at.format == PlyFormat::binary_big_endian ? std::endian::big : std::endian::little;
  for (std::size_t v = 0; v < vertices.before.size(); ++v)
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = vertices.after[v][static_cast<Eigen::Index>(k)];
      if (x == vertices.before[v][static_cast<Eigen::Index>(k)]) continue;
      std::string number;
      if (at.type[k] == PlyType::float32)
        store(number, static_cast<float>(x), order);
      else
        store(number, x, order);
      bytes.replace(at.data + v * at.row + at.place[k], number.size(), number);
    }
  return bytes;
}

std::optional<std::string> moved_text_ply(std::string_view text, const PlyCoordinates& at,
                                          const MovedVertices& vertices) {
  std::string result(text.substr(0, at.data));
  Lines lines(text.substr(at.data));
  for (std::size_t v = 0; v < vertices.before.size(); ++v) {
    const std::string_view line = lines.next();
    const std::vector<WordPlace> words = words_of(line);
    if (words.size() <= at.place[2]) return std::nullopt;
    if (!append_line(result, line, {words[at.place[0]], words[at.place[1]], words[at.place[2]]}, vertices.before[v],
                     vertices.after[v]))
      return std::nullopt;
  }
  while (!lines.empty()) result += lines.next();
  return result;
}

std::optional<std::string> moved_ply(std::string bytes, const MovedVertices& vertices) {
  const auto at = find_ply_coordinates(bytes);
  if (!at) return std::nullopt;
  return at->format == PlyFormat::ascii ? moved_text_ply(bytes, *at, vertices)
                                        : moved_binary_ply(std::move(bytes), *at, vertices);
}

}  // namespace

bool stores_floats(const std::filesystem::path& path) {
  if (lower_extension(path) != ".ply") return false;
  auto scanner = TextScanner::open(path);
  if (!scanner) return false;
  const auto header = read_ply_header(*scanner);
  if (!header) return false;
  const PlyElement* vertex = header->find("vertex");
  const int x = vertex != nullptr ? vertex->find({"x"}) : -1;
  return x >= 0 && vertex->properties[static_cast<std::size_t>(x)].type == PlyType::float32;
}

Status write_moved_mesh(const std::filesystem::path& source, const std::filesystem::path& target,
                        const MovedVertices& vertices) {
  const std::string extension = lower_extension(source);
  if (extension == lower_extension(target)) {
    auto bytes = read_whole_file(source);
    if (!bytes) return bytes.error();
    const auto moved = extension == ".obj" ? moved_obj(*bytes, vertices) : moved_ply(std::move(*bytes), vertices);
    if (moved) return write_whole_file(target, *moved);
  }
  auto mesh = read_mesh(source);
  if (!mesh) return mesh.error();
  mesh->positions.assign(vertices.after.begin(), vertices.after.end());
  return write_mesh(target, *mesh);
}

}  // namespace muslin
