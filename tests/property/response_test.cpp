#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/response/proximity/repulsion.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/volume/volume_preserving.hpp>
#include <muslin/response/zones/rigid_zones.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <string>
#include <tests/support/piles.hpp>
#include <tests/support/random.hpp>

namespace muslin::response_test {
namespace {

using Status = ResponseReport::Status;
using test::CollisionCase;
using test::PileOptions;
using test::Random;

struct Totals {
  Vec3 momentum = Vec3::Zero();          // [kg m/s]
  Vec3 angular_momentum = Vec3::Zero();  // about the origin, at the start [kg m²/s]
  double momentum_scale = 0.0;           // Σ |m v|
  double energy = 0.0;                   // kinetic [J]
};

Totals totals(const CollisionCase& pile, std::span<const Vec3> velocity) {
  Totals sum;
  for (std::size_t v = 0; v < velocity.size(); ++v) {
    if (!(pile.inverse_mass[v] > 0.0)) continue;
    const Vec3 momentum = velocity[v] / pile.inverse_mass[v];
    sum.momentum += momentum;
    sum.angular_momentum += pile.mesh.positions[v].cross(momentum);
    sum.momentum_scale += momentum.norm();
    sum.energy += 0.5 * momentum.dot(velocity[v]);
  }
  return sum;
}

/// Small piles of all sorts.
PileOptions some_pile(std::uint64_t seed) {
  Random random(seed);
  PileOptions options{.sheets = random.integer(2, 4), .vertices = random.integer(4, 6), .seed = seed};
  options.max_random_motion = random.uniform(0.2, 3.0);
  options.squeeze = random.uniform(0.0, 0.9);
  options.friction = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);
  return options;
}

/// Returns whether the response has changed a velocity.
bool has_acted(const CollisionStep& step) {
  return !std::equal(step.velocity().begin(), step.velocity().end(), step.velocity_before().begin());
}

std::vector<std::string> response_names() {
  std::vector<std::string> names;
  for (const ResponseInfo& info : known_responses()) names.emplace_back(info.name);
  return names;
}

// What must hold for every response, today's and tomorrow's.
class EveryResponse : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] std::unique_ptr<Response> make() const { return find_response(GetParam())->make({}); }
  /// What it does without impulses before it.
  [[nodiscard]] std::unique_ptr<Response> make_alone() const {
    CollisionOptions options;
    options.rigid_zones = {.impulse_passes = 0, .most_vertices = 1'000'000};
    options.inelastic_projection.impulse_passes = 0;
    options.complementarity.impulse_passes = 0;
    return find_response(GetParam())->make(options);
  }
};

TEST_P(EveryResponse, HasTheNameThatScenesUse) { EXPECT_EQ(make()->name(), GetParam()); }

TEST_P(EveryResponse, KeepsMomentumOfFreeClothAndAddsNoEnergy) {
  const auto usual = make(), alone = make_alone();
  int resolved = 0, resolved_alone = 0;
  // Which takes energy where sheets are nearer than that, as these are.
  const bool regains_thickness = GetParam() == "qp_collide";
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE(seed);
    const bool is_alone = seed > 40;
    const auto& response = is_alone ? alone : usual;
    CollisionCase pile = random_pile(some_pile(seed));
    CollisionStep& step = pile.begin();
    step.begin_response();
    const Totals before = totals(pile, step.velocity());
    const ResponseReport report = response->resolve(step);
    const Totals after = totals(pile, step.velocity());
    EXPECT_NE(report.status, Status::pinched);  // nothing is prescribed
    EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * before.momentum_scale);
    if (!regains_thickness) {
      EXPECT_LE(after.energy, before.energy * (1 + 1e-12));
    }
    if (report.status == Status::resolved) {
      ++(is_alone ? resolved_alone : resolved);
      EXPECT_TRUE(step.certify().empty());
    }
  }
  EXPECT_GE(resolved, 35);
  EXPECT_GE(resolved_alone, 30);
}

// Resolving all collisions of a zone at once by the means of its clusters does not keep new ones away [Huh01 §3.4]: of
// 40 piles, 16 are resolved without repair, and two of them in one pass.
TEST(ClusterLaws, SeldomResolveAPileWithoutRepair) {
  CollisionOptions options;
  options.collision_clusters.cluster_passes = options.collision_clusters.passes;
  const auto response = find_response("collision_clusters")->make(options);
  int unrepaired = 0, at_once = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CollisionCase pile = random_pile(some_pile(seed));
    CollisionStep& step = pile.begin();
    step.begin_response();
    const ResponseReport report = response->resolve(step);
    EXPECT_EQ(report.status, Status::resolved);
    unrepaired += report.counters.get<ClusterCounts>().repaired == 0 ? 1 : 0;
    at_once += report.iterations == 1 ? 1 : 0;
  }
  EXPECT_LE(unrepaired, 24);
  EXPECT_GE(unrepaired, 8);
  EXPECT_LE(at_once, 8);
}

