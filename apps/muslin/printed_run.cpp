#include "printed_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <muslin/io/run/run_folder_files.hpp>
#include <utility>

#include "audit_report.hpp"
#include "run_messages.hpp"
#include "text_output.hpp"

namespace muslin::app {
namespace {

constexpr std::size_t kMaxWarnedFrames =
    5;  ///< maximum number of frames with intersections to report; audit.json lists all

constexpr double kWarnedSlowFrameSeconds = 1.0;  ///< run.json and muslin info list shorter frames too [s]
constexpr std::size_t kMaxWarnedSlowFrames = 5;  ///< run.json lists more

/// Prints the progress of a run and its ending.
class RunPrinter final : public RunObserver {
 public:
  RunPrinter(const RunRequest& request, const RunPrintOptions& options, std::optional<InterruptListener>& interrupt)
      : request_(request), options_(options), interrupt_(interrupt), progress_(options.style, stderr) {}

  void on_start_intersects(const StartAudit& audit) override {
    write_err("muslin: error: {}: the start has {}{}; nothing was simulated\n", request_.scene,
              count_intersections(audit.intersections),
              audit.only_as_floats ? " after rounding to the floats of the files" : "");
    for (const AuditedPair& pair : audit.pairs) write_err("  {}\n", muslin::describe(pair));
    if (audit.intersections > audit.pairs.size())
      write_err("  and {} more: muslin check {} --first {}\n", audit.intersections - audit.pairs.size(), request_.scene,
                audit.intersections);
    write_err(
        "Move the bodies apart (\"place\"), repair the mesh, or leave a gap between attached bodies "
        "(\"length\": \"start\")\n");
  }

  void on_untangled(const UntangleReport& report) override {
    progress_.say("muslin: warning: " + muslin::describe(report));
    for (const AuditedPair& pair : report.left) progress_.say("  " + muslin::describe(pair));
  }
  void on_warning(const std::string& text) override { progress_.say("muslin: warning: " + text); }

  void on_begin() override {
    if (!interrupt_) interrupt_.emplace();
    if (options_.begun) options_.begun();
  }
  [[nodiscard]] Interrupt requested() override { return interrupt_ ? interrupt_->requested() : Interrupt::none; }

  void on_step(const StepReport& step) override {
    if (!options_.verbose) return;
    progress_.say(
        fmt::format("  step {} to {:.6g} s: {} Newton steps, {} solver iterations (residual {:.1e}{}), strain "
                    "{:.1f} %, {:.3g} m/s",
                    step.step, step.time, step.newton_steps, step.solver_iterations, step.solver_residual,
                    step.solver_converged ? "" : ", not converged", 100.0 * step.max_strain, step.max_speed));
  }

  void on_frame(const FinishedFrame& frame) override {
    show(frame);
    warn_of_stretch(frame);
  }

  void on_audit_finding(const FrameAudit& frame) override {
    if (frame.clean()) return warn_of_pinch(frame);
    if (++bad_frames_ > kMaxWarnedFrames + 1) return;
    progress_.say("muslin: warning: " +
                  (bad_frames_ <= kMaxWarnedFrames
                       ? describe(frame)
                       : fmt::format("frame {} intersects as well; further frames are listed in {}", frame.frame,
                                     (request_.folder / kAuditName).string())));
  }

  ExitCode print(const Error& error) {
    // The pairs of a start that intersects have already been listed.
    return error.kind == Error::Kind::start_intersects ? kStartIntersects : report(error);
  }

  ExitCode print(const RunResult& result) {
    progress_.clear();
    if (!result.was_complete) warn_of_slow_frames(result.record);
    using Ending = RunResult::Ending;
    const ExitCode saved = result.error ? report(*result.error) : kDone;
    const std::string folder = request_.folder.string();
    const std::int64_t last_frame = result.record.last_frame();
    switch (result.ending) {
      case Ending::complete:
      case Ending::ended_early:
        if (saved != kDone) return saved;
        return result.was_complete ? print_complete_before(result.record) : print_end(result);
      case Ending::interrupted:
        if (saved != kDone) return saved;
        progress_.say(fmt::format("{}: interrupted after frame {}; continue with --resume", folder, last_frame));
        return kInterrupted;
      case Ending::diverged:
      case Ending::pinched:
        progress_.say(fmt::format("muslin: error: {}; {}. Frames up to {} are in {}", result.reason, result.remedy,
                                  last_frame, folder));
        return saved == kDone ? kStopped : saved;
      case Ending::failed:
        progress_.say(fmt::format("{}: frames up to {} are kept; remove the cause, then continue with --resume", folder,
                                  last_frame));
        return saved;
    }
    return kInternalError;
  }

