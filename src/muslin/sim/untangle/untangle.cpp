#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/core/stopwatch.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/untangle.hpp>
#include <muslin/sim/untangle/layer_displacements.hpp>
#include <muslin/sim/untangle/retraction.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>
#include <muslin/sim/untangle/untangle_scene.hpp>
#include <optional>
#include <set>

namespace muslin {
namespace {

constexpr double kStep = 0.01;  ///< size of the steps of untangling [s]; velocities are discarded after each

/// A state that does not fit its own scene is a mistake of this file, but no reason to end the program.
Error misfit() {
  return {Error::Kind::invalid_scene, {}, "the scene cannot be untangled", "set collision.start to keep"};
}

class Untangler {
 public:
  Untangler(const Scene& scene, State& state)
      : scene_(scene), state_(state), world_(make_tangle_world(scene)), start_(state.position) {}

  [[nodiscard]] Result<UntangleReport> run() {
    Stopwatch watch;
    std::vector<IntersectingPair> pairs = find(state_.position);
    report_.pairs_before = pairs.size();
    if (pairs.empty()) return report_;
    const Retraction retraction =
        retract_obstacles(world_.mesh, world_.topology, state_.position, pairs,
                          std::max(2.0 * world_.largest_thickness, 0.25 * world_.edge_length));
    report_.retraction = retraction.depth;
    choose_movable(pairs, retraction);
    if (const Status status = separate_layers(retraction); !status) return status.error();
    if (const Status status = grow_obstacles(retraction); !status) return status.error();
    if (const Status status = relax(); !status) return status.error();
    quarantine();
    report_.seconds = watch.seconds();
    return report_;
  }

  [[nodiscard]] UntangleReport keep() {
    report_.pairs_before = find(state_.position).size();
    quarantine();
    return report_;
  }

 private:
  /// Returns the intersecting pairs of the doubles or, if there are none, of the floats of the files.
  [[nodiscard]] std::vector<IntersectingPair> find(std::span<const Vec3> position) const {
    const auto find_in = [&](std::span<const Vec3> x) {
      if (near_triangles_.empty()) return find_intersections(world_.mesh, x);
      std::vector<IntersectingPair> pairs = find_intersections(near_mesh_, x);
      for (IntersectingPair& pair : pairs)
        for (AuditElement* element : {&pair.a, &pair.b})
          if (element->kind == AuditElement::Kind::triangle)
            element->index = near_triangles_[static_cast<std::size_t>(element->index)];
      return pairs;
    };
    std::vector<IntersectingPair> pairs = find_in(position);
    if (pairs.empty()) pairs = find_in(rounded_to_float(position));
    return pairs;
  }

  /// From now on find() looks only at the triangles near the vertices that may move.
  void look_near(std::span<const std::uint8_t> is_near) {
    near_mesh_ = world_.mesh;
    near_mesh_.triangles.clear();
    near_mesh_.triangle_body.clear();
    near_triangles_.clear();
    for (std::size_t t = 0; t < world_.mesh.triangles.size(); ++t) {
      const Triangle& corners = world_.mesh.triangles[t];
      if (std::none_of(corners.begin(), corners.end(), [&](VertexId v) { return is_near[v.index()] != 0; })) continue;
      near_triangles_.push_back(static_cast<std::int32_t>(t));
      near_mesh_.triangles.push_back(corners);
      near_mesh_.triangle_body.push_back(world_.mesh.triangle_body[t]);
    }
  }

  /// Vertices near the intersections may move; scripted vertices, obstacles and everything far away may not.
  void choose_movable(std::span<const IntersectingPair> pairs, const Retraction& retraction) {
    std::vector<std::uint8_t> is_seed(start_.size(), 0);
    for (const IntersectingPair& pair : pairs)
      for (const AuditElement& element : {pair.a, pair.b})
        for (const VertexId v : world_.mesh.vertices(element)) is_seed[v.index()] = 1;
    for (std::size_t v = 0; v < is_seed.size(); ++v)
      if (!retraction.offset[v].isZero(0.0)) is_seed[v] = 1;
    const double reach = tolerance::kUntangleReach * std::max(retraction.depth, 2.0 * world_.edge_length);
    movable_ = near_cloth(is_seed, reach);
    look_near(near(is_seed, 1.5 * reach));
  }

