#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/json/json_document.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/io/scene/scene_start.hpp>
#include <muslin/sim/scripts.hpp>
#include <muslin/sim/simulator.hpp>
#include <utility>

namespace muslin {
namespace fs = std::filesystem;

namespace detail {

ValueFormat start_format() {
  using namespace format;  // NOLINT(google-build-using-namespace): the words of the table
  return object("A frame of another run to begin with. Bodies are matched by name.")
      .needs("run", text().about("Run folder, relative to the scene file."))
      .with("frame", integer().about("Number of the frame; the last one of the run if it is left out."))
      .with(
          "time",
          any_of({choice({"continue"}), number(quantity::kTime).from(-1e9).to(1e9)})
              .about(
                  "Time of all motions and gusts at the start; \"continue\" is the time that they have in the frame."),
          0.0)
      .with("velocities", choice({"keep", "zero"}).about("Whether the bodies keep their velocities."), "keep")
      .with("state", choice({"checkpoint", "cache"})
                         .about("What the state is taken from. Without it, that is the checkpoint of the run if it is "
                                "of the frame, which is exact, else the rounded positions of the caches."))
      .with("hash", text().about("Hash of the frame; another frame is refused. The resolved copy has it."));
}

}  // namespace detail

namespace {

/// A motion whose clock is ahead of that of the scene.
class LaterMotion final : public Motion {
 public:
  LaterMotion(std::shared_ptr<const Motion> motion, double clock) : motion_(std::move(motion)), clock_(clock) {}

  [[nodiscard]] Status evaluate(double time, std::span<const Vec3> start, std::span<Vec3> positions) const override {
    return motion_->evaluate(time + clock_, start, positions);
  }
  [[nodiscard]] bool is_rigid() const override { return motion_->is_rigid(); }

 private:
  std::shared_ptr<const Motion> motion_;
  double clock_;
};

class HeldMotion final : public Motion {
 public:
  explicit HeldMotion(std::vector<Vec3> positions) : positions_(std::move(positions)) {}

  [[nodiscard]] Status evaluate(double, std::span<const Vec3>, std::span<Vec3> positions) const override {
    std::copy(positions_.begin(), positions_.end(), positions.begin());
    return Done{};
  }
  [[nodiscard]] bool is_rigid() const override { return true; }

 private:
  std::vector<Vec3> positions_;
};

/// Returns the time that the motions of a run have at its start: not 0 if it began with a frame of another one.
Result<double> clock_of(const fs::path& folder) {
  const auto text = read_json_text(folder / kSceneName);
  if (!text) return text.error();
  const auto scene = parse_json(*text, (folder / kSceneName).string());
  if (!scene) return scene.error();
  const JsonValue* from = scene->find("from");
  const JsonValue* time = from != nullptr ? from->find("time") : nullptr;
  return time != nullptr ? time->number : 0.0;
}

/// Checks that a body has the elements that it has in the run.
Status check_elements(const SceneContext& context, const SceneNode& node, const RunMoment& moment, const RunBody& there,
                      const Body& body) {
  const auto differs = [&](const std::string& what) {
    return context.mismatch(node,
                            fmt::format("body \"{}\" {} in {}", body.name, what, moment.folder.filename().string()),
                            "take the mesh that the run was made with, or give the body another name");
  };
  const Mesh& mesh = body.mesh;
  if (there.vertices != mesh.positions.size())
    return differs(fmt::format("has {} vertices, but {}", mesh.positions.size(), there.vertices));
  const auto before = read_mesh(moment.folder / (body.name + ".obj"));
  if (!before) return context.wrap_error(node, before.error());
  if (before->triangles != mesh.triangles) return differs("has other triangles than");
  if (before->segments != mesh.segments) return differs("has other segments than");
  return Done{};
}

bool has_same_bodies(const RunRecord& record, const Scene& scene) {
  return std::equal(record.bodies.begin(), record.bodies.end(), scene.bodies.begin(), scene.bodies.end(),
                    [](const RunBody& there, const SceneBody& here) {
                      return there.name == here.body.name && there.kind == here.body.kind;
                    });
}

/// Returns the largest distance of the scripted vertices of a state from where their scripts, with their delays, have
/// them at the start.
Result<double> distance_from_scripts(const Simulator& simulator, const State& state) {
  const Scene& scene = simulator.scene();
  std::vector<BodyRange> ranges;
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) ranges.push_back(simulator.range(body));
  Scripts scripts(scene, ranges);
  std::vector<Vec3> expected = state.position;
  if (const Status status = scripts.evaluate(0.0, state.script_delay, expected); !status) return status.error();
  double largest = 0.0;
  for (std::size_t v = 0; v < expected.size(); ++v)
    largest = std::max(largest, (expected[v] - state.position[v]).norm());
  return largest;
}

Status restore(Simulator& simulator, State state) {
  if (simulator.restore(std::move(state))) return Done{};
  return invalid_scene("/from", "the state of the frame does not fit the scene", "say \"state\": \"cache\"");
}

}  // namespace

std::span<const Vec3> StartMoment::positions_of(const std::string& body) const {
  const auto place = moment.find_body(body);
  if (!place) return {};
  return std::span(moment.state.position).subspan(moment.first_vertex[*place], moment.record.bodies[*place].vertices);
}

