#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <muslin/io/scene/scene_collision.hpp>
#include <utility>

namespace muslin {
namespace {

Result<std::vector<SurfacePair>> read_pairs(const SceneContext& context, const SceneNode& node,
                                            const std::vector<ReadBody>& bodies) {
  std::vector<SurfacePair> pairs;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> seen;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const SceneNode pair = node.item(i), names = pair.at("bodies");
    const auto first = find_body(context, names.item(0), bodies);
    if (!first) return first.error();
    const auto second = find_body(context, names.item(1), bodies);
    if (!second) return second.error();
    const auto [other, is_new] = seen.emplace(std::minmax(*first, *second), i);
    if (!is_new)
      return context.error(names, fmt::format("pair {} names the same bodies", other->second), "keep only one of them");
    if (!pair.has("thickness") && !pair.has("friction"))
      return context.error(pair, "the pair sets nothing", "give \"thickness\", \"friction\" or both");
    SurfacePair read{static_cast<std::int32_t>(*first), static_cast<std::int32_t>(*second), {}, {}};
    if (pair.has("thickness")) read.thickness = pair.at("thickness").number();
    if (pair.has("friction")) read.friction = pair.at("friction").number();
    pairs.push_back(read);
  }
  return pairs;
}

}  // namespace

Result<CollisionOptions> read_collision(const SceneContext& context, const SceneNode& node,
                                        const std::vector<ReadBody>& bodies) {
  CollisionOptions options;
  options.response = node.at("response").text();
  options.start = StartPolicy::refuse;  // the only one that the format knows
  options.pinch = node.at("pinch").text() == "stop" ? PinchPolicy::stop : PinchPolicy::yield;
  options.velocity_update = node.at("velocity_update").text() == "step" ? VelocityUpdate::step : VelocityUpdate::vertex;
  options.max_lag = node.at("max_lag").number();
  options.interval = node.at("interval").number();
  options.max_substeps = node.at("max_substeps").integer();
  options.max_halvings = node.at("max_halvings").integer();
  options.ladder = node.at("ladder").text() == "halve_first" ? LadderOrder::halve_first : LadderOrder::rigid_first;
  const SceneNode repulsion = node.at("repulsion");
  options.repulsion = {.stiffness = repulsion.at("stiffness").number(),
                       .rate = repulsion.at("rate").number(),
                       .sweeps = repulsion.at("sweeps").integer(),
                       .implicit_stiffness = repulsion.at("implicit_stiffness").number()};
  const SceneNode gauss_seidel = node.at("gauss_seidel");
  options.gauss_seidel.passes = gauss_seidel.at("passes").integer();
  options.gauss_seidel.sweeps = gauss_seidel.at("sweeps").integer();
  options.gauss_seidel.approach = gauss_seidel.at("approach").number();
  const SceneNode rigid_zones = node.at("rigid_zones");
  options.rigid_zones.impulse_passes = rigid_zones.at("impulse_passes").integer();
  options.rigid_zones.passes = rigid_zones.at("passes").integer();
  options.rigid_zones.most_vertices = rigid_zones.at("most_vertices").integer();
  const SceneNode projection = node.at("inelastic_projection");
  options.inelastic_projection = {
      .impulse_passes = projection.at("impulse_passes").integer(),
      .passes = projection.at("passes").integer(),
      .friction = projection.at("friction").text() == "zone" ? FrictionLaw::zone : FrictionLaw::contact,
      .tolerance = projection.at("tolerance").number()};
  const SceneNode complementarity = node.at("complementarity");
  options.complementarity = {.impulse_passes = complementarity.at("impulse_passes").integer(),
                             .passes = complementarity.at("passes").integer(),
                             .approach = complementarity.at("approach").number(),
                             .tolerance = complementarity.at("tolerance").number()};
  const SceneNode volume = node.at("volume_preserving");
  options.volume_preserving = {
      .scheme = volume.at("scheme").text() == "paper" ? VolumeScheme::paper : VolumeScheme::pushes,
      .passes = volume.at("passes").integer(),
      .newton_steps = volume.at("newton_steps").integer(),
      .approach = volume.at("approach").number(),
      .tolerance = volume.at("tolerance").number(),
      .max_iterations = volume.at("max_iterations").integer(),
      .paper = {}};
  const SceneNode paper = volume.at("paper");
  options.volume_preserving.paper = {
      .passes = paper.at("passes").integer(),
      .newton_steps = paper.at("newton_steps").integer(),
      .damping = paper.at("damping").number(),
      .coupling = paper.at("coupling").text() == "global" ? VolumeCoupling::global : VolumeCoupling::zones,
      .tolerance = paper.at("tolerance").number(),
      .max_iterations = paper.at("max_iterations").integer()};
  const SceneNode clusters = node.at("collision_clusters");
  options.collision_clusters = {
      .passes = clusters.at("passes").integer(),
      .restitution = clusters.at("restitution").number(),
      .friction = clusters.at("friction").text() == "factor" ? ObstacleFriction::factor : ObstacleFriction::contact,
      .sliding = clusters.at("sliding").number(),
      .energy_gain = clusters.at("energy_gain").number()};
  const SceneNode qp = node.at("qp_collide");
  const std::string& solver = qp.at("solver").text();
  options.qp_collide = {.passes = qp.at("passes").integer(),
                        .solver = solver == "schur"       ? QpSolver::schur
                                  : solver == "minres"    ? QpSolver::minres
                                  : solver == "condensed" ? QpSolver::condensed
                                                          : QpSolver::automatic,
                        .recovery = qp.at("recovery").number(),
                        .friction_rounds = qp.at("friction_rounds").integer(),
                        .tolerance = qp.at("tolerance").number(),
                        .max_iterations = qp.at("max_iterations").integer(),
                        .max_changes = qp.at("max_changes").integer(),
                        .max_toggles = qp.at("max_toggles").integer()};
  auto pairs = read_pairs(context, node.at("pairs"), bodies);
  if (!pairs) return pairs.error();
  options.pairs = std::move(*pairs);
  return options;
}

}  // namespace muslin