  /// Lets more vertices move, with those around them. Returns whether there were any to add.
  bool make_movable(std::span<const VertexId> vertices) {
    std::vector<std::uint8_t> is_seed(start_.size(), 0);
    bool is_new = false;
    for (const VertexId v : vertices) {
      is_new |= movable_[v.index()] == 0 && world_.is_scripted[v.index()] == 0;
      is_seed[v.index()] = 1;
    }
    if (!is_new) return false;
    const std::vector<std::uint8_t> more = near_cloth(is_seed, 3.0 * world_.edge_length);
    for (std::size_t v = 0; v < movable_.size(); ++v) movable_[v] |= more[v];
    near_triangles_.clear();  // look everywhere
    return true;
  }

  /// Returns the vertices within `reach` [m] of a marked vertex.
  [[nodiscard]] std::vector<std::uint8_t> near(std::span<const std::uint8_t> marked, double reach) const;
  /// Does the same, without vertices that a script moves.
  [[nodiscard]] std::vector<std::uint8_t> near_cloth(std::span<const std::uint8_t> marked, double reach) const {
    std::vector<std::uint8_t> result = near(marked, reach);
    for (std::size_t v = 0; v < result.size(); ++v)
      if (world_.is_scripted[v] != 0) result[v] = 0;
    return result;
  }

  [[nodiscard]] Result<Simulator> make_simulator(const UntangleSetup& setup) const {
    return Simulator::create(make_untangle_scene(scene_, setup), {.audit_start = false});
  }

  /// Takes one step from rest.
  [[nodiscard]] Status step(Simulator& simulator) {
    State state = simulator.state();
    state.tangle = state_.tangle;
    state.interval = {};
    std::fill(state.velocity.begin(), state.velocity.end(), Vec3::Zero());
    std::fill(state.acceleration.begin(), state.acceleration.end(), Vec3::Zero());
    if (!simulator.restore(std::move(state))) return misfit();
    const auto outcome = simulator.advance();
    if (!outcome) return outcome.error();
    ++report_.steps;
    has_failed_ = outcome->divergence.has_value() || outcome->pinch.has_value();
    return Done{};
  }

  /// Moves layers of cloth apart, with the obstacles drawn back. Where that does not succeed, the cloth relaxes as if
  /// it did not collide, which unfolds what is crumpled, and all is tried once more.
  [[nodiscard]] Status separate_layers(const Retraction& retraction) {
    Layers layers{.position = with_offset(retraction), .pairs = {}};
    layers.pairs = find(layers.position);
    for (int cycle = 0; cycle < tolerance::kUntangleCycles && !layers.pairs.empty(); ++cycle) {
      Layers next = layers;
      if (cycle > 0) {
        state_.tangle = label_tangles(world_.mesh, next.pairs, /*rings=*/3);
        std::vector<std::uint8_t> is_tangled(start_.size());
        for (std::size_t v = 0; v < is_tangled.size(); ++v) is_tangled[v] = state_.tangle[v] >= 0 ? 1 : 0;
        const std::vector<std::uint8_t> before = movable_;
        movable_ = near_cloth(is_tangled, 6.0 * world_.edge_length);
        const auto relaxed = relaxed_positions(next.position, tolerance::kUntangleRelaxSteps);
        movable_ = before;
        if (!relaxed) return relaxed.error();
        next.position = *relaxed;
        next.pairs = find(next.position);
      }
      separate(next);
      if (cycle == 0 || next.pairs.size() < layers.pairs.size()) layers = std::move(next);
    }
    adopt(layers.position);
    state_.tangle = label_tangles(world_.mesh, layers.pairs, 1);
    return Done{};
  }

  struct Layers {
    std::vector<Vec3> position;
    std::vector<IntersectingPair> pairs;  ///< at these positions
  };

