// Reproduces the experiments of [Liu11, ch. 6], completely or in part: cloth of 1,600 vertices with rigid objects falls
// from two corners (EXP1) or sags between four (EXP2), in 1,471 steps of 1 ms. Prints Tables 6.1 to 6.5 of the thesis
// beside our results. Runs on one thread, in CPU time, with collisions.
//   bench_liu2011 [--tables 1,2,3,45] [--methods rigid,hybrid] [--experiments 1,2] [--frames N] [--output FOLDER]
// Exit codes: 0 done, 1 a frame intersects or a file cannot be written, 2 wrong arguments. Writes liu2011.csv, with a
// line for each run, into the folder (build).
#include <algorithm>
#include <benchmarks/clock.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <muslin/core/parallel.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>
#include <string>
#include <tests/support/collision_scenes.hpp>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

/// One run of the grid. Condition and extra lengths apply to the hybrid method only.
struct Setting {
  int experiment = 1;
  std::string method = "rigid";
  int objects = 9, radius = 3;
  double limit = 0.001;
  int condition = 1;
  std::string extra = "6-I";
  auto operator<=>(const Setting&) const = default;
};

struct Outcome {
  double step_ms = 0, filter_ms = 0, slowest_ms = 0;  ///< per step: mean, the filter's part of it, and the slowest
  double error = 0;                                   ///< mean of |g - x|² over vertices and steps [cm²]
  double shape_error = 0;                             ///< largest, in units of the patch size [1]
  double over_limit = 0;                              ///< fraction of steps [1]
  double iterations = 0;                              ///< factorised systems per step
  std::int64_t frames = 0;                            ///< number of frames reached
  std::size_t intersections = 0;
};

struct Options {
  std::string tables = "1,2,3,45", methods = "rigid,hybrid", experiments = "1,2", folder = "build";
  std::int64_t frames = 1471;
};

bool names(const std::string& list, const std::string& item) {
  return ("," + list + ",").find("," + item + ",") != list.npos;
}

Outcome simulate(const Setting& setting, std::int64_t frames) {
  const std::string file = fmt::format("scenes/liu2011/exp{}.json", setting.experiment);
  const auto loaded =
      read_scene(file, {.overrides = {"bodies.cloth.patches.method=" + setting.method,
                                      fmt::format("bodies.cloth.patches.count={}", setting.objects),
                                      fmt::format("bodies.cloth.patches.radius={}", setting.radius),
                                      fmt::format("bodies.cloth.patches.condition={}", setting.condition),
                                      "bodies.cloth.patches.extra_lengths=\"" + setting.extra + "\"",
                                      fmt::format("bodies.cloth.stretch_limit.limit={}", setting.limit)}});
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().message());
    std::exit(1);
  }
  auto simulator = Simulator::create(loaded->scene);
  if (!simulator) {
    fmt::print(stderr, "{}\n", simulator.error().message());
    std::exit(1);
  }
  const std::vector<Patch>& patches = loaded->scene.bodies[0].body.patches.list;
  const double cell = 2.0 / 39.0, size = (patches.front().side - 1) * cell * std::sqrt(2.0);
  Outcome outcome;
  std::int64_t steps = 0;
  double filter = 0, total = 0;
  for (; outcome.frames < frames; ++outcome.frames) {
    bool failed = false;
    const double time = seconds(Clock::thread, [&] {
      const auto result = simulator->advance([&](const StepReport& step) {
        ++steps;
        filter += step.seconds.filter;
        outcome.error += 1e4 * step.limits.mean_squared_shape_error;
        outcome.shape_error = std::max(outcome.shape_error, step.limits.shape_error / size);
        outcome.over_limit += step.limits.over_limit > 0 ? 1 : 0;
        outcome.iterations += static_cast<double>(step.limits.iterations);
        return true;
      });
      failed = !result || result->stopped || result->divergence || result->pinch;
    });
    if (failed) break;
    total += time;
    outcome.slowest_ms = std::max(outcome.slowest_ms, 1e3 * time);
    if (outcome.frames % 50 == 0) outcome.intersections += test::intersections(*simulator);
  }
  const auto count = static_cast<double>(std::max<std::int64_t>(1, steps));
  outcome.step_ms = 1e3 * total / count;
  outcome.filter_ms = 1e3 * filter / count;
  outcome.error /= count;
  outcome.over_limit /= count;
  outcome.iterations /= count;
  return outcome;
}

