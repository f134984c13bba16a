#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <muslin/core/parallel.hpp>

#include "command.hpp"
#include "response_setting.hpp"
#include "run_arguments.hpp"
#include "view_session.hpp"

namespace muslin::app {
namespace {

/// Runs, and shows the run in a browser from its beginning until the user interrupts.
ExitCode run_and_view(const RunRequest& request, RunPrintOptions options) {
  if (const ExitCode code = ViewSession::check_page(); code != kDone) return code;
  std::optional<InterruptListener> interrupt;
  ViewSession session;
  ExitCode viewing = kDone;
  options.begun = [&] {
    viewing = session.start({request.folder}, {});
    if (viewing == kDone) session.announce();
  };
  const ExitCode code = run_and_print(request, options, interrupt);
  if (!interrupt) {  // nothing was simulated: the run could not begin, or was complete before
    if (code != kDone && code != kIntersections) return code;
    interrupt.emplace();
    options.begun();
  }
  if (viewing != kDone) return std::max(code, viewing);
  ViewSession::wait_for(*interrupt);
  return code;
}

ExitCode run_into_folder(const RunArguments& arguments, const std::string& response) {
  RunRequest request = request_of(arguments, output_folder(arguments, ".run"));
  if (!response.empty()) {
    if (const std::string why = unknown_response(response); !why.empty())
      return refuse(fmt::format("--response {}: {}", response, why));
    request.overrides.push_back(response_setting(response));
  }
  if (arguments.view) return run_and_view(request, print_options_of(arguments));
  std::optional<InterruptListener> interrupt;
  return run_and_print(request, print_options_of(arguments), interrupt);
}

}  // namespace

CommandAction add_run(CLI::App& parser) {
  auto arguments = std::make_shared<RunArguments>();
  auto response = std::make_shared<std::string>();
  parser.footer(
      "Messages and progress go to stderr. The first Ctrl-C finishes the frame, the second stops at once. Both save a\n"
      "checkpoint, from which --resume continues to the same bits. Every frame is audited while the next ones are\n"
      "simulated. The exit code is 5 if the start intersects, 6 if a frame intersects, 7 if the simulation diverged\n"
      "or scripts left cloth no room, and 130 if interrupted.");
  add_run_arguments(parser, *arguments);
  parser.add_option("-o,--output", arguments->output,
                    "Run folder to write; default: the name of the scene with .run, in the current folder");
  parser.add_option("--response", *response,
                    "Collision response, see muslin list responses; short for --set collision.response=NAME");
  return [arguments, response] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = run_into_folder(*arguments, *response); });
    return code;
  };
}

}  // namespace muslin::app
