#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/implicit_context.hpp>
#include <span>

namespace muslin {

/// One collision step, from the point of view of the ladder and the certified step: the view that responses get, plus
/// the operations reserved for their callers. One object should be reused for many steps, because it keeps its memory.
class CollisionStep final : public CollisionView {
 public:
  /// The input of a step. All referenced data must outlive the step.
  struct Setup {
    double size = 0.0;                     ///< Δt [s]
    std::span<const Vec3> start;           ///< positions at the start, free of intersections [m]
    std::span<const Vec3> end;             ///< predicted ends, finite [m]; see set_candidate()
    std::span<const double> inverse_mass;  ///< [1/kg]; 0 for prescribed vertices
    ThicknessRule thickness;
    const ImplicitContext* implicit = nullptr;  ///< see implicit()
    bool shortest = false;                      ///< see is_shortest()
    bool pinched = false;                       ///< see is_pinched()
  };

  explicit CollisionStep(CollisionMesh mesh) : CollisionView(std::move(mesh)) {}

  /// Begins a step with the predicted ends as its candidate, and finds the pairs in proximity.
  void begin(const Setup& setup);
  /// Replaces the predicted ends by the candidate of the integrator and the scripts. Must precede any response.
  void set_candidate(std::span<const Vec3> end, const ImplicitContext* implicit = nullptr);
  /// Saves the current velocities as those before the response, and detects collisions for the first time.
  void begin_response();
  /// Restores the velocities from before the response.
  void reset();

  /// Stops a vertex at its start. From now on it counts as prescribed, with zero velocity.
  void stop(VertexId v);
  /// Lets a prescribed vertex yield as if it had this inverse mass [1/kg]; 0 makes it prescribed again.
  void yield(VertexId v, double inverse_mass);
  /// Decides anew which of contacts() an impulse can change. Must follow yield().
  void weigh_contacts_again();
  /// Tests every pair for the current velocities, unless the first detection has just done so. The result becomes
  /// contacts().
  std::span<const Contact> certify();

  /// Returns true if a prescribed vertex lags behind its script because of a pinch.
  [[nodiscard]] bool is_pinched() const { return is_pinched_; }
  /// Returns true if vertices have been stopped in this step, or scripts have given way.
  [[nodiscard]] bool has_given_way() const { return prescribed_changed_; }
  /// Returns true if the end of a vertex differs from its start.
  [[nodiscard]] bool moves(VertexId v) const;
  /// Velocity of the candidate [m/s].
  [[nodiscard]] std::span<const Vec3> candidate_velocity() const { return candidate_velocity_; }
  [[nodiscard]] const Surfaces& surfaces() const;
  /// Sets the pairs to be ignored from the next step on.
  void set_exemptions(Exemptions exemptions);
  [[nodiscard]] const Detector::Counts& counts() const;
  /// Returns the time spent on detection since the last call [s].
  [[nodiscard]] double take_detection_seconds();

 private:
  bool is_pinched_ = false;
  bool prescribed_changed_ = false;  ///< true after stop() or yield() in this step
};

}  // namespace muslin
