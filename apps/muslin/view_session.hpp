#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "view/view_server.hpp"

namespace muslin::app {

/// Returns what the page calls a folder: its last component, also of "." and "flag.run/".
[[nodiscard]] std::string name_of_folder(const std::filesystem::path& folder);

struct ViewOptions {
  int port = 8642;            ///< another one is taken if it is in use; 0: any
  bool opens_browser = true;  ///< false: only the address is printed
  /// Folder of scenes for the front page, which also shows the runs below the current folder; without it there is none.
  std::optional<std::filesystem::path> scenes = {};
};

/// Serves run folders to a browser on this machine while the command goes on. The folders may be written meanwhile.
class ViewSession {
 public:
  /// Refuses, with a message, if this program has no page.
  [[nodiscard]] static ExitCode check_page();

  /// Begins to serve. Prints a message and returns its exit code if that is impossible.
  [[nodiscard]] ExitCode start(const std::vector<std::filesystem::path>& folders, const ViewOptions& options);
  [[nodiscard]] const ViewServer& server() const { return *server_; }
  /// Opens the address in a browser if there is a desktop and the options say so. Returns whether it did.
  [[nodiscard]] bool open_browser() const;
  /// Prints the address on stderr, and opens it.
  void announce() const;
  /// Returns when the user has interrupted the program.
  static void wait_for(const InterruptListener& interrupts);

 private:
  std::unique_ptr<ViewServer> server_;
  ViewOptions options_;
};

}  // namespace muslin::app