/// Runs each setting only once, even if several tables show it.
class Laboratory {
 public:
  explicit Laboratory(std::int64_t frames) : frames_(frames) {}

  const Outcome& operator()(const Setting& setting) {
    const auto found = outcomes_.find(setting);
    if (found != outcomes_.end()) return found->second;
    const Outcome outcome = simulate(setting, frames_);
    intersections_ += outcome.intersections;
    csv_ +=
        fmt::format("{},{},{},{},{},{},{},{},{:.3f},{:.3f},{:.3f},{:.2f},{:.4f},{:.3e},{:.4f},{}\n", setting.experiment,
                    setting.method, setting.objects, setting.radius, setting.limit, setting.condition, setting.extra,
                    outcome.frames, outcome.step_ms, outcome.filter_ms, outcome.slowest_ms, outcome.iterations,
                    outcome.error, outcome.shape_error, outcome.over_limit, outcome.intersections);
    fmt::print(stderr, "EXP{} {} {} objects of radius {}, {} %, condition {}, {}: {:.2f} ms a step\n",
               setting.experiment, setting.method, setting.objects, setting.radius, 100 * setting.limit,
               setting.condition, setting.extra, outcome.step_ms);
    return outcomes_[setting] = outcome;
  }
  [[nodiscard]] const std::string& csv() const { return csv_; }
  [[nodiscard]] std::size_t intersections() const { return intersections_; }
  [[nodiscard]] const std::map<Setting, Outcome>& outcomes() const { return outcomes_; }

 private:
  std::int64_t frames_;
  std::map<Setting, Outcome> outcomes_;
  std::string csv_ =
      "experiment,method,objects,radius,limit,condition,extra_lengths,frames,step_ms,filter_ms,slowest_ms,iterations,"
      "error_cm2,shape_error,over_limit,intersections\n";
  std::size_t intersections_ = 0;
};

const std::vector<std::string> kTypes = {"none", "2", "4", "6-I", "6-II", "6-III", "8-I", "8-II", "10"};
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::vector<double>> kTable1 = {{5.03, 5.06, 5.00, 4.96, 4.95, 5.07, 4.99, 5.02, 4.97},
                                                  {5.48, 5.47, 5.46, 4.54, 5.02, 5.39, 4.62, 4.70, 5.04}};
/// Rows are radii; columns are EXP1 cond. 1 and 2, EXP2 cond. 1 and 2.
const std::vector<std::vector<double>> kTable2 = {
    {5.19, 2.88, 5.98, 5.44}, {4.99, 1.62, 5.91, 5.82}, {2.71, 1.27, 6.23, 5.60}};
struct Count {
  int objects, radius;
  std::vector<double> errors;  ///< as in Table 6.2
};
const std::vector<Count> kTable3 = {{2, 3, {5.12, 3.07, 2.32, 1.89}},
                                    {6, 3, {3.79, 1.59, 5.47, 4.54}},
                                    {9, 3, {2.71, 1.27, 6.23, 3.91}},
                                    {12, 3, {1.91, 1.31, 6.57, 6.16}},
                                    {16, 3, {2.05, 1.94, 7.08, 5.92}},
                                    {16, 2, {kUnknown, 1.60, 7.15, 6.31}},
                                    {25, 3, {kUnknown, kUnknown, kUnknown, kUnknown}},
                                    {25, 2, {kUnknown, 1.78, 5.71, 4.94}}};
