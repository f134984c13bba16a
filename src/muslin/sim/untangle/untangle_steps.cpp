#include <algorithm>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/detect/box_pairs.hpp>
#include <muslin/sim/untangle/untangle_steps.hpp>

namespace muslin {
namespace {

/// A state that does not fit its own scene is a mistake of this file, but no reason to end the program.
Error misfit() {
  return {Error::Kind::invalid_scene, {}, "the scene cannot be untangled", "set collision.start to keep"};
}

/// Marks the vertices of all elements that come near a movable vertex, at the beginning or at their goals.
std::vector<std::uint8_t> participants(const UntangleStart& start) {
  std::vector<Box> boxes;
  for (std::size_t v = 0; v < start.position.size(); ++v)
    if (start.is_movable[v] != 0)
      boxes.push_back(
          {start.position[v] - Vec3::Constant(start.margin), start.position[v] + Vec3::Constant(start.margin)});
  const BoxPairs tree(boxes);
  std::vector<std::uint8_t> result(start.is_movable.begin(), start.is_movable.end());
  std::size_t first = 0;
  const auto add = [&](const auto& element) {
    Box box;
    for (const VertexId v : element) {
      box.include(start.position[first + v.index()]);
      box.include(start.goal[first + v.index()]);
    }
    bool is_near = false;
    tree.visit_overlapping(box, [&](std::size_t) { is_near = true; });
    if (!is_near) return;
    for (const VertexId v : element) result[first + v.index()] = 1;
  };
  for (const SceneBody& item : start.scene.bodies) {
    for (const Triangle& triangle : item.body.mesh.triangles) add(triangle);
    for (const Segment& segment : item.body.mesh.segments) add(segment);
    first += item.body.mesh.positions.size();
  }
  return result;
}

}  // namespace

Result<UntangleSteps> UntangleSteps::begin(const UntangleStart& start) {
  SceneCut cut = cut_scene(start.scene, participants(start), start.is_movable);
  const std::vector<std::uint8_t> is_movable = cut.take(start.is_movable);
  const std::vector<Vec3> position = cut.take(start.position), goal = cut.take(start.goal);
  std::vector<Vec3> offset = position;
  for (std::size_t v = 0; v < offset.size(); ++v) offset[v] -= goal[v];
  auto simulator =
      Simulator::create(make_untangle_scene(cut.scene, {.position = goal,
                                                        .offset = offset,
                                                        .is_movable = is_movable,
                                                        .growth_time = start.growth_steps * tolerance::kUntangleStep,
                                                        .step = tolerance::kUntangleStep,
                                                        .max_wave_speed = start.max_wave_speed}),
                        {.audit_start = false});
  if (!simulator) return simulator.error();
  UntangleSteps result(std::move(cut), std::move(*simulator));
  result.is_movable_ = is_movable;
  result.goal_ = goal;
  State state = result.simulator_.state();
  state.position = position;
  if (!start.tangle.empty()) state.tangle = result.cut_.take(start.tangle);
  if (!result.simulator_.restore(std::move(state))) return misfit();
  return result;
}

Status UntangleSteps::take() {
  if (has_failed_) return Done{};
  State state = simulator_.state();
  state.interval = {};
  std::fill(state.velocity.begin(), state.velocity.end(), Vec3::Zero());
  std::fill(state.acceleration.begin(), state.acceleration.end(), Vec3::Zero());
  if (!simulator_.restore(std::move(state))) return misfit();
  const auto outcome = simulator_.advance();
  if (!outcome) return outcome.error();
  has_failed_ = outcome->divergence.has_value() || outcome->pinch.has_value();
  return Done{};
}

bool UntangleSteps::has_arrived() const {
  for (std::size_t v = 0; v < goal_.size(); ++v)
    if (is_movable_[v] == 0 && simulator_.state().position[v] != goal_[v]) return false;
  return true;
}

void UntangleSteps::write(std::span<Vec3> position) const {
  for (std::size_t v = 0; v < cut_.vertex.size(); ++v)
    if (is_movable_[v] != 0) position[cut_.vertex[v]] = simulator_.state().position[v];
}

}  // namespace muslin
