#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <set>
#include <tests/support/random.hpp>
#include <tests/support/sample_meshes.hpp>

namespace muslin::broad_phase_test {
namespace {

using test::Random;

struct PairSets {
  std::vector<VertexTrianglePair> vertex_triangle;
  std::vector<EdgeEdgePair> edge_edge;
  std::vector<VertexEdgePair> vertex_edge;
  bool operator==(const PairSets&) const = default;
};

/// In the order found; sort to compare with the oracle.
PairSets gather(const BroadPhasePairs& broad_phase_pairs) {
  PairSets sets;
  for (const auto& chunk : broad_phase_pairs.chunks) {
    const auto append = [](auto& all, const auto& part) { all.insert(all.end(), part.begin(), part.end()); };
    append(sets.vertex_triangle, chunk.vertex_triangle.pairs());
    append(sets.edge_edge, chunk.edge_edge.pairs());
    append(sets.vertex_edge, chunk.vertex_edge.pairs());
  }
  return sets;
}

PairSets sorted(PairSets sets) {
  std::sort(sets.vertex_triangle.begin(), sets.vertex_triangle.end());
  std::sort(sets.edge_edge.begin(), sets.edge_edge.end());
  std::sort(sets.vertex_edge.begin(), sets.vertex_edge.end());
  return sets;
}

struct Motion {
  std::vector<Vec3> start, end;
};

Motion random_motion(const Mesh& mesh, std::uint64_t seed, double distance) {
  Random random(seed);
  Motion motion{mesh.positions, mesh.positions};
  for (Vec3& x : motion.end) x += random.in_box(distance);
  return motion;
}

/// All pairs, by definition: boxes of whole elements overlap, no common vertex, not both scripted.
PairSets all_pairs(const CollisionMesh& mesh, const Motion& motion, const Vec3& origin, double inflation) {
  struct Element {
    std::span<const VertexId> vertices;
    FloatBox box;
    bool scripted = true;
  };
  const auto element = [&](std::span<const VertexId> vertices) {
    Element all{.vertices = vertices, .box = {}};
    for (const VertexId v : vertices) {
      all.box.include(swept_box(motion.start[v.index()], motion.end[v.index()], origin, inflation));
      all.scripted = all.scripted && mesh.is_scripted(v);
    }
    return all;
  };
  const auto candidate = [&](const Element& a, const Element& b) {
    if (!a.box.overlaps(b.box) || (a.scripted && b.scripted)) return false;
    return std::find_first_of(a.vertices.begin(), a.vertices.end(), b.vertices.begin(), b.vertices.end()) ==
           a.vertices.end();
  };
  std::vector<VertexId> ids;
  for (std::size_t v = 0; v < mesh.vertex_count; ++v) ids.push_back(VertexId(v));
  std::vector<Element> vertices, triangles, edges;
  for (const VertexId& v : ids) vertices.push_back(element({&v, 1}));
  for (const Triangle& t : mesh.triangles) triangles.push_back(element(t));
  for (const Segment& e : mesh.edges) edges.push_back(element(e));
  std::set<VertexId> used;
  for (const Triangle& t : mesh.triangles) used.insert(t.begin(), t.end());
  for (const EdgeId e : mesh.loose_edges) used.insert(mesh.edges[e.index()].begin(), mesh.edges[e.index()].end());

  PairSets sets;
  for (const VertexId v : used)
    for (std::size_t t = 0; t < triangles.size(); ++t)
      if (candidate(vertices[v.index()], triangles[t])) sets.vertex_triangle.push_back({v, TriangleId(t)});
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (std::size_t f = e + 1; f < edges.size(); ++f)
      if (candidate(edges[e], edges[f])) sets.edge_edge.push_back({EdgeId(e), EdgeId(f)});
  // Neighbouring cable edges: the end of one that the other does not have, against the other.
  for (const EdgeId e : mesh.loose_edges) {
    for (const EdgeId f : mesh.loose_edges) {
      const Segment &a = mesh.edges[e.index()], &b = mesh.edges[f.index()];
      for (const std::size_t far : {0U, 1U}) {
        const bool touches = a[1 - far] == b[0] || a[1 - far] == b[1];
        if (e != f && touches && candidate(vertices[a[far].index()], edges[f.index()]))
          sets.vertex_edge.push_back({a[far], f});
      }
    }
  }
  sets = sorted(sets);
  const auto repeated = std::unique(sets.vertex_edge.begin(), sets.vertex_edge.end());  // in loops of three edges
  sets.vertex_edge.erase(repeated, sets.vertex_edge.end());
  return sets;
}

void expect_all_pairs(const Mesh& mesh, const std::vector<std::uint8_t>& scripted, double distance, double inflation,
                      std::uint64_t seed) {
  SCOPED_TRACE(seed);
  const Motion motion = random_motion(mesh, seed, distance);
  BroadPhase broad_phase(make_collision_mesh(mesh, scripted));
  broad_phase.refit(motion.start, motion.end, inflation);
  BroadPhasePairs broad_phase_pairs;
  broad_phase.find(broad_phase_pairs);
  const PairSets found = sorted(gather(broad_phase_pairs));
  const PairSets expected = all_pairs(broad_phase.mesh(), motion, motion.start.front(), inflation);
  EXPECT_EQ(found.vertex_triangle, expected.vertex_triangle);
  EXPECT_EQ(found.edge_edge, expected.edge_edge);
  EXPECT_EQ(found.vertex_edge, expected.vertex_edge);
  EXPECT_EQ(broad_phase_pairs.edge_edge_count(), expected.edge_edge.size());
  EXPECT_FALSE(found.edge_edge.empty());
}

TEST(BroadPhase, FindsExactlyAllPairsOfRandomSoups) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const int vertices = random.integer(12, 80);
    Mesh mesh = test::random_soup(seed, vertices, random.integer(5, 60), random.integer(0, 30));
    std::vector<std::uint8_t> scripted;
    if (seed % 2 == 0) {  // a second body, scripted
      scripted.assign(mesh.positions.size(), 0);
      append(mesh, test::random_soup(seed + 1000, 20, random.integer(5, 30), random.integer(0, 30)));
      scripted.resize(mesh.positions.size(), 1);
    }
    expect_all_pairs(mesh, scripted, random.uniform(0, 0.3), random.uniform(0, 0.02), seed);
  }
}

