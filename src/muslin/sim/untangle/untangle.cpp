#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <muslin/core/stopwatch.hpp>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/sim/untangle.hpp>
#include <muslin/sim/untangle/fairing.hpp>
#include <muslin/sim/untangle/layer_separation.hpp>
#include <muslin/sim/untangle/retraction.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>
#include <muslin/sim/untangle/untangle_steps.hpp>

namespace muslin {
namespace {

class Untangler {
 public:
  Untangler(const Scene& scene, State& state)
      : scene_(scene),
        state_(state),
        world_(make_tangle_world(scene)),
        start_(state.position),
        finder_(world_.mesh),
        region_(world_, start_) {}

  [[nodiscard]] Result<UntangleReport> run() {
    Stopwatch watch;
    const std::vector<IntersectingPair> pairs = finder_.find(start_);
    report_.pairs_before = pairs.size();
    if (pairs.empty()) return report_;
    const Retraction retraction = retract_obstacles(
        world_, start_, pairs, finder_.doubles(), std::max(2.0 * world_.largest_thickness, 0.25 * world_.edge_length));
    report_.retraction = retraction.depth;
    choose_movable(pairs, retraction);
    if (const Status status = separate(retraction); !status) return status.error();
    if (retraction.depth > 0.0) {
      if (const Status status = grow_obstacles(retraction); !status) return status.error();
      if (const Status status = separate(
              Retraction{.offset = std::vector<Vec3>(start_.size(), Vec3::Zero()), .depth = 0.0, .remaining = {}});
          !status)
        return status.error();
    }
    if (const Status status = relax(); !status) return status.error();
    quarantine();
    report_.seconds = watch.seconds();
    return report_;
  }

  [[nodiscard]] UntangleReport keep() {
    report_.pairs_before = finder_.find(start_).size();
    quarantine();
    return report_;
  }

 private:
  /// Vertices near the intersections may move, and near the obstacles that are drawn back.
  void choose_movable(std::span<const IntersectingPair> pairs, const Retraction& retraction) {
    std::vector<MovableRegion::Ball> balls;
    for (const IntersectingPair& pair : pairs)
      for (const AuditElement& element : {pair.a, pair.b})
        for (const VertexId v : world_.mesh.vertices(element))
          balls.push_back({start_[v.index()], tolerance::kUntangleReach * world_.edge_length});
    for (std::size_t v = 0; v < start_.size(); ++v)
      if (const double depth = retraction.offset[v].norm(); depth > 0.0)
        balls.push_back({start_[v], tolerance::kUntangleReach * std::max(depth, 0.5 * world_.edge_length)});
    region_.add(balls);
  }

  /// Moves layers of cloth apart, with the obstacles drawn back. Where that does not succeed, the cloth relaxes as if
  /// it did not collide, or is smoothed, which unfolds what is crumpled, and all is tried once more: from where the
  /// last attempt ended, even if it was a little worse, because the same attempt would fail again.
  [[nodiscard]] Status separate(const Retraction& retraction) {
    Layers layers{.position = with_offset(retraction), .pairs = {}};
    layers.pairs = finder_.find(layers.position);
    Layers next = layers;
    for (int cycle = 0; cycle < tolerance::kUntangleCycles && !layers.pairs.empty(); ++cycle) {
      if (cycle > 0) {
        if (cycle % tolerance::kFairingPeriod == 0) smooth(cycle / tolerance::kFairingPeriod, next);
        if (const Status status = unfold(cycle, next); !status) return status;
      }
      separate_layers(world_, finder_, region_, next);
      if (cycle == 0 || next.pairs.size() < layers.pairs.size()) layers = next;
      if (next.pairs.size() > 2 * layers.pairs.size() + tolerance::kUntangleSetback) next = layers;
    }
    adopt(layers.position);
    state_.tangle = label_tangles(world_.mesh, layers.pairs, 1);
    return Done{};
  }

