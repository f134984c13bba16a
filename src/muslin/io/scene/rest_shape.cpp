#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/io/scene/rest_shape.hpp>
#include <numbers>

namespace muslin {
namespace {

bool has_all_coordinates(const Mesh& mesh) {
  return !mesh.material_corners.empty() &&
         std::all_of(mesh.material_corners.begin(), mesh.material_corners.end(),
                     [](const auto& corners) { return corners[0] >= 0 && corners[1] >= 0 && corners[2] >= 0; });
}

void clear_material(Mesh& mesh) {
  mesh.material.clear();
  mesh.material_corners.clear();
}

}  // namespace

bool uv_matches_positions(const Mesh& mesh) {
  if (!has_all_coordinates(mesh)) return false;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      const auto uv = [&](std::size_t corner) -> const Vec2& {
        return mesh.material[static_cast<std::size_t>(mesh.material_corners[t][corner])];
      };
      const auto x = [&](std::size_t corner) -> const Vec3& {
        return mesh.positions[mesh.triangles[t][corner].index()];
      };
      const double flat = (uv(next) - uv(k)).stableNorm(), length = (x(next) - x(k)).stableNorm();
      if (!(flat > 0.0 && flat >= 0.5 * length && flat <= 2.0 * length)) return false;
    }
  }
  return true;
}

Status resolve_rest_shape(const SceneContext& context, const SceneNode& node, BodyKind kind, double scale,
                          SceneShape& shape) {
  Mesh& mesh = shape.mesh;
  if (!node.has("rest")) {
    const bool flat =
        kind == BodyKind::cloth && (shape.from_file ? uv_matches_positions(mesh) : !mesh.material.empty());
    node.set("rest", flat ? "uv" : "start");
  }
  const SceneNode rest = node.at("rest");
  const double warp = node.at("warp_direction").number() * std::numbers::pi / 180.0;

  if (rest.is(JsonValue::Type::text) && rest.text() == "start") {
    if (warp != 0.0)
      return context.error(node.at("warp_direction"), "the sheet has no material coordinates to rotate",
                           "give the mesh texture coordinates and set \"rest\": \"uv\"");
    clear_material(mesh);
    return Done{};
  }
  if (!has_all_coordinates(mesh))
    return context.error(
        rest,
        mesh.material.empty() ? "the mesh has no texture coordinates" : "some triangles have no texture coordinates",
        "unwrap the mesh, or set \"rest\": \"start\"");
  const double factor = rest.has("uv_scale") ? rest.at("uv_scale").number() : shape.unit * scale;
  const Eigen::Rotation2Dd turn(-warp);
  for (Vec2& uv : mesh.material) {
    if (warp != 0.0) uv = turn * uv;
    uv *= factor;
  }
  return Done{};
}

}  // namespace muslin
