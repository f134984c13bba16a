#include <cstdio>
#include <filesystem>
#include <memory>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "text_output.hpp"
#include "view_session.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

struct ViewArguments {
  std::vector<std::string> folders;
  std::string scenes = "scenes";
  ViewOptions options;
};

ExitCode view(const ViewArguments& arguments) {
  if (const ExitCode code = ViewSession::check_page(); code != kDone) return code;
  const std::vector<fs::path> folders(arguments.folders.begin(), arguments.folders.end());
  for (const fs::path& folder : folders)
    if (const auto record = read_run_record(folder / kRecordName); !record) return report(record.error());
  const InterruptListener interrupts;  // before anyone can know that the server is there
  ViewSession session;
  ViewOptions options = arguments.options;
  if (folders.empty()) options.scenes = arguments.scenes;
  if (const ExitCode code = session.start(folders, options); code != kDone) return code;
  write_out("{}\n", session.server().address());
  std::fflush(stdout);
  write_err("muslin: {}; Ctrl-C ends the viewer\n", session.open_browser()
                                                        ? "the address is opened in a browser"
                                                        : "open the address in a browser on this machine");
  ViewSession::wait_for(interrupts);
  return kDone;
}

}  // namespace

CommandAction add_view(CLI::App& parser) {
  auto arguments = std::make_shared<ViewArguments>();
  parser.add_option("folders", arguments->folders,
                    "Run folders, finished or still being written; without any, a front page shows scenes and runs");
  parser.add_option("--scenes", arguments->scenes, "Folder of the scenes on the front page (default: scenes)");
  parser
      .add_option("--port", arguments->options.port, "Port to serve the page on; another one is taken if it is in use")
      ->check(CLI::Range(0, 65535));
  parser.add_flag("!--no-browser", arguments->options.opens_browser, "Only print the address");
  return [arguments] { return view(*arguments); };
}

}  // namespace muslin::app
