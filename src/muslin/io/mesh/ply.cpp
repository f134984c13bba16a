#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/text_scanner.hpp>
#include <muslin/io/mesh/mesh_assembler.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <muslin/io/mesh/ply_header.hpp>
#include <muslin/io/mesh/ply_values.hpp>

namespace muslin {
namespace {

class PlyReader {
 public:
  PlyReader(TextScanner& file, const PlyHeader& header, const MeshReadOptions& options)
      : file_(file),
        header_(header),
        options_(options),
        values_(file, header.format),
        assembler_(options.max_elements, 0) {}

  Result<Mesh> read() {
    const PlyElement* vertices = header_.find("vertex");
    if (vertices == nullptr || vertices->count == 0)
      return file_.error("the file has no vertices", "check that it holds a mesh and is not cut off");
    for (const PlyElement& element : header_.elements)
      if (Status status = read_element(element); !status) return status.error();
    if (header_.format == PlyFormat::ascii) file_.skip_blank_lines();
    if (file_.failure()) return *file_.failure();
    // Binary data may be followed by anything, because some programs pad the file. A text with more lines than its
    // header declares would lose a part of its mesh.
    if (header_.format == PlyFormat::ascii && !file_.at_end())
      return file_.error("the file continues after its last element", "the header declares too few elements");

    Mesh mesh;
    if (auto fault = assembler_.finish(mesh)) {
      const auto& element = *header_.find(fault->kind == MeshAssembler::Kind::polygon ? "face" : "edge");
      return values_.fault_at(element, fault->place, fault->what, fault->remedy);
    }
    if (mesh.material.empty()) use_vertex_material(mesh);
    return mesh;
  }

 private:
  Status read_element(const PlyElement& element) {
    if (element.name == "vertex") return read_vertices(element);
    if (element.name == "face") return read_faces(element);
    if (element.name == "edge") return read_edges(element);
    if (element.properties.empty()) return Done{};  // takes no space, however many there are
    for (std::int64_t i = 0; i < element.count; ++i) {
      values_.begin_row(element, i);
      for (const auto& property : element.properties)
        if (!values_.skip(property)) return values_.error();
      if (!values_.end_row()) return values_.error();
    }
    return Done{};
  }

  /// Reads rows of which only some numbers are needed; `wanted` lists their indices among the properties. Calls
  /// keep(numbers) for each row.
  template <std::size_t N, class Keep>
  Status read_rows(const PlyElement& element, const std::array<int, N>& wanted, Keep keep) {
    for (std::int64_t i = 0; i < element.count; ++i) {
      values_.begin_row(element, i);
      std::array<double, N> numbers{};
      for (std::size_t p = 0; p < element.properties.size(); ++p) {
        const auto slot = std::find(wanted.begin(), wanted.end(), static_cast<int>(p));
        if (slot == wanted.end()) {
          if (!values_.skip(element.properties[p])) return values_.error();
          continue;
        }
        const auto number = values_.number(element.properties[p]);
        if (!number) return values_.error();
        numbers[static_cast<std::size_t>(slot - wanted.begin())] = *number;
      }
      if (Status status = keep(numbers); !status) return status;
      if (!values_.end_row()) return values_.error();
    }
    return Done{};
  }

  Status read_vertices(const PlyElement& element) {
    const int s = element.find({"s", "u", "texture_u"}), t = element.find({"t", "v", "texture_v"});
    const std::array wanted = {element.find({"x"}), element.find({"y"}), element.find({"z"}), s, t};
    for (std::size_t i = 0; i < 3; ++i)
      if (wanted[i] < 0 || element.properties[static_cast<std::size_t>(wanted[i])].count_type)
        return header_fault(element, fmt::format("the vertices have no coordinate {}", "xyz"[i]));
    vertices_have_material_ = s >= 0 && t >= 0 && !is_list(element, s) && !is_list(element, t);
    if (Status status = check_count(element); !status) return status;

    return read_rows(element, vertices_have_material_ ? wanted : std::array{wanted[0], wanted[1], wanted[2], -1, -1},
                     [&](const std::array<double, 5>& x) -> Status {
                       for (const double coordinate : x)
                         if (Status status = check_finite(coordinate); !status) return status;
                       if (!assembler_.add_vertex({x[0], x[1], x[2]})) return too_many("vertices");
                       if (vertices_have_material_) vertex_material_.emplace_back(x[3], x[4]);
                       return Done{};
                     });
  }

  void use_vertex_material(Mesh& mesh) {
    if (!vertices_have_material_ || mesh.triangles.empty()) return;
    mesh.material = std::move(vertex_material_);
    for (const auto& [a, b, c] : mesh.triangles) mesh.material_corners.push_back({a.value, b.value, c.value});
  }

  Status read_edges(const PlyElement& element) {
    const std::array wanted = {element.find({"vertex1"}), element.find({"vertex2"})};
    for (const int end : wanted)
      if (element.count > 0 && (end < 0 || is_list(element, end)))
        return header_fault(element, "the edges have no vertex1 and vertex2");
    if (Status status = check_count(element); !status) return status;
    return read_rows(element, wanted, [&](const std::array<double, 2>& ends) -> Status {
      const auto a = index(ends[0]), b = index(ends[1]);
      if (!a) return a.error();
      if (!b) return b.error();
      return assembler_.add_segment(*a, *b, values_.place()) ? Status(Done{}) : too_many("segments");
    });
  }