 private:
  void show(const FinishedFrame& frame) {
    estimate_.add(frame.seconds);
    FrameProgress shown{.frame = frame.frame,
                        .last_frame = frame.last_frame,
                        .done = frame.done,
                        .planned = frame.planned,
                        .seconds = frame.seconds,
                        .lag = frame.steps.empty() ? 0.0 : frame.steps.back().collision.lag.length};
    shown.seconds_left = estimate_.seconds_per_frame() * static_cast<double>(shown.planned - shown.done);
    for (const StepReport& step : frame.steps) {
      shown.max_strain = std::max(shown.max_strain, step.max_strain);
      shown.solver_iterations += step.solver_iterations;
      shown.contacts += step.collision.contacts;
      combine(shown.rungs, step.collision.rungs);
    }
    progress_.show(shown);
  }

  /// Warns of the first frame in which an obstacle as given intersects cloth; the end of the run sums them up.
  void warn_of_pinch(const FrameAudit& frame) {
    const std::string text = describe_as_given(frame);
    if (text.empty() || std::exchange(warned_of_pinch_, true)) return;
    progress_.say("muslin: warning: " + text);
  }

  /// Warns only once: a limit that cannot be met stays violated for many frames.
  void warn_of_stretch(const FinishedFrame& frame) {
    if (warned_of_stretch_ || frame.steps.empty() || frame.steps.back().limits.over_limit == 0) return;
    warned_of_stretch_ = true;
    progress_.say("muslin: warning: " + describe(frame.steps.back().limits, frame.simulator, frame.frame));
  }

  /// Says which frames took much longer than most, and why. Nobody waits for frames of less than a second; the record
  /// lists them.
  void warn_of_slow_frames(const RunRecord& record) {
    std::size_t count = 0;
    for (const SlowFrame& slow : record.slow_frames) {
      if (slow.cost.seconds.total() < kWarnedSlowFrameSeconds || ++count > kMaxWarnedSlowFrames) continue;
      progress_.say("muslin: warning: " + describe(slow, record.bodies));
    }
    if (count > kMaxWarnedSlowFrames)
      progress_.say(fmt::format("muslin: warning: {} more frames took as long: muslin info {}",
                                count - kMaxWarnedSlowFrames, request_.folder.string()));
  }

  ExitCode print_complete_before(const RunRecord& record) {
    write_err("{}: the run is complete, with all {} frames; audit: {}\n", request_.folder.string(), record.frames,
              describe(record.audit, record.frames_done() + 1));
    return record.audit.bad_frames == 0 ? kDone : kIntersections;
  }

  /// Prints the ending of a run that reached the last requested frame.
  ExitCode print_end(const RunResult& result) {
    const RunRecord& record = result.record;
    const std::string path = request_.folder.string();
    for (const ExpectationOutcome& expected : record.expectations)
      if (!expected.met())
        progress_.say(fmt::format("muslin: warning: {} was expected to be {} {:.6g}, but is {:.6g}", expected.name,
                                  expected.side_text(), expected.limit, expected.value));
    if (const std::int64_t count = record.statistics.total.unconverged_steps; count > 0)
      progress_.say(
          fmt::format("muslin: warning: the solver did not converge in {} of {} steps; allow more "
                      "iterations with --set integrator.max_iterations=N",
                      count, record.statistics.steps));
    if (const std::string rungs = rungs_text(record.statistics.total.collision.rungs);
        !options_.quiet && !rungs.empty())
      progress_.say(
          fmt::format("{}: rungs used below the response, in {} steps: {}", path, record.statistics.steps, rungs));
    const std::string audit = describe(record.audit, record.frames_done() + 1);
    const bool is_clean = record.audit.bad_frames == 0;
    if (const std::string pinches = describe_as_given(record.audit); !pinches.empty())
      progress_.say(fmt::format("muslin: warning: {}; {} lists them by body and frame", pinches,
                                (request_.folder / kAuditName).string()));
    if (!is_clean) progress_.say(fmt::format("muslin: warning: {}; list them with: muslin audit {}", audit, path));
    if (!options_.quiet)
      progress_.say(fmt::format("{}: {} frames in {}{}; {}", path, record.frames_done(), duration_text(record.seconds),
                                is_clean ? ", audit " + audit : std::string(),
                                result.ending == RunResult::Ending::complete
                                    ? fmt::format("draw them with: muslin render {} -o sheet.png", path)
                                    : result.reason + "; continue with --resume"));
    return is_clean ? kDone : kIntersections;
  }

  const RunRequest& request_;
  const RunPrintOptions& options_;
  std::optional<InterruptListener>& interrupt_;
  Progress progress_;
  TimeEstimate estimate_;
  std::size_t bad_frames_ = 0;
  bool warned_of_pinch_ = false;
  bool warned_of_stretch_ = false;
};

}  // namespace

ExitCode run_and_print(const RunRequest& request, const RunPrintOptions& options,
                       std::optional<InterruptListener>& interrupt) {
  RunPrinter printer(request, options, interrupt);
  const auto result = run_scene(request, printer);
  return result ? printer.print(*result) : printer.print(result.error());
}

}  // namespace muslin::app
