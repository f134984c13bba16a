#include <signal.h>  // kill is POSIX, not C++
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <benchmarks/clock.hpp>
#include <benchmarks/program_run.hpp>
#include <chrono>
#include <thread>

namespace muslin::bench {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Returns the CPU time that a running child has used so far [s], or 0 if it cannot be asked.
double cpu_of(pid_t child) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0.0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& words, double most_cpu) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ProgramRun run;
  rusage usage{};
  int status = 0;
  bool is_waited_for = false;
  run.wall = seconds(Clock::wall, [&] {
    const pid_t child = ::fork();
    if (child == 0) {
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    if (child < 0) return;
    while (most_cpu > 0.0 && !run.was_ended) {
      if (::wait4(child, &status, WNOHANG, &usage) == child) {
        is_waited_for = true;
        return;
      }
      if (cpu_of(child) > most_cpu) {
        run.was_ended = true;
        ::kill(child, SIGINT);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    is_waited_for = ::wait4(child, &status, 0, &usage) == child;
  });
  run.code = !is_waited_for ? 127 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  return run;
}

}  // namespace muslin::bench
