#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/core/tolerances/io.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/json/format_schema.hpp>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/scene/scene_body.hpp>
#include <muslin/io/scene/scene_collision.hpp>
#include <muslin/io/scene/scene_embedding.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_overrides.hpp>
#include <muslin/io/scene/scene_start.hpp>
#include <muslin/sim/expectations.hpp>
#include <system_error>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;

namespace {

/// Converts a duration to a number of frames.
Status resolve_time(const SceneContext& context, const SceneNode& node) {
  SceneTime time;
  read_options(node.value(), time);
  if (node.has("duration")) {
    // A duration that is a whole number of frames apart from rounding gives that number.
    const double frames = std::ceil(node.at("duration").number() * time.frame_rate - tolerance::kFrameCountRounding);
    if (frames > kMaxFrames)
      return context.error(node.at("duration"), fmt::format("this makes {:g} frames", frames),
                           fmt::format("the maximum is {:g}", kMaxFrames));
    node.set("frames", std::max(1.0, frames));
    node.erase("duration");
  }
  if (!node.has("frames")) node.set("frames", static_cast<double>(time.frames));
  return Done{};
}

/// Converts gravity to a vector; a single number points downwards.
void resolve_gravity(const SceneNode& node, Axis up) {
  if (!node.has("gravity")) node.set("gravity", Loads{}.gravity.norm());
  const Vec3 down = up == Axis::y ? Vec3(0, -1, 0) : Vec3(0, 0, -1);
  if (node.at("gravity").is(JsonValue::Type::number)) node.set("gravity", Vec3(down * node.at("gravity").number()));
}

/// Converts a name to lower case: names that differ only in case would be one file on some disks.
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
  // First resolve values that depend on other keys; then read all options at once.
  if (auto status = resolve_time(context, root.at("time")); !status) return status.error();
  Scene scene;
  JsonValue up = JsonValue::object();
  up.set("up", root.at("up").value());
  read_options(up, scene);
  resolve_gravity(root.at("forces"), scene.up);
  read_options(root.value(), scene);
  context.up = scene.up;
  context.time = scene.time;
  if (root.has("from")) {
    auto from = read_start_moment(context, root.at("from"));
    if (!from) return from.error();
    context.clock = from->clock;
    context.from = std::make_shared<const StartMoment>(std::move(*from));
  }
  auto bodies = read_bodies(context, root.at("bodies"));
  if (!bodies) return bodies.error();
  auto pairs = read_pairs(context, root.at("collision").at("pairs"), *bodies);
  if (!pairs) return pairs.error();
  scene.collision.pairs = std::move(*pairs);
  const SceneNode attachments = root.at("attachments");
  for (std::size_t i = 0; i < attachments.size(); ++i) {
    const auto ties = read_attachment(context, attachments.item(i), *bodies);
    if (!ties) return ties.error();
    scene.ties.insert(scene.ties.end(), ties->begin(), ties->end());
  }
  for (ReadBody& body : *bodies)
    scene.bodies.push_back(
        {std::move(body.placed.body), std::move(body.scripts), std::move(body.guides), std::move(body.priority)});
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
  const SceneNode root(*checked, "");
  auto scene = build_scene(context, root);
  if (!scene) return scene.error();
  std::optional<SceneStart> start;
  if (context.from) {
    auto made = make_start(context, root.at("from"), *context.from, *scene);
    if (!made) return made.error();
    start = std::move(*made);
    scene->loads.gust_time = context.from->clock;
  }
  // Check again, so that computed values get their place in the order of keys and the result is sure to read back.
  const auto resolved = check_format(*checked, scene_format(), source);
  if (!resolved) return resolved.error();
  return LoadedScene{std::move(*scene), to_json(*resolved), std::move(context.files), std::move(context.warnings),
                     std::move(start)};
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
