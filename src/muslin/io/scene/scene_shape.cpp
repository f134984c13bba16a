#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <muslin/core/assert.hpp>
#include <muslin/core/nearest_name.hpp>
#include <muslin/geometry/redundant_triangles.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/json/units.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/scene/scene_shape.hpp>
#include <string>
#include <utility>

namespace muslin {
namespace {

/// A generator of a mesh. Its number of elements is known in advance, so that it is checked before the mesh is made.
struct Generator {
  double elements = 0.0;
  std::function<Result<Mesh>()> make;
  std::optional<std::array<int, 2>> grid;
  bool turns = true;  ///< made with y up, and rotated if z is up
};

template <class Options>
Options options_from(const SceneNode& node) {
  Options options;
  read_options(node.value(), options);
  return options;
}

/// Returns the axis of the generator for an axis of the scene: shapes are made with y up and rotated by (x, y, z) → (x,
/// -z, y).
Axis generator_axis(Axis axis, Axis up) {
  if (axis == Axis::x || up == Axis::y) return axis;
  return axis == Axis::y ? Axis::z : Axis::y;
}

Generator grid(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<GridOptions>(node);
  return {2.0 * options.vertices[0] * options.vertices[1], [=] { return make_grid(options); }, options.vertices};
}

Generator ribbon(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<RibbonOptions>(node);
  return {2.0 * options.along * options.across, [=] { return make_ribbon(options); },
          std::array{options.along + 1, options.across + 1}};
}

Generator disc(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<DiscOptions>(node);
  return {6.0 * options.rings * options.rings, [=] { return make_disc(options); }, {}};
}

Generator sphere(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<SphereOptions>(node);
  return {20.0 * std::pow(4.0, options.subdivisions), [=] { return make_sphere(options); }, {}};
}

Generator box(const SceneNode& node, Axis up) {
  auto options = options_from<BoxOptions>(node);
  if (up == Axis::z) {  // sizes refer to the axes of the scene
    std::swap(options.size.y(), options.size.z());
    std::swap(options.divisions[1], options.divisions[2]);
  }
  const double a = options.divisions[0], b = options.divisions[1], c = options.divisions[2];
  return {4.0 * (a * b + b * c + c * a), [=] { return make_box(options); }, {}};
}

Generator cylinder(const SceneNode& node, Axis up) {
  if (!node.has("axis")) node.set("axis", up == Axis::y ? "y" : "z");
  auto options = options_from<CylinderOptions>(node);
  options.axis = generator_axis(options.axis, up);
  return {2.0 * options.sides * (options.divisions + 1.0), [=] { return make_cylinder(options); }, {}};
}

Generator rod(const SceneNode& node, Axis up) {
  auto options = options_from<RodOptions>(node);
  options.axis = generator_axis(options.axis, up);
  return {2.0 * options.sides * (options.divisions + 2.0 * options.end_rings), [=] { return make_rod(options); }, {}};
}

Generator plane(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<PlaneOptions>(node);
  return {2.0 * options.divisions[0] * options.divisions[1], [=] { return make_plane(options); }, {}};
}

Generator funnel(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<FunnelOptions>(node);
  return {2.0 * options.sides * (double(options.cone_divisions) + options.neck_divisions),
          [=] { return make_funnel(options); },
          {}};
}

Generator trough(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<TroughOptions>(node);
  return {2.0 * options.along * options.across, [=] { return make_trough(options); }, {}};
}

Generator cable(const SceneNode& node, Axis /*up*/) {
  const auto options = options_from<CableOptions>(node);
  return {double(options.segments), [=] { return make_cable(options); }, {}, false};
}

constexpr std::pair<const char*, Generator (*)(const SceneNode&, Axis)> kGenerators[] = {
    {"grid", grid}, {"ribbon", ribbon}, {"disc", disc},     {"sphere", sphere}, {"box", box},    {"cylinder", cylinder},
    {"rod", rod},   {"plane", plane},   {"funnel", funnel}, {"trough", trough}, {"cable", cable}};

/// {"grid": [20, 20], "size": [1, 1]} gives the size beside the grid; this moves it into the grid.
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
    node.at("grid").set("size", write_options(GridOptions{}).at("size"));
  }
  return Done{};
}

/// Returns the triangles of one group with their vertices.
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
  auto mesh = read_mesh(file, {.max_elements = context.options.max_elements, .warnings = &context.warnings});
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
  // Exporters write both; a face that covers another would intersect it.
  if (const std::size_t removed = remove_redundant_triangles(shape.mesh); removed > 0)
    context.warnings.push_back(
        fmt::format("{}: {} that repeat{} a corner or another triangle {} removed", file.string(),
                    removed == 1 ? std::string("1 triangle") : fmt::format("{} triangles", removed),
                    removed == 1 ? "s" : "", removed == 1 ? "was" : "were"));
  return shape;
}

}  // namespace

Result<SceneShape> read_shape(SceneContext& context, const SceneNode& node) {
  if (node.has("file")) return read_file(context, node);
  for (const char* key : {"unit", "group"})
    if (node.has(key))
      return context.error(node.at(key), fmt::format("\"{}\" applies only to mesh files", key), "remove it");

  if (auto status = resolve_grid_size(context, node); !status) return status.error();
  const auto* chosen = std::find_if(std::begin(kGenerators), std::end(kGenerators),
                                    [&](const auto& generator) { return node.has(generator.first); });
  MUSLIN_ASSERT(chosen != std::end(kGenerators));  // the format requires one
  const char* name = chosen->first;
  const Generator made = chosen->second(node.at(name), context.up);
  if (made.elements > static_cast<double>(context.options.max_elements))
    return context.error(node.at(name), fmt::format("the shape would have {:.3g} triangles or segments", made.elements),
                         fmt::format("the maximum is {:.3g}", double(context.options.max_elements)));
  auto mesh = made.make();
  if (!mesh) {
    // The generator names its option "grid/size", with the words of the scene.
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
