#pragma once
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/model/body_range.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The data that a sink gets before the first frame of a run. Valid only during FrameSink::begin().
struct RunStart {
  const Scene& scene;
  std::span<const BodyRange> ranges;  ///< ranges of the bodies in the positions of a frame
  /// Number of frames, including the start, that an earlier part of the run has appended and that this part will not
  /// append again. If later frames have been appended too, they must be removed. 0 for a new run.
  std::int64_t kept_frames = 0;
};

/// One frame of a run. Valid only during FrameSink::append().
struct RunFrame {
  std::int64_t number = 0;  ///< number as in files and messages; SceneTime::start_frame is the start
  double time = 0.0;        ///< [s] after the start
  const State& state;
  std::span<const StepReport> steps = {};  ///< steps that led to this frame, in order; empty for the start
};

/// Receives the frames of a run in order, for example to write them in some format. docs/adding-an-output.md builds
/// one. An Error ends the run; frames appended before remain as they are.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  [[nodiscard]] virtual Status begin(const RunStart& start) = 0;
  /// The first frame of a new run is its start. Must not return before the frame is safely stored, because a checkpoint
  /// that counts it may follow.
  [[nodiscard]] virtual Status append(const RunFrame& frame) = 0;
  /// Called at the end of this part of the run, complete or not. Another begin() may resume the run.
  [[nodiscard]] virtual Status finish() { return Done{}; }
};

/// Several sinks that act as one. Each gets every frame, in the order in which they were added. After the first Error
/// the remaining sinks are not called.
class FrameSinks final : public FrameSink {
 public:
  /// The sink must outlive this object.
  void add(FrameSink& sink) { sinks_.push_back(&sink); }

  [[nodiscard]] Status begin(const RunStart& start) override;
  [[nodiscard]] Status append(const RunFrame& frame) override;
  /// Finishes all sinks even after an Error, and returns the first Error.
  [[nodiscard]] Status finish() override;

 private:
  std::vector<FrameSink*> sinks_;
};

}  // namespace muslin
