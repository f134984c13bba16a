#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/mesh_assembler.hpp>
#include <muslin/io/mesh/obj.hpp>
#include <string>
#include <vector>

namespace muslin {
namespace {

/// Statements of the OBJ format that do not affect polygons.
constexpr std::array kIgnored = {"s",        "mg",  "usemtl",   "mtllib",     "usemap",    "maplib", "bevel",
                                 "c_interp", "lod", "d_interp", "shadow_obj", "trace_obj", "ctech",  "stech",
                                 "cstype",   "deg", "step",     "end",        "call",      "csh"};
/// These are ignored too, but may continue on the next line after a backslash. (In the others it may be part of a
/// path.)
constexpr std::array kIgnoredNumbers = {"vn",   "vp",   "p",    "bmat", "curv", "curv2", "surf",
                                        "parm", "trim", "hole", "scrv", "sp",   "con"};

/// Counts statements that the OBJ format does not define. Some programs write their own, such as "stitch".
class UnknownStatements {
 public:
  void add(std::string_view keyword, std::int64_t line) {
    ++count_;
    for (Kind& kind : kinds_)
      if (kind.keyword == keyword) {
        ++kind.count;
        return;
      }
    if (kinds_.size() < kMaxListed)
      kinds_.push_back({std::string(keyword), 1, line});
    else
      ++others_;
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::int64_t first_line() const { return kinds_.front().first_line; }

  /// Returns "2 statements that OBJ does not define were skipped: "stitch" (2, first in line 7)".
  [[nodiscard]] std::string text() const {
    std::string list;
    for (const Kind& kind : kinds_)
      list += fmt::format("{}{} ({}, first in line {})", list.empty() ? "" : ", ", quote(kind.keyword), kind.count,
                          kind.first_line);
    if (others_ > 0) list += fmt::format(" and {} of other kinds", others_);
    return count_ == 1 ? "a statement that OBJ does not define was skipped: " + list
                       : fmt::format("{} statements that OBJ does not define were skipped: {}", count_, list);
  }

 private:
  static constexpr std::size_t kMaxListed = 3;
  struct Kind {
    std::string keyword;
    std::int64_t count = 0;
    std::int64_t first_line = 0;
  };
  std::vector<Kind> kinds_;  ///< the first kinds, in order
  std::int64_t count_ = 0;
  std::int64_t others_ = 0;
};

/// Text has no control characters; a file that has them is of another kind.
bool is_text(std::string_view word) {
  return std::none_of(word.begin(), word.end(), [](char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; });
}

class ObjReader {
 public:
  ObjReader(TextScanner& text, const MeshReadOptions& options)
      : text_(text), options_(options), assembler_(options.max_elements, 1) {}

  Result<Mesh> read() {
    text_.join_continued_lines();
    text_.skip_text("\xEF\xBB\xBF");  // byte order mark that some editors write
    for (text_.skip_blank_lines(); !text_.at_end(); text_.skip_line(), text_.skip_blank_lines())
      if (Status status = statement(); !status) return status.error();
    if (text_.failure()) return *text_.failure();
    if (assembler_.vertex_count() == 0) {
      const char* remedy = "check that it is an OBJ file and is not cut off";
      if (unknown_.empty()) return text_.error("the file has no vertices", remedy);
      return Error{.where = text_.place(unknown_.first_line()),
                   .what = "the file has no vertices, and " + unknown_.text(),
                   .remedy = remedy};
    }
    Mesh mesh;
    if (auto fault = assembler_.finish(mesh))
      return Error{.where = text_.place(fault->place), .what = fault->what, .remedy = fault->remedy};
    if (!unknown_.empty() && options_.warnings != nullptr)
      options_.warnings->push_back(text_.name() + ": " + unknown_.text());
    return mesh;
  }

 private:
  Status statement() {
    const std::string_view keyword = next();
    if (keyword.empty()) return Done{};
    if (keyword == "v") return vertex();
    if (keyword == "vt") return texture_coordinate();
    if (keyword == "f" || keyword == "fo") return face();
    if (keyword == "l") return polyline();
    if (keyword == "g" || keyword == "o") return group();
    if (std::find(kIgnored.begin(), kIgnored.end(), keyword) != kIgnored.end()) return Done{};
    if (std::find(kIgnoredNumbers.begin(), kIgnoredNumbers.end(), keyword) == kIgnoredNumbers.end()) {
      if (!is_text(keyword))
        return text_.error("unknown statement " + quote(keyword), "check that this is an OBJ file");
      unknown_.add(keyword, text_.line());
    }
    while (!next().empty()) {  // also on lines that a backslash joins
    }
    return Done{};
  }

  /// Returns the next word of the statement; empty at its end, which may be a comment.
  std::string_view next() {
    const std::string_view word = text_.word();
    return word.starts_with('#') ? std::string_view() : word;
  }

