#include "view_session.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "command.hpp"
#include "text_output.hpp"
#include "view/browser.hpp"
#include "view/page.hpp"

namespace muslin::app {
namespace fs = std::filesystem;

std::string name_of_folder(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

ExitCode ViewSession::check_page() {
  if (!page_files().empty()) return kDone;
  return refuse(
      "this program was built without the viewer, which needs Node 18 or newer; install nodejs and npm, then build "
      "again with ./dev build");
}

ExitCode ViewSession::start(const std::vector<fs::path>& folders, const ViewOptions& options) {
  options_ = options;
  ViewServerOptions served{.port = options.port};
  if (options.scenes)
    served.front = FrontPageFolders{.scenes = fs::absolute(*options.scenes), .current = fs::current_path()};
  for (const fs::path& folder : folders) served.runs.push_back({name_of_folder(folder), fs::absolute(folder)});
  auto server = ViewServer::start(served);
  if (!server) return report(server.error());
  server_ = std::move(*server);
  if (server_->port() != options.port && options.port != 0)
    write_err("muslin: note: port {} is in use; {} is taken\n", options.port, server_->port());
  return kDone;
}

bool ViewSession::open_browser() const { return options_.opens_browser && open_in_browser(server_->address()); }

void ViewSession::announce() const {
  write_err("muslin: {} shows it{}; Ctrl-C ends the viewer\n", server_->address(),
            open_browser() ? ", and is opened in a browser" : "");
}

void ViewSession::wait_for(const InterruptListener& interrupts) {
  while (interrupts.requested() == Interrupt::none) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace muslin::app
