// Runs the scenes of a paper by its table of claims and cases (paper_NAME.cpp), and writes one page of tables: what was
// run, in which share of the steps the method acted, on what, and what came of it. The pages of docs/ take their
// figures from there.
//   bench_paper NAME [--only TEXT] [--most-cpu SECONDS] [--output FILE]
// Without --output, the page is benchmarks/results/MACHINE/paper-NAME.md. With --only, cases run whose label, name or
// scene contains the text; the others keep the rows of the page, each of which names its revision. The page is written
// after each case. A case that has used the given CPU time (1,200 s) ends with the frame that it is in.
// Exit codes: 0 done, 1 a run failed or intersects or the page cannot be written, 2 wrong arguments.
#include <algorithm>
#include <array>
#include <benchmarks/paper_case.hpp>
#include <benchmarks/paper_page.hpp>
#include <benchmarks/program_run.hpp>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/machine.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace muslin::bench {

std::vector<PaperCase> with_choices(const PaperCase& base, const std::vector<PaperChoice>& choices) {
  std::vector<PaperCase> cases;
  for (const PaperChoice& choice : choices) {
    PaperCase copy = base;
    copy.name += (copy.name.empty() ? "" : ", ") + choice.name;
    copy.changes.insert(copy.changes.end(), choice.changes.begin(), choice.changes.end());
    cases.push_back(std::move(copy));
  }
  return cases;
}

namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string paper, only, output;
  double most_cpu = 1200.0;  ///< [s]
};

std::string output_of(const char* command) {
  std::string text;
  FILE* const pipe = ::popen(command, "r");
  if (pipe == nullptr) return text;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  ::pclose(pipe);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// Returns the commit that the sources are at, with a "+" if they or the scenes differ from it.
std::string revision() {
  const std::string commit = output_of("git rev-parse --short=10 HEAD 2>/dev/null");
  const bool is_changed = !output_of("git status --porcelain -- src include apps scenes 2>/dev/null").empty();
  return commit.empty() ? "unknown" : commit + (is_changed ? "+" : "");
}

/// Returns the folder name of a machine: "epyc-2-cores".
std::string folder_of(const Machine& machine) {
  std::istringstream words(machine.cpu);
  std::string model = "unknown";
  for (std::string word; words >> word;) {
    word = word.substr(0, word.find('('));
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (word.empty() || word == "intel" || word == "amd" || word == "gen" || std::isalpha(word.front()) == 0) continue;
    model = word;
    break;
  }
  return fmt::format("{}-{}-cores", model, machine.cores);
}

/// Returns a number with three significant digits.
std::string number(double value) { return fmt::format("{:.3g}", value); }
/// Returns a whole number with a comma between thousands.
std::string count(std::int64_t value) {
  std::string text = std::to_string(value);
  for (auto i = static_cast<std::ptrdiff_t>(text.size()) - 3; i > 0; i -= 3)
    text.insert(static_cast<std::size_t>(i), ",");
  return text;
}
std::string percent(double share) { return fmt::format("{:.1f} %", 100.0 * share); }

/// Returns what the method itself was given to solve. Responses that only apply impulses count nothing of their own.
std::string handled(const CollisionReport& report) {
  if (report.counters.find(ZoneCounts::kKey) != nullptr) {
    const auto zones = report.counters.get<ZoneCounts>();
    return fmt::format("{} contacts in {} zones", count(zones.contacts), count(zones.zones));
  }
  if (report.counters.find(ClusterCounts::kKey) != nullptr) {
    const auto clusters = report.counters.get<ClusterCounts>();
    return fmt::format("{} clusters, {} loops", count(clusters.clusters), count(clusters.cyclic));
  }
  if (report.counters.find(QpCounts::kKey) != nullptr) {
    const auto rows = report.counters.get<QpCounts>();
    return fmt::format("{} active of {} rows", count(rows.active), count(rows.rows));
  }
  return "–";
}

/// Returns how often the method gave up and something else took its place within the response.
std::string fallbacks(const CollisionReport& report) {
  if (report.counters.find(ZoneCounts::kKey) != nullptr) return count(report.counters.get<ZoneCounts>().fallbacks);
  if (report.counters.find(ClusterCounts::kKey) != nullptr)
    return count(report.counters.get<ClusterCounts>().infeasible);
  if (report.counters.find(QpCounts::kKey) != nullptr) return count(report.counters.get<QpCounts>().failures);
  return "–";
}

const std::vector<std::string> kColumns = {"case",      "frames",
                                           "steps",     "acted",
                                           "contacts",  "handled by the method",
                                           "fell back", "rigid/halved/yielded/stopped",
                                           "CPU s",     "detection",
                                           "response",  "strain",
                                           "lost J",    "left J",
                                           "inter.",    "revision"};

std::vector<std::string> command_of(const PaperCase& item) {
  std::vector<std::string> words = {"muslin", "run", "scenes/" + item.scene + ".json", "--threads", "1"};
  if (item.frames > 0)
    words.insert(words.end(), {"--frames", fmt::format("1-{}", item.frames + 1)});  // frame 1 is the start
  for (const std::string& change : item.changes) words.insert(words.end(), {"--set", change});
  return words;
}

/// Returns a command as it is typed: words that a shell would take apart are quoted.
std::string typed(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words)
    quoted.push_back(word.find_first_of(" []{}\"*") == std::string::npos ? word : "'" + word + "'");
  return fmt::format("{}", fmt::join(quoted, " "));
}

