#include <fmt/format.h>

#include <iterator>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/mesh/obj.hpp>
#include <utility>

namespace muslin {
namespace {

/// Makes a name readable as one line, without line breaks or a backslash that would join the next line to it.
std::string printable_name(std::string name) {
  for (char& c : name)
    if ((c >= '\0' && c < ' ') || c == '\x7f') c = '_';
  if (name.ends_with('\\')) name.back() = '_';
  return name;
}

}  // namespace

Status write_obj(const std::filesystem::path& path, const Mesh& mesh) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();

  // fmt prints the shortest decimal number that reads back as the same double, independently of the locale.
  fmt::memory_buffer line;
  const auto print = [&]<class... T>(fmt::format_string<T...> format, T&&... values) {
    line.clear();
    fmt::format_to(std::back_inserter(line), format, std::forward<T>(values)...);
    file->write({line.data(), line.size()});
  };
  for (const Vec3& x : mesh.positions) print("v {} {} {}\n", x.x(), x.y(), x.z());
  for (const Vec2& u : mesh.material) print("vt {} {}\n", u.x(), u.y());

  std::int32_t group = -1;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!mesh.triangle_group.empty() && mesh.triangle_group[t] != group) {
      group = mesh.triangle_group[t];
      file->write("g " + printable_name(mesh.group_names[static_cast<std::size_t>(group)]) + "\n");
    }
    file->write("f");
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int64_t vertex = std::int64_t{mesh.triangles[t][k].value} + 1;
      const std::int64_t material = mesh.material_corners.empty() ? 0 : std::int64_t{mesh.material_corners[t][k]} + 1;
      if (material > 0)
        print(" {}/{}", vertex, material);
      else
        print(" {}", vertex);
    }
    file->write("\n");
  }
  for (const auto& [a, b] : mesh.segments) print("l {} {}\n", std::int64_t{a.value} + 1, std::int64_t{b.value} + 1);
  return file->commit();
}

}  // namespace muslin
