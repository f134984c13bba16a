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
/// CollisionStep (step/collision_step.hpp), which responses cannot reach. Zone methods loop over zones(), global
/// methods over contacts(); QP-Collide uses the implicit context.
///
/// The end of a vertex follows from its velocity. A vertex that still has the candidate's velocity ends exactly at the
/// candidate's position. A prescribed vertex (inverse mass 0) always does.
class CollisionView {
 public:
  /// A step cannot be copied.
  /// @{
  CollisionView(const CollisionView&) = delete;
  CollisionView& operator=(const CollisionView&) = delete;
  /// @}

  [[nodiscard]] double size() const { return size_; }  ///< Δt [s]
  /// True if no shorter step will be tried. A response should then work harder before it gives up.
  [[nodiscard]] bool is_shortest() const { return is_shortest_; }
  /// Positions at the start, free of intersection [m].
  [[nodiscard]] std::span<const Vec3> start() const { return start_; }
  /// The ends of the candidate, which are also the final ends of prescribed vertices [m].
  [[nodiscard]] std::span<const Vec3> candidate_end() const { return candidate_end_; }
  /// Inverse mass of each vertex [1/kg]; 0 for prescribed vertices.
  [[nodiscard]] std::span<const double> inverse_mass() const { return inverse_mass_; }
  /// Returns whether a vertex is movable and not prescribed.
  [[nodiscard]] bool is_movable(VertexId v) const { return inverse_mass_[v.index()] > 0.0; }

  /// The mean velocity over the step, v½ [m/s], which the response changes in place. Only movable vertices may be
  /// written; the ends of the others do not depend on it.
  /// @{
  [[nodiscard]] std::span<Vec3> velocity() { return velocity_; }
  [[nodiscard]] std::span<const Vec3> velocity() const { return velocity_; }
  /// @}
  /// v½ when the response began [m/s].
  [[nodiscard]] std::span<const Vec3> velocity_before() const { return velocity_before_; }
  /// The ends of all vertices for the current velocities [m]. Valid until the next call.
  [[nodiscard]] std::span<const Vec3> ends();
  /// Returns false if an end is not finite, or too large to be stored in a frame.
  [[nodiscard]] bool has_finite_ends() const;

  /// The collisions that the last detection found, earliest first. The first detection precedes the response. If an
  /// impulse could change a contact only by leverage (contact/light_contact.hpp), no movable vertex has a weight in it.
  [[nodiscard]] std::span<const Contact> contacts() const { return contacts_; }
  /// Returns true if an impulse can change one of contacts(), that is, if one of them has a movable vertex with a
  /// nonzero weight.
  [[nodiscard]] bool has_movable_contacts() const;
  /// The zones of contacts().
  [[nodiscard]] const Zones& zones();
  /// Detects again for the current velocities, around the vertices that changed since the last detection. Velocities
  /// that are not finite are replaced by those at the start of the response. Invalidates earlier results of contacts().
  std::span<const Contact> detect_again();

  /// Pairs that are nearer than their thickness at the start, or will be at the predicted ends. As in contacts(), no
  /// impulse acts by leverage.
  [[nodiscard]] const std::vector<Proximity>& proximities() const { return *proximities_; }
  /// Finds the pairs that are nearer than their thickness at ends(), with their contacts there. Valid until the next
  /// call.
  const std::vector<Proximity>& find_end_proximities();

  /// The coefficient of friction at a contact [1].
  [[nodiscard]] double friction(const Contact& contact) const;
  /// The thickness of a pair [m]. It is reduced for elements that are neighbours at rest.
  [[nodiscard]] double thickness(const Contact& contact) const;
  /// The thickness between the two surfaces of a pair, independent of the rest shape [m].
  [[nodiscard]] double surface_thickness(const Contact& contact) const;
  /// The largest thickness of any pair [m].
  [[nodiscard]] double largest_thickness() const;
  /// The target gap at the end of the step [m]: twice the separation of detect/separation.hpp, so that the next step
  /// has a margin.
  [[nodiscard]] double target_gap(const Contact& contact) const;

  /// The elements that can collide, with all bodies in one index space.
  [[nodiscard]] const CollisionMesh& mesh() const;
  /// Returns the matrix of the dynamics, the limits and the guides, for a response that solves for all of them; may be
  /// null.
  [[nodiscard]] const ImplicitContext* implicit() const { return implicit_; }

 private:
  friend class CollisionStep;  // the only class that derives from this one
  struct Detection;            // step/step_detection.hpp

  explicit CollisionView(CollisionMesh mesh);
  ~CollisionView();

  /// Sets contacts() to these, with light contacts as contacts of prescribed vertices.
  void take_contacts(std::span<const Contact> found);
  /// Returns these pairs, or a copy in which light contacts are contacts of prescribed vertices.
  [[nodiscard]] const std::vector<Proximity>& without_light_contacts(const std::vector<Proximity>& pairs,
                                                                     std::vector<Proximity>& copy) const;

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
