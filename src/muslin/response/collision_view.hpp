#pragma once
#include <memory>
#include <muslin/contact/contact.hpp>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

struct CollisionMesh;
struct ImplicitContext;
struct Proximity;
class Zones;

/// Everything that a response can read and change in one collision step. Certifying, stopping and yielding belong to
/// CollisionStep (step/collision_step.hpp), which responses cannot reach. Zone methods loop over zones(), global ones
/// over contacts(); QP-Collide asks for the implicit context.
///
/// The end of a vertex follows from its velocity. A vertex whose velocity is still that of the candidate ends exactly
/// where the candidate has it; a prescribed one (inverse mass 0) always does.
class CollisionView {
 public:
  CollisionView(const CollisionView&) = delete;
  CollisionView& operator=(const CollisionView&) = delete;

  [[nodiscard]] double size() const { return size_; }  ///< Δt [s]
  /// True if no shorter step will be tried. A response should then work harder before it gives up.
  [[nodiscard]] bool is_shortest() const { return is_shortest_; }
  /// Positions at the start, free of intersection [m].
  [[nodiscard]] std::span<const Vec3> start() const { return start_; }
  /// Where the candidate takes the vertices, and where prescribed ones will be [m].
  [[nodiscard]] std::span<const Vec3> candidate_end() const { return candidate_end_; }
  /// [1/kg]; 0: prescribed.
  [[nodiscard]] std::span<const double> inverse_mass() const { return inverse_mass_; }
  [[nodiscard]] bool is_movable(VertexId v) const { return inverse_mass_[v.index()] > 0.0; }

  /// The mean velocity over the step, v½ [m/s], which the response changes in place. Only movable vertices may be
  /// written; the ends of the others do not depend on it.
  [[nodiscard]] std::span<Vec3> velocity() { return velocity_; }
  [[nodiscard]] std::span<const Vec3> velocity() const { return velocity_; }
  /// v½ when the response began [m/s].
  [[nodiscard]] std::span<const Vec3> velocity_before() const { return velocity_before_; }
  /// Where all vertices end with the velocities as they are now [m]. Valid until the next call.
  [[nodiscard]] std::span<const Vec3> ends();
  /// False if an end is not finite, or too far away for a frame.
  [[nodiscard]] bool has_finite_ends() const;

  /// The collisions that the last detection found, earliest first. The first detection precedes the response.
  [[nodiscard]] std::span<const Contact> contacts() const { return contacts_; }
  /// True if an impulse can change one of contacts(): a movable vertex takes part in it with a weight.
  [[nodiscard]] bool has_movable_contacts() const;
  /// The zones of contacts().
  [[nodiscard]] const Zones& zones();
  /// Detects again with the velocities as they are now, around the vertices that have changed since the last detection.
  /// Velocities that are not finite count as those of the start of the response. Invalidates earlier contacts().
  std::span<const Contact> detect_again();

  /// Pairs nearer than their thickness at the start, or where the predicted ends lead.
  [[nodiscard]] const std::vector<Proximity>& proximities() const { return *proximities_; }
  /// Pairs nearer than their thickness at ends(), with the contact as it is there. Valid until the next call.
  const std::vector<Proximity>& find_end_proximities();

  /// The coefficient of friction at a contact [1].
  [[nodiscard]] double friction(const Contact& contact) const;
  /// The thickness of a pair [m], which is less where its elements are neighbours at rest.
  [[nodiscard]] double thickness(const Contact& contact) const;
  /// The thickness between the two surfaces of a pair, whatever its rest shape [m].
  [[nodiscard]] double surface_thickness(const Contact& contact) const;
  /// The largest thickness of any pair [m].
  [[nodiscard]] double largest_thickness() const;
  /// The gap to ask for [m]: twice the separation of detect/separation.hpp, so that the next step has a margin.
  [[nodiscard]] double target_gap(const Contact& contact) const;

  [[nodiscard]] const CollisionMesh& mesh() const;
  /// The matrix of the dynamics, limits and guides, for a response that solves for all of them; or null.
  [[nodiscard]] const ImplicitContext* implicit() const { return implicit_; }

 private:
  friend class CollisionStep;  // the only one there is
  struct Detection;            // step/step_detection.hpp

  explicit CollisionView(CollisionMesh mesh);
  ~CollisionView();

  double size_ = 0.0;
  bool is_shortest_ = false;
  std::span<const Vec3> start_;
  std::vector<double> inverse_mass_;
  std::vector<Vec3> candidate_end_, candidate_velocity_;
  std::vector<Vec3> velocity_, velocity_before_, ends_;
  std::span<const Contact> contacts_;
  const std::vector<Proximity>* proximities_ = nullptr;
  const ImplicitContext* implicit_ = nullptr;
  std::unique_ptr<Detection> detection_;
};

}  // namespace muslin