struct Times {
  int objects;
  std::vector<double> ms;  ///< radius 1: 10 %, 1 %, 0.1 %; radius 2; radius 3
};
const std::vector<Times> kTables45 = {
    {2, {151.65, 386.95, 1507.03, 96.18, 390.99, 1526.89, 125.76, 349.30, 1455.12}},
    {6, {234.11, 374.10, 1634.92, 113.37, 340.84, 1476.23, 128.93, 317.36, 1524.59}},
    {9, {124.60, 450.90, 1654.56, 107.90, 370.36, 1477.16, 58.92, 352.09, 1558.03}},
    {12, {139.71, 411.15, 1647.58, 88.15, 363.61, 1708.22, 90.82, 259.04, 1696.38}},
    {16, {149.05, 355.75, 2144.61, 110.32, 320.54, 2080.86, 51.69, 225.29, 1553.27}},
    {25, {133.85, 403.73, 2276.00, 143.76, 285.26, 19587.48, 99.03, kUnknown, kUnknown}}};

std::string cell(double thesis, double ours, const char* form) {
  const std::string mine = fmt::format(fmt::runtime(form), ours);
  return (std::isfinite(thesis) ? fmt::format("{:g}", thesis) : std::string("–")) + " / " + mine;
}

void print_table1(Laboratory& laboratory, const Options& options) {
  fmt::print("\nTable 6.1: mean error [cm²], one object of 25 vertices, 0.1 %; thesis / ours\n\n| experiment |");
  for (const std::string& type : kTypes) fmt::print(" {} |", type);
  fmt::print("\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const int experiment : {1, 2}) {
    if (!names(options.experiments, std::to_string(experiment))) continue;
    fmt::print("| EXP{} |", experiment);
    for (std::size_t k = 0; k < kTypes.size(); ++k) {
      const Outcome& outcome =
          laboratory({.experiment = experiment, .method = "hybrid", .objects = 1, .radius = 2, .extra = kTypes[k]});
      fmt::print(" {} |", cell(kTable1[static_cast<std::size_t>(experiment - 1)][k], outcome.error, "{:.2g}"));
    }
    fmt::print("\n");
  }
}

/// Prints the errors by number and size of objects for both conditions.
void print_errors(Laboratory& laboratory, const Options& options, const std::vector<Count>& counts) {
  fmt::print(
      "| objects | radius | EXP1, cond. 1 | cond. 2 | EXP2, cond. 1 | cond. 2 |\n|---:|---:|---:|---:|---:|---:|\n");
  for (const Count& count : counts) {
    fmt::print("| {} | {} |", count.objects, count.radius);
    for (const int experiment : {1, 2})
      for (const int condition : {1, 2}) {
        if (!names(options.experiments, std::to_string(experiment))) {
          fmt::print(" |");
          continue;
        }
        const Outcome& outcome = laboratory({.experiment = experiment,
                                             .method = "hybrid",
                                             .objects = count.objects,
                                             .radius = count.radius,
                                             .condition = condition});
        fmt::print(" {} |", cell(count.errors[static_cast<std::size_t>(2 * (experiment - 1) + condition - 1)],
                                 outcome.error, "{:.2g}"));
      }
    fmt::print("\n");
  }
}

void print_times(Laboratory& laboratory, const Options& options, int experiment, const std::string& method) {
  fmt::print("\nTables 6.4 and 6.5: a step [ms], thesis / ours; EXP{}, {}\n\n| objects |", experiment, method);
  for (const int radius : {1, 2, 3})
    for (const char* limit : {"10", "1", "0.1"}) fmt::print(" r = {}, {} % |", radius, limit);
  fmt::print("\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const Times& row : kTables45) {
    fmt::print("| {} |", row.objects);
    std::size_t k = 0;
    for (const int radius : {1, 2, 3})
      for (const double limit : {0.1, 0.01, 0.001}) {
        const Outcome& outcome = laboratory(
            {.experiment = experiment, .method = method, .objects = row.objects, .radius = radius, .limit = limit});
        fmt::print(" {}{} |", cell(row.ms[k++], outcome.step_ms, "{:.1f}"),
                   outcome.frames < options.frames ? " !" : "");
      }
    fmt::print("\n");
  }
}