TEST(BroadPhase, FindsExactlyAllPairsOfFoldedCloth) {
  for (const int folds : {1, 3, 8}) {
    const Mesh mesh = test::folded_cloth({.triangles = 600, .folds = folds});
    expect_all_pairs(mesh, {}, 0.011, 0.0005, static_cast<std::uint64_t>(folds));
  }
}

TEST(BroadPhase, LeavesOutPairsOfScriptedBodiesOnly) {
  Mesh mesh = test::folded_cloth({.triangles = 100, .folds = 2});
  const std::size_t cloth = mesh.positions.size();
  Mesh obstacle = test::folded_cloth({.triangles = 80, .folds = 1});
  for (Vec3& x : obstacle.positions) x.y() += 0.002;
  append(mesh, obstacle);
  std::vector<std::uint8_t> scripted(mesh.positions.size(), 0);
  std::fill(scripted.begin() + static_cast<std::ptrdiff_t>(cloth), scripted.end(), 1);
  expect_all_pairs(mesh, scripted, 0.005, 0, 7);
  scripted.assign(mesh.positions.size(), 1);
  BroadPhase broad_phase(make_collision_mesh(mesh, scripted));
  broad_phase.refit(mesh.positions, mesh.positions, 1.0);
  BroadPhasePairs broad_phase_pairs;
  broad_phase.find(broad_phase_pairs);
  EXPECT_EQ(gather(broad_phase_pairs), PairSets{});
}

