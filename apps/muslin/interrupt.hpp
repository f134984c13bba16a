#pragma once
#include <array>
#include <csignal>
#include <muslin/sim/run_observer.hpp>

namespace muslin::app {

/// Listens to signals as long as it lives; there is one at a time. Ctrl-C (SIGINT) once, SIGTERM, or a terminal that is
/// closed (SIGHUP) lets the frame be finished; Ctrl-C again stops at once. A third one ends the process as if nobody
/// had listened. Signals that the caller of the program ignores (nohup) stay ignored. A file that grows too large
/// (SIGXFSZ) becomes an error of writing, instead of the end of the process.
class InterruptListener {
 public:
  InterruptListener();
  ~InterruptListener();
  InterruptListener(const InterruptListener&) = delete;
  InterruptListener& operator=(const InterruptListener&) = delete;

  [[nodiscard]] Interrupt requested() const;

 private:
  std::array<struct sigaction, 4> before_{};
};

}  // namespace muslin::app