Result<StartMoment> read_start_moment(const SceneContext& context, const SceneNode& node) {
  const fs::path folder = context.locate(node.at("run"));
  std::optional<std::int64_t> number;
  if (node.has("frame")) number = static_cast<std::int64_t>(node.at("frame").number());
  std::optional<MomentSource> wanted;
  if (node.has("state")) wanted = node.at("state").text() == "cache" ? MomentSource::cache : MomentSource::checkpoint;
  auto moment = read_run_moment(folder, number, wanted);
  if (!moment) return context.wrap_error(node, moment.error());
  if (node.has("hash") && node.at("hash").text() != moment->hash)
    return context.mismatch(node.at("hash"), "the run has another frame there than the scene was made for",
                            "restore the run, or remove \"hash\", \"state\" and \"time\"");
  StartMoment from;
  from.keeps_velocities = node.at("velocities").text() == "keep";
  from.continues = node.at("time").is(JsonValue::Type::text);
  if (from.continues) {
    const auto clock = clock_of(folder);
    if (!clock) return context.wrap_error(node, clock.error());
    node.set("time", *clock + moment->time());
  }
  from.clock = node.at("time").number();
  node.set("frame", static_cast<double>(moment->record.start_frame + moment->frame));
  node.set("state", moment->source == MomentSource::cache ? "cache" : "checkpoint");
  node.set("hash", JsonValue::of(moment->hash));
  from.moment = std::move(*moment);
  return from;
}

Result<SceneStart> make_start(const SceneContext& context, const SceneNode& node, const StartMoment& from,
                              const Scene& scene) {
  const RunMoment& moment = from.moment;
  SceneStart start;
  start.max_lag = moment.record.statistics.max_lag;
  bool any = false;
  for (const SceneBody& item : scene.bodies) {
    const Body& body = item.body;
    const auto place = moment.find_body(body.name);
    const std::size_t count = body.mesh.positions.size();
    if (!place) {
      start.state.position.insert(start.state.position.end(), body.mesh.positions.begin(), body.mesh.positions.end());
      start.state.velocity.insert(start.state.velocity.end(), count, body.velocity);
      continue;
    }
    if (const Status status = check_elements(context, node, moment, moment.record.bodies[*place], body); !status)
      return status.error();
    any = any || body.kind != BodyKind::obstacle;
    const auto first = static_cast<std::ptrdiff_t>(moment.first_vertex[*place]);
    const auto last = first + static_cast<std::ptrdiff_t>(count);
    const auto &position = moment.state.position, &velocity = moment.state.velocity;
    start.state.position.insert(start.state.position.end(), position.begin() + first, position.begin() + last);
    // At its start a run has the velocities that its scene gave it, which the caches do not know.
    if (!from.keeps_velocities)
      start.state.velocity.insert(start.state.velocity.end(), count, Vec3::Zero());
    else if (moment.frame == 0 && moment.source == MomentSource::cache)
      start.state.velocity.insert(start.state.velocity.end(), count, body.velocity);
    else
      start.state.velocity.insert(start.state.velocity.end(), velocity.begin() + first, velocity.begin() + last);
  }
  if (!any)
    return context.mismatch(node, fmt::format("{} has no body of the scene", moment.folder.filename().string()),
                            "bodies are matched by name: name them as in that run");
  if (moment.source != MomentSource::checkpoint || !has_same_bodies(moment.record, scene)) return start;
  start.is_whole = true;
  State whole = moment.state;
  whole.position = std::move(start.state.position);
  whole.velocity = std::move(start.state.velocity);
  if (!from.keeps_velocities) whole.acceleration.assign(whole.position.size(), Vec3::Zero());
  if (!from.continues) whole.script_delay.assign(whole.script_delay.size(), 0.0);
  start.state = std::move(whole);
  return start;
}

Status begin_with(Simulator& simulator, const SceneStart& start) {
  const State& mine = simulator.state();
  State state = mine;
  if (start.is_whole && start.state.tension.size() == mine.tension.size() &&
      start.state.script_delay.size() == mine.script_delay.size() &&
      start.state.hinges.rest_angles.size() == mine.hinges.rest_angles.size()) {
    state = start.state;
    state.frame = 0;
    state.steps = 0;
    state.interval = {};
    const auto distance = distance_from_scripts(simulator, state);
    if (!distance) return distance.error();
    // What lags in the frame is left there and catches up. What a script has elsewhere now begins where it has it.
    if (*distance <= start.max_lag) return restore(simulator, std::move(state));
    state.script_delay.assign(state.script_delay.size(), 0.0);
  } else {
    state.position = start.state.position;
    state.velocity = start.state.velocity;
  }
  const Scene& scene = simulator.scene();
  for (std::size_t body = 0; body < scene.bodies.size(); ++body)
    for (const Script& script : scene.bodies[body].scripts)
      for (const VertexId v : script.vertices) {
        const std::size_t vertex = simulator.range(body).first_vertex + v.index();
        state.position[vertex] = mine.position[vertex];
      }
  return restore(simulator, std::move(state));
}

std::shared_ptr<const Motion> begin_later(std::shared_ptr<const Motion> motion, double clock) {
  if (clock == 0.0) return motion;
  return std::make_shared<LaterMotion>(std::move(motion), clock);
}

std::shared_ptr<const Motion> hold(std::vector<Vec3> positions) {
  return std::make_shared<HeldMotion>(std::move(positions));
}

}  // namespace muslin
