#include <gtest/gtest.h>

#include <muslin/core/counters.hpp>
#include <muslin/core/report_fields.hpp>
#include <muslin/core/report_rows.hpp>

namespace muslin::report_fields_test {
namespace {

struct Inner {
  std::int64_t hits = 0;
  static constexpr auto fields() { return std::tuple(field("hits", &Inner::hits, Combine::sum, {.about = "hits"})); }
};

struct Ball {
  static constexpr std::string_view kKey = "balls";
  std::int64_t bounces = 0;
  double highest = 0.0;
  int last_wall = 0;
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(
        field("bounces", &Ball::bounces, sum, {.about = "times that it bounced", .title = "bounces", .in_csv = true}),
        field("highest", &Ball::highest, max, {.about = "its height", .unit = "m"}),
        field("last_wall", &Ball::last_wall, last, {.about = "number of the wall"}));
  }
};

/// A field of each kind.
struct Report {
  int sum = 0;
  double max = 0.0, last = 0.0, step_mean = 0.0, time_mean = 0.0, alone = 0.0;
  int where = -1;
  std::int64_t high_steps = 0;
  Inner inner = {}, flat = {};
  Counters counters = {};

  static constexpr auto fields() {
    using K = Combine;
    return std::tuple(
        field("sum", &Report::sum, K::sum, {.about = "a"}),
        field("max", &Report::max, K::max, {.about = "b", .unit = "m"}),
        field("last", &Report::last, K::last, {.about = "c"}),
        field("step_mean", &Report::step_mean, K::mean_over_steps, {.about = "d"}),
        field("time_mean", &Report::time_mean, K::mean_over_time, {.about = "e"}),
        field("alone", &Report::alone, K::step_only, {.about = "f"}),
        field_of_largest("where", &Report::where, +[](const Report& report) { return report.max; }, {.about = "g"}),
        step_count("high_steps", &Report::high_steps, +[](const Report& report) { return report.max > 1.0; },
                   {.about = "h"}),
        parts("inner", &Report::inner, {.about = "i"}), inline_parts(&Report::flat), inline_parts(&Report::counters));
  }
};

Report three_steps() {
  Report total;
  auto add = [&, steps = 0, time = 0.0](const Report& step, double size) mutable {
    combine(total, step, {.steps = ++steps, .size = size, .time = time += size});
  };
  const Report a{.sum = 1,
                 .max = 1.0,
                 .last = 5.0,
                 .step_mean = 1.0,
                 .time_mean = 4.0,
                 .alone = 1.0,
                 .where = 7,
                 .inner = {10},
                 .flat = {1}};
  const Report b{.sum = 2,
                 .max = 3.0,
                 .last = 6.0,
                 .step_mean = 2.0,
                 .time_mean = 0.0,
                 .alone = 2.0,
                 .where = 8,
                 .inner = {20},
                 .flat = {1}};
  const Report c{.sum = 3,
                 .max = 3.0,
                 .last = 4.0,
                 .step_mean = 6.0,
                 .time_mean = 6.0,
                 .alone = 3.0,
                 .where = 9,
                 .inner = {30},
                 .flat = {1}};
  add(a, 0.5);
  add(b, 0.5);
  add(c, 3.0);
  return total;
}

TEST(ReportFields, CombineAsTheirDescriptionSays) {
  const Report total = three_steps();
  EXPECT_EQ(total.sum, 6);
  EXPECT_EQ(total.max, 3.0);
  EXPECT_EQ(total.last, 4.0);
  EXPECT_EQ(total.step_mean, 3.0);
  EXPECT_EQ(total.time_mean, 5.0);  // (0.5 · 4 + 3 · 6) / 4
  EXPECT_EQ(total.alone, 0.0);
  EXPECT_EQ(total.where, 8);  // the first with the largest maximum
  EXPECT_EQ(total.high_steps, 2);
  EXPECT_EQ(total.inner.hits, 60);
  EXPECT_EQ(total.flat.hits, 3);
}

TEST(ReportFields, RowsNameThePathToEachField) {
  Report report = three_steps();
  report.counters = Counters::of(Ball{4, 0.5, 2});
  std::vector<std::string> paths;
  for (const ReportRow& row : rows_of(report)) paths.push_back(row.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"sum", "max", "last", "step_mean", "time_mean", "alone", "where",
                                             "high_steps", "inner", "inner.hits", "hits", "balls.bounces",
                                             "balls.highest", "balls.last_wall"}));
  EXPECT_EQ(rows_of(report)[1].unit, "m");
  EXPECT_EQ(value_at(report, "inner.hits"), 60.0);
  EXPECT_EQ(value_at(report, "balls.highest"), 0.5);
  EXPECT_EQ(value_at(report, "inner"), std::nullopt);
  EXPECT_EQ(value_at(report, "of_others"), std::nullopt);
}

TEST(Counters, CombineAndGiveBackTheStruct) {
  Counters total;
  EXPECT_EQ(total.get<Ball>().bounces, 0);
  combine(total, Counters::of(Ball{4, 0.5, 2}));
  combine(total, Counters());
  combine(total, Counters::of(Ball{1LL << 40, 0.25, 1}));
  const auto ball = total.get<Ball>();
  EXPECT_EQ(ball.bounces, (1LL << 40) + 4);
  EXPECT_EQ(ball.highest, 0.5);
  EXPECT_EQ(ball.last_wall, 1);
  ASSERT_EQ(total.groups().size(), 1U);
  EXPECT_EQ(total.groups()[0].info->key, "balls");
  EXPECT_FALSE(total.groups()[0].info->counters[1].is_whole);
}

// Lines of a file, and the steps after a resume, may describe the same group differently.
TEST(Counters, OfTwoDescriptionsCombineByName) {
  const auto older = std::make_shared<CounterGroup>(
      CounterGroup{"balls", {{.name = "gone", .unit = {}, .about = {}}, {.name = "bounces", .unit = {}, .about = {}}}});
  Counters total;
  total.group(older).values = {1.0, 2.0};
  combine(total, Counters::of(Ball{4, 0.5, 2}));
  EXPECT_EQ(total.get<Ball>().bounces, 6);
  EXPECT_EQ(total.groups()[0].values.size(), 3U);
}

}  // namespace
}  // namespace muslin::report_fields_test
