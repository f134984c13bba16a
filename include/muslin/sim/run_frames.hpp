#pragma once
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/model/body.hpp>
#include <muslin/sim/frame_contacts.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// The data that a sink gets before the first frame of a run. Valid only during FrameSink::begin().
struct RunStart {
  const Scene& scene;                 ///< scene of the run, with the names and meshes of the bodies
  std::span<const BodyRange> ranges;  ///< ranges of the bodies in the positions of a frame
  /// Number of frames, including the start, that an earlier part of the run has appended and that this part will not
  /// append again. If later frames have been appended too, they must be removed. 0 for a new run.
  std::int64_t kept_frames = 0;
};

/// One frame of a run. Valid only during FrameSink::append().
struct RunFrame {
  std::int64_t number = 0;                 ///< number as in files and messages; SceneTime::start_frame is the start
  double time = 0.0;                       ///< [s] after the start
  const State& state;                      ///< state at the end of the frame, with the positions of all bodies
  std::span<const StepReport> steps = {};  ///< steps that led to this frame, in order; empty for the start
  /// What touched in this frame; null for the start, and unless the scene asks for it (SceneOutput::contacts).
  const FrameContacts* contacts = nullptr;
};

/// Receives the frames of a run in order, for example to write them in some format. docs/adding-an-output.md builds
/// one. An Error ends the run; frames appended before remain as they are.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// Called once, before the first frame of this part of the run: opens the output, and removes frames after the kept
  /// ones.
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

  /// Begins each sink. After an Error, the sinks before the failed one have begun.
  [[nodiscard]] Status begin(const RunStart& start) override;
  /// Appends the frame to each sink. After an Error, the sinks before the failed one have the frame.
  [[nodiscard]] Status append(const RunFrame& frame) override;
  /// Finishes all sinks even after an Error, and returns the first Error.
  [[nodiscard]] Status finish() override;

 private:
  std::vector<FrameSink*> sinks_;
};

/// When a run should end before its last frame.
enum class Interrupt {
  none,         ///< the run goes on
  after_frame,  ///< when the current frame is finished
  now,          ///< after the current step; the frame is discarded
};

/// A frame that was simulated and appended, and the progress of the run.
struct FinishedFrame {
  std::int64_t frame = 0;                  ///< number of this frame
  std::int64_t last_frame = 0;             ///< number of the last frame of the run
  std::int64_t done = 0;                   ///< frames simulated after the start, including this one
  std::int64_t planned = 0;                ///< frames after the start, including the last one
  double seconds = 0.0;                    ///< wall-clock time of this frame, including output [s]
  std::span<const StepReport> steps = {};  ///< steps that led to this frame, in order
  const Simulator& simulator;              ///< its state is that of this frame
};

/// Observes a run and may end it early. Every hook is called on the thread of the run and does nothing by default. Its
/// arguments are valid only during the call.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  /// Called if the start intersects and the scene's policy is to refuse it. The run ends here.
  virtual void on_start_intersects(const StartAudit&) {}
  /// Called if the start intersects, after it was untangled or kept as the scene's policy asks.
  virtual void on_untangled(const UntangleReport&) {}
  /// Called before on_begin() for everything that the user should know about the scene and that does not prevent the
  /// run, in one sentence each.
  virtual void on_warning(const std::string&) {}
  /// Called once, before anything is written. A program that handles signals should begin to do so now, so that an
  /// interrupt leaves a folder that can be resumed.
  virtual void on_begin() {}
  /// Called after each step, also if the frame is discarded later.
  virtual void on_step(const StepReport&) {}
  /// Called after each frame, when the sink has it. The start is not reported.
  virtual void on_frame(const FinishedFrame&) {}
  /// Called if the audit finds a frame that is not clean, or in which an obstacle as given intersects cloth. The audit
  /// runs concurrently with the simulation, so the frame may be some frames old. In a resumed run, earlier findings are
  /// reported again.
  virtual void on_audit_finding(const FrameAudit&) {}

  /// Called before each frame and after each step.
  [[nodiscard]] virtual Interrupt requested() { return Interrupt::none; }
};

/// How a run ended. The simulator is at the last complete frame, which the sink has received.
struct FramesOutcome {
  /// The reasons for which a run ends.
  enum class Ending {
    done,         ///< all frames are complete
    interrupted,  ///< requested by RunObserver::requested()
    diverged,     ///< a vertex has no finite position or velocity, or is too fast: see `divergence`
    pinched,      ///< a scripted vertex lags too far behind its script: see `pinch`
    failed,       ///< an error in a file of the scene, or in the sink
  };
  Ending ending = Ending::done;               ///< why the run ended
  std::optional<Divergence> divergence = {};  ///< set if the ending is `diverged`
  std::optional<Pinch> pinch = {};            ///< set if the ending is `pinched`
  std::optional<Error> error = {};            ///< set if the ending is `failed`, or if FrameSink::finish() failed
  double step_size = 0.0;                     ///< size of the last step taken, or the scene's if there was none [s]
};

/// Simulates until State::frame is `frames` and appends each frame to the sink, which must have begun.
[[nodiscard]] FramesOutcome advance_to(std::int64_t frames, Simulator& simulator, FrameSink& sink,
                                       RunObserver& observer);

/// Does the same for a sink that has not begun: begins it, appends the start, advances, and finishes it. A restored
/// simulator continues its run: the sink keeps the frames up to the restored one. For a run into a folder, with audit
/// and checkpoints, see io/runner/run_scene.hpp.
[[nodiscard]] FramesOutcome run_frames(std::int64_t frames, Simulator& simulator, FrameSink& sink,
                                       RunObserver& observer);

}  // namespace muslin
