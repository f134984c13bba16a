#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <muslin/version.hpp>
#include "command.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

ExitCode run(int argc, char** argv) {
  CLI::App parser("Muslin simulates cloth that never passes through itself or anything else.", "muslin");
  parser.set_version_flag("--version", "muslin " MUSLIN_VERSION);
  parser.require_subcommand(1);
  parser.get_formatter()->column_width(34);

  std::vector<std::pair<CLI::App*, CommandAction>> commands;
  const auto add = [&](const char* name, const char* about, CommandAction (*add_arguments)(CLI::App&)) {
    CLI::App* command = parser.add_subcommand(name, about);
    commands.emplace_back(command, add_arguments(*command));
  };
  add("run", "Simulate a scene, frame by frame, into a run folder", add_run);
  add("compare", "Simulate a scene once per response and compare the results", add_compare);
  add("audit", "Count intersections in meshes, caches and run folders exactly", add_audit);
  add("check", "Report intersections and other problems of a scene or mesh before a simulation", add_check);
  add("untangle", "Separate meshes that intersect, also frame by frame in caches", add_untangle);
  add("view", "Show run folders in a browser, while they are written or after", add_view);
  add("export", "Write a run in another format: a page that plays it anywhere", add_export);
  add("render", "Draw meshes or frames of a run folder into a picture", add_render);
  add("list", "List the fabrics, cables and responses that scenes can name, or the scenes in a folder", add_list);
  add("explain", "Explain a key of scenes: type, unit, range and default", add_explain);
  add("schema", "Print the JSON Schema of scene files", add_schema);
  add("info", "Describe a run folder, or the program and the machine", add_info);

  if (argc < 2) {
    write_err("{}", parser.help());
    return kCommandLine;
  }
  const std::string first = argv[1];
  const auto is_first = [&](const auto& command) { return command.first->get_name() == first; };
  if (!first.starts_with('-') && std::none_of(commands.begin(), commands.end(), is_first)) {
    write_err("muslin: error: {}: no such command; the commands are", first);
    for (const auto& [command, run_command] : commands) write_err(" {}", command->get_name());
    write_err("\n");
    return kCommandLine;
  }
  try {
    parser.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    const int code = parser.exit(error, out, err);
    put(stdout, out.str());
    put(stderr, escaped_lines(err.str()));
    return code == 0 ? kDone : kCommandLine;  // help and version are not errors
  }
  for (const auto& [command, run_command] : commands) {
    if (!command->parsed()) continue;
    const ExitCode code = run_command();
    // The command succeeded only if its output was written.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    write_err("muslin: error: standard output: cannot be written; is the disk full?\n");
    return kDiskOrMemory;
  }
  return kCommandLine;
}

}  // namespace
}  // namespace muslin::app

int main(int argc, char** argv) {
  muslin::app::open_standard_streams();
  try {
    return muslin::app::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("muslin: error: out of memory\n", stderr);
    return muslin::app::kDiskOrMemory;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "muslin: internal error: %s; please report it\n", problem.what());
    return muslin::app::kInternalError;
  }
}
