#include "browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace muslin::app {
namespace {

bool has_desktop() {
  for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') return true;
  return false;
}

}  // namespace

bool open_in_browser(const std::string& address) {
  if (!has_desktop()) return false;
  // The shell leaves xdg-open running by itself and ends, so that nobody has to wait for a browser.
  std::string shell = "sh", option = "-c", command = "command -v xdg-open >/dev/null && { setsid xdg-open \"$0\" & }",
              text = address;
  const std::array<char*, 5> arguments = {shell.data(), option.data(), command.data(), text.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int problem = ::posix_spawn(&child, "/bin/sh", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  return problem == 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace muslin::app
