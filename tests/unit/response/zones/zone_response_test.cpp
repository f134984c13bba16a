#include <gtest/gtest.h>

#include <muslin/response/response.hpp>
#include <muslin/response/zones/complementarity.hpp>
#include <muslin/response/zones/inelastic_projection.hpp>
#include <muslin/response/zones/rigid_zones.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <tests/support/piles.hpp>

// What the zone methods count of their own work.
namespace muslin::zone_response_test {
namespace {

using test::CollisionCase;
using test::triangle;

/// A vertex of mass 1/3 kg falls at 1 m/s onto a floor at rest and, if there is a second one, onto a floor below it
/// that rises at 0.2 m/s.
CollisionCase falling_vertex(bool has_second_floor) {
  CollisionCase pair;
  std::vector<Vec3> motion(6, Vec3::Zero());
  motion[3] = {0, -1, 0};
  pair.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 0.0);
  pair.add(triangle({0.25, 5e-3, 0.25}, {0.3, 1, 0.25}, {0.25, 1, 0.3}), 3.0);
  if (has_second_floor) {
    pair.add(triangle({0, -2e-3, 0}, {1, -2e-3, 0}, {0, -2e-3, 1}), 0.0);
    motion.insert(motion.end(), 3, Vec3(0, 0.2, 0));
  }
  pair.move(motion);
  return pair;
}

ZoneCounts count(Response& response, CollisionCase& pair) {
  CollisionStep& step = pair.begin();
  step.begin_response();
  const ResponseReport report = response.resolve(step);
  EXPECT_EQ(report.status, ResponseReport::Status::resolved);
  return report.counters.get<ZoneCounts>();
}

TEST(ZoneCounts, AreThoseOfTheMethodWithoutTheImpulsesBeforeIt) {
  CollisionCase pair = falling_vertex(false);
  const auto alone = make_inelastic_projection({.impulse_passes = 0}, {});
  const ZoneCounts counts = count(*alone, pair);
  EXPECT_EQ(counts.zones, 1);
  EXPECT_EQ(counts.contacts, 1);
  EXPECT_EQ(counts.fallbacks, 0);
  const auto after_impulses = make_inelastic_projection({.impulse_passes = 4}, {});
  EXPECT_EQ(count(*after_impulses, pair).zones, 0);
}

// The vertex cannot move with both floors, as projection asks; complementarity lets it leave the slower one.
TEST(ZoneCounts, AnInconsistentZoneFallsBackToComplementarity) {
  CollisionCase pair = falling_vertex(true);
  const auto projection = make_inelastic_projection({.impulse_passes = 0}, {});
  EXPECT_GT(count(*projection, pair).fallbacks, 0);
  const auto complementarity = make_complementarity({.impulse_passes = 0}, {});
  const ZoneCounts counts = count(*complementarity, pair);
  EXPECT_GT(counts.zones, 0);
  EXPECT_EQ(counts.fallbacks, 0);  // it is the method itself
}

/// A sheet falls on a floor, and a vertex follows it, too slowly to reach the floor itself.
CollisionCase vertex_on_sheet_on_floor() {
  CollisionCase pile;
  pile.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 0.0);
  pile.add(triangle({0.1, 2e-3, 0.1}, {0.6, 2e-3, 0.1}, {0.1, 2e-3, 0.6}), 3.0);
  pile.add(triangle({0.25, 4e-3, 0.25}, {0.3, 1, 0.25}, {0.25, 1, 0.3}), 0.3);
  std::vector<Vec3> motion(9, Vec3::Zero());
  for (std::size_t v = 3; v < 9; ++v) motion[v] = {0, v < 6 ? -0.5 : -0.3, 0};
  pile.move(motion);
  return pile;
}

