#include <gtest/gtest.h>
#include <apps/muslin/comparison.hpp>

#include <limits>

namespace muslin::app::comparison_test {
namespace {

/// Two runs of ten planned frames: one with all of them, and one that stopped after four.
Comparison two_runs() {
  RunRecord whole;
  whole.version = "0.1.0";
  whole.state = RunState::complete;
  whole.machine = {"some processor", 2, "Linux 6.1"};
  whole.threads = 2;
  whole.started = "2026-11-16T09:30:00Z";
  whole.about = "A sheet | a floor";
  whole.scene_file = "/scenes/sheet.json";
  whole.frame_rate = 25.0;
  whole.frames = 10;
  whole.frame_hashes.resize(11);
  whole.audit = {.frames = 11};
  whole.statistics.steps = 40;
  whole.statistics.total.seconds = {1.0, 2.0, 0.0, 0.375, 0.125, 0.5};
  whole.statistics.total.max_strain = 0.0625;
  CollisionReport& collision = whole.statistics.total.collision;
  collision.contacts = 1234;
  collision.zones = 56;
  collision.largest_zone = 7;
  collision.passes = 80;
  collision.iterations = 900;
  collision.inexact_zones = 5;
  collision.response_vertices = 321;
  collision.response_acted = 0.5;
  collision.rungs = {.response = 10, .rigid_zones = 9, .halvings = 8, .yields = 7, .stops = 6};
  collision.energy_lost = -0.00123456;
  collision.sliding_speed = 0.25;

  RunRecord stopped = whole;
  stopped.state = RunState::stopped;
  stopped.reason = "pinched: body ball";
  stopped.frame_hashes.resize(5);
  stopped.audit = {.frames = 5, .bad_frames = 2, .intersections = 3};
  stopped.statistics.total.collision.sliding_speed = std::numeric_limits<double>::quiet_NaN();
  return {.runs = {{"gauss_seidel", whole}, {"rigid_zones", stopped}}, .not_run = {}};
}

TEST(Comparison, TableForPeople) {
  const TextTable table = human_readable_table(two_runs());
  ASSERT_EQ(table.rows.size(), 2U);
  // 4 s in all; 0.5 s of collisions, 50 ms for each of ten frames and 125 ms for each of four.
  EXPECT_EQ(table.rows[0],
            (std::vector<std::string>{"gauss_seidel", "4.00",  "0.50",  "50.00", "1234",    "56", "7", "80",
                                      "900",          "50.00", "10",    "9",     "8",       "7",  "6", "-0.00123",
                                      "0.25",         "6.25",  "10/10", "clean", "complete"}));
  EXPECT_EQ(table.rows[1],
            (std::vector<std::string>{
                "rigid_zones", "4.00", "0.50", "125.00", "1234", "56",       "7", "80",   "900",  "50.00",
                "10",          "9",    "8",    "7",      "6",    "-0.00123", "-", "6.25", "4/10", "3 intersections",
                "stopped"}));
  ASSERT_EQ(table.columns.size(), table.rows[0].size());
  EXPECT_EQ(table.columns[3].title, "per frame");
  EXPECT_EQ(table.columns[3].unit, "ms");
  EXPECT_EQ(table.columns[17].title, "strain");
  EXPECT_EQ(table.columns[17].unit, "%");
}

TEST(Comparison, TableForPrograms) {
  EXPECT_EQ(
      to_csv(machine_readable_table(two_runs())),
      "response,state,frames,frames_done,seconds,detection_seconds,response_seconds,collision_seconds,"
      "collision_seconds_per_frame,steps,contacts,zones,largest_zone,passes,iterations,rough_zones,response_vertices,"
      "response_acted,rungs_response,rungs_rigid_zones,rungs_halvings,rungs_yields,rungs_stops,energy_lost,sliding_"
      "speed,max_strain,"
      "audited_frames,bad_frames,intersections\n"
      "gauss_seidel,complete,10,10,4,0.375,0.125,0.5,0.05,40,1234,56,7,80,900,5,321,0.5,10,9,8,7,6,-0.00123456,0.25,"
      "0.0625,11,0,0\n"
      "rigid_zones,stopped,10,4,4,0.375,0.125,0.5,0.125,40,1234,56,7,80,900,5,321,0.5,10,9,8,7,6,-0.00123456,,0.0625,"
      "5,2,3\n");
}

TEST(Comparison, ARunWithoutFramesTookNoTimePerFrame) {
  Comparison comparison = two_runs();
  comparison.runs.resize(1);
  comparison.runs[0].record.frame_hashes.resize(1);
  comparison.runs[0].record.statistics = {};
  EXPECT_EQ(human_readable_table(comparison).rows[0][3], "0.00");
}

TEST(Comparison, NotesSayWhatIsMissing) {
  Comparison comparison = two_runs();
  EXPECT_EQ(notes_of(comparison), std::vector<std::string>{"rigid_zones: stopped after frame 5: pinched: body ball"});
  comparison.runs.pop_back();
  EXPECT_TRUE(notes_of(comparison).empty());
  comparison.interrupted = true;
  EXPECT_EQ(notes_of(comparison), std::vector<std::string>{"partial: interrupted"});
  comparison.not_run = {"a", "b"};
  EXPECT_EQ(notes_of(comparison), std::vector<std::string>{"partial: interrupted; not run: a, b"});
}

TEST(Comparison, ThePageNamesSceneFramesMachineThreadsAndVersion) {
  const Comparison comparison = two_runs();
  EXPECT_EQ(markdown_page(comparison, "compare.png"),
            "# Responses compared: sheet.json\n\n"
            "A sheet \\| a floor\n\n"
            "- scene: /scenes/sheet.json\n"
            "- frames: 1 to 11 of 11, 25 per second\n"
            "- machine: some processor, 2 cores, Linux 6.1\n"
            "- threads: 2\n"
            "- Muslin 0.1.0, 2026-11-16T09:30:00Z\n\n" +
                to_markdown(human_readable_table(comparison)) +
                "\n- rigid_zones: stopped after frame 5: pinched: body ball\n"
                "\n![frames of each response](compare.png)\n");
}

}  // namespace
}  // namespace muslin::app::comparison_test
