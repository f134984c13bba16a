#pragma once
#include <cstdint>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <span>

namespace muslin {

/// When a run should end before its last frame.
enum class Interrupt {
  none,
  after_frame,  ///< when the current frame is finished
  now,          ///< after the current step; the frame is discarded
};

/// A frame that was simulated and appended, and the progress of the run.
struct FinishedFrame {
  std::int64_t frame = 0;       ///< number of this frame
  std::int64_t last_frame = 0;  ///< number of the last frame of the run
  std::int64_t done = 0;        ///< frames simulated after the start, including this one
  std::int64_t planned = 0;     ///< frames after the start, including the last one
  double seconds = 0.0;         ///< wall-clock time of this frame, including output
  std::span<const StepReport> steps = {};
  const Simulator& simulator;
};

/// Observes a run and may end it early. Every hook is called on the thread of the run and does nothing by default. Its
/// arguments are valid only during the call.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  /// Called if the start intersects and the scene's policy is to refuse it. The run ends here.
  virtual void on_start_intersects(const StartAudit&) {}
  /// Called once, before anything is written. A program that handles signals should begin to do so now, so that an
  /// interrupt leaves a folder that can be resumed.
  virtual void on_begin() {}
  virtual void on_step(const StepReport&) {}
  virtual void on_frame(const FinishedFrame&) {}
  /// Called if the audit finds a frame that is not clean. The audit runs concurrently with the simulation, so the frame
  /// may be some frames old. In a resumed run, earlier findings are reported again.
  virtual void on_audit_finding(const FrameAudit&) {}

  /// Called before each frame and after each step.
  [[nodiscard]] virtual Interrupt requested() { return Interrupt::none; }
};

}  // namespace muslin