  /// Displaces layers until none intersect, or until nothing helps. No step is certified: a layer that is pushed
  /// through another one intersects it at its rim, and the next round moves it back. At first displacements may make
  /// things worse, and become smaller with time; then each must help where it is.
  void separate(Layers& layers) {
    Layers best = layers;
    std::vector<std::int32_t> failures(layers.position.size(), 0);
    SheetOrder order;
    bool is_strict = false;
    int rounds_without_progress = 0;
    for (int round = 0; round < tolerance::kUntangleRounds && !layers.pairs.empty(); ++round) {
      const auto displace = [&] {
        return layer_displacements({.mesh = world_.mesh,
                                    .topology = world_.topology,
                                    .position = layers.position,
                                    .is_movable = movable_,
                                    .is_fixed = world_.is_scripted,
                                    .thickness = world_.thickness,
                                    .failures = failures,
                                    .edge_length = world_.edge_length,
                                    .largest_displacement = 10.0 * world_.edge_length},
                                   layers.pairs, order);
      };
      LayerDisplacements wanted = displace();
      if (make_movable(wanted.wrong)) wanted = displace();
      if (!is_strict && round > 3)
        for (Vec3& displacement : wanted.displacement) displacement *= 8.0 / (4.0 + round);
      keep_what_helps(wanted, is_strict, failures, layers);
      rounds_without_progress = layers.pairs.size() < best.pairs.size() ? 0 : rounds_without_progress + 1;
      if (layers.pairs.size() < best.pairs.size()) best = layers;
      if (!is_strict && rounds_without_progress > tolerance::kUntanglePatience) {
        is_strict = true;
        rounds_without_progress = 0;
        layers = best;
      }
      if (rounds_without_progress > tolerance::kUntanglePatience) break;
    }
    if (best.pairs.size() < layers.pairs.size()) layers = std::move(best);
  }

  /// Applies the displacements of each group that leaves fewer intersections at its vertices than before; the others
  /// are counted as failures. `pairs` are those at `position`, before and afterwards.
  void keep_what_helps(const LayerDisplacements& wanted, bool is_strict, std::vector<std::int32_t>& failures,
                       Layers& layers) const {
    const auto count = [&](std::span<const IntersectingPair> all) {
      std::map<std::int32_t, std::size_t> result;
      for (const IntersectingPair& pair : all) {
        std::set<std::int32_t> groups;
        for (const AuditElement& element : {pair.a, pair.b})
          for (const VertexId v : world_.mesh.vertices(element)) groups.insert(wanted.group[v.index()]);
        for (const std::int32_t group : groups) ++result[group];
      }
      return result;
    };
    const auto before = count(layers.pairs);
    std::vector<Vec3> moved = layers.position;
    for (std::size_t v = 0; v < moved.size(); ++v) moved[v] += wanted.displacement[v];
    std::vector<IntersectingPair> next = find(moved);
    const auto after = count(next);
    bool is_mixed = false;
    for (std::size_t v = 0; v < moved.size() && is_strict; ++v) {
      const std::int32_t group = wanted.group[v];
      if (group < 0) continue;
      const auto is = after.find(group), was = before.find(group);
      if (is == after.end() || (was != before.end() && is->second < was->second)) {
        failures[v] = 0;
        continue;
      }
      ++failures[v];
      moved[v] = layers.position[v];
      is_mixed = true;
    }
    layers.position = std::move(moved);
    layers.pairs = is_mixed ? find(layers.position) : std::move(next);
  }

  /// Lets the obstacles grow back to their places, which pushes the cloth out.
  [[nodiscard]] Status grow_obstacles(const Retraction& retraction) {
    if (retraction.depth == 0.0) return Done{};
    const int steps = std::clamp(static_cast<int>(std::ceil(retraction.depth / (0.5 * world_.edge_length))), 12, 60);
    auto simulator = make_simulator({.position = start_,
                                     .offset = retraction.offset,
                                     .is_movable = movable_,
                                     .growth_time = steps * kStep,
                                     .step = kStep,
                                     .max_wave_speed = 3.0 * world_.edge_length / kStep});
    if (!simulator) return simulator.error();
    if (!begin(*simulator, with_offset(retraction))) return misfit();
    for (int i = 0; i < steps + tolerance::kUntanglePatience; ++i) {
      if (const Status status = step(*simulator); !status) return status;
      if (has_failed_) break;
      if (i + 1 >= steps && has_returned(simulator->state().position)) break;
    }
    adopt(simulator->state().position);
    return Done{};
  }

  /// Returns positions after some steps without loads, with the tangles of the state ignored. What cannot be simulated
  /// stays as it is.
  [[nodiscard]] Result<std::vector<Vec3>> relaxed_positions(std::span<const Vec3> position, int steps) {
    auto simulator = make_simulator({.position = position,
                                     .offset = {},
                                     .is_movable = movable_,
                                     .growth_time = 0.0,
                                     .step = kStep,
                                     .max_wave_speed = 0.0});
    if (!simulator) return simulator.error();
    if (!begin(*simulator, position)) return misfit();
    for (int i = 0; i < steps && !has_failed_; ++i)
      if (const Status status = step(*simulator); !status) return status.error();
    return simulator->state().position;
  }

