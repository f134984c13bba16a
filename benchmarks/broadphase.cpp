// Measures how long the broad phase takes to refit its tree and to find all pairs, how that grows with the size of the
// cloth, and the gain of two threads.
// Exit codes: 0 done, 1 the pairs found are wrong. Limits that are not met are printed and are not errors, because
// machines differ.
#include <benchmarks/clock.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <tests/support/sample_meshes.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr double kSweep = 0.011;        // [m], across the layers
constexpr double kSecondsPerCloth = 4;  // total time of the repetitions [s],
constexpr int kMinRepetitions = 7;      // of which there are at least this many
constexpr int kBuilds = 3;

struct Motion {
  std::vector<Vec3> start, end;
};

Motion sweep(const Mesh& mesh, const Vec3& distance) {
  Motion motion{mesh.positions, mesh.positions};
  for (Vec3& x : motion.end) x += distance;
  return motion;
}

struct PairCount {
  std::size_t vertex_triangle = 0, edge_edge = 0;
  [[nodiscard]] std::size_t all() const { return vertex_triangle + edge_edge; }
  friend bool operator==(const PairCount&, const PairCount&) = default;
};

PairCount count(const BroadPhasePairs& broad_phase_pairs) {
  return {broad_phase_pairs.vertex_triangle_count(), broad_phase_pairs.edge_edge_count()};
}

/// Counts the pairs by definition: overlapping boxes of elements that share no vertex, all against all.
PairCount count_all_pairs(const CollisionMesh& mesh, const Motion& motion) {
  const auto box = [&](std::span<const VertexId> vertices) {
    FloatBox all;
    for (const VertexId v : vertices)
      all.include(swept_box(motion.start[v.index()], motion.end[v.index()], motion.start.front(), 0.0));
    return all;
  };
  const auto disjoint = [](std::span<const VertexId> a, std::span<const VertexId> b) {
    return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) == a.end();
  };
  std::vector<FloatBox> edge_boxes, triangle_boxes;
  for (const Segment& edge : mesh.edges) edge_boxes.push_back(box(edge));
  for (const Triangle& triangle : mesh.triangles) triangle_boxes.push_back(box(triangle));
  PairCount pairs;
  for (std::size_t i = 0; i < mesh.vertex_count; ++i) {
    const std::array<VertexId, 1> vertex = {VertexId(i)};
    const FloatBox vertex_box = box(vertex);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      if (vertex_box.overlaps(triangle_boxes[t]) && disjoint(vertex, mesh.triangles[t])) ++pairs.vertex_triangle;
  }
  for (std::size_t e = 0; e < mesh.edges.size(); ++e)
    for (std::size_t f = e + 1; f < mesh.edges.size(); ++f)
      if (edge_boxes[e].overlaps(edge_boxes[f]) && disjoint(mesh.edges[e], mesh.edges[f])) ++pairs.edge_edge;
  return pairs;
}

/// Times of the phases on a number of threads. `total` is refit and find together, as in a simulation step.
struct PhaseTimes {
  BestTimes build, refit, find, total;
};

struct Measured {
  std::size_t triangles = 0;
  PairCount pairs;
  bool same_pairs = true;  ///< whether one and two threads found the same pairs
  PhaseTimes one, two;

  [[nodiscard]] double ns_per_triangle() const { return 1e9 * one.total.thread.value / static_cast<double>(triangles); }
  [[nodiscard]] double ns_per_pair() const { return 1e9 * one.total.thread.value / static_cast<double>(pairs.all()); }
  [[nodiscard]] double pairs_per_triangle() const {
    return static_cast<double>(pairs.all()) / static_cast<double>(triangles);
  }
  /// Returns the CPU time of one thread over the wall time of two; a busy machine can only lower the value.
  [[nodiscard]] double speed_up() const { return one.total.thread.value / two.total.wall.value; }
};

