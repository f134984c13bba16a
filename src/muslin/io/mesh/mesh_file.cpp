#include <algorithm>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/lower_extension.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/obj.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <string>
#include <system_error>

namespace muslin {
namespace {

Error unknown_extension(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return {.where = path.string(), .what = "this is a folder", .remedy = "name one of the meshes (.obj, .ply) in it"};
  const std::string extension = path.extension().string();
  return {.where = path.string(),
          .what = extension.empty() ? "the name has no extension, so the format is unknown"
                                    : "unknown mesh format " + quote(extension),
          .remedy = "known: .obj, .ply"};
}

}  // namespace

Result<Mesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options) {
  const std::string extension = lower_extension(path);
  if (extension == ".obj") return read_obj(path, options);
  if (extension == ".ply") return read_ply(path, options);
  return unknown_extension(path);
}

Status write_mesh(const std::filesystem::path& path, const Mesh& mesh) {
  const std::string extension = lower_extension(path);
  if (extension == ".obj") return write_obj(path, mesh);
  if (extension == ".ply") return write_ply(path, mesh);
  return unknown_extension(path);
}

}  // namespace muslin