// In two passes the sheet stops above the floor first. The vertex then hits it as if there were no floor, and takes it
// along: the passes must be prioritised, and the lower one lets things pass [Harmon08 §3].
TEST(ZoneOrder, PassesThatAreSeparateLeaveCollisionsWithObstacles) {
  CollisionCase together = vertex_on_sheet_on_floor(), separate = vertex_on_sheet_on_floor();
  const auto resolve = [](Response& response, CollisionCase& pile) {
    CollisionStep& step = pile.begin();
    step.begin_response();
    const ResponseReport report = response.resolve(step);
    EXPECT_EQ(step.certify().empty(), report.status == ResponseReport::Status::resolved);
    return report.status;
  };
  const auto all = make_inelastic_projection({.impulse_passes = 0}, {});
  EXPECT_EQ(resolve(*all, together), ResponseReport::Status::resolved);
  const auto obstacles_first =
      make_inelastic_projection({.impulse_passes = 0, .order = ZoneOrder::obstacles_first}, {});
  EXPECT_EQ(resolve(*obstacles_first, separate), ResponseReport::Status::budget_spent);
}

/// A vertex flies at 1 m/s towards a slope of 45°, which turns it upwards. Behind the slope, in its former path, a leaf
/// drifts sideways.
CollisionCase vertex_turned_away_from_leaf() {
  CollisionCase flight;
  flight.add(triangle({0, 0, 0}, {-1, 0, -0.05}, {-1, 0, 0.05}), 3.0);
  flight.add(triangle({1.002, 1, -1}, {1.002, 1, 1}, {-0.998, -1, 0}), 0.0);
  flight.add(triangle({6e-3, -4e-3, -2e-3}, {6e-3, -4e-3, 2e-3}, {6e-3, 2e-3, 0}), 1.0);
  std::vector<Vec3> motion(9, Vec3::Zero());
  motion[0] = {1, 0, 0};
  for (std::size_t v = 6; v < 9; ++v) motion[v] = {0, 0, 0.02};
  flight.move(motion);
  return flight;
}

std::unique_ptr<Response> zone_method(std::string_view name, ZoneOrder order) {
  if (name == "rigid_zones") return make_rigid_zones({.impulse_passes = 0, .order = order});
  if (name == "inelastic_projection") return make_inelastic_projection({.impulse_passes = 0, .order = order}, {});
  return make_complementarity({.impulse_passes = 0, .order = order}, {});
}

class CausalZones : public testing::TestWithParam<const char*> {};

// All at once, the leaf is hit by what never reaches it: rigid zones stop it, the others push it away and slow the
// vertex down. In causal order the slope comes first, and the second collision does not come about [Harmon08 §5].
TEST_P(CausalZones, DoNotResolveWhatEarlierContactsPrevent) {
  const Vec3 drift(0, 0, 0.02);
  CollisionCase together = vertex_turned_away_from_leaf(), causal = vertex_turned_away_from_leaf();
  EXPECT_EQ(together.begin().detect_again().size(), 2U);
  const ZoneCounts all = count(*zone_method(GetParam(), ZoneOrder::together), together);
  EXPECT_EQ(all.deferred, 0);
  EXPECT_EQ(all.prevented, 0);
  CollisionStep& step = causal.begin();
  step.begin_response();
  const ResponseReport report = zone_method(GetParam(), ZoneOrder::causal)->resolve(step);
  EXPECT_EQ(report.status, ResponseReport::Status::resolved);
  EXPECT_TRUE(step.certify().empty());
  const auto counts = report.counters.get<ZoneCounts>();
  EXPECT_EQ(counts.contacts, 1);
  EXPECT_EQ(counts.deferred, 1);
  EXPECT_EQ(counts.prevented, 1);
  for (std::size_t v = 6; v < 9; ++v) EXPECT_EQ(step.velocity()[v], step.velocity_before()[v]);
  EXPECT_NE(step.velocity()[0], step.velocity_before()[0]);
}

TEST_P(CausalZones, TogetherTheLeafIsHit) {
  CollisionCase flight = vertex_turned_away_from_leaf();
  CollisionStep& step = flight.begin();
  step.begin_response();
  EXPECT_EQ(zone_method(GetParam(), ZoneOrder::together)->resolve(step).status, ResponseReport::Status::resolved);
  EXPECT_GT((step.velocity()[8] - step.velocity_before()[8]).norm(), 0.01);
}

INSTANTIATE_TEST_SUITE_P(All, CausalZones, testing::Values("rigid_zones", "inelastic_projection", "complementarity"),
                         [](const auto& method) { return std::string(method.param); });

}  // namespace
}  // namespace muslin::zone_response_test
