#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/io.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/rest_shape.hpp>
#include <muslin/io/scene/scene_body.hpp>
#include <muslin/io/scene/scene_embedding.hpp>
#include <muslin/io/scene/scene_limits.hpp>
#include <muslin/io/scene/scene_material.hpp>
#include <muslin/io/scene/scene_motion.hpp>
#include <muslin/io/scene/scene_shape.hpp>
#include <muslin/io/scene/scene_start.hpp>
#include <span>
#include <utility>

namespace muslin {
namespace {

/// Maximum coordinate [m], so that meshes from files stay finite after they are placed.
constexpr double kMaxCoordinate = kMaxShapeLength;
constexpr std::size_t kMaxNameLength = 100;

constexpr std::array<std::pair<const char*, BodyKind>, 5> kKinds = {{{"cloth", BodyKind::cloth},
                                                                     {"shell", BodyKind::shell},
                                                                     {"cable", BodyKind::cable},
                                                                     {"obstacle", BodyKind::obstacle},
                                                                     {"embedded", BodyKind::embedded}}};

bool is_sheet(BodyKind kind) { return kind == BodyKind::cloth || kind == BodyKind::shell; }

/// Returns whether a name is safe: the files of the body in the run folder are named after it.
bool is_safe_name(const std::string& name) {
  const auto is_safe = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
  };
  return !name.empty() && name.size() <= kMaxNameLength && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), is_safe);
}

Status check_elements(const SceneContext& context, const SceneNode& shape, BodyKind kind, const Mesh& mesh) {
  const auto wrong = [&](const char* what, const char* remedy) { return context.mismatch(shape, what, remedy); };
  if (mesh.triangles.empty() && mesh.segments.empty())
    return wrong("the mesh has no triangles and no segments", "export its faces as well");
  if (is_sheet(kind) && mesh.triangles.empty())
    return wrong("the mesh has segments but no triangles", "export its faces, or make it a \"cable\"");
  if (is_sheet(kind) && !mesh.segments.empty())
    return wrong("the mesh has loose segments beside its triangles", "remove them, or make them a separate \"cable\"");
  if (kind == BodyKind::embedded && (mesh.triangles.empty() || !mesh.segments.empty()))
    return wrong("embedded objects consist of triangles only", "export only their faces");
  if (kind == BodyKind::cable && mesh.segments.empty())
    return wrong("the mesh has triangles but no segments", "a cable is a polyline; for a sheet use \"cloth\"");
  if (kind == BodyKind::cable && !mesh.triangles.empty())
    return wrong("the mesh has triangles beside its segments", "a cable consists of segments only");
  return Done{};
}

Status check_range(const SceneContext& context, const SceneNode& node, const Mesh& mesh) {
  const auto far = [](const auto& x) { return !(x.array().abs() <= kMaxCoordinate).all(); };
  for (const Vec3& x : mesh.positions)
    if (far(x))
      return context.error(node, fmt::format("a vertex is at ({:g}, {:g}, {:g}) m", x.x(), x.y(), x.z()),
                           fmt::format("it must be within {:g} m of the origin; check the unit", kMaxCoordinate));
  if (std::any_of(mesh.material.begin(), mesh.material.end(), far))
    return context.error(node, "a texture coordinate is too large", "check the scale of the rest shape");
  return Done{};
}

Status read_models(const SceneContext& context, const SceneNode& node, Body& body) {
  const bool springs = body.stretch_model == StretchModel::springs;
  for (const char* key : {"bending_model", "plasticity"})
    if (springs && node.has(key))
      return context.error(node.at(key),
                           fmt::format("the spring model has no \"{}\": its bend springs determine bending", key),
                           "remove it, or set \"stretch_model\": \"membrane\"");
  if (springs) return Done{};

  const bool plastic = node.has("plasticity");
  if (!node.has("bending_model"))
    node.set("bending_model", plastic || body.kind == BodyKind::shell ? "hinges" : "quadratic");
  read_options(node.value(), body);
  if (!plastic) return Done{};
  if (body.bending_model != BendingModel::hinges)
    return context.error(node.at("bending_model"), "quadratic bending cannot be plastic",
                         "say \"bending_model\": \"hinges\"");
  const SceneNode plasticity = node.at("plasticity");
  if (plasticity.has("yield_radius")) {
    plasticity.set("yield_curvature", 1.0 / plasticity.at("yield_radius").number());
    plasticity.erase("yield_radius");
  }
  read_options(plasticity.value(), body.plasticity);
  return Done{};
}

/// Returns the positions in which a body starts: those of its mesh, or of the frame that the scene begins with.
std::span<const Vec3> start_of(const SceneContext& context, const Body& body) {
  const auto there = context.from ? context.from->positions_of(body.name) : std::span<const Vec3>();
  // Another number of vertices is refused later, when all bodies are known.
  return there.size() == body.mesh.positions.size() ? there : std::span<const Vec3>(body.mesh.positions);
}

