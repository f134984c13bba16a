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

/// What a sink learns before the first frame of a run. Valid during FrameSink::begin() alone.
struct RunStart {
  const Scene& scene;
  std::span<const BodyRange> ranges;  ///< of its bodies in the positions of a frame
  /// How many frames, the start included, an earlier part of the run has appended and this part will not append again.
  /// Later frames may have been appended too; they are to be removed. 0: a new run.
  std::int64_t kept_frames = 0;
};

/// One frame of a run. Valid during FrameSink::append() alone.
struct RunFrame {
  std::int64_t number = 0;  ///< as files and messages count: SceneTime::start_frame shows the start
  double time = 0.0;        ///< [s] after the start
  const State& state;
  std::span<const StepReport> steps = {};  ///< that led to it, in their order; none for the start
};

/// Takes the frames of a run one after the other, for example to write them in some format. docs/adding-an-output.md
/// builds one. An Error ends the run; what was appended before stays as it is.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  [[nodiscard]] virtual Status begin(const RunStart& start) = 0;
  /// The first frame of a new run is its start. Return when the frame is safe: a checkpoint may follow that counts it.
  [[nodiscard]] virtual Status append(const RunFrame& frame) = 0;
  /// This part of the run is over, complete or not. The run may be resumed by another begin().
  [[nodiscard]] virtual Status finish() { return Done{}; }
};

/// Several sinks as one. Each gets every frame, in their order; the first Error prevents the sinks after it.
class FrameSinks final : public FrameSink {
 public:
  /// The sink must outlive this one.
  void add(FrameSink& sink) { sinks_.push_back(&sink); }

  [[nodiscard]] Status begin(const RunStart& start) override;
  [[nodiscard]] Status append(const RunFrame& frame) override;
  /// Finishes all of them, whatever one says, and returns the first Error.
  [[nodiscard]] Status finish() override;

 private:
  std::vector<FrameSink*> sinks_;
};

}  // namespace muslin
