// Measures the safety, accuracy and speed of time_of_impact and compares it with a naive cubic solver in the same run.
//   bench_ccd [DIR]    DIR: queries with exact answers, in the layout of ccd_query_files.hpp.
//                      Without it: queries of the tests' families, answered by the tests' exact oracle.
// Exit codes: 0 no collision missed, 1 some missed, 2 wrong arguments, 4 DIR cannot be read.
#include <array>
#include <benchmarks/ccd_query_files.hpp>
#include <benchmarks/clock.hpp>
#include <benchmarks/naive_cubic.hpp>
#include <cstdio>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/time_of_impact.hpp>
#include <tests/support/ccd_queries.hpp>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr int kQueriesPerFamily = 4000;  // number of queries made here per family; half of them edge-edge
constexpr std::array<std::string_view, 3> kParts = {"public", "made", "own"};
constexpr int kRepetitions = 60;            // the best of these counts
constexpr std::size_t kCallsPerRun = 2000;  // smaller groups are repeated within one measurement

std::vector<QueryGroup> make_own_queries() {
  std::vector<QueryGroup> groups;
  for (const auto& [family, name] : test::kFamilies) {
    const std::vector<test::CcdQuery> queries = test::make_queries(family, kQueriesPerFamily, 1);
    std::vector<char> collides(queries.size());
    parallel_for(queries.size(), 16, [&](std::size_t i) { collides[i] = test::exactly_collide(queries[i]) ? 1 : 0; });
    for (const bool edge_edge : {false, true}) {
      QueryGroup group{.part = "own", .family = std::string(name), .motions = {}, .collides = {}};
      group.kind = edge_edge ? StencilKind::edge_edge : StencilKind::vertex_triangle;
      for (std::size_t i = 0; i < queries.size(); ++i) {
        if (queries[i].edge_edge != edge_edge) continue;
        group.motions.push_back({queries[i].start, queries[i].end});
        group.collides.push_back(collides[i]);
      }
      groups.push_back(std::move(group));
    }
  }
  return groups;
}

bool ours(StencilKind kind, const StencilMotion& motion) { return time_of_impact(kind, motion, 0.0).has_value(); }
bool naive(StencilKind kind, const StencilMotion& motion) { return naive_cubic(kind, motion).has_value(); }
bool naive_with_end(StencilKind kind, const StencilMotion& motion) {
  return naive_cubic(kind, motion, {.check_end = true}).has_value();
}

/// The errors and the time of a method.
struct Score {
  std::size_t missed = 0, false_alarms = 0, reported = 0;
  Best seconds;  ///< time of one pass over the group
};

template <class Method>
void judge(const QueryGroup& group, const Method& method, Score& score) {
  for (std::size_t i = 0; i < group.motions.size(); ++i) {
    const bool reported = method(group.kind, group.motions[i]), collides = group.collides[i] != 0;
    score.reported += reported ? 1 : 0;
    score.missed += collides && !reported ? 1 : 0;
    score.false_alarms += reported && !collides ? 1 : 0;
  }
}

/// Times one run. The answers are counted, so that the compiler cannot omit any.
template <class Method>
void time_run(const QueryGroup& group, const Method& method, Score& score) {
  const std::size_t rounds = 1 + kCallsPerRun / group.motions.size();
  std::size_t reported = 0;
  const double time = seconds(Clock::thread, [&] {
    for (std::size_t round = 0; round < rounds; ++round)
      for (const StencilMotion& motion : group.motions) reported += method(group.kind, motion) ? 1 : 0;
  });
  if (reported == rounds * score.reported) score.seconds.add(time / static_cast<double>(rounds));
}

struct Measured {
  const QueryGroup* group = nullptr;
  std::size_t collisions = 0;
  Score ours, naive, naive_with_end;
};

std::vector<Measured> measure(const std::vector<QueryGroup>& groups) {
  std::vector<Measured> results;
  for (const QueryGroup& group : groups) {
    Measured result{.group = &group, .ours = {}, .naive = {}, .naive_with_end = {}};
    for (const char collides : group.collides) result.collisions += collides != 0 ? 1 : 0;
    judge(group, ours, result.ours);
    judge(group, naive, result.naive);
    judge(group, naive_with_end, result.naive_with_end);
    results.push_back(result);
  }
  // The two methods alternate in going first, because the second finds the queries in the cache.
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    for (Measured& result : results) {
      if (repetition % 2 == 0) time_run(*result.group, ours, result.ours);
      time_run(*result.group, naive, result.naive);
      if (repetition % 2 != 0) time_run(*result.group, ours, result.ours);
      time_run(*result.group, naive_with_end, result.naive_with_end);
    }
  }
  return results;
}

/// Sums over several groups.
struct Total {
  struct Sum {
    std::size_t missed = 0, false_alarms = 0;
    double seconds = 0;
    void add(const Score& score) {
      missed += score.missed;
      false_alarms += score.false_alarms;
      seconds += score.seconds.value;
    }
  };
  std::size_t queries = 0, collisions = 0;
  Sum ours, naive, naive_with_end;

  void add(const Measured& measured) {
    queries += measured.group->motions.size();
    collisions += measured.collisions;
    ours.add(measured.ours);
    naive.add(measured.naive);
    naive_with_end.add(measured.naive_with_end);
  }
  /// Returns the mean time of a query [ns].
  [[nodiscard]] double ns(const Sum& sum) const {
    return queries == 0 ? 0 : 1e9 * sum.seconds / static_cast<double>(queries);
  }
  [[nodiscard]] double false_alarm_percent() const {
    return queries == 0 ? 0 : 100 * static_cast<double>(ours.false_alarms) / static_cast<double>(queries);
  }
};

