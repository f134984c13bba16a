#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/implicit_context.hpp>
#include <span>

namespace muslin {

/// One collision step as the ladder and the certified step drive it: what responses see, and what only their callers
/// may do. Reuse one object: it keeps its memory.
class CollisionStep final : public CollisionView {
 public:
  /// What the step is about. All of it must outlive the step.
  struct Setup {
    double size = 0.0;                     ///< Δt [s]
    std::span<const Vec3> start;           ///< [m] free of intersection
    std::span<const Vec3> end;             ///< predicted ends of the vertices [m], finite; see set_candidate()
    std::span<const double> inverse_mass;  ///< [1/kg]; 0: prescribed
    ThicknessRule thickness;
    const ImplicitContext* implicit = nullptr;  ///< see implicit()
    bool shortest = false;                      ///< see is_shortest()
    bool pinched = false;                       ///< see is_pinched()
  };

  explicit CollisionStep(CollisionMesh mesh) : CollisionView(std::move(mesh)) {}

  /// Begins a step with the predicted ends as candidate, and finds the pairs in proximity.
  void begin(const Setup& setup);
  /// Replaces the predicted ends by the candidate of the integrator and of the scripts. Precedes any response.
  void set_candidate(std::span<const Vec3> end, const ImplicitContext* implicit = nullptr);
  /// Takes the velocities as they are now as those before the response, and detects collisions for the first time.
  void begin_response();
  /// Restores the velocities from before the response.
  void reset();

  /// Keeps a vertex where it starts: from now on it counts as prescribed, with velocity 0.
  void stop(VertexId v);
  /// Lets a prescribed vertex give way like one of this inverse mass from now on; 0 makes it prescribed again.
  void yield(VertexId v, double inverse_mass);
  /// Tests every pair for the velocities as they are now, unless the first detection has just done so. The result
  /// becomes contacts().
  std::span<const Contact> certify();

  /// True if a prescribed vertex is behind its script because of a pinch.
  [[nodiscard]] bool is_pinched() const { return is_pinched_; }
  /// Does a vertex end elsewhere than where it starts?
  [[nodiscard]] bool moves(VertexId v) const;
  /// The velocity of the candidate [m/s].
  [[nodiscard]] std::span<const Vec3> candidate_velocity() const { return candidate_velocity_; }
  [[nodiscard]] const Surfaces& surfaces() const;
  [[nodiscard]] const Detector::Counts& counts() const;
  /// The time that detection took since the last call [s].
  [[nodiscard]] double take_detection_seconds();

 private:
  bool is_pinched_ = false;
  bool prescribed_changed_ = false;  ///< by stop() or yield(), in this step
};

}  // namespace muslin