TEST_P(EveryResponse, LeavesPrescribedVerticesAlone) {
  const auto response = make();
  int acted = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    PileOptions options = some_pile(seed);
    options.pinned = 0.1;
    options.floor = seed % 2 == 0;
    CollisionCase pile = random_pile(options);
    CollisionStep& step = pile.begin();
    step.begin_response();
    const ResponseReport report = response->resolve(step);
    for (std::size_t v = 0; v < pile.end.size(); ++v) {
      if (pile.inverse_mass[v] > 0.0) continue;
      EXPECT_EQ(step.velocity()[v], step.velocity_before()[v]);
    }
    EXPECT_EQ(step.certify().empty(), report.status == Status::resolved);
    acted += has_acted(step) ? 1 : 0;
  }
  EXPECT_GE(acted, 18);  // or it would leave them alone by doing nothing
}

// And whatever the object was used for before.
TEST_P(EveryResponse, HasTheSameBitsOnAnyNumberOfThreads) {
  const auto used = make(), used_alone = make_alone();
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const bool is_alone = seed % 2 == 0;
    SCOPED_TRACE(seed);
    PileOptions options = some_pile(seed);
    options.max_random_motion = 0.8;  // several zones
    options.squeeze = 0.5;
    options.sheets = 4;
    std::vector<Vec3> expected;
    for (const int threads : {1, 2, 4}) {
      CollisionCase pile = random_pile(options);
      with_threads(threads, [&] {
        CollisionStep& step = pile.begin();
        step.begin_response();
        EXPECT_FALSE(step.contacts().empty());
        const auto fresh = is_alone ? make_alone() : make();
        const auto& old = is_alone ? used_alone : used;
        static_cast<void>((threads == 2 ? old : fresh)->resolve(step));
        if (threads == 1) expected.assign(step.velocity().begin(), step.velocity().end());
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), step.velocity().begin()));
        EXPECT_TRUE(has_acted(step));
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryResponse, testing::ValuesIn(response_names()),
                         [](const auto& response) { return response.param; });

// Up to the turn: the velocities are chords, and the axis of a turning body turns itself.
TEST(RigidZoneLaws, KeepAngularMomentum) {
  const auto response = make_rigid_zones({.impulse_passes = 0, .most_vertices = 1'000'000});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    PileOptions options = some_pile(seed);
    options.max_random_motion = 0.5;
    CollisionCase pile = random_pile(options);
    const double width = 0.01 * (options.vertices - 1);
    CollisionStep& step = pile.begin();
    step.begin_response();
    const Totals before = totals(pile, step.velocity());
    EXPECT_EQ(response->resolve(step).status, Status::resolved);
    const Totals after = totals(pile, step.velocity());
    EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * before.momentum_scale);
    EXPECT_LE((after.angular_momentum - before.angular_momentum).norm(), 1e-3 * width * before.momentum_scale);
    EXPECT_LE(after.energy, before.energy * (1 + 1e-12));
  }
}

// The scheme of the paper, with its N, M and γ, and with whole Newton steps and so many detections that velocities
// would explode if each detection might begin from those of the one before.
TEST(VolumeLaws, OfThePaperKeepMomentumAndBounds) {
  for (const VolumeNewtonOptions& options :
       {VolumeNewtonOptions{}, VolumeNewtonOptions{.passes = 12, .damping = 1.0}}) {
    const auto response = make_volume_preserving({.scheme = VolumeScheme::paper, .paper = options});
    int piles = 0, resolved = 0, gained = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      SCOPED_TRACE(testing::Message() << "N = " << options.passes << ", seed " << seed);
      CollisionCase pile = random_pile(some_pile(seed));
      CollisionStep& step = pile.begin();
      step.begin_response();
      if (step.contacts().empty()) continue;
      ++piles;
      const Totals before = totals(pile, step.velocity());
      const ResponseReport report = response->resolve(step);
      const Totals after = totals(pile, step.velocity());
      EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * before.momentum_scale);
      EXPECT_GT(report.counters.get<ZoneCounts>().contacts, 0);
      double fastest_before = 0.0, fastest = 0.0;
      for (std::size_t v = 0; v < pile.end.size(); ++v) {
        fastest_before = std::max(fastest_before, step.velocity_before()[v].norm());
        fastest = std::max(fastest, step.velocity()[v].norm());
      }
      EXPECT_LE(fastest, tolerance::kMaxDisplacementGrowth * fastest_before * (1 + 1e-12));
      gained += after.energy > before.energy ? 1 : 0;
      if (report.status != Status::resolved) continue;
      ++resolved;
      EXPECT_TRUE(step.certify().empty());
    }
    // Volumes that may neither grow nor shrink hold vertices that would leave: few piles are resolved, and some gain
    // energy.
    EXPECT_GE(piles, 30);
    EXPECT_GE(resolved, 4);
    EXPECT_LE(gained, 20);
  }
}

TEST(RepulsionLaws, KeepMomentum) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    PileOptions options = some_pile(seed);
    options.spacing = 0.8e-3;  // of 1 mm
    CollisionCase pile = random_pile(options);
    CollisionStep& step = pile.begin();
    EXPECT_FALSE(step.proximities().empty());
    const Totals before = totals(pile, step.velocity());
    repel(step, {});
    const Totals after = totals(pile, step.velocity());
    EXPECT_LE((after.momentum - before.momentum).norm(), 1e-12 * before.momentum_scale);
  }
}

