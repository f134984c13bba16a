#include "run_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/stopwatch.hpp>
#include <muslin/io/run/run_folder_files.hpp>
#include <vector>

#include "run_messages.hpp"

namespace muslin::app {
namespace {

constexpr std::size_t kMaxWarnedFrames = 5;  ///< of those that intersect; audit.json has them all

class RunLoop {
 public:
  RunLoop(Simulator& simulator, RunFolder& folder, const InterruptListener& interrupt, const RunLoopOptions& options)
      : simulator_(simulator),
        folder_(folder),
        interrupt_(interrupt),
        options_(options),
        progress_(options.style, stderr) {}

  ExitCode run() {
    const std::int64_t start = folder_.record().start_frame;
    while (start + simulator_.state().frame < options_.last_frame) {
      if (interrupt_.requested() != Interrupt::none) return interrupted();
      const Stopwatch watch;
      steps_.clear();
      const auto outcome = simulator_.advance([this](const StepReport& step) { return take(step); });
      if (!outcome) return failed(outcome.error());
      if (outcome->divergence) return diverged(*outcome->divergence);
      if (outcome->pinch) return pinched(*outcome->pinch);
      if (outcome->stopped) return interrupted();
      if (const Status status = folder_.append_frame(simulator_.state(), steps_); !status)
        return failed(status.error());
      show_frame(watch.seconds());
      warn_of_stretch();
      warn_of_intersections();
    }
    return ended();
  }

 private:
  bool take(const StepReport& step) {
    steps_.push_back(step);
    if (options_.verbose)
      progress_.say(
          fmt::format("  step {} to {:.6g} s: {} Newton steps, {} solver iterations (residual {:.1e}{}), strain "
                      "{:.1f} %, {:.3g} m/s",
                      step.step, step.time, step.newton_steps, step.solver_iterations, step.solver_residual,
                      step.solver_converged ? "" : ", not converged", 100.0 * step.max_strain, step.max_speed));
    warn_of_intersections();
    return interrupt_.requested() != Interrupt::now;
  }

  /// The audit runs beside the simulation: what it has found by now is said by now. After a resume that includes what
  /// it found before.
  void warn_of_intersections() {
    const std::vector<RunAuditFrame>& frames = folder_.audit().frames();
    for (; audits_seen_ < frames.size(); ++audits_seen_) {
      const FrameAudit& frame = frames[audits_seen_].audit;
      if (frame.clean() || ++bad_frames_ > kMaxWarnedFrames + 1) continue;
      progress_.say("muslin: warning: " +
                    (bad_frames_ <= kMaxWarnedFrames
                         ? describe(frame)
                         : fmt::format("frame {} intersects as well; further frames are listed in {}", frame.frame,
                                       (folder_.path() / kAuditName).string())));
    }
  }

  /// Once: limits that cannot be kept stay so for many frames.
  void warn_of_stretch() {
    if (said_stretched_ || steps_.empty() || steps_.back().limits.over_limit == 0) return;
    said_stretched_ = true;
    progress_.say("muslin: warning: " + describe(steps_.back().limits, simulator_, folder_.record().last_frame()));
  }

  void show_frame(double seconds) {
    estimate_.add(seconds);
    const RunRecord& record = folder_.record();
    FrameProgress shown{.frame = record.last_frame(),
                        .last_frame = options_.last_frame,
                        .done = record.frames_done(),
                        .planned = options_.last_frame - record.start_frame,
                        .seconds = seconds,
                        .lag = steps_.empty() ? 0.0 : steps_.back().collision.lag.length};
    shown.seconds_left = estimate_.seconds_per_frame() * static_cast<double>(shown.planned - shown.done);
    for (const StepReport& step : steps_) {
      shown.max_strain = std::max(shown.max_strain, step.max_strain);
      shown.solver_iterations += step.solver_iterations;
      shown.contacts += step.collision.contacts;
      combine(shown.rungs, step.collision.rungs);
    }
    progress_.show(shown);
  }