/// Checks that pinned vertices start where the body does: a script that has them elsewhere would tear the sheet.
Status check_start(const SceneContext& context, const SceneNode& node, const Script& script, const Body& body) {
  const std::span<const Vec3> start = start_of(context, body);
  std::vector<Vec3> moved;
  for (const VertexId v : script.vertices) moved.push_back(body.mesh.positions[v.index()]);
  if (auto status = script.motion->evaluate(0.0, moved, moved); !status)
    return context.wrap_error(node, status.error());
  double largest = 0.0, size = 0.0;
  for (std::size_t i = 0; i < moved.size(); ++i)
    largest = std::max(largest, (moved[i] - start[script.vertices[i].index()]).norm());
  for (const Vec3& x : body.mesh.positions) size = std::max(size, (x - body.mesh.positions.front()).norm());
  if (largest <= tolerance::kMaxPinStartJumpRatio * size) return Done{};
  return context.error(node, fmt::format("pinned vertices would jump by {:g} m at the start", largest),
                       context.from ? "make the motion begin where the frame has them; with \"time\": \"continue\" "
                                      "in \"from\", motions go on"
                                    : "make the motion begin at the start position of the body");
}

/// Returns the motion of pins without one: none, unless the frame that the scene begins with has them elsewhere.
std::shared_ptr<const Motion> hold_pins(const SceneContext& context, const Script& script, const Body& body) {
  const std::span<const Vec3> start = start_of(context, body);
  std::vector<Vec3> held;
  bool is_elsewhere = false;
  for (const VertexId v : script.vertices) {
    const Vec3 &there = start[v.index()], &here = body.mesh.positions[v.index()];
    // The caches have floats.
    is_elsewhere = is_elsewhere || (there != here && there != here.cast<float>().cast<double>());
    held.push_back(there);
  }
  return is_elsewhere ? hold(std::move(held)) : nullptr;
}

Result<std::vector<Script>> read_pins(SceneContext& context, const SceneNode& node, const PlacedBody& placed,
                                      const Pose& to_scene) {
  std::vector<Script> scripts;
  std::vector<int> pin_of(placed.body.mesh.positions.size(), -1);
  for (std::size_t i = 0; i < node.size(); ++i) {
    const SceneNode pin = node.item(i);
    auto vertices = select_vertices(context, pin.at("vertices"), placed);
    if (!vertices) return vertices.error();
    Script script;
    script.vertices = std::move(*vertices);
    std::sort(script.vertices.begin(), script.vertices.end());
    for (const VertexId v : script.vertices) {
      const int other = std::exchange(pin_of[v.index()], static_cast<int>(i));
      if (other >= 0)
        return context.error(pin.at("vertices"), fmt::format("vertex {} is pinned already by pin {}", v.value, other),
                             "use one script per vertex");
    }
    if (pin.has("motion")) {
      auto motion = read_motion(context, pin.at("motion"), placed, script.vertices, to_scene);
      if (!motion) return motion.error();
      script.motion = std::move(*motion);
      if (auto status = check_start(context, pin.at("motion"), script, placed.body); !status) return status.error();
    } else {
      script.motion = hold_pins(context, script, placed.body);
    }
    scripts.push_back(std::move(script));
  }
  return scripts;
}

Result<std::vector<Guide>> read_guides(SceneContext& context, const SceneNode& node, const ReadBody& owner) {
  std::vector<Guide> guides;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const SceneNode guide = node.item(i);
    auto vertices = select_vertices(context, guide.at("vertices"), owner.placed);
    if (!vertices) return vertices.error();
    Guide read;
    read_options(guide.value(), read);
    if (!(read.direction.norm() > 0.0))
      return context.error(guide.at("direction"), "the direction has no length", "give a vector other than zero");
    read.direction.normalize();
    for (const VertexId v : *vertices) {
      const auto has = [&](const Script& script) {
        return std::binary_search(script.vertices.begin(), script.vertices.end(), v);
      };
      if (std::any_of(owner.scripts.begin(), owner.scripts.end(), has))
        return context.error(guide.at("vertices"), fmt::format("vertex {} is pinned already", v.value),
                             "guide only movable vertices");
      read.vertex = v;
      guides.push_back(read);
    }
  }
  return guides;
}

