#include <fmt/format.h>

#include <iterator>
#include <muslin/io/file/byte_order.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/mesh/ply.hpp>

namespace muslin {
namespace {

/// Writes the data row by row, as lines of text or as bytes.
class RowWriter {
 public:
  RowWriter(OutputFile& file, PlyFormat format) : file_(file), format_(format) {}

  template <class T>
  void put(T value) {
    if (format_ != PlyFormat::ascii)
      return store(row_, value, format_ == PlyFormat::binary_big_endian ? std::endian::big : std::endian::little);
    if (!row_.empty()) row_ += ' ';
    fmt::format_to(std::back_inserter(row_), "{}", value);  // the shortest number that reads back as the same double
  }
  void end_row() {
    if (format_ == PlyFormat::ascii) row_ += '\n';
    file_.write(row_);
    row_.clear();
  }

 private:
  OutputFile& file_;
  PlyFormat format_;
  std::string row_;
};

const char* format_name(PlyFormat format) {
  switch (format) {
    case PlyFormat::ascii:
      return "ascii";
    case PlyFormat::binary_little_endian:
      return "binary_little_endian";
    case PlyFormat::binary_big_endian:
      break;
  }
  return "binary_big_endian";
}

/// Returns whether the corners of the triangles have the material coordinates of their vertices, that is, whether there
/// is no seam.
bool material_follows_vertices(const Mesh& mesh) {
  if (mesh.material_corners.empty() || mesh.material.size() != mesh.positions.size()) return false;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      if (mesh.material_corners[t][k] != mesh.triangles[t][k].value) return false;
  return true;
}

}  // namespace

Status write_ply(const std::filesystem::path& path, const Mesh& mesh, const PlyWriteOptions& options) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  const bool vertex_material = material_follows_vertices(mesh);
  const bool face_material = !mesh.material_corners.empty() && !vertex_material;

  std::string header = fmt::format("ply\nformat {} 1.0\ncomment Muslin\nelement vertex {}\n",
                                   format_name(options.format), mesh.positions.size());
  header += "property double x\nproperty double y\nproperty double z\n";
  if (vertex_material) header += "property double s\nproperty double t\n";
  header += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", mesh.triangles.size());
  if (face_material) header += "property list uchar double texcoord\n";
  header += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", mesh.segments.size());
  file->write(header + "end_header\n");

  RowWriter rows(*file, options.format);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    for (const double x : mesh.positions[i]) rows.put(x);
    if (vertex_material)
      for (const double u : mesh.material[i]) rows.put(u);
    rows.end_row();
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    rows.put(std::uint8_t{3});
    for (const VertexId v : mesh.triangles[t]) rows.put(v.value);
    if (face_material) {
      const auto& corners = mesh.material_corners[t];
      const bool has_material = corners[0] >= 0;
      rows.put(std::uint8_t(has_material ? 6 : 0));
      for (const std::int32_t corner : corners) {
        if (!has_material) break;
        for (const double u : mesh.material[static_cast<std::size_t>(corner)]) rows.put(u);
      }
    }
    rows.end_row();
  }
  for (const auto& [a, b] : mesh.segments) {
    rows.put(a.value);
    rows.put(b.value);
    rows.end_row();
  }
  return file->commit();
}

}  // namespace muslin
