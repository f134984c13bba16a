#pragma once
#include <cstdint>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <span>

namespace muslin {

/// When a run is to end before its last frame.
enum class Interrupt {
  none,
  after_frame,  ///< once the present frame is finished
  now,          ///< after the present step; the frame is given up
};

/// A frame that was simulated and appended, and how many the run is to have.
struct FinishedFrame {
  std::int64_t frame = 0;       ///< its number
  std::int64_t last_frame = 0;  ///< number of the frame to end with
  std::int64_t done = 0;        ///< frames simulated after the start, this one included
  std::int64_t planned = 0;     ///< frames after the start, up to the last one
  double seconds = 0.0;         ///< that this one took, output included
  std::span<const StepReport> steps = {};
  const Simulator& simulator;
};

/// Follows a run and may end it early. Every hook has a default that does nothing, and is called on the thread that
/// runs; what it is given is valid during the call alone.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  /// The start intersects, and the scene's policy is to refuse it: the run ends here.
  virtual void on_start_intersects(const StartAudit&) {}
  /// Called once, before anything is written. A program that listens to signals starts now, so that an interrupt leaves
  /// a folder that can be resumed.
  virtual void on_begin() {}
  virtual void on_step(const StepReport&) {}
  virtual void on_frame(const FinishedFrame&) {}
  /// The audit found a frame that is not clean. It runs beside the simulation, so that the frame may be some frames
  /// ago; in a run that is resumed, findings from before are repeated.
  virtual void on_audit_finding(const FrameAudit&) {}

  /// Asked before each frame and after each step.
  [[nodiscard]] virtual Interrupt requested() { return Interrupt::none; }
};

}  // namespace muslin
