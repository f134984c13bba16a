#include <gtest/gtest.h>

#include <muslin/response/zones/zone_friction.hpp>
#include <muslin/response/zones/zone_normal_impulses.hpp>
#include <muslin/response/zones/zone_projection.hpp>
#include <tests/support/random.hpp>
#include <tests/support/zone_cases.hpp>

namespace muslin::zone_projection_test {
namespace {

using test::ZoneCase;

bool find_normal_impulses(const ZoneProblem& problem, std::span<Vec3> impulse) {
  std::vector<Vec3> friction_impulse(problem.size(), Vec3::Zero());
  const bool found = find_zone_normal_impulses(problem, 1e-12, impulse, friction_impulse) == ZoneOutcome::solved;
  for (std::size_t i = 0; i < friction_impulse.size(); ++i) impulse[i] += friction_impulse[i];
  return found;
}

std::vector<Vec3> project(const ZoneProblem& problem) {
  ZoneProjection projection(problem);
  std::vector<double> b(problem.size()), r(problem.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = problem.target_velocity[i] - problem.normal[i].dot(problem.relative[i]);
  EXPECT_LE(projection.solve_normal(b, r), 1e-9);
  std::vector<Vec3> impulse(problem.size());
  for (std::size_t i = 0; i < r.size(); ++i) impulse[i] = r[i] * problem.normal[i];
  return impulse;
}

/// Vertex b over vertex a, as a vertex on a triangle whose corner it is over.
void add_pair(ZoneCase& zone, VertexId a, VertexId b, const Vec3& normal, double mu = 0.0) {
  zone.add_contact({a, a, a, b}, {-1.0, 0.0, 0.0, 1.0}, normal, mu);
}

// Three balls on a line, 1 kg each, the first comes with 3 m/s: contacts 1-2 and 2-3 at once. Inelastic: all go on with
// 1 m/s, λ = (2, 1) kg m/s.
TEST(ZoneProjection, TwoContactsInARow) {
  ZoneCase zone;
  const VertexId a = zone.add_vertex(1.0, {3, 5, 0}), b = zone.add_vertex(1.0, {0, 0, 0}),
                 c = zone.add_vertex(1.0, {0, 0, 7});
  add_pair(zone, a, b, Vec3::UnitX());
  add_pair(zone, b, c, Vec3::UnitX());
  const ZoneProblem problem = zone.problem();
  const std::vector<Vec3> impulse = project(problem);
  EXPECT_NEAR(impulse[0].x() * problem.rows.scale(0), 2.0, 1e-12);  // λ = p/√a
  EXPECT_NEAR(impulse[1].x() * problem.rows.scale(1), 1.0, 1e-12);
  const std::vector<Vec3> v = zone.after(problem, impulse);
  EXPECT_LE((v[0] - Vec3(1, 5, 0)).norm(), 1e-12);  // sliding is left alone
  EXPECT_LE((v[1] - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_LE((v[2] - Vec3(1, 0, 7)).norm(), 1e-12);
}

// A single contact: λ = -u/a, as of an impulse [Harmon08 §3]. A vertex of 1 kg over the middle of an edge of 2 kg at
// both ends: a = 1 + 2/4 · 1/2 = 1.25 1/kg, u = -5 m/s.
TEST(ZoneProjection, OfOneContactIsItsImpulse) {
  ZoneCase zone;
  const VertexId left = zone.add_vertex(0.5, Vec3::Zero()), right = zone.add_vertex(0.5, Vec3::Zero()),
                 ball = zone.add_vertex(1.0, {7, -5, 0});
  zone.add_contact({left, right, right, ball}, {-0.5, -0.5, 0.0, 1.0}, Vec3::UnitY(), 0.0);
  const ZoneProblem problem = zone.problem();
  const std::vector<Vec3> v = zone.after(problem, project(problem));
  EXPECT_LE((v[0] - Vec3(0, -1, 0)).norm(), 1e-12);  // λ = 4 kg m/s
  EXPECT_LE((v[1] - Vec3(0, -1, 0)).norm(), 1e-12);
  EXPECT_LE((v[2] - Vec3(7, -1, 0)).norm(), 1e-12);
}

// Obstacles that move differently have no common rigid motion, but a ball in the corner between them has a solution
// [Harmon08 §3].
TEST(ZoneProjection, BetweenObstaclesThatMoveDifferently) {
  ZoneCase zone;
  const VertexId wall = zone.add_vertex(0.0, {1, 8, 0}), floor = zone.add_vertex(0.0, {9, 2, 0}),
                 ball = zone.add_vertex(1.0, {-3, -3, 4});
  add_pair(zone, wall, ball, Vec3::UnitX());
  add_pair(zone, floor, ball, Vec3::UnitY());
  const ZoneProblem problem = zone.problem();
  EXPECT_LE((zone.after(problem, project(problem))[2] - Vec3(1, 2, 4)).norm(), 1e-12);
}

// The same contact three times: a third of the impulse each.
TEST(ZoneProjection, RedundantContactsShare) {
  ZoneCase zone;
  const VertexId floor = zone.add_vertex(0.0, Vec3::Zero()), ball = zone.add_vertex(0.5, {1, -6, 0});
  for (int i = 0; i < 3; ++i) add_pair(zone, floor, ball, Vec3::UnitY());
  const ZoneProblem problem = zone.problem();
  const std::vector<Vec3> impulse = project(problem);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(impulse[i].y() * problem.rows.scale(i), 4.0, 1e-12);  // 12 kg m/s
  EXPECT_LE((zone.after(problem, impulse)[1] - Vec3(1, 0, 0)).norm(), 1e-12);
}

// A ball that leaves the floor is held by projection, and let go by complementarity.
TEST(ZoneProjection, PullsWhereComplementarityDoesNot) {
  ZoneCase zone;
  const VertexId floor = zone.add_vertex(0.0, Vec3::Zero()), ball = zone.add_vertex(1.0, {0, 2, 0});
  add_pair(zone, floor, ball, Vec3::UnitY());
  const ZoneProblem problem = zone.problem();
  EXPECT_LE(zone.after(problem, project(problem))[1].norm(), 1e-12);
  std::vector<Vec3> impulse(1, Vec3::Zero());
  EXPECT_TRUE(find_normal_impulses(problem, impulse));
  EXPECT_EQ(zone.after(problem, impulse)[1], Vec3(0, 2, 0));
}

// A guess may be of another pass, in which the contact had another normal: what it has beside this one is gone.
TEST(ZonePushes, BeginAtAGuessOfAnotherNormal) {
  ZoneCase zone;
  const VertexId floor = zone.add_vertex(0.0, Vec3::Zero()), ball = zone.add_vertex(1.0, {3, -2, 0});
  add_pair(zone, floor, ball, Vec3::UnitY(), 0.5);
  const ZoneProblem problem = zone.problem();
  std::vector<Vec3> normal_impulse = {Vec3(0.7, 1.9, 0.2)}, friction_impulse = {Vec3(0.1, 0.4, 0.3)};
  ASSERT_EQ(find_zone_normal_impulses(problem, 1e-12, normal_impulse, friction_impulse), ZoneOutcome::solved);
  EXPECT_LE((normal_impulse[0] - Vec3(0, 2, 0)).norm(), 1e-11);
  EXPECT_LE((friction_impulse[0] - Vec3(-1, 0, 0)).norm(), 1e-11);
}

// In a corner of two walls at rest; the ball moves along both, and into one of them.
TEST(ZonePushes, InACorner) {
  ZoneCase zone;
  const VertexId wall = zone.add_vertex(0.0, Vec3::Zero()), ball = zone.add_vertex(2.0, {-1, 3, 4});
  add_pair(zone, wall, ball, Vec3::UnitX());
  add_pair(zone, wall, ball, Vec3::UnitY());
  const ZoneProblem problem = zone.problem();
  std::vector<Vec3> impulse(2, Vec3::Zero());
  ASSERT_TRUE(find_normal_impulses(problem, impulse));
  EXPECT_LE((zone.after(problem, impulse)[1] - Vec3(0, 3, 4)).norm(), 1e-12);
}

// A ball slides over the floor and pushes another, which falls past it: what that one rubs presses the first to the
// floor, where it is slowed down, and pushes less, and so on. The next call goes on where this one ended.
TEST(ZonePushes, SayThatTheirRoundsWereSpent) {
  ZoneCase zone;
  const VertexId floor = zone.add_vertex(0.0, Vec3::Zero()), slides = zone.add_vertex(1.0, {3, -1, 0}),
                 falls = zone.add_vertex(1.0, {0, -8, 0});
  add_pair(zone, floor, slides, Vec3::UnitY(), 0.9);
  add_pair(zone, slides, falls, Vec3::UnitX(), 0.9);
  const ZoneProblem problem = zone.problem();
  std::vector<Vec3> normal_impulse(2, Vec3::Zero()), friction_impulse = normal_impulse;
  EXPECT_EQ(find_zone_normal_impulses(problem, 1e-9, normal_impulse, friction_impulse), ZoneOutcome::inexact);
  ZoneOutcome outcome = ZoneOutcome::inexact;
  for (int call = 0; call < 50 && outcome == ZoneOutcome::inexact; ++call)
    outcome = find_zone_normal_impulses(problem, 1e-9, normal_impulse, friction_impulse);
  EXPECT_EQ(outcome, ZoneOutcome::solved);
}

TEST(ZonePushes, BetweenPlatesThatCloseThereAreNone) {
  ZoneCase zone;
  const VertexId low = zone.add_vertex(0.0, Vec3::Zero()), high = zone.add_vertex(0.0, {0, -1, 0}),
                 ball = zone.add_vertex(1.0, {0, 0, 0});
  add_pair(zone, low, ball, Vec3::UnitY());
  add_pair(zone, high, ball, -Vec3::UnitY());
  std::vector<Vec3> impulse(2, Vec3::Zero());
  EXPECT_FALSE(find_normal_impulses(zone.problem(), impulse));
}

// Between plates that move apart projection is inconsistent, but there is no pinch.
TEST(ZonePushes, BetweenPlatesThatOpenNothingHappens) {
  ZoneCase zone;
  const VertexId low = zone.add_vertex(0.0, {0, -1, 0}), high = zone.add_vertex(0.0, {0, 1, 0}),
                 ball = zone.add_vertex(1.0, {0, 0.5, 0});
  add_pair(zone, low, ball, Vec3::UnitY());
  add_pair(zone, high, ball, -Vec3::UnitY());
  const ZoneProblem problem = zone.problem();
  ZoneProjection projection(problem);
  std::vector<double> b(2), r(2);
  for (std::size_t i = 0; i < 2; ++i) b[i] = -problem.normal[i].dot(problem.relative[i]);
  EXPECT_GT(projection.solve_normal(b, r), 0.5);
  std::vector<Vec3> impulse(2, Vec3::Zero());
  EXPECT_TRUE(find_normal_impulses(problem, impulse));
  EXPECT_EQ(zone.after(problem, impulse)[2], Vec3(0, 0.5, 0));
}

// One contact: both laws are Coulomb's. Falls with 2 m/s and slides with `speed`, μ = 0.5: loses 1 m/s of it at most.
TEST(ZoneFriction, OfOneContactIsCoulombs) {
  for (const double speed : {0.4, 3.0}) {
    for (const bool per_zone : {false, true}) {
      ZoneCase zone;
      const VertexId floor = zone.add_vertex(0.0, Vec3::Zero()), ball = zone.add_vertex(0.25, {0, -2, speed});
      add_pair(zone, floor, ball, Vec3::UnitY(), 0.5);
      const ZoneProblem problem = zone.problem();
      std::vector<Vec3> impulse(1, Vec3::Zero());
      if (per_zone) {
        impulse = project(problem);
        ZoneProjection projection(problem);
        std::vector<Vec3> friction_impulse(1);
        find_zone_friction(problem, projection, impulse, friction_impulse);
        impulse[0] += friction_impulse[0];
      } else {
        ASSERT_TRUE(find_normal_impulses(problem, impulse));
      }
      const double left = speed < 1.0 ? 0.0 : speed - 1.0;
      EXPECT_LE((zone.after(problem, impulse)[1] - Vec3(0, 0, left)).norm(), 1e-12);
    }
  }
}

// A mat lies on a floor with many more contacts than it has vertices, and their normals differ by rounding. It falls
// with 2 m/s and slides with 3 m/s. The errors of an iterative solver were taken for normal velocities here, and
// impulses of thousands of times the sliding ones were to correct them: a mat of 25 vertices held with μ = 0.05 on 20°.
TEST(ZoneFriction, OfARedundantZoneIsCoulombs) {
  test::Random random(5);
  ZoneCase zone;
  const VertexId floor = zone.add_vertex(0.0, Vec3::Zero());
  std::vector<VertexId> mat;
  for (int v = 0; v < 25; ++v) mat.push_back(zone.add_vertex(1.0, {3, -2, 0}));
  for (int c = 0; c < 800; ++c) {
    const std::size_t first = static_cast<std::size_t>(c) % 17;
    const double a = random.uniform(0.1, 0.5), b = random.uniform(0.1, 0.4);
    zone.add_contact({mat[first], mat[first + 3], mat[first + 7], floor}, {-a, -b, a + b - 1.0, 1.0},
                     (-Vec3::UnitY() + random.in_box(1e-6)).normalized(), 0.5);
  }
  const ZoneProblem problem = zone.problem();
  ASSERT_GT(problem.size(), ZoneProjection::kSmallZone);
  ZoneProjection projection(problem, 1e-6);
  std::vector<double> b(problem.size()), r(problem.size());
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = -problem.normal[i].dot(problem.relative[i]);
  projection.solve_normal(b, r);
  std::vector<Vec3> impulse(problem.size()), friction_impulse(problem.size());
  for (std::size_t i = 0; i < r.size(); ++i) impulse[i] = r[i] * problem.normal[i];
  find_zone_friction(problem, projection, impulse, friction_impulse);
  for (std::size_t i = 0; i < impulse.size(); ++i) impulse[i] += friction_impulse[i];
  const std::vector<Vec3> after = zone.after(problem, impulse);
  for (std::size_t v = 1; v <= 24; ++v) EXPECT_LE((after[v] - Vec3(2, 0, 0)).norm(), 1e-2) << v;
}

// A ball with two contacts on a floor at rest, of which only one is rough: what both carry counts.
TEST(ZoneFriction, OfContactsHasEachItsOwnCoefficient) {
  ZoneCase zone;
  const VertexId floor = zone.add_vertex(0.0, Vec3::Zero());
  const VertexId rough = zone.add_vertex(1.0, {5, -2, 0}), smooth = zone.add_vertex(1.0, {5, -2, 0});
  add_pair(zone, floor, rough, Vec3::UnitY(), 0.5);
  add_pair(zone, floor, smooth, Vec3::UnitY(), 0.0);
  zone.add_contact({rough, rough, smooth, smooth}, {-1.0, 0.0, 1.0, 0.0}, Vec3::UnitZ());  // joins the two
  const ZoneProblem problem = zone.problem();
  std::vector<Vec3> impulse(3, Vec3::Zero());
  ASSERT_TRUE(find_normal_impulses(problem, impulse));
  const std::vector<Vec3> v = zone.after(problem, impulse);
  EXPECT_LE((v[1] - Vec3(4, 0, 0)).norm(), 1e-11);
  EXPECT_LE((v[2] - Vec3(5, 0, 0)).norm(), 1e-11);
}

}  // namespace
}  // namespace muslin::zone_projection_test
