#pragma once
#include <functional>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/model/body.hpp>
#include <muslin/response/response.hpp>
#include <muslin/sim/frame_contacts.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>

namespace muslin {

/// How a frame ended. If it was abandoned, the state is that of the last complete frame.
struct FrameOutcome {
  bool stopped = false;                  ///< on_step of the caller returned false
  std::optional<Divergence> divergence;  ///< set if numbers are no longer finite, or a speed exceeds every limit
  std::optional<Pinch> pinch;            ///< set if scripts left no room and the scene's policy is to stop
};

/// Options of Simulator::create().
struct SimulatorOptions {
  /// A custom response that replaces the one that the scene names; null keeps the latter. No frame intersects,
  /// regardless of the response.
  std::unique_ptr<Response> response = nullptr;
  /// Refuses a start that intersects if the scene's policy is to refuse it, because nothing can be proved from such a
  /// start. Set this to false only if the start is known to be clean, or if audit_start() is called anyway.
  bool audit_start = true;
};

/// Advances a scene frame by frame. Frame k ends exactly k / frame_rate seconds after the start.
class Simulator {
 public:
  /// Returns an Error if the scene cannot be simulated (a triangle without area at rest, a motion that does not fit,
  /// …), or if the start intersects.
  [[nodiscard]] static Result<Simulator> create(Scene scene, SimulatorOptions options = {});
  /// Takes over the simulation. The other object can then only be destroyed or assigned to.
  /// @{
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  /// @}
  ~Simulator();

  /// Returns the scene that is simulated.
  [[nodiscard]] const Scene& scene() const;
  /// Returns the state at the end of the last complete frame, or at the start.
  [[nodiscard]] const State& state() const;
  /// Returns the contacts of the last frame that advance() completed, or null if the scene does not ask for contacts
  /// (SceneOutput::contacts). Valid until the next advance(). They are empty before the first one, also of a restored
  /// simulator.
  [[nodiscard]] const FrameContacts* contacts() const;
  /// Returns the vertices of a body in the arrays of the state. `body` is an index into Scene::bodies.
  [[nodiscard]] BodyRange range(std::size_t body) const;
  /// Continues from a saved state. Returns false and changes nothing if the state does not fit the scene.
  [[nodiscard]] bool restore(State state);

  /// Simulates to the next frame. Calls `on_step` after each step; if it returns false, the frame is abandoned. An
  /// Error comes from the file of a motion.
  [[nodiscard]] Result<FrameOutcome> advance(const std::function<bool(const StepReport&)>& on_step = {});

 private:
  struct Parts;
  explicit Simulator(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace muslin