Measured measure(const Mesh& mesh, const Vec3& distance) {
  const Motion motion = sweep(mesh, distance);
  const CollisionMesh collision_mesh = make_collision_mesh(mesh);
  Measured result;
  result.triangles = mesh.triangles.size();
  BroadPhase broad_phase(collision_mesh);
  BroadPhasePairs broad_phase_pairs;

  const auto build = [&] {
    BroadPhase fresh(collision_mesh);
    fresh.refit(motion.start, motion.end, 0);
  };
  const auto refit = [&] { broad_phase.refit(motion.start, motion.end, 0); };
  const auto find = [&] { broad_phase.find(broad_phase_pairs); };
  const auto run = [&](int threads, PhaseTimes& times) {
    with_threads(threads, [&] {
      times.refit.measure(refit);
      times.find.measure(find);
      times.total.measure([&] {
        refit();
        find();
      });
    });
  };
  for (int i = 0; i < kBuilds; ++i) {
    with_threads(1, [&] { result.one.build.measure(build); });
    with_threads(2, [&] { result.two.build.measure(build); });
  }
  refit();
  find();
  result.pairs = count(broad_phase_pairs);
  // Alternate between one and two threads, so that a busy period of the machine affects both.
  const double deadline = now(Clock::wall) + kSecondsPerCloth;
  for (int i = 0; i < kMinRepetitions || now(Clock::wall) < deadline; ++i) {
    run(1, result.one);
    result.same_pairs = result.same_pairs && count(broad_phase_pairs) == result.pairs;
    run(2, result.two);
    result.same_pairs = result.same_pairs && count(broad_phase_pairs) == result.pairs;
  }
  return result;
}

void print_head() {
  fmt::print("{:>9} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>10} {:>8} {:>8} {:>8} {:>6}\n", "triangles",
             "threads", "build ms", "refit ms", "find ms", "total ms", "CPU ms", "ns/tri", "pairs vt", "pairs ee",
             "pairs/t", "ns/pair", "speed-up", "cores");
}

void print_rows(const Measured& m) {
  const auto ms = [](const BestTimes& times) { return 1e3 * times.wall.value; };
  for (const auto* times : {&m.one, &m.two}) {
    const bool one = times == &m.one;
    const double total = one ? times->total.thread.value : times->total.wall.value;
    fmt::print("{:9} {:7} {:9.2f} {:9.3f} {:9.3f} {:9.3f} {:>9} {:9.1f} {:10} {:10} {:8.1f} {:8.3f} {:>8} {:6.2f}\n",
               m.triangles, one ? 1 : 2, ms(times->build), ms(times->refit), ms(times->find), ms(times->total),
               one ? fmt::format("{:.3f}", 1e3 * times->total.thread.value) : "",
               1e9 * total / static_cast<double>(m.triangles), m.pairs.vertex_triangle, m.pairs.edge_edge,
               m.pairs_per_triangle(), 1e9 * total / static_cast<double>(m.pairs.all()),
               one ? "" : fmt::format("{:.2f}", m.speed_up()), times->total.cores());
  }
}

/// A named case with a limit for one thread.
struct NamedCase {
  std::string_view name, key;
  int folds;
  Vec3 direction;  ///< direction of the sweep; the layers lie in the plane of x and z
  double limit_ms;
};

