#include <gtest/gtest.h>

#include <limits>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/machine.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <tests/support/program.hpp>

namespace muslin::run_record_test {
namespace {

RunRecord full_record() {
  RunRecord record;
  record.version = "1.2.3";
  record.state = RunState::complete;
  record.reason = "a \"reason\"";
  record.where = RunPlace{"sheet", 17, Vec3(0.1, -2e-300, 3e10), 0.30000000000000004, 12};
  record.command = {"muslin", "run", "a b.json", "--set", "x=\"y\"\n"};
  record.untangled = UntangleReport{.pairs_before = 428,
                                    .pairs_after = 3,
                                    .tangles_after = 2,
                                    .moved_vertices = 4665,
                                    .max_displacement = 0.0157,
                                    .retraction = 0.002,
                                    .steps = 32,
                                    .seconds = 6.5};
  record.machine = {"A processor", 8, "Linux"};
  record.threads = 3;
  record.started = "2026-01-02T03:04:05Z";
  record.finished = "2026-01-02T03:05:05Z";
  record.seconds = 60.1;
  record.peak_memory = 5'000'000'000;
  record.about = "über";
  record.scene_file = "/home/me/a.json";
  record.scene_hash = "0123456789abcdef";
  record.inputs = {{"meshes/a.obj", "ffffffffffffffff", 1ULL << 40}};
  record.up = Axis::z;
  record.frame_rate = 29.97;
  record.start_frame = -5;
  record.frames = 2;
  record.bodies = {{"sheet", BodyKind::cloth, 9, 8, 0},
                   {"can", BodyKind::shell, 90, 80, 0},
                   {"rope", BodyKind::cable, 10, 0, 9},
                   {"floor", BodyKind::obstacle, 4, 2, 0}};
  StepReport step;
  step.frame = 1;
  step.time = step.size = 0.5;
  step.substeps = 3;
  step.seconds = {0.1, 0.2, 0.25, 0.3, 0.4, 0.5};
  step.max_strain = 0.05;
  step.kinetic_energy = 1e-300;
  step.elastic_energy = std::numeric_limits<double>::infinity();
  step.collision.contacts = 1LL << 40;
  step.collision.inexact_zones = 17;
  step.collision.rungs = {.response = 5, .rigid_zones = 4, .halvings = 3, .yields = 2, .stops = 1};
  step.collision.counters = Counters::of(ClusterCounts{1LL << 41, 18, 19, 20, 21, 1e-5});
  step.collision.sliding_speed = 0.75;
  step.collision.lag = {0.01, 3, 0, VertexId(2), Vec3(1, 2, 0.1)};
  step.limits = {.iterations = 7,
                 .strain = 0.02,
                 .over_limit = 3,
                 .worst = {VertexId(11), {1, 2, 3}},
                 .shape_error = 1e-11,
                 .mean_squared_shape_error = 0.125};
  record.statistics.add(step);
  record.slow_frames = {{.cost = {.frame = 7,
                                  .steps = 96,
                                  .seconds = {0.1, 0.2, 0.3, 9.0, 2.0, 0.4},
                                  .contacts = 1200,
                                  .passes = 300,
                                  .rungs = {.response = 5, .rigid_zones = 4, .halvings = 3, .yields = 2, .stops = 1},
                                  .lag = {0.01, 3, 0, VertexId(2), Vec3(1, 2, 0.1)}},
                         .median_seconds = 0.125,
                         .median_steps = 9,
                         .median_contacts = 30}};
  record.audit = {.frames = 3,
                  .bad_frames = 2,
                  .intersections = 40,
                  .tangled = 5,
                  .outranked = 6,
                  .intersections_as_given = 7,
                  .bad_frames_as_given = 1,
                  .depth_as_given = 0.25,
                  .seconds = 0.125};
  record.expectations = {{"max_strain", 0.1, 0.05}, {"max_speed", 1.0, 2.0}};
  record.frame_hashes = {"aa", "bb", "cc"};
  return record;
}

TEST(RunRecord, ReadsBackAsWritten) {
  const test::TemporaryFolder folder;
  for (const RunState state : {RunState::partial, RunState::complete, RunState::stopped, RunState::failed}) {
    RunRecord record = full_record();
    record.state = state;
    if (state != RunState::complete) record.expectations.clear();
    ASSERT_TRUE(write_run_record(folder / "run.json", record));
    const auto read = read_run_record(folder / "run.json");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(to_json(*read), to_json(record));
  }
  const auto read = read_run_record(folder / "run.json");
  EXPECT_EQ(read->state, RunState::failed);
  EXPECT_EQ(read->where->position, Vec3(0.1, -2e-300, 3e10));
  EXPECT_EQ(read->where->time, 0.30000000000000004);
  ASSERT_TRUE(read->untangled);
  EXPECT_EQ(read->untangled->pairs_after, 3U);
  EXPECT_EQ(read->untangled->tangles_after, 2);
  EXPECT_EQ(read->untangled->max_displacement, 0.0157);
  EXPECT_EQ(read->untangled->steps, 32);
  EXPECT_EQ(read->inputs[0].size, 1ULL << 40);
  EXPECT_EQ(read->bodies[2].kind, BodyKind::cable);
  EXPECT_EQ(read->bodies[2].segments, 9U);
  EXPECT_EQ(read->command[4], "x=\"y\"\n");
  EXPECT_EQ(read->audit.frames, 3);
  EXPECT_EQ(read->audit.bad_frames, 2);
  EXPECT_EQ(read->audit.intersections, 40);
  EXPECT_EQ(read->audit.tangled, 5);
  EXPECT_EQ(read->audit.outranked, 6);
  EXPECT_EQ(read->audit.intersections_as_given, 7);
  EXPECT_EQ(read->audit.bad_frames_as_given, 1);
  EXPECT_EQ(read->audit.depth_as_given, 0.25);
  EXPECT_EQ(read->audit.seconds, 0.125);
  EXPECT_EQ(read->peak_memory, 5'000'000'000U);
  EXPECT_EQ(read->simulated_vertices(), 109U);
  EXPECT_EQ(read->frames_done(), 2);
  EXPECT_EQ(read->statistics.steps, 1);
  EXPECT_EQ(read->statistics.total.seconds.response, 0.4);
  EXPECT_EQ(read->statistics.total.seconds.filter, 0.25);
  EXPECT_EQ(read->statistics.total.limits.iterations, 7);
  EXPECT_EQ(read->statistics.total.limits.strain, 0.02);
  EXPECT_EQ(read->statistics.total.limits.over_limit, 3);
  EXPECT_EQ(read->statistics.total.limits.worst.vertex, VertexId(11));
  EXPECT_EQ(read->statistics.total.limits.worst.place, Vec3(1, 2, 3));
  EXPECT_EQ(read->statistics.total.limits.shape_error, 1e-11);
  EXPECT_EQ(read->statistics.total.limits.mean_squared_shape_error, 0.125);
  EXPECT_EQ(read->statistics.total.limits.over_limit_steps, 1);
  EXPECT_EQ(read->statistics.total.kinetic_energy, 1e-300);
  EXPECT_EQ(read->statistics.total.collision.contacts, 1LL << 40);
  EXPECT_EQ(read->statistics.total.collision.inexact_zones, 17);
  EXPECT_EQ(read->statistics.total.collision.rungs.stops, 1);
  EXPECT_EQ(read->statistics.total.collision.counters.get<ClusterCounts>().clusters, 1LL << 41);
  EXPECT_EQ(read->statistics.total.collision.counters.get<ClusterCounts>().restrained, 20);
  EXPECT_EQ(read->statistics.total.collision.counters.get<ClusterCounts>().energy_gained, 1e-5);
  EXPECT_EQ(read->statistics.total.collision.sliding_speed, 0.75);
  EXPECT_EQ(read->statistics.total.collision.lag.vertex, VertexId(2));
  EXPECT_EQ(read->statistics.max_lag, 0.01);
  EXPECT_EQ(read->last_frame(), -3);
}

TEST(RunRecord, HasTheFieldsThatOthersRead) {
  const std::string text = to_json(full_record());
  for (const char* part : {"\"state\": \"complete\"", "\"frame_rate\": 29.97", "\"up\": \"z\"", "\"frames_done\": 2",
                           "\"kind\": \"obstacle\"", "\"met\": true", "\"met\": false"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

// A run of before it was measured can be read, described and replaced.
TEST(RunRecord, ASlidingSpeedThatIsNotThereIsNotKnown) {
  const test::TemporaryFolder folder;
  std::string text = to_json(full_record());
  const std::string key = "\"sliding_speed\"";
  text.replace(text.find(key), key.size(), "\"of_others\"");
  const auto read = read_run_record(folder.write("run.json", text));
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_TRUE(std::isnan(read->statistics.total.collision.sliding_speed));
}

TEST(RunRecord, WithoutAFrameHasDoneNone) { EXPECT_EQ(RunRecord{}.frames_done(), 0); }

TEST(RunRecord, TextThatIsNoUtf8IsReplaced) {
  const test::TemporaryFolder folder;
  RunRecord record = full_record();
  record.inputs[0].path = "caf\xe9.obj";
  ASSERT_TRUE(write_run_record(folder / "run.json", record));
  EXPECT_TRUE(read_run_record(folder / "run.json"));
}

TEST(RunRecord, RefusesTruncationsAndWrongValues) {
  const test::TemporaryFolder folder;
  const std::string whole = to_json(full_record());
  for (std::size_t size = 0; size + 2 < whole.size(); size += 11)
    EXPECT_FALSE(read_run_record(folder.write("run.json", whole.substr(0, size)))) << size;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    return read_run_record(folder.write("run.json", text));
  };
  EXPECT_TRUE(with("17", "18"));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"\"format\": 1", "\"format\": 2"},
                                                                                 {"complete", "finished"},
                                                                                 {"\"cloth\"", "\"clooth\""},
                                                                                 {"29.97", "\"fast\""},
                                                                                 {"\"up\"", "\"down\""}}) {
    const auto read = with(from, to);
    ASSERT_FALSE(read) << from;
    EXPECT_EQ(read.error().kind, Error::Kind::unreadable_file);
  }
  EXPECT_FALSE(read_run_record(folder.write("run.json", "[]")));
  EXPECT_FALSE(read_run_record(folder.write("run.json", std::string(100'000, '['))));
  EXPECT_FALSE(read_run_record(folder / "missing.json"));
}

TEST(Machine, SaysSomething) {
  EXPECT_GE(describe_machine().cores, 1);
  EXPECT_FALSE(describe_machine().os.empty());
  EXPECT_FALSE(compiler_name().empty());
  EXPECT_EQ(utc_time().size(), std::string("2026-01-02T03:04:05Z").size());
}

}  // namespace
}  // namespace muslin::run_record_test