// A cable folds back: its end against the edge before it, which shares a vertex with the cable's last edge.
TEST(BroadPhase, SeesNeighbouringCableEdges) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  mesh.segments = {{VertexId(0), VertexId(1)}, {VertexId(1), VertexId(2)}};
  BroadPhase broad_phase(make_collision_mesh(mesh));
  const std::vector<Vec3> folded = {{0, 0, 0}, {1, 0, 0}, {0.2, 0.1, 0}};
  broad_phase.refit(mesh.positions, folded, 0.05);
  BroadPhasePairs broad_phase_pairs;
  broad_phase.find(broad_phase_pairs);
  const PairSets found = sorted(gather(broad_phase_pairs));
  EXPECT_EQ(found.vertex_edge, (std::vector<VertexEdgePair>{{VertexId(2), EdgeId(0)}}));
  EXPECT_TRUE(found.edge_edge.empty());
}

// In a loop of three cable edges any two meet at one vertex, and each corner faces one edge: once, not once per
// meeting.
TEST(BroadPhase, ListsPairsOfACableLoopOnce) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.segments = {{VertexId(0), VertexId(1)}, {VertexId(1), VertexId(2)}, {VertexId(2), VertexId(0)}};
  BroadPhase broad_phase(make_collision_mesh(mesh));
  broad_phase.refit(mesh.positions, mesh.positions, 1.0);
  BroadPhasePairs broad_phase_pairs;
  broad_phase.find(broad_phase_pairs);
  const std::vector<VertexEdgePair> expected = {
      {VertexId(0), EdgeId(2)}, {VertexId(1), EdgeId(1)}, {VertexId(2), EdgeId(0)}};
  EXPECT_EQ(sorted(gather(broad_phase_pairs)).vertex_edge, expected);
}

TEST(BroadPhase, OrderDoesNotDependOnThreads) {
  const Mesh mesh = test::folded_cloth({.triangles = 8000});
  const Motion motion = random_motion(mesh, 3, 0.008);
  std::vector<PairSets> results;
  for (const int threads : {1, 2, 4}) {
    with_threads(threads, [&] {
      BroadPhase broad_phase(make_collision_mesh(mesh));
      broad_phase.refit(motion.start, motion.end, 0.001);
      BroadPhasePairs broad_phase_pairs;
      broad_phase.find(broad_phase_pairs);
      EXPECT_GT(broad_phase_pairs.chunks.size(), 10U);
      results.push_back(gather(broad_phase_pairs));
    });
  }
  EXPECT_TRUE(results[0] == results[1]);
  EXPECT_TRUE(results[0] == results[2]);
}

// Confetti: small triangles that share no vertex, the i-th at place order[i] of a grid.
Mesh confetti(std::span<const std::size_t> order) {
  Mesh mesh;
  for (const std::size_t place : order) {
    const Vec3 corner(0.02 * static_cast<double>(place % 20), 0, 0.02 * static_cast<double>(place / 20));
    const auto first = static_cast<std::int32_t>(mesh.positions.size());
    for (const Vec3& offset : {Vec3(0, 0, 0), Vec3(0.018, 0.001, 0), Vec3(0, 0, 0.018)})
      mesh.positions.push_back(corner + offset);
    mesh.triangles.push_back({VertexId(first), VertexId(first + 1), VertexId(first + 2)});
  }
  return mesh;
}

