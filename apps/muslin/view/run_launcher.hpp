#pragma once
#include <sys/types.h>

#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace muslin::app {

/// A run that the page has started.
struct LaunchedRun {
  std::filesystem::path folder;
  bool is_running = false;
  int exit_code = 0;         ///< of the process, once it has ended; 128 + signal if one ended it
  std::string message = {};  ///< last lines that it wrote to stderr, once it has ended
};

/// Starts `muslin run` in processes of their own, and ends with them: the destructor interrupts those that still run as
/// Ctrl-C does, so that each finishes its frame and can be resumed. May be used from several threads concurrently.
class RunLauncher {
 public:
  /// Runs at once that may be under way.
  static constexpr std::size_t kMaxRunning = 3;

  /// `program` is muslin.
  explicit RunLauncher(std::filesystem::path program) : program_(std::move(program)) {}
  ~RunLauncher();
  RunLauncher(const RunLauncher&) = delete;
  RunLauncher& operator=(const RunLauncher&) = delete;

  /// Starts a run of a scene file into a folder, with settings as for --set. It is an Error if too many are under way.
  [[nodiscard]] Status start(const std::filesystem::path& scene, const std::filesystem::path& folder,
                             const std::vector<std::string>& settings);
  /// Interrupts the run into a folder: it ends after its frame, and after a second call at once. Returns false if no
  /// such run is under way.
  [[nodiscard]] bool stop(const std::filesystem::path& folder);
  /// Returns the runs that were started, in that order.
  [[nodiscard]] std::vector<LaunchedRun> all();

 private:
  struct Child {
    LaunchedRun run;
    pid_t process = -1;
    FileDescriptor messages;  ///< a file in memory
  };
  void look_after_children();

  std::filesystem::path program_;
  std::mutex mutex_;
  std::vector<Child> children_;
};

}  // namespace muslin::app
