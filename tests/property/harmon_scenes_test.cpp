// What the paper says of its scenes [Harmon08 §5], at a size for every day. Whole ones: docs/harmon2008.md.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <numbers>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/program.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::harmon_scenes_test {
namespace {

struct Outcome {
  Vec3 displacement = Vec3::Zero();  ///< mean of all simulated vertices [m]
  std::array<Vec3, 2> diagonal;      ///< of the first body, before and after [m]
  RunStatistics statistics;
};

/// Simulates a shipped scene after these changes. The response must do the work.
Outcome run(const std::string& name, int frames, std::vector<std::string> changes) {
  const std::string path = test::source_path("scenes/harmon2008/") + name + ".json";
  auto loaded = read_scene(path, {.overrides = std::move(changes)});
  EXPECT_TRUE(loaded) << loaded.error().message();
  const Scene scene = loaded->scene;
  Simulator simulator = test::simulator_of(scene);
  Outcome outcome;
  for (int frame = 0; frame < frames; ++frame)
    EXPECT_TRUE(simulator.advance([&](const StepReport& step) {
      outcome.statistics.add(step);
      return true;
    }));
  EXPECT_EQ(test::intersections(simulator), 0U);
  std::size_t vertex = 0, count = 0;
  for (const SceneBody& body : scene.bodies) {
    for (const Vec3& start : body.body.mesh.positions) {
      const Vec3 displacement = simulator.state().position[vertex++] - start;
      if (body.body.kind == BodyKind::obstacle) continue;
      outcome.displacement += displacement;
      ++count;
    }
  }
  outcome.displacement /= static_cast<double>(count);
  const std::vector<Vec3>& first = scene.bodies[0].body.mesh.positions;
  outcome.diagonal = {first.back() - first.front(),
                      simulator.state().position[first.size() - 1] - simulator.state().position[0]};
  return outcome;
}

double acted(const Outcome& outcome) { return outcome.statistics.total.collision.response_acted; }
std::int64_t solved_contacts(const Outcome& outcome) {
  return outcome.statistics.total.collision.counters.get<ZoneCounts>().contacts;
}

// The ball has pushed the cloth out of the funnel, but what is rigid does not go through the neck: it is stretched.
TEST(HarmonScenes, FunnelFlowsWithProjectionAndStallsWithRigidZones) {
  const auto fallen = [](const std::string& response) {
    const Outcome outcome = run("funnel-low", 39,
                                {"collision.response=" + response, "bodies.cloth.cloth.grid.vertices=[25, 25]",
                                 "bodies.funnel.obstacle.funnel.sides=24"});
    EXPECT_GT(acted(outcome), 0.8);
    return -outcome.displacement.y();
  };
  const double flown = fallen("inelastic_projection");
  EXPECT_GT(flown, 0.7);
  EXPECT_LT(fallen("rigid_zones"), 0.7 * flown);
}

TEST(HarmonScenes, SquaresSlideDownTheInclineWithProjectionAndStickWithRigidZones) {
  const auto slid = [](const std::string& response) {
    const Outcome outcome = run("incline", 60, {"collision.response=" + response});
    EXPECT_GT(acted(outcome), 0.9);
    return -outcome.displacement.x();
  };
  const double free = slid("inelastic_projection");
  EXPECT_GT(free, 0.3);
  EXPECT_LT(slid("rigid_zones"), 0.05 * free);
}

// With the multipliers of projection, which also pull, even a ribbon without friction stays behind
// (docs/harmon2008.md).
TEST(HarmonScenes, RibbonSlidesLessTheMoreFrictionThereIs) {
  double before = 1e300;
  for (const char* friction : {"0", "0.2", "0.3", "0.5"}) {
    const Outcome outcome =
        run("ribbon", 50,
            {"bodies.ribbon.cloth.ribbon.along=40", "bodies.ribbon.cloth.ribbon.across=2",
             "collision.response=complementarity", std::string("collision.pairs.0.friction=") + friction});
    EXPECT_GT(solved_contacts(outcome), 1000) << friction;
    const double slid = -outcome.displacement.x();
    EXPECT_LT(slid, before - 0.2) << friction;
    before = slid;
  }
}

/// The angle by which the diagonal of the first body, a grid, has turned [rad].
double turn(const Outcome& outcome) {
  return std::atan2(outcome.diagonal[0].cross(outcome.diagonal[1]).norm(),
                    outcome.diagonal[0].dot(outcome.diagonal[1]));
}

// All contacts of a mat are one zone, and one half of the slope below it is rough. A law for each contact slows down
// that half, so the mat turns. One bound and one coefficient for the zone, as in the paper, cannot: in the mean it
// slides alike. Where all is alike, both laws are Coulomb's.
TEST(HarmonScenes, EachContactOfAZoneHasAFrictionConeOfItsOwn) {
  const double slope = 20.0 * std::numbers::pi / 180.0, time = 0.25;
  const auto slide = [&](double mu) { return 0.5 * 9.81 * (std::sin(slope) - mu * std::cos(slope)) * time * time; };
  const auto mat = [](const std::string& law, std::vector<std::string> changes) {
    changes.push_back(law);
    Outcome outcome = run("two-frictions", 10, std::move(changes));
    EXPECT_GT(acted(outcome), 0.9);
    const auto zones = outcome.statistics.total.collision.counters.get<ZoneCounts>();
    EXPECT_GT(zones.contacts, 500 * zones.zones);
    return outcome;
  };
  const std::string per_contact = "collision.inelastic_projection.friction=contact",
                    per_zone = "collision.inelastic_projection.friction=zone",
                    complementarity = "collision.response=complementarity";
  constexpr double kDegree = std::numbers::pi / 180.0;
  for (const std::string& law : {per_contact, complementarity}) EXPECT_GT(turn(mat(law, {})), 6.0 * kDegree) << law;
  EXPECT_LT(turn(mat(per_zone, {})), 0.5 * kDegree);
  for (const std::string& law : {per_contact, complementarity, per_zone}) {
    SCOPED_TRACE(law);
    const Outcome alike = mat(law, {"collision.pairs.0.friction=0.25", "collision.pairs.1.friction=0.25"});
    EXPECT_NEAR(alike.displacement.norm(), slide(0.25), 0.1 * slide(0.25));  // it falls by 1.5 mm at first
    EXPECT_LT(turn(alike), 0.5 * kDegree);
  }
}

}  // namespace
}  // namespace muslin::harmon_scenes_test
