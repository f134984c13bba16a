#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/json/option_format.hpp>
#include <muslin/io/mesh/vertex_animation.hpp>
#include <muslin/io/scene/scene_motion.hpp>
#include <muslin/io/scene/scene_start.hpp>
#include <numbers>
#include <utility>

namespace muslin {
namespace {

/// Frames of some vertices of an animation, transformed into the scene.
class PlacedFrames final : public VertexFrames {
 public:
  PlacedFrames(std::shared_ptr<const VertexAnimation> animation, std::vector<VertexId> vertices, Pose to_scene)
      : animation_(std::move(animation)), vertices_(std::move(vertices)), to_scene_(std::move(to_scene)) {}

  [[nodiscard]] std::int64_t size() const override { return animation_->size(); }

  [[nodiscard]] Result<std::vector<Vec3>> load(std::int64_t frame) const override {
    const auto all = animation_->load(frame);
    if (!all) return all.error();
    if (all->size() != animation_->vertex_count()) return *all;  // the motion reports the mismatch
    std::vector<Vec3> positions;
    positions.reserve(vertices_.size());
    for (const VertexId v : vertices_) positions.push_back(to_scene_.apply((*all)[v.index()]));
    return positions;
  }

 private:
  std::shared_ptr<const VertexAnimation> animation_;
  std::vector<VertexId> vertices_;
  Pose to_scene_;
};

/// A motion that keeps the positions that its vertices would have without it.
class StartedMotion final : public Motion {
 public:
  StartedMotion(std::shared_ptr<const Motion> motion, std::vector<Vec3> origin)
      : motion_(std::move(motion)), origin_(std::move(origin)) {}

  [[nodiscard]] Status evaluate(double time, std::span<const Vec3> /*start*/,
                                std::span<Vec3> positions) const override {
    return motion_->evaluate(time, origin_, positions);
  }
  [[nodiscard]] bool is_rigid() const override { return motion_->is_rigid(); }

 private:
  std::shared_ptr<const Motion> motion_;
  std::vector<Vec3> origin_;
};

/// Returns the time that motions have in a frame of the scene [s].
double time_of_frame(const SceneContext& context, double frame) {
  return context.clock + (frame - static_cast<double>(context.time.start_frame)) / context.time.frame_rate;
}

Result<std::shared_ptr<const Motion>> read_animation(SceneContext& context, const SceneNode& node,
                                                     const PlacedBody& placed, std::span<const VertexId> vertices,
                                                     const Pose& to_scene) {
  const SceneNode file_node = node.at("file");
  const std::filesystem::path file = context.locate(file_node);
  const auto animation = VertexAnimation::open(file);
  if (!animation) return context.wrap_error(file_node, animation.error());
  const std::size_t count = placed.body.mesh.positions.size();
  if ((*animation)->vertex_count() != count)
    return context.mismatch(file_node,
                            fmt::format("{} has {} vertices, but body \"{}\" has {}", file.filename().string(),
                                        (*animation)->vertex_count(), placed.body.name, count),
                            "export both from the same mesh, with modifiers that change its vertices disabled");
  for (const auto& part : (*animation)->files())
    if (auto status = context.record_input_file(part); !status) return context.wrap_error(file_node, status.error());

  const SceneTime& time = context.time;
  if (!node.has("frame_rate")) node.set("frame_rate", time.frame_rate);
  if (!node.has("begin_frame"))  // time 0 of the motions
    node.set("begin_frame", static_cast<double>(time.start_frame) - context.clock * time.frame_rate);
  VertexMotionOptions options;
  read_options(node.value(), options);
  options.frame_time = 1.0 / node.at("frame_rate").number();
  options.begin = time_of_frame(context, node.at("begin_frame").number());
  auto frames =
      std::make_shared<const PlacedFrames>(*animation, std::vector(vertices.begin(), vertices.end()), to_scene);
  return std::shared_ptr<const Motion>(make_vertex_motion(std::move(frames), options));
}

Result<Keyframe> read_keyframe(const SceneContext& context, const SceneNode& node) {
  Keyframe key;
  if (node.has("frame")) {
    node.set("time", time_of_frame(context, node.at("frame").number()));
    node.erase("frame");
  }
  read_options(node.value(), key);
  if (node.has("rotate")) {
    const auto rotation = read_rotation(context, node.at("rotate"));
    if (!rotation) return rotation.error();
    key.rotation = *rotation;
  }
  return key;
}

Vec3 box_centre(const std::vector<Vec3>& positions) {
  Vec3 low = positions.front(), high = low;
  for (const Vec3& x : positions) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return 0.5 * (low + high);
}

Result<std::shared_ptr<const Motion>> read_rigid(const SceneContext& context, const SceneNode& node,
                                                 const PlacedBody& placed) {
  RigidMotionOptions options;
  if (!node.has("centre")) node.set("centre", box_centre(placed.body.mesh.positions));
  read_options(node.value(), options);
  options.angular_velocity = node.vec3_or("angular_velocity", Vec3::Zero()) * kRadiansPerDegree;
  if (node.has("spin")) {
    const auto axis = read_axis(context, node.at("spin").at("axis"));
    if (!axis) return axis.error();
    options.angular_velocity = *axis * (node.at("spin").at("rate").number() * kRadiansPerDegree);
  }
  if (options.end < options.begin)
    return context.error(node.at("end"), "the motion ends before it begins", "make \"end\" later than \"begin\"");
  const bool does_nothing =
      !node.has("keyframes") && !node.has("velocity") && !node.has("angular_velocity") && !node.has("spin");
  if (does_nothing)
    return context.error(node, "the motion is empty",
                         "give \"keyframes\", \"velocity\", \"angular_velocity\", \"spin\" or \"file\"");
  for (std::size_t k = 0; node.has("keyframes") && k < node.at("keyframes").size(); ++k) {
    const SceneNode key_node = node.at("keyframes").item(k);
    const auto key = read_keyframe(context, key_node);
    if (!key) return key.error();
    if (k > 0 && !(key->time > options.keyframes.back().time))
      return context.error(key_node,
                           fmt::format("the keyframe at {:g} s is not later than the one before it", key->time),
                           "list keyframes in chronological order");
    options.keyframes.push_back(*key);
  }
  return std::shared_ptr<const Motion>(make_rigid_motion(options));
}

}  // namespace

Result<std::shared_ptr<const Motion>> read_motion(SceneContext& context, const SceneNode& node,
                                                  const PlacedBody& placed, std::span<const VertexId> vertices,
                                                  const Pose& to_scene) {
  auto motion =
      node.has("file") ? read_animation(context, node, placed, vertices, to_scene) : read_rigid(context, node, placed);
  if (!motion) return motion;
  return begin_later(std::move(*motion), context.clock);
}

Result<std::shared_ptr<const Motion>> start_in_motion(std::shared_ptr<const Motion> motion,
                                                      std::vector<Vec3>& positions) {
  std::vector<Vec3> origin = positions;
  if (auto status = motion->evaluate(0.0, origin, positions); !status) return status.error();
  if (positions == origin) return motion;
  return std::shared_ptr<const Motion>(std::make_shared<StartedMotion>(std::move(motion), std::move(origin)));
}

}  // namespace muslin