  /// Smooths the cloth around what intersects; the more often, the farther.
  void smooth(int times, Layers& layers) {
    const std::vector<std::int32_t> tangle = label_tangles(world_.mesh, layers.pairs, /*rings=*/times);
    std::vector<std::uint8_t> is_tangled(tangle.size());
    for (std::size_t v = 0; v < tangle.size(); ++v) is_tangled[v] = tangle[v] >= 0 ? 1 : 0;
    std::vector<Vec3> faired = layers.position;
    make_fair(world_, is_tangled, tolerance::kFairingSweeps * times, faired);
    layers.pairs = stay_out_of_obstacles(world_, finder_, layers, faired);
    layers.position = std::move(faired);
  }

  /// Relaxes the cloth around what intersects, as if it did not collide there.
  [[nodiscard]] Status unfold(int cycle, Layers& layers) {
    if (layers.pairs.empty()) return Done{};
    const std::vector<std::int32_t> tangle =
        label_tangles(world_.mesh, layers.pairs, /*rings=*/2 + cycle % tolerance::kUntangleMaxRings);
    std::vector<MovableRegion::Ball> balls;
    for (std::size_t v = 0; v < tangle.size(); ++v)
      if (tangle[v] >= 0) balls.push_back({layers.position[v], 6.0 * world_.edge_length});
    MovableRegion region(world_, layers.position);
    region.add(balls);
    region_.add(balls);
    if (const Status status = relax_region(region, tangle, layers.position); !status) return status;
    layers.pairs = finder_.find(layers.position);
    return Done{};
  }

  /// Lets the obstacles grow back to their places, which pushes the cloth out.
  [[nodiscard]] Status grow_obstacles(const Retraction& retraction) {
    const int growth = std::clamp(static_cast<int>(std::ceil(retraction.depth / (0.5 * world_.edge_length))), 12, 60);
    const std::vector<Vec3> position = with_offset(retraction);
    auto steps = UntangleSteps::begin({.scene = scene_,
                                       .is_movable = region_.is_movable(),
                                       .position = position,
                                       .goal = start_,
                                       .tangle = state_.tangle,
                                       .margin = retraction.depth + 2.0 * world_.edge_length,
                                       .growth_steps = growth,
                                       .max_wave_speed = 3.0 * world_.edge_length / tolerance::kUntangleStep});
    if (!steps) return steps.error();
    for (int i = 0; i < growth + tolerance::kUntanglePatience && !steps->has_failed(); ++i) {
      if (const Status status = take(*steps); !status) return status;
      if (i + 1 >= growth && steps->has_arrived()) break;
    }
    steps->write(state_.position);
    return Done{};
  }

  /// Lets the cloth that was moved come to rest where it is, with a few rings around it, so that no fold of the tangle
  /// is left.
  [[nodiscard]] Status relax() {
    const std::vector<IntersectingPair> pairs = finder_.find(state_.position);
    std::vector<MovableRegion::Ball> balls;
    for (std::size_t v = 0; v < start_.size(); ++v)
      if ((state_.position[v] - start_[v]).norm() > tolerance::kUntangleStillness * world_.edge_length)
        balls.push_back({state_.position[v], 3.0 * world_.edge_length});
    MovableRegion region(world_, state_.position);
    region.add(balls);
    std::vector<Vec3> relaxed = state_.position;
    if (const Status status = relax_region(region, label_tangles(world_.mesh, pairs, 1), relaxed); !status)
      return status;
    if (finder_.find(relaxed).size() <= pairs.size()) state_.position = std::move(relaxed);
    return Done{};
  }