template <class Wanted>
Total total(const std::vector<Measured>& results, const Wanted& wanted) {
  Total sum;
  for (const Measured& result : results)
    if (wanted(*result.group)) sum.add(result);
  return sum;
}

void print_row(std::string_view part, std::string_view family, std::string_view kind, const Total& row) {
  fmt::print("{:7} {:25} {:5} {:8} {:8} {:7} {:7} {:7.2f} {:9.1f} {:9.1f} {:7.2f} {:8} {:8}\n", part, family, kind,
             row.queries, row.collisions, row.ours.missed, row.ours.false_alarms, row.false_alarm_percent(),
             row.ns(row.ours), row.ns(row.naive), row.ours.seconds / row.naive.seconds, row.naive.missed,
             row.naive.false_alarms);
}

std::string_view short_name(StencilKind kind) { return kind == StencilKind::edge_edge ? "ee" : "vf"; }

void print_table(const std::vector<Measured>& results) {
  fmt::print("{:7} {:25} {:5} {:>8} {:>8} {:>7} {:>7} {:>7} {:>9} {:>9} {:>7} {:>8} {:>8}\n", "", "", "", "", "", "",
             "", "alarms", "", "naive", "", "naive", "naive");
  fmt::print("{:7} {:25} {:5} {:>8} {:>8} {:>7} {:>7} {:>7} {:>9} {:>9} {:>7} {:>8} {:>8}\n", "part", "family", "kind",
             "queries", "collide", "missed", "alarms", "%", "ns", "ns", "ratio", "missed", "alarms");
  for (const Measured& result : results) {
    Total row;
    row.add(result);
    print_row(result.group->part, result.group->family, short_name(result.group->kind), row);
  }
  for (const std::string_view part : kParts) {
    const Total all = total(results, [&](const QueryGroup& group) { return group.part == part; });
    if (all.queries == 0) continue;
    fmt::print("\n");
    for (const StencilKind kind : {StencilKind::vertex_triangle, StencilKind::edge_edge}) {
      print_row(part, "all", short_name(kind),
                total(results, [&](const QueryGroup& group) { return group.part == part && group.kind == kind; }));
    }
    print_row(part, "all", "both", all);
    const std::size_t apart = all.queries - all.collisions;
    fmt::print("{}: {} missed; false alarms {} = {:.2f} % of all queries, {:.2f} % of those that do not collide\n",
               part, all.ours.missed, all.ours.false_alarms, all.false_alarm_percent(),
               apart == 0 ? 0.0 : 100 * static_cast<double>(all.ours.false_alarms) / static_cast<double>(apart));
    fmt::print("{}: naive cubic with a look at the end of the step: {} missed, {} false alarms, {:.1f} ns\n", part,
               all.naive_with_end.missed, all.naive_with_end.false_alarms, all.ns(all.naive_with_end));
  }
}

void print_json(const std::vector<Measured>& results) {
  const Total all = total(results, [](const QueryGroup&) { return true; });
  const auto ns_of_kind = [&](StencilKind kind) {
    const Total sum = total(results, [kind](const QueryGroup& group) { return group.kind == kind; });
    return sum.ns(sum.ours);
  };
  std::string json =
      fmt::format(R"({{"queries": {}, "false_negatives": {}, "false_positives": {}, "ns_per_query_vf": {:.1f}, )"
                  R"("ns_per_query_ee": {:.1f}, "ns_per_query_naive_cubic": {:.1f}, "naive_false_negatives": {}, )"
                  R"("naive_false_positives": {})",
                  all.queries, all.ours.missed, all.ours.false_alarms, ns_of_kind(StencilKind::vertex_triangle),
                  ns_of_kind(StencilKind::edge_edge), all.ns(all.naive), all.naive.missed, all.naive.false_alarms);
  for (const std::string_view part : kParts) {
    const Total sum = total(results, [&](const QueryGroup& group) { return group.part == part; });
    if (sum.queries > 0)
      json += fmt::format(R"(, "{}_false_positive_percent": {:.3f})", part, sum.false_alarm_percent());
  }
  json += R"(, "families": {)";
  for (std::size_t i = 0; i < results.size(); ++i) {
    const QueryGroup& group = *results[i].group;
    const bool continues = i > 0 && results[i - 1].group->family == group.family;
    if (!continues) json += fmt::format(R"({}"{}": {{)", i > 0 ? "}, " : "", group.family);
    Total row;
    row.add(results[i]);
    json += fmt::format(R"({}"{}": {{"ns": {:.1f}, "naive_ns": {:.1f}}})", continues ? ", " : "",
                        short_name(group.kind), row.ns(row.ours), row.ns(row.naive));
  }
  fmt::print("\n{}}}}}}}\n", json);
}

int run(const char* folder) {
  std::vector<QueryGroup> groups;
  if (folder != nullptr) {
    auto read = read_queries(folder);
    if (!read) {
      fmt::print(stderr, "bench_ccd: {}\n", read.error().message());
      return 4;
    }
    groups = std::move(*read);
  } else {
    fmt::print(stderr, "no folder given: making {} queries of each family, answered exactly\n", kQueriesPerFamily);
    groups = make_own_queries();
  }
  fmt::print(stderr, "measuring: CPU time of one thread, best of {} runs, all methods in turn\n", kRepetitions);
  const std::vector<Measured> results = measure(groups);
  print_table(results);
  print_json(results);
  return total(results, [](const QueryGroup&) { return true; }).ours.missed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    fmt::print(stderr, "usage: bench_ccd [DIR]\n");
    return 2;
  }
  return muslin::bench::run(argc == 2 ? argv[1] : nullptr);
}
