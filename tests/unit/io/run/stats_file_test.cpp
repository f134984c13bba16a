#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>

namespace muslin::stats_file_test {
namespace {

StepReport random_step(test::Random& random, std::int64_t frame, int step) {
  StepReport report;
  report.frame = frame;
  report.step = step;
  report.time = random.unit();
  report.size = random.unit() * 1e-3;
  report.substeps = random.integer(1, 16);
  report.seconds = {random.unit(), random.unit() * 1e-9, random.unit(), random.unit(), random.unit(), random.unit()};
  report.newton_steps = random.integer(1, 5);
  report.solver_iterations = random.integer(1, 500);
  report.solver_residual = random.unit() * 1e-12;
  report.solver_converged = random.chance(0.5);
  report.max_strain = random.unit();
  report.max_speed = random.uniform(0, 1e6);
  report.kinetic_energy = random.unit();
  report.elastic_energy = random.unit() * 1e-300;
  report.gravity_energy = -random.unit() * 1e10;
  report.momentum = random.in_box(1.0);
  report.reaction = random.in_box(1e3);
  CollisionReport& collision = report.collision;
  for (std::int64_t* count : {&collision.broad_phase_pairs, &collision.proximities, &collision.contacts,
                              &collision.zones, &collision.largest_zone, &collision.stopped_vertices, &collision.passes,
                              &collision.iterations, &collision.inexact_zones, &collision.certificates})
    *count = std::int64_t{random.integer(0, 1'000'000)} << 20;
  Rungs& rungs = collision.rungs;
  for (int* count : {&rungs.response, &rungs.rigid_zones, &rungs.halvings, &rungs.priorities, &rungs.yields,
                     &rungs.stops, &rungs.retries})
    *count = random.integer(0, 1000);
  collision.lag = {random.unit(), random.integer(-1, 5), random.integer(-1, 5), VertexId(random.integer(0, 100)),
                   random.in_box(1.0)};
  if (random.chance(0.5))
    collision.counters =
        Counters::of(ClusterCounts{random.integer(0, 1000), random.integer(0, 1000), random.integer(0, 1000),
                                   random.integer(0, 1000), random.integer(0, 1000), random.unit()});
  if (random.chance(0.5))
    collision.groups = {.zones = {{1, 2, random.integer(3, 9)}, {}}, .clusters = {{random.integer(3, 9)}}};
  collision.energy_lost = -random.unit();
  collision.sliding_speed = random.unit();
  report.limits = {random.integer(0, 1000),
                   random.unit(),
                   random.integer(0, 1000),
                   {VertexId(random.integer(-1, 9)), random.in_box(1.0)},
                   0,
                   1e-9 * random.unit(),
                   random.unit()};
  return report;
}

std::vector<StepReport> read_all(const std::filesystem::path& path) {
  std::vector<StepReport> steps;
  const Status status = read_stats(path, [&](const StepReport& step) { steps.push_back(step); });
  EXPECT_TRUE(status) << status.error().message();
  return steps;
}

TEST(StatsFile, NamesEveryField) {
  StepReport step;
  step.frame = 3;
  step.step = 2;
  step.time = 0.1;
  step.size = 0.005;
  step.substeps = 4;
  step.seconds = {1, 2, 2.25, 2.5, 2.75, 3};
  step.newton_steps = 4;
  step.solver_iterations = 5;
  step.solver_residual = 1e-9;
  step.max_strain = 0.25;
  step.max_speed = 6;
  step.kinetic_energy = 7;
  step.elastic_energy = 8;
  step.gravity_energy = -9;
  step.momentum = {10, 11, 12};
  step.reaction = {13, 14, std::numeric_limits<double>::infinity()};
  step.memory = 52;
  step.collision = {
      .broad_phase_pairs = 15,
      .proximities = 16,
      .contacts = 17,
      .zones = 18,
      .largest_zone = 19,
      .passes = 20,
      .iterations = 21,
      .inexact_zones = 34,
      .certificates = 22,
      .response_vertices = 49,
      .response_acted = 1.0,
      .rungs = {.response = 23, .rigid_zones = 24, .halvings = 25, .priorities = 28, .yields = 26, .stops = 27},
      .counters = Counters::of(ClusterCounts{37, 38, 39, 40, 41, 0.75}),
      .groups = {.zones = {{1, 2, 3, 4}, {7}}, .clusters = {{1, 2}, {3, 4}, {7}}},
      .stopped_vertices = 28,
      .lag = {0.5, 1, -1, VertexId(29), {30, 31, 32}},
      .energy_lost = 0.125,
      .sliding_speed = 33.5};
  combine(step.collision.counters, Counters::of(QpCounts{.rows = 41,
                                                         .active = 42,
                                                         .additions = 43,
                                                         .removals = 44,
                                                         .watched = 45,
                                                         .dropped = 46,
                                                         .softened = 48,
                                                         .failures = 47,
                                                         .miss = 0.5,
                                                         .rate = 0.25}));
  step.limits = {.iterations = 35,
                 .strain = 0.5,
                 .over_limit = 36,
                 .worst = {VertexId(37), {38, 39, 40}},
                 .shape_error = 1e-12,
                 .mean_squared_shape_error = 0.25,
                 .matchings = 50,
                 .dropped_matchings = 51};
  EXPECT_EQ(
      stats_line(step),
      "{\"frame\":3,\"step\":2,\"time\":0.1,\"step_size\":0.005,"
      "\"substeps\":4,\"seconds\":{\"assembly\":1,\"solve\":2,\"filter\":2.25,\"detection\":2.5,\"response\":2."
      "75,\"rest\":3},"
      "\"newton_steps\":4,\"solver_iterations\":5,"
      "\"solver_residual\":1e-09,\"solver_converged\":true,\"max_strain\":0.25,\"max_speed\":6,"
      "\"kinetic_energy\":7,\"elastic_energy\":8,\"gravity_energy\":-9,\"momentum\":[10,11,12],"
      "\"reaction\":[13,14,null],\"memory\":52,\"collision\":{\"candidates\":15,\"proximities\":16,\"contacts\":17,"
      "\"zones\":18,\"largest_zone\":19,\"passes\":20,\"iterations\":21,\"rough_zones\":34,\"certificates\":22,"
      "\"response_vertices\":49,\"response_acted\":1,"
      "\"rungs\":{\"response\":23,\"rigid_zones\":24,\"halvings\":25,\"priorities\":28,\"yields\":26,\"stops\":"
      "27,\"retries\":0},"
      "\"clusters\":{\"count\":37,\"cyclic\":38,\"infeasible\":39,\"restrained\":40,\"repaired\":41,\"energy_"
      "gained\":0.75},"
      "\"qp\":{\"rows\":41,\"active\":42,\"additions\":43,\"removals\":44,\"watched\":45,\"dropped\":46,"
      "\"softened\":48,\"failures\":47,\"miss\":0.5,\"rate\":0.25},"
      "\"stopped_vertices\":28,\"lag\":{\"length\":0.5,\"body\":1,\"against\":-1,\"vertex\":29,"
      "\"place\":[30,31,32]},\"energy_lost\":0.125,\"sliding_speed\":33.5,"
      "\"groups\":{\"zones\":[[1,2,3,4],[7]],\"clusters\":[[1,2],[3,4],[7]]}},"
      "\"limits\":{\"iterations\":35,\"strain\":0.5,\"over_limit\":36,\"worst\":{\"vertex\":37,\"place\":[38,39,"
      "40]},\"shape_error\":1e-12,"
      "\"mean_squared_shape_error\":0.25,\"matchings\":50,\"dropped_matchings\":51}}\n");
}

TEST(StatsFile, ReadsBackToTheLastBit) {
  const test::TemporaryFolder folder;
  test::Random random(1);
  std::string text;
  std::vector<StepReport> steps;
  for (int i = 0; i < 300; ++i) steps.push_back(random_step(random, i / 3, i % 3 + 1));
  for (const StepReport& step : steps) text += stats_line(step);
  const auto read = read_all(folder.write("stats.ndjson", text));
  ASSERT_EQ(read.size(), steps.size());
  std::string again;
  for (const StepReport& step : read) again += stats_line(step);
  EXPECT_EQ(again, text);
  EXPECT_EQ(read[7].momentum, steps[7].momentum);
  EXPECT_EQ(read[7].elastic_energy, steps[7].elastic_energy);
  EXPECT_EQ(read[7].seconds.response, steps[7].seconds.response);
  EXPECT_EQ(read[7].collision.rungs.stops, steps[7].collision.rungs.stops);
  EXPECT_EQ(read[7].collision.lag.place, steps[7].collision.lag.place);
}

// Files from before a counter existed, or whose response this program does not know, can be read.
TEST(StatsFile, ReadsWhatOlderAndOtherProgramsWrote) {
  const test::TemporaryFolder folder;
  std::string line =
      "{\"frame\":3,\"step\":2,\"time\":0.1,\"step_size\":0.005,\"seconds\":{\"solve\":2},"
      "\"collision\":{\"contacts\":17,\"qp\":{\"rows\":4,\"of_tomorrow\":5},"
      "\"of_others\":{\"whole\":3,\"real\":0.5,\"odd\":null}}}\n";
  const auto read = read_all(folder.write("stats.ndjson", line));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].collision.contacts, 17);
  EXPECT_EQ(read[0].seconds.solve, 2.0);
  EXPECT_EQ(read[0].seconds.filter, 0.0);
  EXPECT_TRUE(std::isnan(read[0].collision.sliding_speed));
  EXPECT_EQ(read[0].collision.counters.get<QpCounts>().rows, 4);
  EXPECT_NE(stats_line(read[0]).find("\"of_others\":{\"whole\":3,\"real\":0.5,\"odd\":null}"), std::string::npos)
      << stats_line(read[0]);
}