  /// Takes a few steps without loads, with the tangles ignored.
  [[nodiscard]] Status relax_region(const MovableRegion& region, std::span<const std::int32_t> tangle,
                                    std::vector<Vec3>& position) {
    auto steps = UntangleSteps::begin({.scene = scene_,
                                       .is_movable = region.is_movable(),
                                       .position = position,
                                       .goal = position,
                                       .tangle = tangle,
                                       .margin = 2.0 * world_.edge_length});
    if (!steps) return steps.error();
    for (int i = 0; i < tolerance::kUntangleRelaxSteps && !steps->has_failed(); ++i)
      if (const Status status = take(*steps); !status) return status;
    steps->write(position);
    return Done{};
  }

  [[nodiscard]] Status take(UntangleSteps& steps) {
    ++report_.steps;
    return steps.take();
  }

  /// Labels what is left, and completes the report.
  void quarantine() {
    std::vector<IntersectingPair> left = finder_.find(state_.position);
    if (left.size() > report_.pairs_before || has_collapsed()) {  // never worse than it was
      state_.position = start_;
      left = finder_.find(start_);
    }
    state_.tangle = label_tangles(world_.mesh, left, 1);
    report_.pairs_after = left.size();
    if (!state_.tangle.empty())
      report_.tangles_after = 1 + *std::max_element(state_.tangle.begin(), state_.tangle.end());
    for (std::size_t i = 0; i < std::min<std::size_t>(left.size(), 5); ++i)
      report_.left.push_back(world_.name(left[i]));
    for (std::size_t v = 0; v < start_.size(); ++v) {
      if (state_.position[v] == start_[v]) continue;
      ++report_.moved_vertices;
      report_.max_displacement = std::max(report_.max_displacement, (state_.position[v] - start_[v]).norm());
    }
  }

  /// Returns whether a sheet has shrunk to a fraction of its size: it is entangled everywhere, and smoothing it has
  /// left nothing of its shape.
  [[nodiscard]] bool has_collapsed() const {
    return std::any_of(world_.sheet_edges.begin(), world_.sheet_edges.end(), [&](const auto& sheet) {
      double before = 0.0, after = 0.0;
      for (const EdgeId e : sheet.second) {
        const auto [a, b] = world_.topology.edges[e.index()];
        before += (start_[a.index()] - start_[b.index()]).norm();
        after += (state_.position[a.index()] - state_.position[b.index()]).norm();
      }
      return after < tolerance::kUntangleCollapse * before;
    });
  }

  /// Takes over the positions of all vertices that no script moves.
  void adopt(std::span<const Vec3> position) {
    for (std::size_t v = 0; v < position.size(); ++v)
      if (world_.is_scripted[v] == 0) state_.position[v] = position[v];
  }

  [[nodiscard]] std::vector<Vec3> with_offset(const Retraction& retraction) const {
    std::vector<Vec3> result = state_.position;
    for (std::size_t v = 0; v < result.size(); ++v) result[v] += retraction.offset[v];
    return result;
  }

  const Scene& scene_;
  State& state_;
  TangleWorld world_;
  std::vector<Vec3> start_;
  PairFinder finder_;
  MovableRegion region_;
  UntangleReport report_;
};

}  // namespace

std::string describe(const UntangleReport& report) {
  const auto pairs = [](std::size_t count) { return fmt::format("{} intersection{}", count, count == 1 ? "" : "s"); };
  std::string text = fmt::format("the start had {}", pairs(report.pairs_before));
  if (report.steps > 0)
    text += fmt::format("; untangled in {:.1f} s: {} left, {} vertices moved by at most {:.3g} mm", report.seconds,
                        report.pairs_after, report.moved_vertices, 1000.0 * report.max_displacement);
  if (report.pairs_after > 0)
    text += fmt::format("; {} in {} place{} are ignored until they are apart", pairs(report.pairs_after),
                        report.tangles_after, report.tangles_after == 1 ? "" : "s");
  return text;
}

Result<UntangleReport> untangle(const Scene& scene, State& state) { return Untangler(scene, state).run(); }

Result<UntangleReport> keep_tangles(const Scene& scene, State& state) { return Untangler(scene, state).keep(); }

}  // namespace muslin
