#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <muslin/geometry/shapes.hpp>
#include <muslin/io/file/nearest_name.hpp>
#include <muslin/io/json/units.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/scene/scene_shape.hpp>
#include <string>

namespace muslin {
namespace {

/// A generator's mesh, and how many elements it would have: asked for before it is made.
struct Generator {
  double elements = 0.0;
  std::function<Result<Mesh>()> make;
  std::optional<std::array<int, 2>> grid;
  bool turns = true;  ///< made with y up, turned where z is
};

Diagonals diagonals(const SceneNode& node) {
  const std::string& name = node.at("diagonals").text();
  return name == "forward" ? Diagonals::forward : name == "backward" ? Diagonals::backward : Diagonals::alternating;
}

/// The generator's axis for an axis of the scene: shapes are made with y up and turned (x, y, z) → (x, -z, y).
Axis generator_axis(const SceneNode& node, Axis up) {
  const char name = node.at("axis").text()[0];
  if (name == 'x') return Axis::x;
  return (name == 'y') == (up == Axis::y) ? Axis::y : Axis::z;
}

Generator grid(const SceneNode& node) {
  GridOptions options;
  options.vertices = {node.at("vertices").item(0).integer(), node.at("vertices").item(1).integer()};
  options.size = node.at("size").vec2();
  options.diagonals = diagonals(node);
  return {2.0 * options.vertices[0] * options.vertices[1], [=] { return make_grid(options); }, options.vertices};
}

Generator ribbon(const SceneNode& node) {
  RibbonOptions options;
  options.length = node.at("length").number();
  options.width = node.at("width").number();
  options.along = node.at("along").integer();
  options.across = node.at("across").integer();
  options.diagonals = diagonals(node);
  return {2.0 * options.along * options.across, [=] { return make_ribbon(options); },
          std::array{options.along + 1, options.across + 1}};
}

Generator disc(const SceneNode& node) {
  const DiscOptions options = {node.at("radius").number(), node.at("rings").integer()};
  return {6.0 * options.rings * options.rings, [=] { return make_disc(options); }, {}};
}

Generator sphere(const SceneNode& node) {
  const SphereOptions options = {node.at("radius").number(), node.at("subdivisions").integer()};
  return {20.0 * std::pow(4.0, options.subdivisions), [=] { return make_sphere(options); }, {}};
}

Generator box(const SceneNode& node, Axis up) {
  BoxOptions options;
  options.size = node.at("size").vec3();
  for (std::size_t i = 0; i < 3; ++i) options.divisions[i] = node.at("divisions").item(i).integer();
  if (up == Axis::z) {  // sizes are those in the scene
    std::swap(options.size.y(), options.size.z());
    std::swap(options.divisions[1], options.divisions[2]);
  }
  const double a = options.divisions[0], b = options.divisions[1], c = options.divisions[2];
  return {4.0 * (a * b + b * c + c * a), [=] { return make_box(options); }, {}};
}

Generator cylinder(const SceneNode& node, Axis up) {
  if (!node.has("axis")) node.set("axis", up == Axis::y ? "y" : "z");
  CylinderOptions options;
  options.radius = node.at("radius").number();
  options.height = node.at("height").number();
  options.sides = node.at("sides").integer();
  options.divisions = node.at("divisions").integer();
  options.ends = node.at("ends").text() == "open" ? CylinderEnds::open : CylinderEnds::capped;
  options.axis = generator_axis(node, up);
  return {2.0 * options.sides * (options.divisions + 1.0), [=] { return make_cylinder(options); }, {}};
}

Generator rod(const SceneNode& node, Axis up) {
  RodOptions options;
  options.radius = node.at("radius").number();
  options.length = node.at("length").number();
  options.sides = node.at("sides").integer();
  options.divisions = node.at("divisions").integer();
  options.end_rings = node.at("end_rings").integer();
  options.ends = node.at("ends").text() == "flat" ? RodEnds::flat : RodEnds::round;
  options.axis = generator_axis(node, up);
  return {2.0 * options.sides * (options.divisions + 2.0 * options.end_rings), [=] { return make_rod(options); }, {}};
}

Generator plane(const SceneNode& node) {
  PlaneOptions options;
  options.size = node.at("size").vec2();
  options.divisions = {node.at("divisions").item(0).integer(), node.at("divisions").item(1).integer()};
  return {2.0 * options.divisions[0] * options.divisions[1], [=] { return make_plane(options); }, {}};
}

Generator funnel(const SceneNode& node) {
  FunnelOptions options;
  options.mouth_radius = node.at("mouth_radius").number();
  options.neck_radius = node.at("neck_radius").number();
  options.cone_height = node.at("cone_height").number();
  options.neck_height = node.at("neck_height").number();
  options.sides = node.at("sides").integer();
  options.cone_divisions = node.at("cone_divisions").integer();
  options.neck_divisions = node.at("neck_divisions").integer();
  return {2.0 * options.sides * (double(options.cone_divisions) + options.neck_divisions),
          [=] { return make_funnel(options); },
          {}};
}

Generator trough(const SceneNode& node) {
  TroughOptions options;
  options.length = node.at("length").number();
  options.width = node.at("width").number();
  options.height = node.at("height").number();
  options.along = node.at("along").integer();
  options.across = node.at("across").integer();
  options.section = node.at("section").text() == "v" ? TroughSection::v : TroughSection::u;
  return {2.0 * options.along * options.across, [=] { return make_trough(options); }, {}};
}

Generator cable(const SceneNode& node) {
  const CableOptions options = {node.at("from").vec3(), node.at("to").vec3(), node.at("segments").integer()};
  return {double(options.segments), [=] { return make_cable(options); }, {}, false};
}

Generator generator(const std::string& name, const SceneNode& node, Axis up) {
  if (name == "grid") return grid(node);
  if (name == "ribbon") return ribbon(node);
  if (name == "disc") return disc(node);
  if (name == "sphere") return sphere(node);
  if (name == "box") return box(node, up);
  if (name == "cylinder") return cylinder(node, up);
  if (name == "rod") return rod(node, up);
  if (name == "plane") return plane(node);
  if (name == "funnel") return funnel(node);
  if (name == "trough") return trough(node);
  return cable(node);
}

/// {"grid": [20, 20], "size": [1, 1]} says the size beside the grid; from here on it stands in it.
Status resolve_grid_size(const SceneContext& context, const SceneNode& node) {
  if (node.has("size")) {
    if (!node.has("grid"))
      return context.error(node.at("size"), "\"size\" belongs to a grid", "move it into the shape that it describes");
    if (node.at("grid").has("size"))
      return context.error(node.at("size"), "the size of the grid is given twice", "keep only one of them");
    node.at("grid").set("size", node.at("size").value());
    node.erase("size");
  }
  if (node.has("grid") && !node.at("grid").has("size")) {
    const Vec2 size = GridOptions{}.size;
    node.at("grid").set("size", JsonValue::list({JsonValue::of(size.x()), JsonValue::of(size.y())}));
  }
  return Done{};
}

/// Keeps the triangles of one group, and their vertices.
Mesh only_group(const Mesh& mesh, std::int32_t group) {
  Mesh part;
  std::vector<std::int32_t> moved(mesh.positions.size(), -1);
  std::vector<bool> used(mesh.positions.size(), false);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (mesh.triangle_group[t] == group)
      for (const VertexId v : mesh.triangles[t]) used[v.index()] = true;
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) continue;
    moved[v] = static_cast<std::int32_t>(part.positions.size());
    part.positions.push_back(mesh.positions[v]);
  }
  part.material = mesh.material;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (mesh.triangle_group[t] != group) continue;
    const auto& corners = mesh.triangles[t];
    part.triangles.push_back({VertexId(moved[corners[0].index()]), VertexId(moved[corners[1].index()]),
                              VertexId(moved[corners[2].index()])});
    if (!mesh.material_corners.empty()) part.material_corners.push_back(mesh.material_corners[t]);
  }
  return part;
}

