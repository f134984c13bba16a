#pragma once
#include <filesystem>
#include <memory>
#include <muslin/core/result.hpp>
#include <optional>
#include <string>
#include <vector>

#include "run_list.hpp"

namespace muslin::app {

/// Where the front page finds what it shows.
struct FrontPageFolders {
  std::filesystem::path scenes;                      ///< with scenes to show; need not exist
  std::filesystem::path current;                     ///< below which runs are found, and in which they are started
  std::filesystem::path program = "/proc/self/exe";  ///< muslin, which runs scenes
};

struct ViewServerOptions {
  std::vector<ServedRun> runs = {};
  std::optional<FrontPageFolders> front = {};  ///< without them there is no front page
  int port = 8642;                             ///< another one is taken if it is in use; 0: any
};

/// Serves the page and run folders to browsers on this machine, and to nobody else. Without a front page it only reads,
/// and with one it starts runs, which end with it. Every file of a run
/// needs the token of the address, so that neither other pages nor other users of the machine can read it.
///   GET /                  the page, and its two files /viewer.js and /viewer.css
///   GET /runs              the runs: [{"id": "0", "name": "flag.run"}]
///   GET /runs/0/run.json   a file of a run, whole or a range of its bytes
/// and with a front page
///   GET /front             scenes, and runs below the current folder; these are then among the runs
///   GET /scenes/0/picture, /runs/0/picture   small pictures
///   GET /scenes/0/text, /scenes/0/resolved   the scene file, and the same with every default
///   GET /schema            the JSON Schema of scenes
///   GET /started           the runs that were started here, and how they ended
///   POST /check, /start    a scene, with changes, as JSON: says its error, or starts a run
///   POST /runs/0/stop      interrupts a run that was started here
class ViewServer {
 public:
  /// Begins to serve, on a thread of its own.
  [[nodiscard]] static Result<std::unique_ptr<ViewServer>> start(const ViewServerOptions& options);
  /// Stops serving.
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  [[nodiscard]] int port() const;
  /// The token that the address carries.
  [[nodiscard]] const std::string& token() const;
  /// The address of the page. The token is in its fragment, which browsers do not send, hence nobody logs it.
  [[nodiscard]] std::string address() const;

 private:
  class Implementation;
  explicit ViewServer(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation_;
};

}  // namespace muslin::app
