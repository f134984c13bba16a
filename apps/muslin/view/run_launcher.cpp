#include "run_launcher.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <muslin/io/file/file_error.hpp>
#include <thread>
#include <utility>

namespace muslin::app {
namespace fs = std::filesystem;
namespace {

/// A frame may take long, and an interrupted run finishes it first; after this time it ends at once.
constexpr std::chrono::seconds kPatience{4};
constexpr std::size_t kMaxMessage = 4096;

Error not_started(std::string what, std::string remedy = {}) {
  return {Error::Kind::invalid_request, {}, std::move(what), std::move(remedy)};
}

/// Returns the last bytes of a file, as text.
std::string tail_of(int file) {
  const off_t size = ::lseek(file, 0, SEEK_END);
  std::string text(std::min(static_cast<std::size_t>(std::max<off_t>(size, 0)), kMaxMessage), '\0');
  const ssize_t count = ::pread(file, text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

/// Starts a program with arguments. It reads nothing, and its messages go to a file. Returns its process, or -1.
pid_t spawn(const fs::path& program, std::vector<std::string> words, int messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&how);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, messages, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);  // connections are not its business
  // In a group of its own: Ctrl-C in the terminal reaches the viewer, which then ends its runs one by one.
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXFSZ}) sigaddset(&usual, signal);
  ::posix_spawnattr_setpgroup(&how, 0);
  ::posix_spawnattr_setsigmask(&how, &none);
  ::posix_spawnattr_setsigdefault(&how, &usual);
  ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process = -1;
  const int problem = ::posix_spawn(&process, program.c_str(), &files, &how, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&how);
  return problem == 0 ? process : -1;
}

}  // namespace

RunLauncher::~RunLauncher() {
  const std::lock_guard lock(mutex_);
  const auto any_runs = [this] {
    look_after_children();
    return std::any_of(children_.begin(), children_.end(), [](const Child& child) { return child.run.is_running; });
  };
  for (const int signal : {SIGINT, SIGINT, SIGKILL}) {
    if (!any_runs()) return;
    for (const Child& child : children_)
      if (child.run.is_running) ::kill(child.process, signal);
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (any_runs() && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Status RunLauncher::start(const fs::path& scene, const fs::path& folder, const std::vector<std::string>& settings) {
  const std::lock_guard lock(mutex_);
  look_after_children();
  const auto running =
      std::count_if(children_.begin(), children_.end(), [](const Child& child) { return child.run.is_running; });
  if (static_cast<std::size_t>(running) >= kMaxRunning)
    return not_started(fmt::format("{} runs are under way", running), "stop one of them, or wait");
  FileDescriptor messages(::memfd_create("muslin run", MFD_CLOEXEC));
  if (!messages.is_open()) return system_error(folder, "keep the messages of the run", errno);
  std::vector<std::string> words = {"muslin", "run", scene.string(), "-o", folder.string(), "--quiet"};
  for (const std::string& setting : settings) words.push_back("--set=" + setting);
  const pid_t process = spawn(program_, std::move(words), messages.get());
  if (process < 0) return not_started("the program cannot be started again");
  children_.push_back({{.folder = folder, .is_running = true}, process, std::move(messages)});
  return Done{};
}

bool RunLauncher::stop(const fs::path& folder) {
  const std::lock_guard lock(mutex_);
  look_after_children();
  for (const Child& child : children_)
    if (child.run.is_running && child.run.folder == folder) return ::kill(child.process, SIGINT) == 0;
  return false;
}

std::vector<LaunchedRun> RunLauncher::all() {
  const std::lock_guard lock(mutex_);
  look_after_children();
  std::vector<LaunchedRun> runs;
  for (const Child& child : children_) runs.push_back(child.run);
  return runs;
}

/// Notes which runs have ended. Only processes that this object has started are asked about.
void RunLauncher::look_after_children() {
  for (Child& child : children_) {
    int status = 0;
    if (!child.run.is_running || ::waitpid(child.process, &status, WNOHANG) != child.process) continue;
    child.run.is_running = false;
    child.run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    child.run.message = tail_of(child.messages.get());
    static_cast<void>(child.messages.close());
  }
}

}  // namespace muslin::app
