// Measures the cost of a whole scene, from reading it to the last audited frame. The program itself runs on one thread,
// and its CPU time is taken from the operating system; the time of the audit, which has its own thread, is included and
// also shown separately. Phases, contacts and rungs are summed from stats.ndjson.
//   bench_scenes [SCENE…] [--responses a,b]
// SCENE is a name in scenes/peers or a file. `--responses scene` uses the response that the scene names.
// Exit codes: 0 done, 1 a run did not end well or intersects, 2 wrong arguments. A limit that is not met is printed and
// is not an error; a run that is not complete and clean meets none.
#include <algorithm>
#include <benchmarks/program_run.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

namespace fs = std::filesystem;

/// CPU time that a scene may take with the better response [s].
const std::map<std::string, double> kLimits = {{"drop50", 8}, {"curtains", 40}, {"napkins", 80}, {"twist50", 120}};

struct Cost {
  bool sound = false;  ///< whether the run is complete and no frame intersects
  std::string failure;
  double cpu = 0;    ///< user and system time of all threads [s]
  double audit = 0;  ///< part of it that the audit took [s]
  double wall = 0;
  PhaseTimes phases;
  std::int64_t steps = 0, contacts = 0, intersections = 0;
  Rungs rungs;
};

Cost measure(const fs::path& program, const fs::path& scene, const std::string& response, const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);  // results of an earlier run must not pass for those of a run that fails
  std::vector<std::string> words = {program, "run", scene, "-o", folder, "--quiet", "--threads", "1"};
  if (response != "scene") words.insert(words.end(), {"--set", "collision.response=" + response});
  Cost cost;
  const ProgramRun process = run_program(words);
  cost.wall = process.wall;
  cost.cpu = process.cpu;
  if (process.code != 0) cost.failure = fmt::format("exit code {}", process.code);
  const auto record = read_run_record(folder / "run.json");
  if (!record) {
    if (cost.failure.empty()) cost.failure = record.error().message();
    return cost;
  }
  cost.audit = record->audit.seconds;
  cost.intersections = record->audit.intersections;
  cost.sound = process.code == 0 && record->state == RunState::complete && record->audit.bad_frames == 0 &&
               record->audit.frames == record->frames + 1;
  const Status status = read_stats(folder / "stats.ndjson", [&](const StepReport& step) {
    ++cost.steps;
    cost.contacts += step.collision.contacts;
    combine(cost.rungs, step.collision.rungs);
    combine(cost.phases, step.seconds);
  });
  if (!status) cost.failure = status.error().message();
  return cost;
}

struct Arguments {
  std::vector<std::string> scenes;
  std::vector<std::string> responses = {"gauss_seidel", "rigid_zones"};
};

int run(const Arguments& arguments) {
  const fs::path binaries = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path folder = binaries.parent_path() / "scenes";
  fmt::print(
      "muslin run --threads 1; seconds. CPU is user and system of the process, the audit's thread included;\n"
      "the phases are by the clock on the wall\n");
  fmt::print("{:<12} {:<13} {:>7} {:>7} {:>7}  {:>8} {:>7} {:>7} {:>8} {:>6}  {:>6} {:>9}  {:<17} {:>6}\n", "scene",
             "response", "CPU", "audit", "wall", "assembly", "solve", "detect", "response", "rest", "steps", "contacts",
             "rigid/half/yld/stp", "inter.");
  bool sound = true;
  std::string json;
  for (const std::string& name : arguments.scenes) {
    const bool is_file = name.ends_with(".json");
    const fs::path scene = is_file ? fs::path(name) : fs::path("scenes/peers") / (name + ".json");
    const std::string title = scene.stem().string();
    double best = std::numeric_limits<double>::infinity();
    for (const std::string& response : arguments.responses) {
      const Cost cost = measure(binaries / "muslin", scene, response, folder / (title + "-" + response));
      sound = sound && cost.sound;
      if (cost.sound) best = std::min(best, cost.cpu);
      const PhaseTimes& s = cost.phases;
      const Rungs& r = cost.rungs;
      fmt::print(
          "{:<12} {:<13} {:>7.2f} {:>7.2f} {:>7.2f}  {:>8.2f} {:>7.2f} {:>7.2f} {:>8.2f} {:>6.2f}  {:>6} {:>9}  {:<18} "
          "{:>6}{}{}\n",
          title, response, cost.cpu, cost.audit, cost.wall, s.assembly, s.solve, s.detection, s.response, s.rest,
          cost.steps, cost.contacts, fmt::format("{}/{}/{}/{}", r.rigid_zones, r.halvings, r.yields, r.stops),
          cost.intersections, cost.sound ? "" : "  NOT SOUND", cost.failure.empty() ? "" : ": " + cost.failure);
      std::fflush(stdout);
      json += fmt::format(
          R"({}{{"scene":"{}","response":"{}","sound":{},"cpu":{:.3f},"audit":{:.3f},"wall":{:.3f},"assembly":{:.3f},)"
          R"("solve":{:.3f},"detection":{:.3f},"response_seconds":{:.3f},"rest":{:.3f},"steps":{},"contacts":{},)"
          R"("rigid_zones":{},"halvings":{},"yields":{},"stops":{},"intersections":{}}})",
          json.empty() ? "" : ",", title, response, cost.sound, cost.cpu, cost.audit, cost.wall, s.assembly, s.solve,
          s.detection, s.response, s.rest, cost.steps, cost.contacts, r.rigid_zones, r.halvings, r.yields, r.stops,
          cost.intersections);
    }
    if (const auto limit = kLimits.find(title); limit != kLimits.end()) {
      const std::string got = std::isfinite(best) ? fmt::format("best {:.2f}", best) : "no sound run";
      fmt::print("{:<12} limit {:.0f} CPU s: {}, {}\n", title, limit->second, got,
                 best <= limit->second ? "met" : "MISSED");
    }
  }
  fmt::print("{{\"benchmark\":\"scenes\",\"rows\":[{}]}}\n", json);
  return sound ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  muslin::bench::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--responses" && i + 1 < argc) {
      arguments.responses.clear();
      const std::string list = argv[++i];
      for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        arguments.responses.push_back(list.substr(begin, end - begin));
        begin = end + 1;
      }
    } else if (word.starts_with('-')) {
      fmt::print(stderr, "usage: bench_scenes [SCENE...] [--responses a,b]\n");
      return 2;
    } else {
      arguments.scenes.push_back(word);
    }
  }
  if (arguments.scenes.empty()) arguments.scenes = {"drop50", "curtains", "napkins", "twist50"};
  return muslin::bench::run(arguments);
}
