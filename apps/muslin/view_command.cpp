#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <muslin/io/run/run_folder_files.hpp>
#include <muslin/io/run/run_record.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "command.hpp"
#include "interrupt.hpp"
#include "text_output.hpp"
#include "view/browser.hpp"
#include "view/page.hpp"
#include "view/view_server.hpp"

namespace muslin::app {
namespace {

namespace fs = std::filesystem;

struct ViewArguments {
  std::vector<std::string> folders;
  int port = 8642;
  bool opens_browser = true;
};

/// Returns what the page calls a folder: its last component, also of "." and "flag.run/".
std::string name_of_folder(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

ExitCode view(const ViewArguments& arguments) {
  if (page_files().empty())
    return refuse(
        "this program was built without the viewer, which needs Node 18 or newer; install nodejs and npm, then build "
        "again with ./dev build");
  ViewServerOptions options{.runs = {}, .port = arguments.port};
  for (const std::string& folder : arguments.folders) {
    if (const auto record = read_run_record(fs::path(folder) / kRecordName); !record) return report(record.error());
    options.runs.push_back({name_of_folder(folder), fs::absolute(folder)});
  }
  const InterruptListener interrupts;  // before anyone can know that the server is there
  const auto server = ViewServer::start(std::move(options));
  if (!server) return report(server.error());
  if ((*server)->port() != arguments.port && arguments.port != 0)
    write_err("muslin: note: port {} is in use; {} is taken\n", arguments.port, (*server)->port());
  write_out("{}\n", (*server)->address());
  std::fflush(stdout);
  const bool is_open = arguments.opens_browser && open_in_browser((*server)->address());
  write_err("muslin: {}; Ctrl-C ends the viewer\n",
            is_open ? "the address is opened in a browser" : "open the address in a browser on this machine");
  while (interrupts.requested() == Interrupt::none) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return kDone;
}

}  // namespace

CommandAction add_view(CLI::App& parser) {
  auto arguments = std::make_shared<ViewArguments>();
  parser.add_option("folders", arguments->folders, "Run folders, finished or still being written")->required();
  parser.add_option("--port", arguments->port, "Port to serve the page on; another one is taken if it is in use")
      ->check(CLI::Range(0, 65535));
  parser.add_flag("!--no-browser", arguments->opens_browser, "Only print the address");
  return [arguments] { return view(*arguments); };
}

}  // namespace muslin::app