int run() {
  // Lengths that eight layers divide evenly, so that the layers cover each other. The remaining difference in pairs per
  // triangle comes from the boundary of the stack, whose elements have fewer neighbours; its share is large on a small
  // cloth.
  constexpr std::array<int, 4> kLengths = {24, 72, 224, 448};
  bool right = true;
  std::vector<Measured> sizes;
  fmt::print("folded cloth, 8 layers 4 mm apart, swept {:.0f} mm across them; best of {} s\n", 1e3 * kSweep,
             kSecondsPerCloth);
  fmt::print("ns/tri and ns/pair: CPU time on one thread, wall time on two; all ms but CPU ms are wall time\n");
  fmt::print("cores: CPU time / wall time over all runs; well below the threads, others kept the machine busy\n");
  print_head();
  for (const int length : kLengths) {
    fmt::print(stderr, "{} triangles ...\n", 2 * length * length);
    const Mesh mesh = test::folded_cloth({.triangles = 2 * length * length});
    sizes.push_back(measure(mesh, {0, kSweep, 0}));
    const Measured& m = sizes.back();
    print_rows(m);
    right = right && m.same_pairs;
    if (length != kLengths.front()) continue;
    const PairCount expected = count_all_pairs(make_collision_mesh(mesh), sweep(mesh, {0, kSweep, 0}));
    fmt::print(stderr, "all against all: {} + {} pairs, {}\n", expected.vertex_triangle, expected.edge_edge,
               expected == m.pairs ? "the same" : "NOT THE SAME");
    right = right && expected == m.pairs;
  }
  const double growth = sizes[3].ns_per_triangle() / sizes[1].ns_per_triangle();
  const double growth_per_pair = sizes[3].ns_per_pair() / sizes[1].ns_per_pair();
  fmt::print("\nfrom {} to {} triangles: ns per triangle × {:.2f} (limit 2.00, {}), ns per pair × {:.2f}\n",
             sizes[1].triangles, sizes[3].triangles, growth, growth < 2 ? "met" : "NOT MET", growth_per_pair);

  constexpr double kMinSpeedUp = 1.6;
  for (const Measured& m : sizes) {
    const double cores = m.two.total.cores();
    fmt::print("two threads on {} triangles: × {:.2f} (limit {:.2f}, {})\n", m.triangles, m.speed_up(), kMinSpeedUp,
               m.speed_up() >= kMinSpeedUp ? "met"
               : cores < kMinSpeedUp       ? fmt::format("cannot tell: others left us {:.1f} cores", cores)
                                           : "NOT MET");
  }

  const Vec3 across = Vec3::UnitY(), diagonal = Vec3::Ones().normalized();
  const std::array<NamedCase, 4> cases = {
      {{"eight folds 4 mm apart, swept across", "folded_20k_ms", 8, across, 20},
       {"eight folds 4 mm apart, swept diagonally", "folded_20k_diagonal_ms", 8, diagonal, 20},
       {"flat, swept across", "flat_20k_ms", 1, across, 8},
       {"flat, swept diagonally", "flat_20k_diagonal_ms", 1, diagonal, 8}}};
  fmt::print("\n20,000 triangles swept {:.0f} mm, one thread, refit and all elementary pairs\n", 1e3 * kSweep);
  fmt::print("{:42} {:>10} {:>9} {:>9} {:>9} {:>9}\n", "", "pairs", "wall ms", "CPU ms", "limit ms", "");
  std::string case_list;
  for (const auto& [name, key, folds, direction, limit] : cases) {
    const Measured m = measure(test::folded_cloth({.folds = folds}), kSweep * direction);
    const double cpu_ms = 1e3 * m.one.total.thread.value;
    fmt::print("{:42} {:10} {:9.2f} {:9.2f} {:9.0f} {:>9}\n", name, m.pairs.all(), 1e3 * m.one.total.wall.value, cpu_ms,
               limit, cpu_ms <= limit ? "met" : "NOT MET");
    case_list += fmt::format(R"("{}": {:.3f}, )", key, cpu_ms);
    right = right && m.same_pairs;
  }
  fmt::print("\npairs: {}\n", right ? "the same on one thread and on two, and as all against all"
                                    : "WRONG, they differ between threads or from all against all");

  std::string list;
  for (const Measured& m : sizes) {
    list += fmt::format(R"({}{{"triangles": {}, "build_ms": {:.3f}, "refit_ms": {:.4f}, "find_ms": {:.4f}, )"
                        R"("total_ms": {:.4f}, "ns_per_triangle": {:.2f}, "pairs_vt": {}, "pairs_ee": {}, )"
                        R"("two_threads_ms": {:.4f}, "speed_up": {:.3f}, "two_threads_cores": {:.2f}}})",
                        list.empty() ? "" : ", ", m.triangles, 1e3 * m.one.build.thread.value,
                        1e3 * m.one.refit.thread.value, 1e3 * m.one.find.thread.value, 1e3 * m.one.total.thread.value,
                        m.ns_per_triangle(), m.pairs.vertex_triangle, m.pairs.edge_edge, 1e3 * m.two.total.wall.value,
                        m.speed_up(), m.two.total.cores());
  }
  fmt::print(R"({{{}"growth_per_triangle": {:.3f}, "growth_per_pair": {:.3f}, "pairs_right": {}, "sizes": [{}]}})"
             "\n",
             case_list, growth, growth_per_pair, right, list);
  return right ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main() { return muslin::bench::run(); }
