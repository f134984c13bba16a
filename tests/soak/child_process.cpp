#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <muslin/io/file/whole_file.hpp>
#include <stdexcept>
#include <tests/soak/child_process.hpp>
#include <thread>

namespace muslin::soak {
namespace {

namespace fs = std::filesystem;

/// Becomes the program, in the child. Only calls that are safe after fork().
[[noreturn]] void become(const char* program, char* const* argv, const char* messages, const ChildLimits& limits) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a soak that is killed leaves nothing running
  const int null = ::open("/dev/null", O_RDWR);
  const int file = ::open(messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (null < 0 || file < 0) ::_exit(127);
  ::dup2(null, STDIN_FILENO);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  if (limits.memory_bytes > 0) {
    const rlimit memory{limits.memory_bytes, limits.memory_bytes};
    ::setrlimit(RLIMIT_AS, &memory);
  }
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::execv(program, argv);
  ::_exit(127);
}

/// Returns the processor time of a process that has not been waited for [s].
double cpu_time(pid_t child) {
  clockid_t clock = 0;
  timespec time{};
  if (::clock_getcpuclockid(child, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0.0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Returns true if a thread of the process computes, waits for a processor or for a disk. On a busy machine the second
/// may take any time, so that neither the time of a clock nor that of the processor tells who waits for ever.
bool has_running_thread(pid_t child) {
  std::error_code gone;
  const fs::path tasks = fs::path("/proc") / std::to_string(child) / "task";
  for (fs::directory_iterator task(tasks, gone), end; !gone && task != end; task.increment(gone)) {
    const auto text = read_whole_file(task->path() / "stat");
    if (!text) continue;  // the thread has just ended
    // The state follows the name of the program, which is in parentheses and may contain any character.
    const auto name_end = text->rfind(") ");
    if (name_end != std::string::npos &&
        (text->compare(name_end + 2, 1, "R") == 0 || text->compare(name_end + 2, 1, "D") == 0))
      return true;
  }
  return false;
}

/// Adds up the time in which a process neither computes nor could. Time in which nobody has polled does not count much:
/// the soak itself may have been stopped, and the child with it.
class IdleClock {
 public:
  /// Returns the idle time in a row until now [s].
  double poll(pid_t child, double cpu, double wall) {
    const double interval = std::min(wall - wall_, kLongestPoll);
    wall_ = wall;
    if (cpu > cpu_ || has_running_thread(child))
      idle_ = 0.0;
    else
      idle_ += interval;
    cpu_ = cpu;
    return idle_;
  }

 private:
  static constexpr double kLongestPoll = 0.1;  ///< [s]
  double cpu_ = 0.0, wall_ = 0.0, idle_ = 0.0;
};

std::uintmax_t size_of(const std::filesystem::path& path) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(path, missing);
  return missing ? 0 : size;
}

}  // namespace

ChildOutcome run_child(const std::string& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& messages, const ChildLimits& limits) {
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const std::string messages_path = messages.string();
  const auto begin = std::chrono::steady_clock::now();
  const auto wall_time = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become(program.c_str(), argv.data(), messages_path.c_str(), limits);

  ChildOutcome outcome;
  std::uintmax_t written = 0;
  int status = 0;
  rusage usage{};
  IdleClock idle;
  for (int polls = 0; ::wait4(child, &status, WNOHANG, &usage) == 0; ++polls) {
    const double cpu = cpu_time(child), wall = wall_time();
    if (const auto size = size_of(messages); size != written) {
      written = size;
      outcome.last_progress = cpu;
    }
    outcome.met_cpu_limit |= limits.cpu_seconds > 0.0 && cpu > limits.cpu_seconds;
    outcome.met_idle_limit |= limits.idle_seconds > 0.0 && idle.poll(child, cpu, wall) > limits.idle_seconds;
    outcome.was_killed |= limits.kill_at_seconds >= 0.0 && wall > limits.kill_at_seconds;
    if (outcome.met_cpu_limit || outcome.met_idle_limit || outcome.was_killed) {
      ::kill(child, SIGKILL);
      ::wait4(child, &status, 0, &usage);
      break;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(polls < 50 ? 500 : 5000));
  }
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  // A process that ended just before its kill was not killed.
  if (WIFEXITED(status)) outcome.met_cpu_limit = outcome.met_idle_limit = outcome.was_killed = false;
  outcome.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  outcome.wall_seconds = wall_time();
  if (const auto text = read_whole_file(messages)) outcome.messages = *text;
  return outcome;
}

}  // namespace muslin::soak
