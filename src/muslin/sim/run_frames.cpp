#include <muslin/core/stopwatch.hpp>
#include <muslin/sim/run_frames.hpp>

namespace muslin {
namespace {

FramesOutcome failed(Error error) {
  FramesOutcome outcome;
  outcome.ending = FramesOutcome::Ending::failed;
  outcome.error = std::move(error);
  return outcome;
}

RunFrame present_frame(const Simulator& simulator, std::span<const StepReport> steps) {
  const SceneTime& time = simulator.scene().time;
  const std::int64_t frame = simulator.state().frame;
  return {time.start_frame + frame, static_cast<double>(frame) / time.frame_rate, simulator.state(), steps,
          steps.empty() ? nullptr : simulator.contacts()};
}

/// Simulates the next frame and appends it. The ending is `done` if that succeeded.
FramesOutcome take_frame(Simulator& simulator, FrameSink& sink, RunObserver& observer, std::vector<StepReport>& steps) {
  using Ending = FramesOutcome::Ending;
  steps.clear();
  const auto outcome = simulator.advance([&](const StepReport& step) {
    steps.push_back(step);
    observer.on_step(step);
    return observer.requested() != Interrupt::now;
  });
  if (!outcome) return failed(outcome.error());
  FramesOutcome result;
  result.divergence = outcome->divergence;
  result.pinch = outcome->pinch;
  result.ending = outcome->divergence ? Ending::diverged
                  : outcome->pinch    ? Ending::pinched
                  : outcome->stopped  ? Ending::interrupted
                                      : Ending::done;
  if (result.ending != Ending::done) return result;
  if (const Status status = sink.append(present_frame(simulator, steps)); !status) return failed(status.error());
  return result;
}

}  // namespace

FramesOutcome advance_to(std::int64_t frames, Simulator& simulator, FrameSink& sink, RunObserver& observer) {
  FramesOutcome outcome;
  std::vector<StepReport> steps;  // steps of the current frame
  const std::int64_t start = simulator.scene().time.start_frame;
  while (outcome.ending == FramesOutcome::Ending::done && simulator.state().frame < frames) {
    if (observer.requested() != Interrupt::none) {
      outcome.ending = FramesOutcome::Ending::interrupted;
      break;
    }
    const Stopwatch watch;
    outcome = take_frame(simulator, sink, observer, steps);
    if (outcome.ending != FramesOutcome::Ending::done) break;
    const std::int64_t done = simulator.state().frame;
    observer.on_frame({.frame = start + done,
                       .last_frame = start + frames,
                       .done = done,
                       .planned = frames,
                       .seconds = watch.seconds(),
                       .steps = steps,
                       .simulator = simulator});
  }
  outcome.step_size = steps.empty() ? simulator.scene().time.step : steps.back().size;
  return outcome;
}

FramesOutcome run_frames(std::int64_t frames, Simulator& simulator, FrameSink& sink, RunObserver& observer) {
  std::vector<BodyRange> ranges;
  for (std::size_t b = 0; b < simulator.scene().bodies.size(); ++b) ranges.push_back(simulator.range(b));
  const std::int64_t done = simulator.state().frame;
  observer.on_begin();
  if (const Status status = sink.begin({simulator.scene(), ranges, done == 0 ? 0 : done + 1}); !status)
    return failed(status.error());
  if (done == 0)
    if (const Status status = sink.append(present_frame(simulator, {})); !status) return failed(status.error());
  FramesOutcome outcome = advance_to(frames, simulator, sink, observer);
  if (const Status status = sink.finish(); !status && !outcome.error) outcome.error = status.error();
  return outcome;
}

}  // namespace muslin