// Refitting over many steps finds what a fresh tree finds, and the tree is rebuilt only when it has become bad.
TEST(BroadPhase, RefitsUntilTheTreeDegrades) {
  std::vector<std::size_t> order(400);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const Mesh mesh = confetti(order);
  BroadPhase kept(make_collision_mesh(mesh));
  kept.refit(mesh.positions, mesh.positions, 0.002);
  ASSERT_EQ(kept.rebuild_count(), 1);
  std::vector<Vec3> x = mesh.positions;
  for (int step = 0; step < 20; ++step) {  // a rigid motion does not harm the tree
    for (Vec3& p : x) p += Vec3(0.01, 0, 0);
    kept.refit(x, x, 0.002);
  }
  EXPECT_EQ(kept.rebuild_count(), 1);

  // The wind swaps some neighbours: still the old tree, and still exactly all pairs.
  for (std::size_t i = 0; i < 400; i += 10) std::swap(order[i], order[i + 1]);
  x = confetti(order).positions;
  BroadPhasePairs broad_phase_pairs;
  kept.refit(x, x, 0.002);
  kept.find(broad_phase_pairs);
  EXPECT_EQ(kept.rebuild_count(), 1);
  const auto expected_edges = [&] { return all_pairs(kept.mesh(), {x, x}, mesh.positions.front(), 0.002).edge_edge; };
  EXPECT_EQ(sorted(gather(broad_phase_pairs)).edge_edge, expected_edges());

  // It mixes all: what was near is far, and a new tree pays.
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i * 97 % order.size();
  x = confetti(order).positions;
  for (int step = 0; step < 3; ++step) kept.refit(x, x, 0.002);
  kept.find(broad_phase_pairs);
  EXPECT_EQ(kept.rebuild_count(), 2);
  EXPECT_EQ(sorted(gather(broad_phase_pairs)).edge_edge, expected_edges());
}

TEST(BroadPhase, ANumberThatIsNotFiniteHidesNoPair) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {50, 50, 50}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  mesh.segments = {{VertexId(3), VertexId(0)}};
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    BroadPhase broad_phase(make_collision_mesh(mesh));
    BroadPhasePairs broad_phase_pairs;
    auto end = mesh.positions;
    broad_phase.refit(mesh.positions, end, 0);
    broad_phase.find(broad_phase_pairs);
    EXPECT_EQ(broad_phase_pairs.vertex_triangle_count(), 0U);
    end[3] = Vec3::Constant(bad);
    broad_phase.refit(mesh.positions, end, 0);
    broad_phase.find(broad_phase_pairs);
    EXPECT_EQ(broad_phase_pairs.vertex_triangle_count(), 1U);
    if (std::isfinite(bad)) continue;
    end[3] = Vec3(50, bad, 50);  // one such coordinate is enough, however far away the others are
    broad_phase.refit(mesh.positions, end, 0);
    broad_phase.find(broad_phase_pairs);
    EXPECT_EQ(broad_phase_pairs.vertex_triangle_count(), 1U);
  }
}

TEST(BroadPhase, TakesEmptyWorlds) {
  BroadPhase broad_phase(make_collision_mesh(Mesh{}));
  broad_phase.refit({}, {}, 0.1);
  BroadPhasePairs broad_phase_pairs;
  broad_phase.find(broad_phase_pairs);
  EXPECT_TRUE(broad_phase_pairs.chunks.empty());
}

// The box holds the exact path with its inflation, at any offset from the origin.
TEST(SweptBox, HoldsTheExactPath) {
  Random random(11);
  for (int i = 0; i < 200'000; ++i) {
    const double scale = std::exp2(random.integer(-14, 14)),
                 offset = random.chance(0.5) ? 0 : std::exp2(random.integer(0, 20));
    const Vec3 origin = random.in_box(offset + 1), start = origin + random.in_box(scale),
               end = start + random.in_box(scale);
    // Cancel the inflation against the position in half of the cases: the hardest for rounding.
    const double inflation = random.chance(0.5) ? std::abs(start.x() - origin.x()) : scale * random.unit();
    const FloatBox box = swept_box(start, end, origin, inflation);
    for (int k = 0; k < 3; ++k) {
      using Exact = long double;  // 64 bits: the sums of these doubles need few more than 53
      const Exact low = std::min(Exact(start[k]) - origin[k], Exact(end[k]) - origin[k]) - inflation;
      const Exact high = std::max(Exact(start[k]) - origin[k], Exact(end[k]) - origin[k]) + inflation;
      const auto axis = static_cast<std::size_t>(k);
      ASSERT_LE(Exact(box.low[axis]), low);
      ASSERT_GE(Exact(box.high[axis]), high);
      ASSERT_LE(low - box.low[axis], 1e-6 * (std::abs(low) + inflation + scale));
    }
  }
}

}  // namespace
}  // namespace muslin::broad_phase_test