  /// Lets the cloth that was moved come to rest where it is, with a few rings around it, so that no fold of the tangle
  /// is left.
  [[nodiscard]] Status relax() {
    const std::vector<IntersectingPair> pairs = find(state_.position);
    state_.tangle = label_tangles(world_.mesh, pairs, 1);
    std::vector<std::uint8_t> is_displaced(start_.size(), 0);
    for (std::size_t v = 0; v < start_.size(); ++v)
      is_displaced[v] =
          (state_.position[v] - start_[v]).norm() > tolerance::kUntangleStillness * world_.edge_length ? 1 : 0;
    movable_ = near_cloth(is_displaced, 3.0 * world_.edge_length);
    const auto relaxed = relaxed_positions(state_.position, tolerance::kUntangleRelaxSteps);
    if (!relaxed) return relaxed.error();
    const std::vector<Vec3> before = state_.position;
    adopt(*relaxed);
    if (find(state_.position).size() > pairs.size()) state_.position = before;
    return Done{};
  }

  /// Labels what is left, and completes the report.
  void quarantine() {
    near_triangles_.clear();
    const std::vector<IntersectingPair> pairs = find(state_.position);
    if (pairs.size() > report_.pairs_before) state_.position = start_;  // never worse than it was
    const std::vector<IntersectingPair> left = pairs.size() > report_.pairs_before ? find(start_) : pairs;
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

  [[nodiscard]] bool begin(Simulator& simulator, std::span<const Vec3> position) {
    has_failed_ = false;
    State state = simulator.state();
    state.position.assign(position.begin(), position.end());
    state.tangle = state_.tangle;
    return simulator.restore(std::move(state));
  }

  /// Takes over the positions of movable vertices.
  void adopt(std::span<const Vec3> position) {
    for (std::size_t v = 0; v < position.size(); ++v)
      if (movable_[v] != 0) state_.position[v] = position[v];
  }

  [[nodiscard]] std::vector<Vec3> with_offset(const Retraction& retraction) const {
    std::vector<Vec3> result = state_.position;
    for (std::size_t v = 0; v < result.size(); ++v) result[v] += retraction.offset[v];
    return result;
  }

  /// Returns whether all vertices that stand still in the scene are where they were at the start.
  [[nodiscard]] bool has_returned(std::span<const Vec3> position) const {
    for (std::size_t v = 0; v < position.size(); ++v)
      if (movable_[v] == 0 && position[v] != start_[v]) return false;
    return true;
  }

  const Scene& scene_;
  State& state_;
  TangleWorld world_;
  std::vector<Vec3> start_;
  std::vector<std::uint8_t> movable_;
  TangleMesh near_mesh_;                      ///< the part of the mesh that find() looks at
  std::vector<std::int32_t> near_triangles_;  ///< its triangles; empty if it looks at all
  UntangleReport report_;
  bool has_failed_ = false;
};

std::vector<std::uint8_t> Untangler::near(std::span<const std::uint8_t> marked, double reach) const {
  // A grid of cells as large as the reach, so that only neighbouring cells matter.
  struct Cell {
    std::array<std::int64_t, 3> index;
    auto operator<=>(const Cell&) const = default;
  };
  const auto cell_of = [&](const Vec3& x) {
    const auto part = [&](double c) {
      return static_cast<std::int64_t>(std::clamp(std::floor(c / reach), -1e15, 1e15));
    };
    return Cell{{part(x.x()), part(x.y()), part(x.z())}};
  };
  std::vector<std::pair<Cell, std::size_t>> seeds;
  for (std::size_t v = 0; v < marked.size(); ++v)
    if (marked[v] != 0) seeds.emplace_back(cell_of(start_[v]), v);
  std::sort(seeds.begin(), seeds.end());
  std::vector<std::uint8_t> result(marked.size(), 0);
  for (std::size_t v = 0; v < result.size(); ++v) {
    const Cell centre = cell_of(start_[v]);
    for (std::int64_t i = -1; i <= 1 && result[v] == 0; ++i)
      for (std::int64_t j = -1; j <= 1 && result[v] == 0; ++j) {
        const Cell low{{centre.index[0] + i, centre.index[1] + j, centre.index[2] - 1}};
        const Cell high{{centre.index[0] + i, centre.index[1] + j, centre.index[2] + 1}};
        for (auto seed = std::lower_bound(seeds.begin(), seeds.end(), std::pair(low, std::size_t{0}));
             seed != seeds.end() && seed->first <= high; ++seed)
          if ((start_[seed->second] - start_[v]).squaredNorm() <= reach * reach) {
            result[v] = 1;
            break;
          }
      }
  }
  return result;
}

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