Result<SceneShape> read_file(SceneContext& context, const SceneNode& node) {
  const std::filesystem::path file = context.locate(node.at("file"));
  auto mesh = read_mesh(file, {.max_elements = context.options.max_elements});
  if (!mesh) return context.wrap_error(node.at("file"), mesh.error());
  if (auto status = context.record_input_file(file); !status)
    return context.wrap_error(node.at("file"), status.error());
  SceneShape shape;
  shape.from_file = true;
  shape.mesh = std::move(*mesh);
  if (!node.has("unit")) node.set("unit", "m");
  shape.unit = *parse_quantity("1 " + node.at("unit").text(), quantity::kLength);
  if (node.has("group")) {
    const auto& names = shape.mesh.group_names;
    const auto name = std::find(names.begin(), names.end(), node.at("group").text());
    if (name == names.end())
      return context.mismatch(node.at("group"), fmt::format("{} has no group of that name", file.filename().string()),
                              suggest(node.at("group").text(), names));
    shape.mesh = only_group(shape.mesh, static_cast<std::int32_t>(name - names.begin()));
  }
  return shape;
}

}  // namespace

Result<SceneShape> read_shape(SceneContext& context, const SceneNode& node) {
  if (node.has("file")) return read_file(context, node);
  for (const char* key : {"unit", "group"})
    if (node.has(key))
      return context.error(node.at(key), fmt::format("\"{}\" applies only to mesh files", key), "remove it");

  if (auto status = resolve_grid_size(context, node); !status) return status.error();
  std::string name;
  for (const char* key :
       {"grid", "ribbon", "disc", "sphere", "box", "cylinder", "rod", "plane", "funnel", "trough", "cable"})
    if (node.has(key)) name = key;
  const Generator made = generator(name, node.at(name), context.up);
  if (made.elements > static_cast<double>(context.options.max_elements))
    return context.error(node.at(name), fmt::format("the shape would have {:.3g} triangles or segments", made.elements),
                         fmt::format("the maximum is {:.3g}", double(context.options.max_elements)));
  auto mesh = made.make();
  if (!mesh) {
    // The generator names its option as "grid/size": the same words as in the scene.
    Error error = mesh.error();
    error.where = context.source.place(node.line(), node.path() + "/" + error.where);
    return error;
  }
  SceneShape shape;
  shape.mesh = std::move(*mesh);
  shape.grid = made.grid;
  if (context.up == Axis::z && made.turns)
    for (Vec3& x : shape.mesh.positions) x = Vec3(x.x(), -x.z(), x.y());
  return shape;
}

}  // namespace muslin
