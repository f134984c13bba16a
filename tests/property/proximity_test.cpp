#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/proximity.hpp>
#include <tests/support/contact_oracle.hpp>
#include <tests/support/random.hpp>
#include <tests/support/sample_meshes.hpp>
#include <tests/support/uniform_thickness.hpp>

namespace muslin::proximity_test {
namespace {

using test::NamedStencil;
using test::Random;

Proximities find(BroadPhase& broad_phase, std::span<const Vec3> position, const test::UniformThickness& rule) {
  broad_phase.refit(position, position, rule.distance / 2);
  Proximities result;
  const Surfaces surfaces = rule.surfaces(position.size());
  find_proximities(broad_phase, position, rule.rule(surfaces), result);
  return result;
}

/// The rule of methods.md §2, said once more.
double expected_thickness(const NamedStencil& stencil, const test::UniformThickness& rule) {
  const auto body = [&](std::size_t i) {
    return rule.vertex_body.empty() ? 0 : rule.vertex_body[stencil.vertex[i].index()];
  };
  if (rule.rest_position.empty() || body(0) != body(3)) return rule.distance;
  return std::min(rule.distance, 0.9 * test::distance_of(stencil, rule.rest_position));
}

/// Compares with all pairs; returns how many were found.
std::size_t expect_all_pairs(const Mesh& mesh, const test::UniformThickness& rule,
                             std::span<const std::uint8_t> scripted = {}) {
  BroadPhase broad_phase(make_collision_mesh(mesh, scripted));
  const Proximities found = find(broad_phase, mesh.positions, rule);
  std::size_t i = 0;
  for (const NamedStencil& stencil : test::all_stencils(broad_phase.mesh())) {
    const double distance = test::distance_of(stencil, mesh.positions);
    const double thickness = expected_thickness(stencil, rule);
    if (!(distance < thickness)) continue;
    if (i == found.pairs.size()) {
      ADD_FAILURE() << "only " << i << " pairs found";
      return i;
    }
    const Proximity& pair = found.pairs[i++];
    EXPECT_TRUE((NamedStencil{pair.contact.kind, pair.contact.vertex} == stencil));
    EXPECT_EQ(pair.distance, distance);
    EXPECT_EQ(pair.thickness, thickness);
    EXPECT_EQ(pair.contact.time, 0);
    EXPECT_NEAR(normal_gap(pair.contact, mesh.positions), distance, 1e-14);  // all of size one
    test::expect_valid(pair.contact);
    if (testing::Test::HasFailure()) return i;
  }
  EXPECT_EQ(i, found.pairs.size());
  return i;
}

TEST(ProximityLaws, FindsExactlyAllNearPairsOfRandomSoups) {
  std::array<std::size_t, 3> total = {};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mesh mesh = test::random_soup(seed, random.integer(12, 60), random.integer(5, 50), random.integer(0, 40));
    std::vector<std::int32_t> body(mesh.positions.size(), 0);
    append(mesh, test::random_soup(seed + 1000, 20, random.integer(5, 30), random.integer(0, 30)));
    body.resize(mesh.positions.size(), 1);
    std::vector<std::uint8_t> scripted;
    if (seed % 3 == 0) scripted.assign(body.begin(), body.end());
    // In half of them all on a coarse grid: elements touch, overlap, are parallel or points, and lie at equal
    // distances.
    if (seed % 2 == 0)
      for (Vec3& x : mesh.positions) x = (x * 4).array().round() / 4;
    const double distance = seed % 2 == 0 ? 0.25 * random.integer(0, 2) : random.uniform(0, 0.2);
    std::vector<Vec3> rest = mesh.positions;
    for (Vec3& x : rest) x += random.in_box(0.3);
    total[0] += expect_all_pairs(mesh, {.distance = distance}, scripted);
    total[1] += expect_all_pairs(mesh, {.distance = distance, .rest_position = rest}, scripted);
    total[2] += expect_all_pairs(mesh, {.distance = distance, .rest_position = rest, .vertex_body = body}, scripted);
    if (HasFailure()) return;
  }
  EXPECT_GT(total[1], 10'000U);
  EXPECT_GT(total[2], total[1]);  // the rest positions matter, and so do the bodies
  EXPECT_GT(total[0], total[2]);
}

TEST(ProximityLaws, FindsExactlyAllNearPairsOfFoldedCloth) {
  const Mesh mesh = test::folded_cloth({.triangles = 400, .folds = 4});
  const Mesh flat = test::folded_cloth({.triangles = 400, .folds = 1});
  EXPECT_GT(expect_all_pairs(mesh, {.distance = 0.005, .rest_position = flat.positions}), 1000U);
}

bool same_bits(const Proximities& a, const Proximities& b) {
  return std::equal(
      a.pairs.begin(), a.pairs.end(), b.pairs.begin(), b.pairs.end(), [](const Proximity& p, const Proximity& q) {
        return test::same_bits(p.contact, q.contact) && p.distance == q.distance && p.thickness == q.thickness;
      });
}

TEST(ProximityLaws, SameBitsOnAnyNumberOfThreads) {
  const Mesh mesh = test::folded_cloth({.triangles = 8000});
  const Mesh flat = test::folded_cloth({.triangles = 8000, .folds = 1});
  const test::UniformThickness rule{.distance = 0.005, .rest_position = flat.positions};
  std::vector<Proximities> results(3);
  for (std::size_t i = 0; i < 3; ++i) {
    with_threads(1 << i, [&] {
      BroadPhase broad_phase(make_collision_mesh(mesh));
      results[i] = find(broad_phase, mesh.positions, rule);
    });
  }
  EXPECT_GT(results[0].pairs.size(), 10'000U);
  EXPECT_GT(results[0].memory.broad_phase_pairs.chunks.size(), 10U);
  EXPECT_TRUE(same_bits(results[0], results[1]));
  EXPECT_TRUE(same_bits(results[0], results[2]));
}

std::vector<EdgeEdgePair> edge_pairs(const BroadPhasePairs& candidates) {
  std::vector<EdgeEdgePair> all;
  for (const auto& chunk : candidates.chunks)
    all.insert(all.end(), chunk.edge_edge.pairs().begin(), chunk.edge_edge.pairs().end());
  return all;
}

// A new tree, one that was built for other positions and kept, and one that was replaced on the way.
TEST(ProximityLaws, SameBitsWhateverTheTreeWentThrough) {
  const auto orders = test::confetti_orders(2000);
  const Mesh mesh = test::confetti(1, orders[0]);
  const test::UniformThickness rule{.distance = 0.02};

  std::vector<Proximities> results;
  std::vector<int> rebuild_counts;
  for (const auto& order_before : orders) {
    BroadPhase broad_phase(make_collision_mesh(mesh));
    const std::vector<Vec3> before = test::confetti(1, order_before).positions;
    broad_phase.refit(before, before, 0.01);
    results.push_back(find(broad_phase, mesh.positions, rule));
    rebuild_counts.push_back(broad_phase.rebuild_count());
  }
  ASSERT_EQ(rebuild_counts, (std::vector{1, 1, 2}));
  ASSERT_NE(edge_pairs(results[0].memory.broad_phase_pairs),
            edge_pairs(results[1].memory.broad_phase_pairs));  // or it proves nothing
  EXPECT_GT(results[0].pairs.size(), 5'000U);
  EXPECT_TRUE(same_bits(results[0], results[1]));
  EXPECT_TRUE(same_bits(results[0], results[2]));
}

}  // namespace
}  // namespace muslin::proximity_test