// One pair at a time: the impulse of each vertex, seen from the contact, is inside the cone of friction.
TEST(RepulsionLaws, KeepCoulombsBound) {
  int slips = 0, sticks = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const double friction = random.uniform(0.0, 1.0);
    CollisionCase pair;
    Mesh triangle;
    triangle.positions = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};
    triangle.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
    Mesh tip = triangle;
    tip.positions = {{0.1 * random.unit(), 1e-3 * random.unit() + 1e-6, 0.1 * random.unit()}, {0, 1, 0}, {0.1, 1, 0}};
    pair.add(triangle, random.uniform(0.5, 2.0), {.thickness = 1e-3, .friction = friction});
    pair.add(tip, random.uniform(0.5, 2.0), {.thickness = 1e-3, .friction = friction});
    std::vector<Vec3> velocity(6);
    for (Vec3& v : velocity) v = random.in_box(1.0);
    pair.move(velocity);
    CollisionStep& step = pair.begin();
    ASSERT_EQ(step.proximities().size(), 1U);
    const Contact contact = step.proximities()[0].contact;
    const Vec3 before = relative_velocity(contact, step.velocity());
    repel(step, {});
    const Vec3 after = relative_velocity(contact, step.velocity());
    const Vec3 impulse = (after - before) / inverse_mass(contact, step.inverse_mass());
    const double push = contact.normal.dot(impulse);
    const Vec3 rub = impulse - push * contact.normal;
    EXPECT_GE(push, -1e-15);
    EXPECT_LE(rub.norm(), friction * push + 1e-12);
    const Vec3 sliding = after - contact.normal.dot(after) * contact.normal;
    EXPECT_LE(rub.dot(sliding), 1e-12);  // against the sliding
    if (push > 1e-6) ++(sliding.norm() > 1e-9 ? slips : sticks);
  }
  EXPECT_GT(slips, 50);
  EXPECT_GT(sticks, 10);
}

// With what the candidate has carried before: the sums of both are inside the cone, for edges as for vertices, and
// whatever is prescribed.
TEST(RepulsionLaws, KeepCoulombsBoundWithWhatWasCarried) {
  int rubbed = 0, stopped_creeping = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const bool edges = random.chance(0.5);
    const double friction = random.uniform(0.0, 1.0), height = random.uniform(0.05e-3, 0.99e-3);
    Mesh below, above;
    below.triangles = above.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
    below.positions = {{-1, 0, 0}, {1, 0, 0}, {0, edges ? -1.0 : 0.0, -1}};
    const Vec3 at(random.uniform(-0.2, 0.2), height, edges ? 0.0 : random.uniform(-0.6, -0.2));
    above.positions = {at, at + Vec3(0, 1, 0), at + Vec3(0.1, 1, 0)};
    if (edges)
      above.positions = {at - random.uniform(0.5, 1.0) * Vec3::UnitZ(), at + Vec3::UnitZ(), at + Vec3::UnitY()};
    CollisionCase pair;
    for (const Mesh* mesh : {&below, &above})
      pair.add(*mesh, random.uniform(0.5, 2.0), {.thickness = 1e-3, .friction = friction});
    for (double& w : pair.inverse_mass)
      if (random.chance(0.2)) w = 0.0;
    std::vector<Vec3> velocity(6);
    const double speed = random.chance(0.5) ? 1.0 : 1e-3;  // rams, or creeps
    for (Vec3& v : velocity) v = random.in_box(speed);
    pair.move(velocity);
    CollisionStep& step = pair.begin();
    ASSERT_EQ(step.proximities().size(), 1U);
    const Contact contact = step.proximities()[0].contact;
    const double a = inverse_mass(contact, step.inverse_mass());
    if (!(a > 0.0)) continue;
    SpringImpulse carried{.on_spring = random.chance(0.7), .normal_impulse = speed * random.unit()};
    carried.friction_impulse = random.uniform(0.0, friction * carried.normal_impulse);
    const Vec3 before = relative_velocity(contact, step.velocity());
    repel(step, {}, {.spring_impulses = std::span(&carried, 1)});
    const Vec3 after = relative_velocity(contact, step.velocity());
    const Vec3 impulse = (after - before) / a;
    const double push = contact.normal.dot(impulse), rub = tangential(impulse, contact.normal).norm();
    EXPECT_GE(push, -1e-15);
    EXPECT_LE(rub + carried.friction_impulse, friction * (push + carried.normal_impulse) + 1e-12);
    const Vec3 sliding = tangential(after, contact.normal);
    EXPECT_LE(sliding.norm(), tangential(before, contact.normal).norm() + 1e-12);  // energy is only lost
    if (rub > friction * push + 1e-9) {
      ++stopped_creeping;
      EXPECT_LE(sliding.norm(), 1e-12);  // to the end, or not at all
    } else if (rub > 1e-9) {
      ++rubbed;
    }
  }
  EXPECT_GT(rubbed, 100);
  EXPECT_GT(stopped_creeping, 10);
}

}  // namespace
}  // namespace muslin::response_test
