#include <fmt/format.h>

#include <muslin/core/tolerances/sim.hpp>
#include <muslin/detect/mesh_check.hpp>
#include <muslin/geometry/box.hpp>
#include <muslin/sim/scene_warnings.hpp>

namespace muslin {
namespace {

/// Returns the length of the longest side of the box of a body's elements [m]; 0 if it has none.
double element_extent(const Mesh& mesh) {
  Box box;
  bool is_empty = true;
  const auto include = [&](VertexId v) {
    box.include(mesh.positions[v.index()]);
    is_empty = false;
  };
  for (const Triangle& triangle : mesh.triangles)
    for (const VertexId v : triangle) include(v);
  for (const Segment& segment : mesh.segments)
    for (const VertexId v : segment) include(v);
  return is_empty ? 0.0 : (box.upper - box.lower).maxCoeff();
}

}  // namespace

std::string size_warning(const Scene& scene) {
  const Body *smallest = nullptr, *largest = nullptr;
  double min_size = 0.0, max_size = 0.0;
  for (const SceneBody& item : scene.bodies) {
    const double size = element_extent(item.body.mesh);
    if (!(size > 0.0)) continue;
    if (smallest == nullptr || size < min_size) {
      smallest = &item.body;
      min_size = size;
    }
    if (largest == nullptr || size > max_size) {
      largest = &item.body;
      max_size = size;
    }
  }
  if (smallest == nullptr || max_size <= tolerance::kMaxBodySizeRatio * min_size) return "";
  return fmt::format("body '{}' is {:.3g} m in size and body '{}' is {:.3g} m; check their units", smallest->name,
                     min_size, largest->name, max_size);
}

std::vector<std::string> scene_warnings(const Scene& scene) {
  std::vector<std::string> warnings;
  for (const SceneBody& item : scene.bodies) {
    MeshCheck check = check_mesh(item.body.mesh);
    if (item.body.kind == BodyKind::obstacle) {  // whose elements exert no forces and may intersect each other
      MeshCheck vertices;
      vertices.isolated_vertices = std::move(check.isolated_vertices);
      check = std::move(vertices);
    }
    for (const std::string& text : mesh_warnings(check, MeshDefects::simulated))
      warnings.push_back(fmt::format("body '{}': {}", item.body.name, text));
  }
  if (std::string text = size_warning(scene); !text.empty()) warnings.push_back(std::move(text));
  return warnings;
}

}  // namespace muslin