  /// The last frame asked for is there.
  ExitCode ended() {
    const RunRecord& record = folder_.record();
    const bool whole = record.frames_done() == record.frames;
    const std::string reason =
        whole ? std::string() : fmt::format("ended at frame {} as requested", record.last_frame());
    if (const ExitCode code = finish({whole ? RunState::complete : RunState::partial, reason, {}}); code != kDone)
      return code;
    for (const ExpectationOutcome& expected : record.expectations)
      if (!expected.met())
        progress_.say(fmt::format("muslin: warning: {} was expected to be at most {:.6g}, but is {:.6g}", expected.name,
                                  expected.limit, expected.value));
    if (const std::int64_t count = folder_.statistics().total.unconverged_steps; count > 0)
      progress_.say(
          fmt::format("muslin: warning: the solver did not converge in {} of {} steps; allow more "
                      "iterations with --set integrator.max_iterations=N",
                      count, folder_.statistics().steps));
    const std::string path = folder_.path().string();
    if (const std::string rungs = rungs_text(folder_.statistics().total.collision.rungs);
        !options_.quiet && !rungs.empty())
      progress_.say(
          fmt::format("{}: rungs used below the response, in {} steps: {}", path, folder_.statistics().steps, rungs));
    const std::string audit = describe(record.audit, record.frames_done() + 1);
    if (!folder_.audit().clean())
      progress_.say(fmt::format("muslin: warning: {}; list them with: muslin audit {}", audit, path));
    if (!options_.quiet)
      progress_.say(fmt::format("{}: {} frames in {}{}; {}", path, record.frames_done(), duration_text(record.seconds),
                                folder_.audit().clean() ? ", audit " + audit : std::string(),
                                whole ? fmt::format("draw them with: muslin render {} -o sheet.png", path)
                                      : reason + "; continue with --resume"));
    return folder_.audit().clean() ? kDone : kIntersections;
  }

  ExitCode interrupted() {
    if (const ExitCode code = finish({RunState::partial, "interrupted", {}}); code != kDone) return code;
    progress_.say(fmt::format("{}: interrupted after frame {}; continue with --resume", folder_.path().string(),
                              folder_.record().last_frame()));
    return kInterrupted;
  }

  ExitCode diverged(const Divergence& divergence) {
    const RunRecord& record = folder_.record();
    const RunPlace place{divergence.body, divergence.vertex.value, divergence.last_position, divergence.time,
                         record.last_frame() + 1};
    const std::string what =
        fmt::format("body {}, vertex {} near ({:.6g}, {:.6g}, {:.6g}), {:.6g} s after the start, before frame {}: {}",
                    place.body, place.vertex, place.position.x(), place.position.y(), place.position.z(), place.time,
                    place.frame, divergence.what);
    const ExitCode code = finish({RunState::failed, "the simulation diverged: " + what, place});
    // An explicit method may have made the step shorter than the scene asks for.
    const double step = steps_.empty() ? simulator_.scene().time.step : steps_.back().size;
    const bool is_implicit = simulator_.scene().integrator.method == IntegratorMethod::backward_euler;
    progress_.say(fmt::format(
        "muslin: error: the simulation diverged: {}; try a smaller step (--set time.step={:.3g}){}. "
        "Frames up to {} are in {}",
        what, step / 2.0, is_implicit ? "" : " or the implicit integrator (--set integrator=backward_euler)",
        record.last_frame(), folder_.path().string()));
    return code == kDone ? kStopped : code;
  }

  ExitCode pinched(const Pinch& pinch) {
    const RunRecord& record = folder_.record();
    const std::int64_t frame = record.last_frame() + 1;
    const std::string what = "pinched: " + describe(pinch, frame);
    const ExitCode code = finish({RunState::stopped, what, place_of(pinch, frame)});
    progress_.say(fmt::format("muslin: error: {}; {}. Frames up to {} are in {}", what, remedy(pinch),
                              record.last_frame(), folder_.path().string()));
    return code == kDone ? kStopped : code;
  }

  /// A file of the scene or the disk is to blame. What the record can still be told it is told.
  ExitCode failed(const Error& error) {
    static_cast<void>(folder_.finish(simulator_.state(), {RunState::failed, error.message(), {}}));
    warn_of_intersections();
    progress_.clear();
    const ExitCode code = report(error);
    progress_.say(fmt::format("{}: frames up to {} are kept; remove the cause, then continue with --resume",
                              folder_.path().string(), folder_.record().last_frame()));
    return code;
  }

  ExitCode finish(RunFolder::Ending ending) {
    const Status status = folder_.finish(simulator_.state(), std::move(ending));
    warn_of_intersections();
    progress_.clear();
    return status ? kDone : report(status.error());
  }

  Simulator& simulator_;
  RunFolder& folder_;
  const InterruptListener& interrupt_;
  const RunLoopOptions& options_;
  Progress progress_;
  TimeEstimate estimate_;
  std::vector<StepReport> steps_;  ///< of the present frame
  std::size_t audits_seen_ = 0;    ///< frames of the audit that were looked at
  std::size_t bad_frames_ = 0;     ///< of these
  bool said_stretched_ = false;
};

}  // namespace

ExitCode run_loop(Simulator& simulator, RunFolder& folder, const InterruptListener& interrupt,
                  const RunLoopOptions& options) {
  return RunLoop(simulator, folder, interrupt, options).run();
}

}  // namespace muslin::app
