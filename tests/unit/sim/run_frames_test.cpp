#include <gtest/gtest.h>

#include <muslin/sim/run_frames.hpp>
#include <string>
#include <tests/support/scenes.hpp>

namespace muslin::run_frames_test {
namespace {

/// Notes all that it is given. Refuses the frame of number `refused`.
class NotingSink final : public FrameSink {
 public:
  [[nodiscard]] Status begin(const RunStart& start) override {
    notes += "begin " + std::to_string(start.ranges.size()) + " keep " + std::to_string(start.kept_frames) + "\n";
    return Done{};
  }
  [[nodiscard]] Status append(const RunFrame& frame) override {
    if (frame.number == refused) return Error{Error::Kind::disk, "sink", "is full", ""};
    notes += std::to_string(frame.number) + " steps " + std::to_string(frame.steps.size()) + "\n";
    times.push_back(frame.time);
    positions = frame.state.position;
    return Done{};
  }
  [[nodiscard]] Status finish() override {
    notes += "finish\n";
    return Done{};
  }

  std::int64_t refused = -1;
  std::string notes;
  std::vector<double> times;
  std::vector<Vec3> positions;
};

class CountingObserver final : public RunObserver {
 public:
  void on_begin() override { ++begins; }
  void on_step(const StepReport&) override { ++steps; }
  void on_frame(const FinishedFrame& frame) override {
    frames.push_back(frame.frame);
    EXPECT_EQ(frame.last_frame - frame.frame, frame.planned - frame.done);
    EXPECT_EQ(frame.simulator.state().frame, frame.done);
  }
  [[nodiscard]] Interrupt requested() override { return steps >= stop_after_steps ? how : Interrupt::none; }

  int begins = 0;
  int steps = 0;
  std::vector<std::int64_t> frames;
  int stop_after_steps = 1000;
  Interrupt how = Interrupt::none;
};

/// Two steps per frame; the start is frame 10.
Simulator small_run() {
  Scene scene = test::scene_of(test::sheet(3, 1.0, {VertexId(0)}), 0.02);
  scene.time.start_frame = 10;
  scene.time.step = 0.01;
  return test::simulator_of(std::move(scene));
}

using Ending = FramesOutcome::Ending;

TEST(RunFrames, ASinkGetsTheStartAndEveryFrame) {
  Simulator simulator = small_run();
  NotingSink sink;
  CountingObserver observer;
  const FramesOutcome outcome = run_frames(3, simulator, sink, observer);
  EXPECT_EQ(outcome.ending, Ending::done);
  EXPECT_EQ(sink.notes, "begin 1 keep 0\n10 steps 0\n11 steps 2\n12 steps 2\n13 steps 2\nfinish\n");
  EXPECT_EQ(sink.times, (std::vector<double>{0.0, 0.02, 0.04, 0.06}));
  EXPECT_EQ(sink.positions, simulator.state().position);
  EXPECT_EQ(observer.begins, 1);
  EXPECT_EQ(observer.steps, 6);
  EXPECT_EQ(observer.frames, (std::vector<std::int64_t>{11, 12, 13}));
  EXPECT_DOUBLE_EQ(outcome.step_size, 0.01);
}

TEST(RunFrames, AnInterruptFinishesTheFrameOrGivesItUp) {
  for (const Interrupt how : {Interrupt::after_frame, Interrupt::now}) {
    Simulator simulator = small_run();
    NotingSink sink;
    CountingObserver observer;
    observer.stop_after_steps = 3;
    observer.how = how;
    EXPECT_EQ(run_frames(5, simulator, sink, observer).ending, Ending::interrupted);
    const std::int64_t kept = how == Interrupt::now ? 1 : 2;
    EXPECT_EQ(simulator.state().frame, kept);
    EXPECT_EQ(sink.times.size(), static_cast<std::size_t>(kept + 1));
    EXPECT_TRUE(sink.notes.ends_with("finish\n")) << sink.notes;
  }
}

TEST(RunFrames, ARestoredSimulatorContinuesItsRun) {
  Simulator whole = small_run();
  NotingSink all;
  RunObserver quiet;
  ASSERT_EQ(run_frames(4, whole, all, quiet).ending, Ending::done);

  Simulator first = small_run();
  NotingSink sink;
  ASSERT_EQ(run_frames(2, first, sink, quiet).ending, Ending::done);
  Simulator second = small_run();
  ASSERT_TRUE(second.restore(first.state()));
  sink.notes.clear();
  ASSERT_EQ(run_frames(4, second, sink, quiet).ending, Ending::done);
  EXPECT_EQ(sink.notes, "begin 1 keep 3\n13 steps 2\n14 steps 2\nfinish\n");
  EXPECT_EQ(sink.positions, all.positions);
}

TEST(RunFrames, ASinkThatFailsEndsTheRun) {
  Simulator simulator = small_run();
  NotingSink before, failing, after;
  failing.refused = 12;
  FrameSinks sinks;
  for (NotingSink* sink : {&before, &failing, &after}) sinks.add(*sink);
  RunObserver quiet;
  const FramesOutcome outcome = run_frames(5, simulator, sinks, quiet);
  EXPECT_EQ(outcome.ending, Ending::failed);
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(outcome.error->message(), "sink: is full");
  EXPECT_EQ(before.times.size(), 3U);
  EXPECT_EQ(failing.times.size(), 2U);
  EXPECT_EQ(after.times.size(), 2U);
  for (const NotingSink* sink : {&before, &failing, &after}) EXPECT_TRUE(sink->notes.ends_with("finish\n"));
}

}  // namespace
}  // namespace muslin::run_frames_test
