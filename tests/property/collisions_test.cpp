#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/detect/time_of_impact.hpp>
#include <tests/support/contact_oracle.hpp>
#include <tests/support/random.hpp>
#include <tests/support/sample_meshes.hpp>
#include <utility>

namespace muslin::collisions_test {
namespace {

using test::NamedStencil;
using test::Random;

struct Motion {
  std::vector<Vec3> start, end;
};

Motion random_motion(const Mesh& mesh, Random& random, double distance) {
  Motion motion{mesh.positions, mesh.positions};
  for (Vec3& x : motion.end)
    if (random.chance(0.7)) x += random.in_box(distance);
  return motion;
}

/// Without a separation: by the rule of separation.hpp.
Collisions find(BroadPhase& broad_phase, const Motion& motion, std::optional<double> separation = std::nullopt) {
  broad_phase.refit(motion.start, motion.end, separation.value_or(file_separation(motion.start, motion.end)) / 2);
  Collisions result;
  find_collisions(broad_phase, {.start = motion.start, .end = motion.end, .separation = separation}, result);
  return result;
}

using TimedStencil = std::pair<double, NamedStencil>;

/// All collisions, by definition, in order.
std::vector<TimedStencil> all_collisions(const CollisionMesh& mesh, const Motion& motion,
                                         std::optional<double> separation) {
  std::vector<TimedStencil> all;
  for (const NamedStencil& stencil : test::all_stencils(mesh)) {
    StencilMotion of_pair;
    bool moves = false;
    for (std::size_t i = 0; i < 4; ++i) {
      of_pair.start[i] = motion.start[stencil.vertex[i].index()];
      of_pair.end[i] = motion.end[stencil.vertex[i].index()];
      moves = moves || of_pair.start[i] != of_pair.end[i];
    }
    if (!moves) continue;
    const auto time = separation ? time_of_impact(stencil.kind, of_pair, *separation)
                                 : step_contact_time(stencil.kind, of_pair, file_separation(of_pair));
    if (time) all.emplace_back(*time, stencil);
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Closest points at the time of contact, of positions interpolated the plain way. All is of size one, so that rounding
/// is 1e-15 or so; directions of gaps too small for that are left out.
void expect_contact_at_its_time(const Contact& contact, const Motion& motion, std::optional<double> separation) {
  std::vector<Vec3> x(motion.start.size(), Vec3::Constant(NAN));
  for (const VertexId v : contact.vertex)
    x[v.index()] = (1 - contact.time) * motion.start[v.index()] + contact.time * motion.end[v.index()];
  const NamedStencil stencil{contact.kind, contact.vertex};
  const double distance = test::distance_of(stencil, x);
  const double at_start = test::distance_of(stencil, motion.start);
  const double smallest =
      separation ? std::min(*separation, at_start)
                 : pair_separation(at_start, file_separation(contact, motion.start, motion.end)).along_path;
  EXPECT_GE(distance, smallest - 1e-14);  // not too late
  EXPECT_NEAR(distance > 1e-9 ? normal_gap(contact, x) : distance, distance, 1e-13);
}

std::size_t expect_all_collisions(const Mesh& mesh, const Motion& motion, std::optional<double> separation,
                                  std::span<const std::uint8_t> scripted = {}) {
  BroadPhase broad_phase(make_collision_mesh(mesh, scripted));
  const Collisions found = find(broad_phase, motion, separation);
  std::vector<TimedStencil> named;
  for (const Contact& contact : found.contacts) named.push_back({contact.time, {contact.kind, contact.vertex}});
  const std::vector<TimedStencil> expected = all_collisions(broad_phase.mesh(), motion, separation);
  EXPECT_EQ(named.size(), expected.size());
  EXPECT_TRUE(named == expected);
  EXPECT_GE(found.counts.broad_phase_pairs, found.counts.tested);
  for (const Contact& contact : found.contacts) {
    test::expect_valid(contact);
    expect_contact_at_its_time(contact, motion, separation);
    if (testing::Test::HasFailure()) break;
  }
  return found.contacts.size();
}

TEST(CollisionLaws, FindsExactlyAllCollisionsOfRandomSoups) {
  std::size_t total = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mesh mesh = test::random_soup(seed, random.integer(12, 60), random.integer(5, 40), random.integer(0, 30));
    std::vector<std::uint8_t> scripted(mesh.positions.size(), 0);
    append(mesh, test::random_soup(seed + 1000, 20, random.integer(5, 20), random.integer(0, 20)));
    scripted.resize(mesh.positions.size(), 1);
    if (seed % 3 != 0) scripted.clear();
    Motion motion = random_motion(mesh, random, random.uniform(0, 0.3));
    // A coarse grid in half of them: starts and ends in touch, parallel and flat, and many at the same time.
    if (seed % 2 == 0) {
      for (auto* positions : {&motion.start, &motion.end})
        for (Vec3& x : *positions) x = (x * 8).array().round() / 8;
    }
    std::optional<double> separation;
    if (seed % 5 != 0) separation = seed % 4 < 2 ? 0 : random.uniform(0, 0.02);
    total += expect_all_collisions(mesh, motion, separation, scripted);
    if (HasFailure()) return;
  }
  EXPECT_GT(total, 10'000U);
}

TEST(CollisionLaws, FindsExactlyAllCollisionsOfFoldedCloth) {
  Random random(9);
  const Mesh mesh = test::folded_cloth({.triangles = 400, .folds = 4});
  EXPECT_GT(expect_all_collisions(mesh, random_motion(mesh, random, 0.005), 1e-6), 50U);
  EXPECT_GT(expect_all_collisions(mesh, random_motion(mesh, random, 0.005), std::nullopt), 50U);
}

// Stopping the vertices of all contacts, again and again, ends with no collision: the last rung of the ladder.
TEST(CollisionLaws, StoppingWhatCollidesEnds) {
  Random random(4);
  const Mesh mesh = test::folded_cloth({.triangles = 1000});
  Motion motion = random_motion(mesh, random, 0.008);
  BroadPhase broad_phase(make_collision_mesh(mesh));
  Collisions found = find(broad_phase, motion);
  EXPECT_GT(found.contacts.size(), 100U);
  for (std::size_t rounds = 0; !found.contacts.empty(); ++rounds) {
    ASSERT_LT(rounds, mesh.positions.size());
    for (const Contact& contact : found.contacts)
      for (const VertexId v : contact.vertex) motion.end[v.index()] = motion.start[v.index()];
    found = find(broad_phase, motion);
  }
}

bool same_bits(const Collisions& a, const Collisions& b) {
  return std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(), test::same_bits);
}

TEST(CollisionLaws, SameBitsOnAnyNumberOfThreads) {
  Random random(3);
  const Mesh mesh = test::folded_cloth({.triangles = 8000});
  const Motion motion = random_motion(mesh, random, 0.006);
  std::vector<Collisions> results(3);
  for (std::size_t i = 0; i < 3; ++i) {
    with_threads(1 << i, [&] {
      BroadPhase broad_phase(make_collision_mesh(mesh));
      results[i] = find(broad_phase, motion, 1e-6);
    });
  }
  EXPECT_GT(results[0].contacts.size(), 1000U);
  EXPECT_GT(results[0].memory.broad_phase_pairs.chunks.size(), 10U);
  EXPECT_TRUE(same_bits(results[0], results[1]));
  EXPECT_TRUE(same_bits(results[0], results[2]));
}

// A new tree, one that was built for other positions and kept, and one that was replaced on the way.
TEST(CollisionLaws, SameBitsWhateverTheTreeWentThrough) {
  const auto orders = test::confetti_orders(2000);
  const Mesh mesh = test::confetti(1, orders[0]);
  Random random(3);
  const Motion motion = random_motion(mesh, random, 0.02);

  std::vector<Collisions> results;
  std::vector<int> rebuild_counts;
  for (const auto& order_before : orders) {
    BroadPhase broad_phase(make_collision_mesh(mesh));
    const std::vector<Vec3> before = test::confetti(1, order_before).positions;
    broad_phase.refit(before, before, 0.005);
    results.push_back(find(broad_phase, motion, 1e-6));
    rebuild_counts.push_back(broad_phase.rebuild_count());
  }
  ASSERT_EQ(rebuild_counts, (std::vector{1, 1, 2}));
  EXPECT_GT(results[0].contacts.size(), 300U);
  EXPECT_TRUE(same_bits(results[0], results[1]));
  EXPECT_TRUE(same_bits(results[0], results[2]));
}

}  // namespace
}  // namespace muslin::collisions_test