/// The result of a case.
struct Row {
  std::string cells;  ///< of the table, without the bars at both ends
  bool is_sound = false;
};

Row measure(const PaperClaim& claim, const PaperCase& item, const fs::path& program, const fs::path& folder,
            const Arguments& arguments, const std::string& revision) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);  // results of an earlier run must not pass for those of a run that fails
  fs::create_directories(folder.parent_path(), ignored);
  std::vector<std::string> words = command_of(item);
  words.front() = program;
  words.insert(words.end(), {"--quiet", "-o", folder});
  const ProgramRun process = run_program(words, arguments.most_cpu);
  PaperRun run;
  run.folder = folder;
  run.cpu = process.cpu;
  Row row;
  if (auto record = read_run_record(folder / "run.json")) {
    run.record = std::move(*record);
  } else {
    row.cells = fmt::format("{} | exit code {}: {}", item.name, process.code, record.error().message());
    return row;
  }
  double left = 0.0;
  const Status status = read_stats(folder / "stats.ndjson", [&](const StepReport& step) {
    run.statistics.add(step);
    left = step.kinetic_energy + step.elastic_energy;
  });
  const StepReport& total = run.statistics.total;
  const Rungs& rungs = total.collision.rungs;
  const double time = std::max(total.seconds.total(), 1e-9);
  const std::int64_t planned = item.frames > 0 ? item.frames : run.record.frames;
  const bool is_whole = run.record.frames_done() == planned;
  row.is_sound = status && run.record.audit.bad_frames == 0 && (is_whole || process.was_ended) &&
                 run.record.audit.frames == run.record.frames_done() + 1;
  std::vector<std::string> cells = {
      item.name,
      is_whole ? count(planned)
               : fmt::format("{} of {}{}", run.record.frames_done(), planned, process.was_ended ? "" : ", failed"),
      count(run.statistics.steps),
      percent(total.collision.response_acted),
      count(total.collision.contacts),
      handled(total.collision),
      fallbacks(total.collision),
      fmt::format("{}/{}/{}/{}", rungs.rigid_zones, rungs.halvings, rungs.yields, rungs.stops),
      item.paper_seconds > 0.0 ? fmt::format("{:.1f} (paper {})", run.cpu, number(item.paper_seconds))
                               : fmt::format("{:.1f}", run.cpu),
      percent(total.seconds.detection / time),
      percent(total.seconds.response / time),
      number(total.max_strain),
      number(total.collision.energy_lost),
      number(left),
      count(run.record.audit.intersections),
      revision};
  if (claim.seen) cells.push_back(claim.seen(run));
  row.cells = fmt::format("{}", fmt::join(cells, " | "));
  for (const RunBody& body : run.record.bodies) fs::remove(folder / (body.name + ".pc2"), ignored);  // many megabytes
  return row;
}

/// A claim and one of its cases, as they are numbered on the page.
struct PlacedCase {
  const PaperClaim* claim = nullptr;
  const PaperCase* item = nullptr;
  std::string label, command;
  std::string cells;  ///< of its row
};

std::vector<PlacedCase> place_cases(const Paper& paper, const PaperPage& page) {
  std::vector<PlacedCase> cases;
  for (std::size_t claim = 0; claim < paper.claims.size(); ++claim) {
    const PaperClaim& owner = paper.claims[claim];
    for (std::size_t place = 0; place < owner.cases.size(); ++place) {
      const PaperCase& item = owner.cases[place];
      const std::string command = typed(command_of(item));
      const auto row = page.row(owner.text, item.name, command);
      cases.push_back({&owner, &item, fmt::format("{}.{}", claim + 1, place + 1), command,
                       row.value_or(item.name + " | not measured")});
    }
  }
  return cases;
}