  /// Reads the numbers of a statement. The first ones are stored in `kept`, and at least `least` must be present.
  /// Further ones, up to `max_count`, are checked and dropped (the weight and the colour of a vertex).
  Status numbers(std::span<double> kept, std::size_t min_count, std::size_t max_count) {
    std::size_t count = 0;
    for (std::string_view word = next(); !word.empty(); word = next(), ++count) {
      const auto number = parse_double(word);
      if (!number)
        return text_.error(quote(word) + " is not a number",
                           word.find(',') == std::string_view::npos ? "" : "write decimals with a point, not a comma");
      if (count >= max_count) return text_.error(fmt::format("there are more than {} numbers", max_count));
      if (count >= kept.size()) continue;
      if (!options_.allow_non_finite && !std::isfinite(*number))
        return text_.error(fmt::format("coordinate {} is not finite", quote(word)), "repair or export the mesh again");
      kept[count] = *number;
    }
    if (count < min_count)
      return text_.error(fmt::format("there are {} numbers, but at least {} are needed", count, min_count));
    return Done{};
  }

  Status vertex() {
    std::array<double, 3> x{};
    if (Status status = numbers(x, 3, 8); !status) return status;  // x y z, weight, red green blue alpha
    return assembler_.add_vertex({x[0], x[1], x[2]}) ? Status(Done{}) : too_many("vertices");
  }

  Status texture_coordinate() {
    std::array<double, 2> u{};
    if (Status status = numbers(u, 1, 3); !status) return status;
    return assembler_.add_material({u[0], u[1]}) ? Status(Done{}) : too_many("texture coordinates");
  }

  Status face() {
    const std::int64_t line = text_.line();
    if (Status status = read_corners(); !status) return status;
    if (corners_.size() < 3)
      return text_.error(fmt::format("a face has {} corners", corners_.size()), "it needs at least 3");
    return assembler_.add_polygon(corners_, line) ? Status(Done{}) : too_many("triangles");
  }

  Status polyline() {
    const std::int64_t line = text_.line();
    if (Status status = read_corners(); !status) return status;
    if (corners_.size() < 2)
      return text_.error(fmt::format("a line has {} vertices", corners_.size()), "it needs at least 2");
    for (std::size_t i = 0; i + 1 < corners_.size(); ++i)
      if (!assembler_.add_segment(corners_[i].vertex, corners_[i + 1].vertex, line)) return too_many("segments");
    return Done{};
  }

  /// Reads corners "v", "v/vt", "v//vn" or "v/vt/vn" up to the end of the statement.
  Status read_corners() {
    corners_.clear();
    for (std::string_view word = next(); !word.empty(); word = next()) {
      const auto slash = word.find('/');
      const auto vertex = index(word, word.substr(0, slash), "vertex", assembler_.vertex_count());
      if (!vertex) return vertex.error();
      auto& corner = corners_.emplace_back();
      corner.vertex = *vertex;
      if (slash == std::string_view::npos) continue;

      const std::string_view behind = word.substr(slash + 1);
      const auto second_slash = behind.find('/');
      const std::string_view texture = behind.substr(0, second_slash);
      if (!texture.empty()) {
        const auto material = index(word, texture, "texture coordinate", assembler_.material_count());
        if (!material) return material.error();
        corner.material = *material;
      }
      // Normals are not kept, so their values are not checked; only their syntax is.
      const bool no_normal = second_slash == std::string_view::npos;
      if (no_normal ? texture.empty() : parse_integer(behind.substr(second_slash + 1)).value_or(0) == 0)
        return bad_corner(word);
    }
    return Done{};
  }

  /// Returns the index, counted from 0, that `digits` of the corner `word` denotes: 1 is the first, -1 the latest so
  /// far. Whether the index exists is known only at the end of the file.
  Result<std::int32_t> index(std::string_view word, std::string_view digits, const char* kind,
                             std::size_t count) const {
    const auto number = parse_integer(digits);
    if (!number) return bad_corner(word);
    if (*number == 0) return text_.error(fmt::format("{} index 0", kind), "OBJ indices start at 1");
    const std::int64_t first = -static_cast<std::int64_t>(count);
    if (*number < first || *number > static_cast<std::int64_t>(kMaxElements))
      return text_.error(fmt::format("{} index {} is out of range", kind, *number),
                         fmt::format("the file has {} so far", count));
    return static_cast<std::int32_t>(*number > 0 ? *number - 1 : *number - first);
  }

  [[nodiscard]] Error bad_corner(std::string_view word) const {
    return text_.error(quote(word) + " is not a face corner", "write v, v/vt, v//vn or v/vt/vn with integers");
  }

  Status group() {
    std::string name;
    for (std::string_view word = text_.word(); !word.empty(); word = text_.word()) {  // "#" is part of a name
      if (!name.empty()) name += ' ';
      name += word;
      if (name.size() > TextScanner::kMaxWord) return text_.error("the name " + quote(name) + " is too long");
    }
    assembler_.set_group(name);
    return Done{};
  }

  [[nodiscard]] Status too_many(const char* kind) const {
    return text_.error(fmt::format("there are more than {} {}", options_.max_elements, kind),
                       "split the mesh into several files");
  }

  TextScanner& text_;
  const MeshReadOptions& options_;
  MeshAssembler assembler_;
  std::vector<MeshAssembler::Corner> corners_;  ///< corners of the current statement
  UnknownStatements unknown_;
};

}  // namespace

Result<Mesh> read_obj(TextScanner& text, const MeshReadOptions& options) { return ObjReader(text, options).read(); }

Result<Mesh> read_obj(const std::filesystem::path& path, const MeshReadOptions& options) {
  auto text = TextScanner::open(path);
  if (!text) return text.error();
  return read_obj(*text, options);
}

}  // namespace muslin
