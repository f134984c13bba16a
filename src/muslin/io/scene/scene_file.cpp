#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/json/format_schema.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/scene/scene_body.hpp>
#include <muslin/io/scene/scene_collision.hpp>
#include <muslin/io/scene/scene_embedding.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_overrides.hpp>
#include <muslin/sim/expectations.hpp>
#include <system_error>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;

namespace {

Result<SceneTime> read_time(const SceneContext& context, const SceneNode& node) {
  SceneTime time;
  time.frame_rate = node.at("frame_rate").number();
  time.start_frame = node.at("start_frame").integer();
  time.step = node.at("step").number();
  if (node.has("duration")) {
    // A duration that is a whole number of frames but for rounding is that number.
    const double frames = std::ceil(node.at("duration").number() * time.frame_rate - 1e-6);
    if (frames > 1e7)
      return context.error(node.at("duration"), fmt::format("this makes {:g} frames", frames), "the maximum is 1e7");
    node.set("frames", std::max(1.0, frames));
    node.erase("duration");
  }
  if (!node.has("frames")) node.set("frames", static_cast<double>(time.frames));
  time.frames = node.at("frames").integer();
  return time;
}

IntegratorOptions read_integrator(const SceneNode& node) {
  IntegratorOptions options;
  const std::string& method = node.at("method").text();
  options.method = method == "symplectic_euler" ? IntegratorMethod::symplectic_euler
                   : method == "newmark"        ? IntegratorMethod::newmark
                                                : IntegratorMethod::backward_euler;
  options.newton_steps = node.at("newton_steps").integer();
  options.tolerance = node.at("tolerance").number();
  options.max_iterations = node.at("max_iterations").integer();
  const std::string& solver = node.at("solver").text();
  options.solver = solver == "direct"               ? LinearSolver::direct
                   : solver == "conjugate_gradient" ? LinearSolver::conjugate_gradient
                                                    : LinearSolver::automatic;
  options.cfl = node.at("cfl").number();
  return options;
}

Loads read_forces(const SceneNode& node, Axis up) {
  Loads loads;
  const Vec3 down = up == Axis::y ? Vec3(0, -1, 0) : Vec3(0, 0, -1);
  if (!node.has("gravity")) node.set("gravity", loads.gravity.norm());
  if (node.at("gravity").is(JsonValue::Type::number)) node.set("gravity", Vec3(down * node.at("gravity").number()));
  loads.gravity = node.at("gravity").vec3();
  const SceneNode wind = node.at("wind"), air = node.at("air");
  loads.wind = wind.at("velocity").vec3();
  loads.gust_strength = wind.at("gust_strength").number();
  loads.gust_period = wind.at("gust_period").number();
  loads.air_density = air.at("density").number();
  loads.normal_drag = air.at("normal_drag").number();
  loads.tangential_drag = air.at("tangential_drag").number();
  loads.damping = node.at("damping").number();
  return loads;
}

Expectations read_expectations(const SceneNode& node) {
  Expectations expect;
  for (const ExpectationInfo& known : known_expectations())
    if (node.has(known.name)) expect.*known.limit = node.at(known.name).number();
  return expect;
}

/// Two names that differ in case alone would be one file on some disks.
std::string in_lower_case(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return name;
}

Result<std::vector<ReadBody>> read_bodies(SceneContext& context, const SceneNode& node) {
  std::vector<ReadBody> bodies;
  std::map<std::string, std::size_t> names;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const SceneNode body = node.item(i);
    const auto [other, is_new] = names.emplace(in_lower_case(body.at("name").text()), i);
    if (!is_new)
      return context.error(body.at("name"),
                           fmt::format("\"{}\" is also the name of body {}", body.at("name").text(), other->second),
                           "give each body a unique name");
    auto read = read_body(context, body);
    if (!read) return read.error();
    bodies.push_back(std::move(*read));
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].placed.body.kind == BodyKind::embedded)
      if (auto status = read_embedding(context, node.item(i), i, bodies); !status) return status.error();
  return bodies;
}

Result<Scene> build_scene(SceneContext& context, const SceneNode& root) {
  Scene scene;
  scene.about = root.at("about").text();
  scene.up = context.up = root.at("up").text() == "z" ? Axis::z : Axis::y;
  const auto time = read_time(context, root.at("time"));
  if (!time) return time.error();
  scene.time = context.time = *time;
  scene.integrator = read_integrator(root.at("integrator"));
  scene.loads = read_forces(root.at("forces"), scene.up);
  scene.expect = read_expectations(root.at("expect"));
  auto bodies = read_bodies(context, root.at("bodies"));
  if (!bodies) return bodies.error();
  auto collision = read_collision(context, root.at("collision"), *bodies);
  if (!collision) return collision.error();
  scene.collision = std::move(*collision);
  const SceneNode attachments = root.at("attachments");
  for (std::size_t i = 0; i < attachments.size(); ++i) {
    const auto ties = read_attachment(context, attachments.item(i), *bodies);
    if (!ties) return ties.error();
    scene.ties.insert(scene.ties.end(), ties->begin(), ties->end());
  }
  for (ReadBody& body : *bodies)
    scene.bodies.push_back({std::move(body.placed.body), std::move(body.scripts), std::move(body.guides)});
  return scene;
}

fs::path absolute_path(const fs::path& path) {
  std::error_code problem;
  const fs::path result = fs::absolute(path, problem);
  return (problem ? path : result).lexically_normal();
}

}  // namespace

Result<LoadedScene> read_scene_text(std::string_view text, const fs::path& path, const SceneReadOptions& options) {
  const JsonSource source = {path.string(), options.overrides};
  auto document = parse_json(text, source.file);
  if (!document) return document.error();
  if (auto status = apply_overrides(*document, scene_format(), source); !status) return status.error();
  auto checked = check_format(*document, scene_format(), source);
  if (!checked) return checked.error();
  SceneContext context = {.source = source, .options = options, .folder = absolute_path(path).parent_path()};
  auto scene = build_scene(context, SceneNode(*checked, ""));
  if (!scene) return scene.error();
  // Checked once more, what was worked out meanwhile comes to its place, and surely reads back.
  const auto resolved = check_format(*checked, scene_format(), source);
  if (!resolved) return resolved.error();
  return LoadedScene{std::move(*scene), to_json(*resolved), std::move(context.files)};
}

Result<LoadedScene> read_scene(const fs::path& path, const SceneReadOptions& options) {
  const auto text = read_json_text(path);
  if (!text) return text.error();
  auto loaded = read_scene_text(*text, path, options);
  if (loaded)
    loaded->files.insert(loaded->files.begin(), InputFile{absolute_path(path), content_hash(*text), text->size()});
  return loaded;
}

std::string scene_schema() {
  JsonValue schema = make_schema(scene_format());
  schema.set("title", JsonValue::of("Muslin scene"));
  return to_json(schema);
}

}  // namespace muslin