  Status read_faces(const PlyElement& element) {
    const int corners = element.find({"vertex_indices", "vertex_index"});
    const int texcoord = element.find({"texcoord"});
    if (element.count > 0 && (corners < 0 || !is_list(element, corners)))
      return header_fault(element, "the faces have no list vertex_indices");
    if (Status status = check_count(element); !status) return status;
    for (std::int64_t i = 0; i < element.count; ++i) {
      values_.begin_row(element, i);
      corners_.clear();
      texcoord_.clear();
      for (std::size_t p = 0; p < element.properties.size(); ++p) {
        const auto& property = element.properties[p];
        const bool is_texcoord = static_cast<int>(p) == texcoord && property.count_type;
        Status status = Done{};
        if (static_cast<int>(p) == corners)
          status = read_corners(property);
        else if (is_texcoord)
          status = read_texcoord(property);
        else if (!values_.skip(property))
          status = values_.error();
        if (!status) return status;
      }
      if (Status status = add_face(); !status) return status;
      if (!values_.end_row()) return values_.error();
    }
    return Done{};
  }

  /// Reads a list. Memory grows with the data and never with the declared length, which may be four billion.
  Status read_corners(const PlyProperty& property) {
    const auto size = values_.list_size(property);
    if (!size) return values_.error();
    if (*size < 3) return values_.fault(fmt::format("a face has {} corners", *size), "it needs at least 3");
    for (std::int64_t i = 0; i < *size; ++i) {
      const auto number = values_.number(property);
      if (!number) return values_.error();
      const auto vertex = index(*number);
      if (!vertex) return vertex.error();
      corners_.push_back({.vertex = *vertex});
    }
    return Done{};
  }

  Status read_texcoord(const PlyProperty& property) {
    const auto size = values_.list_size(property);
    if (!size) return values_.error();
    for (std::int64_t i = 0; i < *size; ++i) {
      const auto number = values_.number(property);
      if (!number) return values_.error();
      if (Status status = check_finite(*number); !status) return status;
      texcoord_.push_back(*number);
    }
    return Done{};
  }

  Status add_face() {
    if (!texcoord_.empty() && texcoord_.size() != 2 * corners_.size())
      return values_.fault(fmt::format("{} texture coordinates for {} corners", texcoord_.size(), corners_.size()),
                           "give two per corner, or none");
    for (std::size_t k = 0; k < texcoord_.size() / 2; ++k) {
      corners_[k].material = static_cast<std::int32_t>(assembler_.material_count());
      if (!assembler_.add_material({texcoord_[2 * k], texcoord_[2 * k + 1]})) return too_many("texture coordinates");
    }
    return assembler_.add_polygon(corners_, values_.place()) ? Status(Done{}) : too_many("triangles");
  }

  Result<std::int32_t> index(double number) const {
    if (number >= 0.0 && number <= static_cast<double>(kMaxElements - 1) && number == std::floor(number))
      return static_cast<std::int32_t>(number);
    return values_.fault(fmt::format("vertex index {} is out of range", number), "vertices are counted from 0");
  }

  [[nodiscard]] Status check_finite(double number) const {
    if (options_.allow_non_finite || std::isfinite(number)) return Done{};
    return values_.fault(fmt::format("coordinate {} is not finite", number), "repair or export the mesh again");
  }

  /// Refuses counts that cannot be stored. Counts are otherwise not trusted, because the file may be shorter.
  [[nodiscard]] Status check_count(const PlyElement& element) const {
    if (element.count <= static_cast<std::int64_t>(options_.max_elements)) return Done{};
    return header_fault(element, fmt::format("there are {} {} elements; the maximum is {}", element.count, element.name,
                                             options_.max_elements));
  }

  [[nodiscard]] static bool is_list(const PlyElement& element, int property) {
    return element.properties[static_cast<std::size_t>(property)].count_type.has_value();
  }
  [[nodiscard]] Error header_fault(const PlyElement& element, std::string what) const {
    return {.where = file_.place(element.line), .what = std::move(what), .remedy = "export the mesh again"};
  }
  [[nodiscard]] Status too_many(const char* kind) const {
    return values_.fault(fmt::format("there are more than {} {}", options_.max_elements, kind),
                         "split the mesh into several files");
  }

  TextScanner& file_;
  const PlyHeader& header_;
  const MeshReadOptions& options_;
  PlyValues values_;
  MeshAssembler assembler_;
  bool vertices_have_material_ = false;
  std::vector<Vec2> vertex_material_;
  std::vector<MeshAssembler::Corner> corners_;  ///< corners of the current face
  std::vector<double> texcoord_;                ///< texture coordinates of the current face
};

}  // namespace

Result<Mesh> read_ply(TextScanner& file, const MeshReadOptions& options) {
  const auto header = read_ply_header(file);
  if (!header) return header.error();
  return PlyReader(file, *header, options).read();
}

Result<Mesh> read_ply(const std::filesystem::path& path, const MeshReadOptions& options) {
  auto file = TextScanner::open(path);
  if (!file) return file.error();
  return read_ply(*file, options);
}

}  // namespace muslin
