#include "interrupt.hpp"

namespace muslin::app {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};

// These are global because a signal handler can access nothing else.
volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t terminations = 0;

void on_signal(int signal) {
  if (signal != SIGINT) {
    terminations = 1;
    return;
  }
  interrupts = interrupts + 1;
  if (interrupts >= 2) std::signal(SIGINT, SIG_DFL);
}

}  // namespace

InterruptListener::InterruptListener() {
  interrupts = 0;
  terminations = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = kSignals[i] == SIGXFSZ ? SIG_IGN : on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptListener::~InterruptListener() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

Interrupt InterruptListener::requested() const {
  if (interrupts >= 2) return Interrupt::now;
  return interrupts + terminations > 0 ? Interrupt::after_frame : Interrupt::none;
}

}  // namespace muslin::app
