#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <muslin/core/parallel.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <set>

#include "command.hpp"
#include "comparison.hpp"
#include "comparison_sheet.hpp"
#include "option_form.hpp"
#include "render_arguments.hpp"
#include "response_setting.hpp"
#include "run_arguments.hpp"
#include "text_output.hpp"
#include "view_session.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPageName = "compare.md";
constexpr const char* kCsvName = "compare.csv";
constexpr const char* kPictureName = "compare.png";

struct CompareArguments {
  RunArguments run;
  std::vector<std::string> responses;
  std::string sheet_frames;
};

/// Returns why these responses cannot be compared; empty if they can.
std::string objection(const std::vector<std::string>& responses) {
  std::set<std::string> seen;
  for (const std::string& name : responses) {
    if (const std::string why = unknown_response(name); !why.empty()) return fmt::format("{}: {}", name, why);
    if (!seen.insert(name).second) return name + ": named twice; name each response once";
  }
  return {};
}

/// Checks all folders first, so that no comparison has to stop halfway at a folder that must not be written.
ExitCode check_folders(const fs::path& folder, const std::vector<RunRequest>& requests) {
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    return refuse(fmt::format("{}: this is a file; name a folder with -o", folder.string()));
  for (const RunRequest& request : requests) {
    if (const Status status = check_folder(request.folder, request.existing); !status) return report(status.error());
    if (request.existing != ExistingRun::refuse) continue;
    for (const char* name : {kPageName, kCsvName, kPictureName})
      if (fs::exists(folder / name, ignored))
        return refuse(fmt::format("{}: exists already; replace it with --force, or name another folder with -o",
                                  (folder / name).string()));
  }
  return kDone;
}

/// Returns whether a run counts as a result. A response that stops, or whose frames intersect, does; an error that
/// would affect the other runs too does not.
bool is_result(ExitCode code) {
  return code == kDone || code == kIntersections || code == kStopped || code == kInterrupted;
}

Status write_tables(const fs::path& folder, const Comparison& comparison) {
  if (Status status = write_whole_file(folder / kCsvName, to_csv(machine_readable_table(comparison))); !status)
    return status;
  return write_whole_file(folder / kPageName, markdown_page(comparison, kPictureName));
}

ExitCode compare(const CompareArguments& arguments) {
  if (const std::string why = objection(arguments.responses); !why.empty()) return refuse("--responses " + why);
  const fs::path folder = output_folder(arguments.run, ".compare");
  std::vector<RunRequest> requests;
  for (const std::string& response : arguments.responses) {
    RunRequest& request = requests.emplace_back(request_of(arguments.run, folder / response));
    request.overrides.push_back(response_setting(response));
  }
  if (const ExitCode code = check_folders(folder, requests); code != kDone) return code;
  if (arguments.run.view)
    if (const ExitCode code = ViewSession::check_page(); code != kDone) return code;

  Comparison comparison;
  ComparisonSheet sheet;
  sheet.frames = arguments.sheet_frames;
  ExitCode worst = kDone;
  std::optional<InterruptListener> interrupt;  // one for all runs: an interrupt of one run applies to the others too
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::string& response = arguments.responses[i];
    if (comparison.interrupted || (interrupt && interrupt->requested() != Interrupt::none)) {
      comparison.interrupted = true;
      comparison.not_run.push_back(response);
      continue;
    }
    if (!arguments.run.quiet) write_err("{} ({}/{})\n", response, i + 1, requests.size());
    const ExitCode code = run_and_print(requests[i], print_options_of(arguments.run), interrupt);
    if (!is_result(code)) return code;
    worst = std::max(worst, code);
    comparison.interrupted = code == kInterrupted;
    auto record = read_run_record(requests[i].folder / kRecordName);
    if (!record) return report(record.error());
    sheet.up = record->up;
    sheet.rows.push_back({response, requests[i].folder});
    comparison.runs.push_back({response, std::move(*record)});
  }
  if (comparison.interrupted) worst = kInterrupted;
  interrupt.reset();  // the remaining work is short and may be cut off

  write_out("{}", to_aligned_text(human_readable_table(comparison)));
  for (const std::string& note : notes_of(comparison)) write_out("{}\n", note);
  std::fflush(stdout);  // before the pictures, which take a while
  if (const Status status = write_tables(folder, comparison); !status) return report(status.error());
  if (const ExitCode code = draw_comparison(sheet, folder / kPictureName); code != kDone) return code;
  if (!arguments.run.quiet)
    write_err("{}: the table is in {} and {}, the frames side by side are in {}\n", folder.string(), kPageName,
              kCsvName, kPictureName);
  if (arguments.run.view && worst != kInterrupted) {
    std::vector<fs::path> folders;
    for (const ComparisonSheet::Row& row : sheet.rows) folders.push_back(row.folder);
    interrupt.emplace();
    ViewSession session;
    if (const ExitCode code = session.start(folders, {}); code != kDone) return code;
    session.announce();
    ViewSession::wait_for(*interrupt);
  }
  return worst;
}

}  // namespace

CommandAction add_compare(CLI::App& parser) {
  auto arguments = std::make_shared<CompareArguments>();
  parser.footer(
      "Each response gets its own run folder, as written by muslin run. The table is printed and also written to\n"
      "compare.md and compare.csv; compare.png shows the same frames of all runs, one row per response. A run that\n"
      "stops does not end the comparison. Ctrl-C does, and --resume continues it. The exit code is the largest of the\n"
      "runs' codes: 0, 6, 7 or 130, as for muslin run.");
  add_run_arguments(parser, arguments->run);
  parser
      .add_option("--responses", arguments->responses,
                  "Responses to compare, e.g. gauss_seidel,rigid_zones; see muslin list responses")
      ->required()
      ->delimiter(',')
      ->allow_extra_args(false);
  parser.add_option("-o,--output", arguments->run.output,
                    "Folder to write; default: the name of the scene with .compare, in the current folder");
  parser
      .add_option("--sheet-frames", arguments->sheet_frames,
                  "Frames of the picture, e.g. 1,20,40 or 0-60:10 or all; default: six frames")
      ->check(
          option_form(parse_frames, "a comma-separated list of numbers, ranges such as 0-60:10, first, last or all"));
  return [arguments] {
    ExitCode code = kDone;
    with_threads(arguments->run.threads, [&] { code = compare(*arguments); });
    return code;
  };
}

}  // namespace muslin::app
