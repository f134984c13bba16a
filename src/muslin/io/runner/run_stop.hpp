#pragma once
#include <cstdint>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/sim/step_report.hpp>
#include <string>

namespace muslin {

/// Describes why a run stopped before a frame, for run.json and for messages: place, reason and remedy.
struct RunStop {
  RunPlace where;
  /// For example "pinched: body ball is 0.031 m behind its script, blocked by sheet, at vertex 12 near (0, 1, 0), 0.4 s
  /// after the start, before frame 11".
  std::string reason;
  /// Remedy in terms of the command line. Other settings make a different run, which starts anew.
  std::string remedy;
};

/// Describes a pinch; `frame` is the number of the frame that could not be finished.
[[nodiscard]] RunStop describe_stop(const Pinch& pinch, std::int64_t frame);

/// Describes a divergence; `step` is the size of the last step [s], which an explicit method may have made shorter than
/// the scene asks for.
[[nodiscard]] RunStop describe_stop(const Divergence& divergence, std::int64_t frame, double step,
                                    IntegratorMethod method);

}  // namespace muslin
