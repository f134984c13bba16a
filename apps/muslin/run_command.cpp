#include <fmt/format.h>

#include <memory>
#include <muslin/core/parallel.hpp>

#include "command.hpp"
#include "response_setting.hpp"
#include "run_arguments.hpp"

namespace muslin::app {
namespace {

ExitCode run_into_folder(const RunArguments& arguments, const std::string& response) {
  RunRequest request = request_of(arguments, output_folder(arguments, ".run"));
  if (!response.empty()) {
    if (const std::string why = unknown_response(response); !why.empty())
      return refuse(fmt::format("--response {}: {}", response, why));
    request.overrides.push_back(response_setting(response));
  }
  std::optional<InterruptListener> interrupt;
  return run_scene(request, interrupt);
}

}  // namespace

CommandAction add_run(CLI::App& parser) {
  auto arguments = std::make_shared<RunArguments>();
  auto response = std::make_shared<std::string>();
  parser.footer(
      "Messages and progress go to stderr. The first Ctrl-C finishes the frame, the second stops at once; both save "
      "what\n"
      "is there, and --resume goes on to the same bits. Every frame is audited beside the\n"
      "simulation. Exit code 5 if the start intersects, 6 if a frame does, 7 if the numbers diverged or scripts\n"
      "left no room, 130 if interrupted.");
  add_run_arguments(parser, *arguments);
  parser.add_option("-o,--output", arguments->output, "Run folder to write; default: the scene's name with .run, here");
  parser.add_option("--response", *response,
                    "How collisions are resolved, see muslin list responses; short for --set collision.response=NAME");
  return [arguments, response] {
    ExitCode code = kDone;
    with_threads(arguments->threads, [&] { code = run_into_folder(*arguments, *response); });
    return code;
  };
}

}  // namespace muslin::app
