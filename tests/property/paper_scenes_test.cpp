// That each response does the work in a scene of its paper: such a scene says nothing of a method that repulsion or the
// impulses before it leave nothing to do.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/program.hpp>
#include <tests/support/scenes.hpp>
#include <tests/support/shipped_scenes.hpp>

namespace muslin::paper_scenes_test {
namespace {

struct PaperScene {
  std::string response, scene;
  std::vector<std::string> changes;
  int frames = 0;
  double least_share = 0.0;          ///< of the steps in which the response acts [1]
  std::int64_t least_contacts = 0;   ///< resolved in all steps
  std::int64_t least_by_method = 0;  ///< contacts, clusters or rows that the method itself solves; 0: it counts none
};

void PrintTo(const PaperScene& scene, std::ostream* out) { *out << scene.response << " in " << scene.scene; }

// 61 squares fall on each other. Without repulsion and impulses before it, the method gets every collision.
const std::vector<std::string> kNoRepulsion = {"collision.repulsion.sweeps=0"};
std::vector<std::string> alone(const std::string& response) {
  return {"collision.repulsion.sweeps=0", "collision." + response + ".impulse_passes=0"};
}

// Measured shares, contacts and what the method solves: 0.986, 12,050; 0.955, 880, 85,382; 0.944, 432, 58,013; 0.974,
// 1,324, 49,920; 0.981, 7,818, 319,546; 0.56, 15,207, 1,504; 0.967, 146, 46.
const std::vector<PaperScene> kScenes = {
    {"gauss_seidel", "harmon2008/incline", kNoRepulsion, 16, 0.9, 5000, 0},
    {"rigid_zones", "harmon2008/incline", alone("rigid_zones"), 16, 0.9, 400, 10'000},
    {"inelastic_projection", "harmon2008/incline", alone("inelastic_projection"), 16, 0.9, 200, 10'000},
    {"complementarity", "harmon2008/incline", alone("complementarity"), 16, 0.9, 500, 10'000},
    {"volume_preserving", "harmon2008/incline", kNoRepulsion, 12, 0.9, 3000, 50'000},
    {"collision_clusters", "huh2001/cascade", {}, 10, 0.4, 5000, 500},
    {"qp_collide", "raghupathi2006/hit", {}, 30, 0.9, 100, 30},
};

std::int64_t solved_by_method(const CollisionReport& report) {
  return report.counters.get<ZoneCounts>().contacts + report.counters.get<ClusterCounts>().clusters +
         report.counters.get<QpCounts>().active;
}

Scene scene_of(const std::string& name, std::vector<std::string> changes = {}) {
  auto loaded = read_scene(test::source_path("scenes/") + name + ".json", {.overrides = std::move(changes)});
  EXPECT_TRUE(loaded) << loaded.error().message();
  return std::move(loaded->scene);
}

RunStatistics advance(Simulator& simulator, std::int64_t frames) {
  RunStatistics statistics;
  for (std::int64_t frame = 0; frame < frames; ++frame)
    EXPECT_TRUE(simulator.advance([&](const StepReport& step) {
      statistics.add(step);
      return true;
    }));
  return statistics;
}

class PaperScenes : public testing::TestWithParam<PaperScene> {};

TEST_P(PaperScenes, LeaveTheWorkToTheirResponse) {
  const PaperScene& item = GetParam();
  std::vector<std::string> changes = item.changes;
  changes.push_back("collision.response=" + item.response);
  Simulator simulator = test::simulator_of(scene_of(item.scene, std::move(changes)));
  const RunStatistics statistics = advance(simulator, item.frames);
  const CollisionReport& total = statistics.total.collision;
  EXPECT_GE(total.response_acted, item.least_share);
  EXPECT_GE(total.contacts, item.least_contacts);
  EXPECT_GE(solved_by_method(total), item.least_by_method);
  // And it does resolve them: what it cannot, rigid zones or a stop would take over.
  EXPECT_LE(total.rungs.rigid_zones + total.rungs.stops, statistics.steps / 5);
  EXPECT_EQ(test::intersections(simulator), 0U);
}

INSTANTIATE_TEST_SUITE_P(All, PaperScenes, testing::ValuesIn(kScenes),
                         [](const auto& scene) { return scene.param.response; });

/// Leaves velocities as they are.
class DoesNothing final : public Response {
 public:
  [[nodiscard]] std::string_view name() const override { return "does_nothing"; }
  [[nodiscard]] ResponseReport resolve(CollisionView& step) override { return summarize_response(step, 0); }
};

// The floors above, in the scenes and in the tests of friction are worth something only if the ladder, which then does
// all the work, cannot reach them.
TEST(PaperScenesTable, AResponseThatDoesNothingActsInNoStep) {
  const std::vector<std::string> seen = {"harmon2008/incline", "huh2001/cascade", "raghupathi2006/hit"};
  for (const PaperScene& item : kScenes)
    EXPECT_NE(std::find(seen.begin(), seen.end(), item.scene), seen.end()) << item.scene;
  for (const std::string& name : seen) {
    SCOPED_TRACE(name);
    Simulator simulator =
        Simulator::create(scene_of(name, {"collision.repulsion.sweeps=0", "collision.repulsion.implicit_stiffness=0"}),
                          {.response = std::make_unique<DoesNothing>()})
            .value();
    CollisionReport total;
    const auto has_laddered = [&] { return total.rungs.rigid_zones + total.rungs.halvings + total.rungs.stops > 0; };
    for (int frame = 0; frame < 30 && !has_laddered(); ++frame) total = advance(simulator, 1).total.collision;
    EXPECT_TRUE(has_laddered());
    EXPECT_GT(total.rungs.response, 0);
    EXPECT_EQ(total.response_acted, 0.0);
    EXPECT_EQ(solved_by_method(total), 0);
    EXPECT_EQ(test::intersections(simulator), 0U);
  }
}

TEST(PaperScenesTable, NamesEveryResponse) {
  ASSERT_EQ(kScenes.size(), known_responses().size());
  for (std::size_t i = 0; i < kScenes.size(); ++i) EXPECT_EQ(kScenes[i].response, known_responses()[i].name);
}

// The floor of a scene as it is shipped stands in its "expect", and nowhere else. The scenes of the thesis show a
// filter.
TEST(PaperScenesTable, EachSceneStatesInHowManyStepsItsResponseActs) {
  for (const char* paper : {"harmon2008", "huh2001", "raghupathi2006", "sifakis2008"}) {
    const auto files = test::scene_files(test::source_path("scenes/") + paper);
    EXPECT_GE(files.size(), 3U);
    for (const std::filesystem::path& file : files) {
      const auto loaded = read_scene(file.string());
      ASSERT_TRUE(loaded) << loaded.error().message();
      EXPECT_GE(loaded->scene.expect.min_response_share.value_or(0.0), 0.2) << file;
    }
  }
}

/// The whole scenes that take a few seconds at most. `./dev test --all` runs all of them, with all that they expect.
class ShortPaperScenes : public testing::TestWithParam<const char*> {};

TEST_P(ShortPaperScenes, ReachTheirFloor) {
  const Scene scene = scene_of(GetParam());
  Simulator simulator = test::simulator_of(scene);
  EXPECT_GE(advance(simulator, scene.time.frames).total.collision.response_acted,
            scene.expect.min_response_share.value_or(1.0));
}

INSTANTIATE_TEST_SUITE_P(All, ShortPaperScenes,
                         testing::Values("harmon2008/two-frictions", "huh2001/cascade", "raghupathi2006/cylinder",
                                         "raghupathi2006/hit", "raghupathi2006/knot", "raghupathi2006/strained",
                                         "raghupathi2006/suspended"),
                         [](const auto& scene) { return test::scene_name_for_test(scene.param); });

}  // namespace
}  // namespace muslin::paper_scenes_test