/// Prints a summary of speed and accuracy by method and limit.
void print_summary(const Laboratory& laboratory) {
  struct Row {
    int runs = 0, unfinished = 0;
    double fastest = 1e300, slowest = 0, worst_shape = 0, worst_over = 0;
  };
  std::map<std::pair<std::string, double>, Row> rows;
  for (const auto& [setting, outcome] : laboratory.outcomes()) {
    Row& row = rows[{setting.method, setting.limit}];
    ++row.runs;
    row.fastest = std::min(row.fastest, outcome.step_ms);
    row.slowest = std::max(row.slowest, outcome.step_ms);
    row.worst_shape = std::max(row.worst_shape, outcome.shape_error);
    row.worst_over = std::max(row.worst_over, outcome.over_limit);
  }
  fmt::print(
      "\n| method | limit | runs | step [ms], from | to | largest shape error | most steps over the limit |\n"
      "|---|---:|---:|---:|---:|---:|---:|\n");
  for (const auto& [key, row] : rows)
    fmt::print("| {} | {:g} % | {} | {:.2f} | {:.2f} | {:.1e} | {:.1f} % |\n", key.first, 100 * key.second, row.runs,
               row.fastest, row.slowest, row.worst_shape, 100 * row.worst_over);
}

std::optional<Options> parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string word = argv[i];
    if (i + 1 == argc) return {};
    if (word == "--tables")
      options.tables = argv[i + 1];
    else if (word == "--methods")
      options.methods = argv[i + 1];
    else if (word == "--experiments")
      options.experiments = argv[i + 1];
    else if (word == "--frames")
      options.frames = std::atoi(argv[i + 1]);
    else if (word == "--output")
      options.folder = argv[i + 1];
    else
      return {};
  }
  return options;
}

int run(int argc, char** argv) {
  const auto options = parse(argc, argv);
  if (!options) return 2;
  Laboratory laboratory(options->frames);
  const bool hybrid = names(options->methods, "hybrid");
  if (hybrid && names(options->tables, "1")) print_table1(laboratory, *options);
  if (hybrid && names(options->tables, "2")) {
    fmt::print("\nTable 6.2: mean error [cm²], nine objects, 0.1 %; thesis / ours\n\n");
    std::vector<Count> counts;
    for (const int radius : {1, 2, 3}) counts.push_back({9, radius, kTable2[static_cast<std::size_t>(radius - 1)]});
    print_errors(laboratory, *options, counts);
  }
  if (hybrid && names(options->tables, "3")) {
    fmt::print("\nTable 6.3: mean error [cm²], 0.1 %; thesis / ours\n\n");
    print_errors(laboratory, *options, kTable3);
  }
  if (names(options->tables, "45"))
    for (const char* method : {"hybrid", "rigid"})
      for (const int experiment : {1, 2})
        if (names(options->methods, method) && names(options->experiments, std::to_string(experiment)))
          print_times(laboratory, *options, experiment, method);
  print_summary(laboratory);
  const std::string file = options->folder + "/liu2011.csv";
  if (!(std::ofstream(file) << laboratory.csv() << std::flush)) {
    fmt::print(stderr, "{}: cannot be written; does the folder exist?\n", file);
    return 1;
  }
  fmt::print("{{\"benchmark\": \"liu2011\", \"runs\": {}, \"frames\": {}, \"intersections\": {}}}\n",
             laboratory.outcomes().size(), options->frames, laboratory.intersections());
  return laboratory.intersections() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  int code = 0;
  muslin::with_threads(1, [&] { code = muslin::bench::run(argc, argv); });
  return code;
}
