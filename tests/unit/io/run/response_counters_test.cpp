#include <gtest/gtest.h>
#include <apps/muslin/comparison.hpp>
#include <apps/muslin/report_text.hpp>

#include <algorithm>
#include <muslin/core/report_rows.hpp>
#include <muslin/io/run/report_json.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <muslin/response/collision_view.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/program.hpp>
#include <tests/support/scenes.hpp>

// What docs/adding-an-output.md promises: who describes a counter has it in the sum, in files, in `muslin info` and in
// `muslin compare`.
namespace muslin::response_counters_test {
namespace {

struct InnerReport {
  double length = 0.0;
  static constexpr auto fields() {
    return std::tuple(field("length", &InnerReport::length, Combine::max, {.about = "a length", .unit = "m"}));
  }
};

struct OuterReport {
  std::int64_t count = 0;
  Vec3 place = Vec3::Zero();
  std::int64_t counted_steps = 0;
  InnerReport inner = {};
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(field("count", &OuterReport::count, sum, {.about = "a count"}),
                      field("place", &OuterReport::place, step_only, {.about = "a place", .unit = "m"}),
                      step_count("counted_steps", &OuterReport::counted_steps,
                                 +[](const OuterReport& report) { return report.count > 0; }, {.about = "steps"}),
                      parts("inner", &OuterReport::inner, {.about = "others"}));
  }
};

std::string line_of(const OuterReport& report, detail::Scope scope) {
  JsonWriter json({});
  json.begin_object();
  detail::write_members(json, report, scope);
  json.end_object();
  return json.take();
}

TEST(DescribedReport, HasALineThatReadsBackASumAndInfo) {
  const OuterReport step{.count = 3, .place = {1, 2, 0.5}, .inner = {0.25}};
  const std::string line = line_of(step, detail::Scope::step);
  EXPECT_EQ(line, R"({"count":3,"place":[1,2,0.5],"inner":{"length":0.25}})");
  OuterReport read;
  detail::read_members(detail::Json::parse(line), read, detail::Scope::step);
  EXPECT_EQ(line_of(read, detail::Scope::step), line);

  OuterReport total;
  combine(total, step);
  combine(total, read);
  const std::string run = line_of(total, detail::Scope::run);
  EXPECT_EQ(run, R"({"count":6,"counted_steps":2,"inner":{"length":0.25}})");
  detail::read_members(detail::Json::parse(run), read, detail::Scope::run);
  EXPECT_EQ(read.counted_steps, 2);

  const auto lines = app::info_lines("counts", rows_of(total));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].title + ": " + lines[0].text, "counts: count 6, counted_steps 2");
  EXPECT_EQ(lines[1].title + ": " + lines[1].text, "inner: length 0.25 m");
}

/// Counts how often it is called; the ladder has to do its work.
struct LazyCounts {
  static constexpr std::string_view kKey = "lazy";
  std::int64_t calls = 0;
  double speed = 0.0;
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(
        field("calls", &LazyCounts::calls, sum, {.about = "calls", .title = "lazy calls", .in_csv = true}),
        field("speed", &LazyCounts::speed, max, {.about = "largest speed", .unit = "m/s"}));
  }
};

class LazyResponse final : public Response {
 public:
  [[nodiscard]] std::string_view name() const override { return "lazy"; }
  ResponseReport resolve(CollisionView& step) override {
    LazyCounts counts{.calls = 1};
    for (const Vec3& v : step.velocity()) counts.speed = std::max(counts.speed, v.norm());
    return {.status = ResponseReport::Status::resolved, .counters = Counters::of(counts)};
  }
};

TEST(ResponseCounters, ReachEveryFileAndTable) {
  const test::TemporaryFolder folder;
  Scene scene = test::collision_scene(test::collision_scene_names().front());
  scene.collision.repulsion.implicit_stiffness = 0.0;
  auto simulator = Simulator::create(scene, {.response = std::make_unique<LazyResponse>()});
  ASSERT_TRUE(simulator);
  std::string lines;
  RunRecord record;
  for (int frame = 0; frame < 8; ++frame)
    ASSERT_TRUE(simulator->advance([&](const StepReport& step) {
      lines += stats_line(step);
      record.statistics.add(step);
      return true;
    }));
  const auto made = record.statistics.total.collision.counters.get<LazyCounts>();
  ASSERT_GT(made.calls, 0);
  EXPECT_NE(lines.find("\"lazy\":{\"calls\":"), std::string::npos) << lines;

  // Read back, although no response of the program has such counters.
  RunStatistics again;
  ASSERT_TRUE(read_stats(folder.write("stats.ndjson", lines), [&](const StepReport& step) { again.add(step); }));
  EXPECT_EQ(again.total.collision.counters.get<LazyCounts>().calls, made.calls);
  ASSERT_TRUE(write_run_record(folder / "run.json", record));
  const auto read = read_run_record(folder / "run.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(to_json(*read), to_json(record));
  EXPECT_EQ(value_at(read->statistics, "collision.lazy.calls"), static_cast<double>(made.calls));

  bool is_in_info = false;
  for (const app::InfoLine& line : app::info_lines("counts", rows_of(read->statistics.total.collision)))
    is_in_info = is_in_info || (line.title == "lazy" && line.text.starts_with("calls " + std::to_string(made.calls)));
  EXPECT_TRUE(is_in_info);

  // In the run of the other response the column is empty.
  const app::Comparison comparison{.runs = {{"gauss_seidel", {}}, {"lazy", record}}, .not_run = {}};
  const std::string csv = to_csv(app::machine_readable_table(comparison));
  EXPECT_NE(csv.find(",lazy_calls,"), std::string::npos) << csv;
  const app::TextTable table = app::human_readable_table(comparison);
  const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                   [](const app::TextTable::Column& c) { return c.title == "lazy calls"; });
  ASSERT_NE(column, table.columns.end());
  const auto place = static_cast<std::size_t>(column - table.columns.begin());
  EXPECT_EQ(table.rows[0][place], "-");
  EXPECT_EQ(table.rows[1][place], std::to_string(made.calls));
}

TEST(ResponseCounters, AreRegisteredUnderKeysOfTheirOwn) {
  std::vector<std::string> keys;
  for (const ReportRow& row : rows_of(CollisionReport{})) keys.push_back(row.path);
  for (const ResponseInfo& response : known_responses()) {
    if (response.counters == nullptr) continue;
    EXPECT_EQ(std::count(keys.begin(), keys.end(), response.counters()->key), 0) << response.name;
    // Responses of one family share a key, and then also its description.
    EXPECT_EQ(find_counter_group(response.counters()->key), response.counters());
  }
  EXPECT_EQ(find_counter_group("of_others"), nullptr);
}

}  // namespace
}  // namespace muslin::response_counters_test
