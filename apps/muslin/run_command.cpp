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
