#include <fmt/format.h>

#include <muslin/io/runner/run_loop.hpp>
#include <muslin/io/runner/run_stop.hpp>
#include <muslin/sim/run_frames.hpp>

namespace muslin {
namespace {

/// The folder as a sink that has begun and already contains the start.
class FolderSink final : public FrameSink {
 public:
  explicit FolderSink(RunFolder& folder) : folder_(folder) {}
  [[nodiscard]] Status begin(const RunStart&) override { return Done{}; }
  [[nodiscard]] Status append(const RunFrame& frame) override {
    return folder_.append_frame(frame.state, frame.steps, frame.contacts);
  }

 private:
  RunFolder& folder_;
};

/// Forwards to another observer and adds the new results of the audit, which runs beside the simulation.
class AuditingObserver final : public RunObserver {
 public:
  AuditingObserver(RunObserver& observer, RunFolder& folder) : observer_(observer), folder_(folder) {}

  void on_step(const StepReport& step) override {
    observer_.on_step(step);
    report_findings();
  }
  void on_frame(const FinishedFrame& frame) override {
    observer_.on_frame(frame);
    report_findings();
  }
  [[nodiscard]] Interrupt requested() override { return observer_.requested(); }

  void report_findings() {
    const std::vector<RunAuditFrame>& frames = folder_.audit().frames();
    for (; reported_ < frames.size(); ++reported_)
      if (const FrameAudit& audit = frames[reported_].audit; !audit.clean() || audit.intersections_as_given() > 0)
        observer_.on_audit_finding(audit);
  }

 private:
  RunObserver& observer_;
  RunFolder& folder_;
  std::size_t reported_ = 0;  ///< number of audited frames reported, clean or not
};

/// Makes the result, except for the parts that are known only after the folder is finished.
RunResult result_of(const FramesOutcome& outcome, const Simulator& simulator, const RunRecord& record) {
  using Ending = RunResult::Ending;
  RunResult result;
  const auto take = [&](Ending ending, RunStop stop) {
    result.ending = ending;
    result.reason = std::move(stop.reason);
    result.remedy = std::move(stop.remedy);
    result.where = std::move(stop.where);
  };
  const std::int64_t next = record.last_frame() + 1;
  switch (outcome.ending) {
    case FramesOutcome::Ending::done:
      if (record.frames_done() == record.frames) break;
      result.ending = Ending::ended_early;
      result.reason = fmt::format("ended at frame {} as requested", record.last_frame());
      break;
    case FramesOutcome::Ending::interrupted:
      result.ending = Ending::interrupted;
      result.reason = "interrupted";
      break;
    case FramesOutcome::Ending::diverged:
      take(Ending::diverged,
           describe_stop(*outcome.divergence, next, outcome.step_size, simulator.scene().integrator.method));
      break;
    case FramesOutcome::Ending::pinched:
      take(Ending::pinched, describe_stop(*outcome.pinch, next));
      break;
    case FramesOutcome::Ending::failed:
      result.ending = Ending::failed;
      result.reason = outcome.error->message();
      result.error = outcome.error;
      break;
  }
  return result;
}

RunState state_after(RunResult::Ending ending) {
  switch (ending) {
    case RunResult::Ending::complete:
      return RunState::complete;
    case RunResult::Ending::ended_early:
    case RunResult::Ending::interrupted:
      return RunState::partial;
    case RunResult::Ending::pinched:
      return RunState::stopped;
    case RunResult::Ending::diverged:
    case RunResult::Ending::failed:
      return RunState::failed;
  }
  return RunState::failed;
}

}  // namespace

RunResult run_loop(Simulator& simulator, RunFolder& folder, std::int64_t last_frame, RunObserver& observer) {
  FolderSink sink(folder);
  AuditingObserver auditing(observer, folder);
  const FramesOutcome outcome = advance_to(last_frame - folder.record().start_frame, simulator, sink, auditing);
  RunResult result = result_of(outcome, simulator, folder.record());
  const Status saved = folder.finish(simulator.state(), {state_after(result.ending), result.reason, result.where});
  auditing.report_findings();
  if (!saved && !result.error) result.error = saved.error();
  result.record = folder.record();
  return result;
}

}  // namespace muslin