TEST(StatsFile, LeavesOutAHalfWrittenLineAndRefusesDamage) {
  const test::TemporaryFolder folder;
  test::Random random(2);
  const std::string line = stats_line(random_step(random, 1, 1));
  EXPECT_EQ(read_all(folder.write("a", line + line.substr(0, 100))).size(), 1U);
  EXPECT_EQ(read_all(folder.write("a", "")).size(), 0U);
  const auto ignore = [](const StepReport&) {};
  const Status damaged = read_stats(folder.write("a", line + "{\"frame\":1}\n" + line), ignore);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().where, (folder / "a").string() + ":2");
  EXPECT_FALSE(read_stats(folder.write("a", "garbage\n"), ignore));
  EXPECT_FALSE(read_stats(folder / "missing", ignore));
}

TEST(StatsFile, ResumesBehindAFrame) {
  const test::TemporaryFolder folder;
  test::Random random(3);
  std::vector<std::vector<StepReport>> frames;
  for (int frame = 1; frame <= 4; ++frame)
    frames.push_back({random_step(random, frame, 1), random_step(random, frame, 2)});
  const auto path = folder / "stats.ndjson";
  {
    auto writer = StatsWriter::create(path);
    ASSERT_TRUE(writer);
    for (const auto& frame : frames) ASSERT_TRUE(writer->append(frame));
  }
  const std::string whole = *read_whole_file(path);
  std::ofstream(path, std::ios::app) << "{\"frame\":5,\"st";
  std::vector<std::int64_t> kept;
  auto writer = StatsWriter::resume(path, 2, [&](const StepReport& step) { kept.push_back(step.frame); });
  ASSERT_TRUE(writer) << writer.error().message();
  EXPECT_EQ(kept, (std::vector<std::int64_t>{1, 1, 2, 2}));
  EXPECT_EQ(read_all(path).size(), 4U);
  ASSERT_TRUE(writer->append(frames[2]));
  ASSERT_TRUE(writer->append(frames[3]));
  EXPECT_EQ(*read_whole_file(path), whole);
}

TEST(StatsFile, TellsAFullDisk) {
  auto writer = StatsWriter::create("/dev/full");
  ASSERT_TRUE(writer);
  const StepReport step;
  EXPECT_EQ(writer->append({&step, 1}).error().kind, Error::Kind::disk);
}

}  // namespace
}  // namespace muslin::stats_file_test
