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
#include <span>

namespace muslin {

/// What became of a frame.
struct FrameOutcome {
  bool stopped = false;                  ///< the caller's on_step said so; the state is that of the last whole frame
  std::optional<Divergence> divergence;  ///< likewise
  std::optional<Pinch> pinch;            ///< likewise
};

/// Advances a scene frame by frame. Frame k ends exactly k / frame_rate seconds after the start.
class Simulator {
 public:
  /// Errors: a scene that cannot be simulated (a triangle without area at rest, a motion that does not fit, …).
  /// `response`: one of your own instead of the scene's; whatever it does, no frame intersects.
  [[nodiscard]] static Result<Simulator> create(Scene scene, std::unique_ptr<Response> response = nullptr);
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  ~Simulator();

  [[nodiscard]] const Scene& scene() const;
  [[nodiscard]] const State& state() const;
  [[nodiscard]] BodyRange range(std::size_t body) const;
  /// Goes on from a saved state. False, and nothing changed, if it does not fit the scene.
  [[nodiscard]] bool restore(State state);

  /// Simulates to the next frame. After each step `on_step` is called; when it returns false the frame is given up.
  /// The Error is one of a motion's file.
  [[nodiscard]] Result<FrameOutcome> advance(const std::function<bool(const StepReport&)>& on_step = {});

 private:
  struct Parts;
  explicit Simulator(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace muslin