std::string page_text(const Paper& paper, const std::vector<PlacedCase>& cases, const std::string& commit,
                      const Machine& machine) {
  std::string text = fmt::format(
      "# Runs for the claims of [{}]\n"
      "Made by `./dev bench paper {}` with revision {}, {}, on {}, {} cores, {}. Do not edit.\n\n"
      "Each case runs on one thread; CPU is user and system time of the process, the audit's thread included.\n"
      "*Acted* is the share of the steps in which the response of the scene changed a velocity. *Handled by the "
      "method* is "
      "what it\nsolved itself, after any impulses before it, over all attempts at a step, and *fell back* what of it "
      "was "
      "solved by another\nmethod within the response. *Detection* and *response* are shares of the time of a step. "
      "*Strain* is "
      "the largest of any\nstep, *lost* the kinetic energy that repulsion and responses took, *left* the kinetic and "
      "elastic "
      "energy at the end, and\n*inter.* the intersections in all frames. `muslin` stands for "
      "`build/bench/bin/muslin`.\n",
      paper.key, paper.name, commit, compiler_name(), machine.cpu, machine.cores, utc_time().substr(0, 10));
  for (std::size_t claim = 0; claim < paper.claims.size(); ++claim) {
    const PaperClaim& owner = paper.claims[claim];
    text += fmt::format(
        "\n## {}. {}\n| | {}{} |\n|{}\n", claim + 1, owner.text, fmt::join(kColumns, " | "),
        owner.seen ? " | " + owner.seen_title : "",
        fmt::format("{}", fmt::join(std::vector<std::string>(kColumns.size() + (owner.seen ? 2 : 1), "---|"), "")));
    std::string commands;
    for (const PlacedCase& item : cases) {
      if (item.claim != &owner) continue;
      text += fmt::format("| {} | {} |\n", item.label, item.cells);
      commands += fmt::format("- {} `{}`\n", item.label, item.command);
    }
    text += "\n" + commands;
  }
  return text;
}

int run(const Arguments& arguments, const Paper& paper) {
  const fs::path binaries = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path runs = binaries.parent_path() / "paper" / paper.name;
  const Machine machine = describe_machine();
  const std::string commit = revision();
  const fs::path path = arguments.output.empty()
                            ? fs::path("benchmarks/results") / folder_of(machine) / ("paper-" + paper.name + ".md")
                            : fs::path(arguments.output);
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::vector<PlacedCase> cases = place_cases(paper, PaperPage::read(path));
  int ran = 0, unsound = 0;
  for (PlacedCase& item : cases) {
    if (!arguments.only.empty() &&
        (item.label + " " + item.item->name + " " + item.item->scene).find(arguments.only) == std::string::npos)
      continue;
    fmt::print(stderr, "{} {}: {}\n", item.label, item.item->name, item.command);
    const Row row =
        measure(*item.claim, *item.item, binaries / "muslin", runs / content_hash(item.command), arguments, commit);
    item.cells = row.cells;
    fmt::print("{} | {}\n", item.label, row.cells);
    std::fflush(stdout);
    ++ran;
    unsound += row.is_sound ? 0 : 1;
    if (!write_whole_file(path, page_text(paper, cases, commit, machine))) {
      fmt::print(stderr, "cannot write {}\n", path.string());
      return 1;
    }
  }
  fmt::print("{{\"benchmark\":\"paper\",\"paper\":\"{}\",\"ran\":{},\"cases\":{},\"unsound\":{},\"page\":\"{}\"}}\n",
             paper.name, ran, cases.size(), unsound, path.string());
  return unsound == 0 ? 0 : 1;
}

int usage() {
  fmt::print(
      stderr,
      "usage: bench_paper harmon2008|huh2001|raghupathi2006|sifakis2008|liu2011 [--only TEXT] [--most-cpu SECONDS] "
      "[--output FILE]\n");
  return 2;
}

}  // namespace
}  // namespace muslin::bench

int main(int argc, char** argv) {
  using namespace muslin::bench;
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--only" && i + 1 < argc)
      arguments.only = argv[++i];
    else if (word == "--most-cpu" && i + 1 < argc)
      arguments.most_cpu = std::atof(argv[++i]);
    else if (word == "--output" && i + 1 < argc)
      arguments.output = argv[++i];
    else if (arguments.paper.empty() && !word.starts_with('-'))
      arguments.paper = word;
    else
      return usage();
  }
  for (const auto& make : {harmon2008, huh2001, raghupathi2006, sifakis2008, liu2011})
    if (const Paper paper = make(); paper.name == arguments.paper) return run(arguments, paper);
  return usage();
}
