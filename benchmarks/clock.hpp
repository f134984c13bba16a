#pragma once
#include <time.h>  // clock_gettime is POSIX, not C++

#include <algorithm>
#include <limits>

namespace muslin::bench {

/// Selects a clock: wall time, the CPU time of this thread, or the CPU time of all threads of the process together. If
/// other programs load the machine, the CPU time of a thread is the most reliable.
enum class Clock { wall, thread, process };

[[nodiscard]] inline double now(Clock clock) {
  const clockid_t id = clock == Clock::wall     ? CLOCK_MONOTONIC
                       : clock == Clock::thread ? CLOCK_THREAD_CPUTIME_ID
                                                : CLOCK_PROCESS_CPUTIME_ID;
  timespec time{};
  clock_gettime(id, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Calls body() and returns its duration [s].
template <class Body>
[[nodiscard]] double seconds(Clock clock, const Body& body) {
  const double start = now(clock);
  body();
  return now(clock) - start;
}

/// Keeps the smallest of the times added [s].
struct Best {
  double value = std::numeric_limits<double>::infinity();
  void add(double time) { value = std::min(value, time); }
};

/// Measures a piece of work in wall time and in CPU time of the calling thread.
class BestTimes {
 public:
  Best wall, thread;

  template <class Body>
  void measure(const Body& body) {
    const double thread_start = now(Clock::thread), process_start = now(Clock::process);
    const double time = seconds(Clock::wall, body);
    all_process_ += now(Clock::process) - process_start;
    thread.add(now(Clock::thread) - thread_start);
    wall.add(time);
    all_wall_ += time;
  }
  /// Returns the number of cores that this process kept busy, averaged over all runs.
  [[nodiscard]] double cores() const { return all_process_ / all_wall_; }

 private:
  double all_process_ = 0, all_wall_ = 0;
};

}  // namespace muslin::bench
