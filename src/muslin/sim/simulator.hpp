#pragma once
#include <functional>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/model/body_range.hpp>
#include <muslin/response/response.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>

namespace muslin {

/// How a frame ended. Where it was given up, the state is that of the last whole frame.
struct FrameOutcome {
  bool stopped = false;                  ///< the caller's on_step returned false
  std::optional<Divergence> divergence;  ///< the numbers are no longer finite
  std::optional<Pinch> pinch;            ///< scripts left no room, and the scene's policy is to stop
};

struct SimulatorOptions {
  /// A response of your own instead of the one that the scene names; whatever it does, no frame intersects. May be
  /// null.
  std::unique_ptr<Response> response = nullptr;
  /// Refuses a start that intersects, where the scene's policy is to refuse it: nothing can be proved from such a
  /// start. Turn it off only where the start is known to be clean, or audit_start() is called anyway.
  bool audit_start = true;
};

/// Advances a scene frame by frame. Frame k ends exactly k / frame_rate seconds after the start.
class Simulator {
 public:
  /// Errors: a scene that cannot be simulated (a triangle without area at rest, a motion that does not fit, …), and a
  /// start that intersects.
  [[nodiscard]] static Result<Simulator> create(Scene scene, SimulatorOptions options = {});
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  ~Simulator();

  [[nodiscard]] const Scene& scene() const;
  [[nodiscard]] const State& state() const;
  [[nodiscard]] BodyRange range(std::size_t body) const;
  /// Continues from a saved state. False, and nothing changed, if it does not fit the scene.
  [[nodiscard]] bool restore(State state);

  /// Simulates to the next frame. Calls `on_step` after each step; when it returns false, the frame is given up. The
  /// Error comes from the file of a motion.
  [[nodiscard]] Result<FrameOutcome> advance(const std::function<bool(const StepReport&)>& on_step = {});

 private:
  struct Parts;
  explicit Simulator(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace muslin