/// Reads the script of an obstacle. The obstacle starts where its motion has it, and all its vertices follow the
/// motion.
Result<Script> read_obstacle_script(SceneContext& context, const SceneNode& node, PlacedBody& placed,
                                    const Pose& to_scene) {
  Script script;
  auto& positions = placed.body.mesh.positions;
  for (std::size_t v = 0; v < positions.size(); ++v) script.vertices.emplace_back(v);
  if (!node.has("motion")) return script;
  auto motion = read_motion(context, node.at("motion"), placed, script.vertices, to_scene);
  if (!motion) return motion.error();
  auto started = start_in_motion(std::move(*motion), positions);
  if (!started) return context.wrap_error(node.at("motion"), started.error());
  script.motion = std::move(*started);
  if (auto status = check_range(context, node.at("motion"), placed.body.mesh); !status) return status.error();
  return script;
}

/// Reads the priority of each vertex of an obstacle; empty if all are 0.
Result<std::vector<std::int32_t>> read_priority(const SceneContext& context, const SceneNode& node,
                                                const PlacedBody& placed) {
  std::vector<std::int32_t> priority(placed.body.mesh.positions.size(), 0);
  if (node.is(JsonValue::Type::number)) {
    std::fill(priority.begin(), priority.end(), static_cast<std::int32_t>(node.number()));
  } else {
    for (std::size_t i = 0; i < node.size(); ++i) {
      const SceneNode part = node.item(i);
      const auto vertices = select_vertices(context, part.at("vertices"), placed);
      if (!vertices) return vertices.error();
      for (const VertexId v : *vertices) priority[v.index()] = static_cast<std::int32_t>(part.at("priority").number());
    }
  }
  if (std::all_of(priority.begin(), priority.end(), [](std::int32_t p) { return p == 0; })) priority.clear();
  return priority;
}

Status read_material(const SceneContext& context, const SceneNode& node, Body& body) {
  if (body.kind == BodyKind::obstacle || body.kind == BodyKind::embedded) {
    body.fabric.thickness = body.cable.thickness = node.at("thickness").number();
    body.fabric.friction = body.cable.friction = node.at("friction").number();
    return Done{};
  }
  read_options(node.value(), body);
  if (body.kind == BodyKind::cable) {
    auto cable = read_cable_material(context, node);
    if (!cable) return cable.error();
    body.cable = *cable;
    return Done{};
  }
  auto fabric = read_fabric(context, node);
  if (!fabric) return fabric.error();
  body.fabric = *fabric;
  return read_models(context, node, body);
}

}  // namespace

Result<ReadBody> read_body(SceneContext& context, const SceneNode& node) {
  ReadBody read;
  Body& body = read.placed.body;
  body.name = node.at("name").text();
  if (!is_safe_name(body.name))
    return context.error(
        node.at("name"), fmt::format("{} cannot be used as a file name", quote(body.name)),
        fmt::format("use at most {} letters, digits, _, - and ., and do not begin with a .", kMaxNameLength));
  const auto* kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return node.has(k.first); });
  body.kind = kind->second;
  const SceneNode shape_node = node.at(kind->first);

  auto shape = read_shape(context, shape_node);
  if (!shape) return shape.error();
  if (auto status = check_elements(context, shape_node, body.kind, shape->mesh); !status) return status.error();
  auto to_scene = read_place(context, node.at("place"));
  if (!to_scene) return to_scene.error();
  if (is_sheet(body.kind)) {
    const auto status = resolve_rest_shape(context, node, body.kind, to_scene->scale, *shape);
    if (!status) return status.error();
  } else {
    shape->mesh.material.clear();
    shape->mesh.material_corners.clear();
  }
  to_scene->scale *= shape->unit;
  read.placed.grid = shape->grid;
  body.mesh = std::move(shape->mesh);
  for (Vec3& x : body.mesh.positions) x = to_scene->apply(x);
  if (node.has("copies"))
    if (auto status = read_copies(context, node.at("copies"), body.mesh); !status) return status.error();
  if (auto status = check_range(context, shape_node, body.mesh); !status) return status.error();
  if (auto status = read_material(context, node, body); !status) return status.error();

  if (body.kind == BodyKind::obstacle) {
    auto script = read_obstacle_script(context, node, read.placed, *to_scene);
    if (!script) return script.error();
    read.scripts.push_back(std::move(*script));
    auto priority = read_priority(context, node.at("priority"), read.placed);
    if (!priority) return priority.error();
    read.priority = std::move(*priority);
  } else if (body.kind != BodyKind::embedded) {
    auto scripts = read_pins(context, node.at("pins"), read.placed, *to_scene);
    if (!scripts) return scripts.error();
    read.scripts = std::move(*scripts);
    auto guides = read_guides(context, node.at("guides"), read);
    if (!guides) return guides.error();
    read.guides = std::move(*guides);
  }
  if (body.kind != BodyKind::obstacle)
    if (auto status = read_limits(context, node, read.placed); !status) return status.error();
  return read;
}

}  // namespace muslin
