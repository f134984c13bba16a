#pragma once
#include <array>
#include <csignal>
#include <muslin/sim/run_frames.hpp>

namespace muslin::app {

/// Catches signals during its lifetime; only one instance may exist at a time. The first Ctrl-C (SIGINT), SIGTERM, or
/// the closing of the terminal (SIGHUP) lets the current frame finish; the second Ctrl-C stops at once. A third one
/// ends the process as if no handler were installed. Signals that the caller of the program ignores (nohup) stay
/// ignored. A file that grows too large (SIGXFSZ) becomes a write error and does not end the process.
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
