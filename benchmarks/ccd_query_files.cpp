#include <algorithm>
#include <array>
#include <benchmarks/ccd_query_files.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <muslin/io/file/byte_order.hpp>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

namespace fs = std::filesystem;

using EightPoints = std::array<Vec3, 8>;

Error unreadable(const fs::path& where, std::string what) {
  return {.kind = Error::Kind::unreadable_file, .where = where.string(), .what = std::move(what), .remedy = {}};
}

/// Converts the point order of the files to that of a stencil, in which the vertex comes last.
StencilMotion to_motion(StencilKind kind, const EightPoints& points) {
  constexpr std::array<std::size_t, 4> kEdgeEdge = {0, 1, 2, 3}, kVertexTriangle = {1, 2, 3, 0};
  StencilMotion motion;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t from = (kind == StencilKind::edge_edge ? kEdgeEdge : kVertexTriangle)[i];
    motion.start[i] = points[from];
    motion.end[i] = points[from + 4];
  }
  return motion;
}

/// Lists the files of a folder with this extension, or its subfolders if it is empty, sorted by name.
Result<std::vector<fs::path>> list(const fs::path& folder, std::string_view extension) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    if (extension.empty() ? entry->is_directory(unknown) : entry->path().extension() == extension)
      found.push_back(entry->path());
  }
  if (error) return unreadable(folder, "cannot list this folder: " + error.message());
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::string> read_all(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);  // an error if it is not a file
  if (error) return unreadable(file, "cannot be read: " + error.message());
  std::string text(size, '\0');
  std::ifstream in(file, std::ios::binary);
  if (!in.read(text.data(), static_cast<std::streamsize>(size))) return unreadable(file, "cannot be read");
  return text;
}

/// One row: six whole numbers separated by commas, and the truth. Numerators and denominators may exceed 64 bits, but
/// each is a double, and so is their quotient; strtod and the division are therefore exact.
struct Row {
  Vec3 point;
  bool collides = false;
};
std::optional<Row> parse_row(const char* text) {
  std::array<double, 7> number{};
  for (std::size_t i = 0; i < number.size(); ++i) {
    char* end = nullptr;
    number[i] = std::strtod(text, &end);
    const char expected = i + 1 < number.size() ? ',' : '\0';
    if (end == text || *end != expected) return {};
    text = end + 1;
  }
  Row row{Vec3(number[0] / number[1], number[2] / number[3], number[4] / number[5]), number[6] == 1};
  if (!row.point.allFinite() || (number[6] != 0 && number[6] != 1)) return {};
  return row;
}

/// Appends the queries of a CSV file.
Status read_csv(const fs::path& file, QueryGroup& group) {
  auto text = read_all(file);
  if (!text) return text.error();
  EightPoints points;
  std::size_t line_number = 0, row_in_query = 0;
  for (std::size_t begin = 0; begin < text->size(); ++line_number) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    std::string line = text->substr(begin, end - begin);
    begin = end + 1;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto row = parse_row(line.c_str());
    const auto error = [&](std::string_view what) {
      return unreadable(file, fmt::format("line {}: {}", line_number + 1, what));
    };
    if (!row) return error("expected six whole numbers (three fractions) and a truth of 0 or 1, with commas");
    if (row_in_query == 0) group.collides.push_back(row->collides ? 1 : 0);
    if (row->collides != (group.collides.back() != 0))
      return error("the truth differs within the eight rows of a query");
    points[row_in_query++] = row->point;
    if (row_in_query < points.size()) continue;
    group.motions.push_back(to_motion(group.kind, points));
    row_in_query = 0;
  }
  if (row_in_query != 0) return unreadable(file, "ends within a query; expected eight rows for each");
  return Done{};
}

/// Appends the records of a binary file to the group of their kind.
Status read_binary(const fs::path& file, QueryGroup& vertex_triangle, QueryGroup& edge_edge) {
  constexpr std::size_t kRecord = 24 * sizeof(double) + 2 * sizeof(std::int32_t);
  const auto text = read_all(file);
  if (!text) return text.error();
  const auto bytes = std::as_bytes(std::span(*text));
  if (bytes.size() % kRecord != 0)
    return unreadable(file, fmt::format("{} bytes are no whole number of records of {}", bytes.size(), kRecord));
  for (std::size_t begin = 0; begin < bytes.size(); begin += kRecord) {
    const std::byte* next = bytes.data() + begin;
    EightPoints points;
    for (Vec3& point : points)
      for (int k = 0; k < 3; ++k, next += sizeof(double)) point[k] = load<double>(next, std::endian::little);
    const auto kind = load<std::int32_t>(next, std::endian::little);
    const auto truth = load<std::int32_t>(next + sizeof(std::int32_t), std::endian::little);
    const bool finite = std::all_of(points.begin(), points.end(), [](const Vec3& p) { return p.allFinite(); });
    if (!finite || (kind != 0 && kind != 1) || (truth != 0 && truth != 1))
      return unreadable(file,
                        fmt::format("record {}: not finite, or a kind or truth other than 0 and 1", begin / kRecord));
    QueryGroup& group = kind == 1 ? edge_edge : vertex_triangle;
    group.motions.push_back(to_motion(group.kind, points));
    group.collides.push_back(static_cast<char>(truth));
  }
  return Done{};
}

Status read_public(const fs::path& folder, std::vector<QueryGroup>& groups) {
  const auto families = list(folder, {});
  if (!families) return families.error();
  for (const fs::path& family : *families) {
    for (const auto& [name, kind] :
         {std::pair("vertex-face", StencilKind::vertex_triangle), std::pair("edge-edge", StencilKind::edge_edge)}) {
      std::error_code unknown;
      if (!fs::exists(family / name, unknown)) continue;
      QueryGroup group{
          .part = "public", .family = family.filename().string(), .kind = kind, .motions = {}, .collides = {}};
      const auto files = list(family / name, ".csv");
      if (!files) return files.error();
      for (const fs::path& file : *files)
        if (Status status = read_csv(file, group); !status) return status;
      groups.push_back(std::move(group));
    }
  }
  return Done{};
}

Status read_made(const fs::path& folder, std::vector<QueryGroup>& groups) {
  const auto files = list(folder, ".bin");
  if (!files) return files.error();
  for (const fs::path& file : *files) {
    QueryGroup vertex_triangle{.part = "made", .family = file.stem().string(), .motions = {}, .collides = {}};
    QueryGroup edge_edge = vertex_triangle;
    edge_edge.kind = StencilKind::edge_edge;
    if (Status status = read_binary(file, vertex_triangle, edge_edge); !status) return status;
    groups.push_back(std::move(vertex_triangle));
    groups.push_back(std::move(edge_edge));
  }
  return Done{};
}

}  // namespace

Result<std::vector<QueryGroup>> read_queries(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return unreadable(folder, "is not a folder, or cannot be read");
  std::vector<QueryGroup> groups;
  for (const auto& [part, read] : {std::pair("public", &read_public), std::pair("made", &read_made)}) {
    if (!fs::exists(folder / part, error)) continue;
    if (const Status status = read(folder / part, groups); !status) return status.error();
  }
  std::erase_if(groups, [](const QueryGroup& group) { return group.motions.empty(); });
  if (groups.empty())
    return unreadable(folder, "holds no queries; expected public/FAMILY/{vertex-face,edge-edge}/*.csv or made/*.bin");
  return groups;
}

}  // namespace muslin::bench
