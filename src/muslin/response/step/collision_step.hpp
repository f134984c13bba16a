#pragma once
#include <muslin/contact/contact.hpp>
#include <muslin/contact/surfaces.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/filter/stretch_rows.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/response/qp/guide.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

/// What the candidate of an implicit step has already done at a pair in proximity [N s].
struct SpringImpulse {
  bool on_spring = false;
  double normal_impulse = 0.0;    ///< along the normal, as far as it counts for friction
  double friction_impulse = 0.0;  ///< length, across it
};

/// What a response may see and do in one collision step. Wide enough for all rows of the table in docs/methods.md: zone
/// methods look at zones(), global ones at contacts(), QP-Collide asks for the matrix of the dynamics.
///
/// Where a vertex ends follows from its velocity. One whose velocity is still that of the candidate ends exactly where
/// the candidate has it; a prescribed one (inverse mass 0) does in any case.
class CollisionStep {
 public:
  /// What the step is about. All of it must outlive the step.
  struct Setup {
    double size = 0.0;            ///< Δt [s]
    std::span<const Vec3> start;  ///< [m] free of intersection
    std::span<const Vec3>
        end;  ///< where the integrator or a script takes the vertices [m], finite; see set_candidate()
    std::span<const double> inverse_mass;  ///< [1/kg]; 0: prescribed
    ThicknessRule thickness;
    const BlockMatrix* dynamics = nullptr;  ///< see dynamics()
    bool shortest = false;                  ///< see is_shortest()
    bool pinched = false;                   ///< see is_pinched()
  };

  explicit CollisionStep(CollisionMesh mesh) : detector_(std::move(mesh)) {}
  /// Begins a step: velocities are those of the candidate.
  void begin(const Setup& setup);
  /// Replaces the candidate by one that is known only now; that of begin() was a guess. Before any response.
  void set_candidate(std::span<const Vec3> end, const BlockMatrix* dynamics);
  /// What a response has to keep itself, in this step and all that follow; both must outlive them.
  void set_limits(StretchRows* limits) { limits_ = limits; }
  void set_guides(std::span<const Guide> guides) { guides_ = guides; }
  /// What that candidate has already done at the pairs of proximities(), one each.
  void set_spring_impulses(std::vector<SpringImpulse> spring_impulses) {
    spring_impulses_ = std::move(spring_impulses);
  }
  /// One per pair of proximities(), or empty.
  [[nodiscard]] std::span<const SpringImpulse> spring_impulses() const { return spring_impulses_; }

  [[nodiscard]] double size() const { return setup_.size; }
  /// Will no shorter step be tried? Then a response does well to work harder before it gives up.
  [[nodiscard]] bool is_shortest() const { return setup_.shortest; }
  /// Is something prescribed off its script, held up by a pinch?
  [[nodiscard]] bool is_pinched() const { return setup_.pinched; }
  [[nodiscard]] std::span<const Vec3> start() const { return setup_.start; }
  [[nodiscard]] std::span<const double> inverse_mass() const { return inverse_mass_; }
  [[nodiscard]] bool is_movable(VertexId v) const { return inverse_mass_[v.index()] > 0.0; }
  /// v½, changed in place [m/s]. What is written to prescribed vertices has no effect on where they end.
  [[nodiscard]] std::span<Vec3> velocity() { return velocity_; }
  [[nodiscard]] std::span<const Vec3> velocity() const { return velocity_; }
  /// Where the candidate has the vertices at the end, and prescribed ones will be [m].
  [[nodiscard]] std::span<const Vec3> candidate_end() const { return candidate_end_; }
  /// v½ when the response began.
  [[nodiscard]] std::span<const Vec3> velocity_before() const { return velocity_before_; }
  /// K = M - Δt ∂f/∂v - Δt² ∂f/∂x of an implicit integrator at the start of the step, or null.
  [[nodiscard]] const BlockMatrix* dynamics() const { return setup_.dynamics; }

  /// Limits on stretch that a response has to keep itself, or null. To be evaluated where it likes.
  [[nodiscard]] StretchRows* limits() const { return limits_; }
  /// Velocities that are prescribed in one direction.
  [[nodiscard]] std::span<const Guide> guides() const { return guides_; }

  /// The coefficient of friction at a contact [1].
  [[nodiscard]] double friction(const Contact& contact) const {
    return setup_.thickness.surfaces->friction(contact.vertex[0], contact.vertex[3]);
  }
  /// The distance to aim at [m]: 2s, so that the next step has room to err (detect/separation.hpp).
  [[nodiscard]] double target_gap(const Contact& contact) const;

  /// Pairs nearer than their thickness at the start, or where the ends given to begin() lead.
  [[nodiscard]] const std::vector<Proximity>& proximities() const { return *proximities_; }
  /// The collisions that the last detection found, earliest first. The first detection is made before the response
  /// begins.
  [[nodiscard]] std::span<const Contact> contacts() const { return contacts_; }
  /// The zones of contacts().
  [[nodiscard]] const Zones& zones();
  /// Detects again with the velocities as they are now, around what has changed since the last time. Velocities that
  /// are not finite count as those of the start of the response. Spans of former contacts() are no longer valid.
  std::span<const Contact> detect_again();

  /// Pairs nearer than their thickness where the velocities as they are now lead, by where they are there. Lasts until
  /// the next call.
  const std::vector<Proximity>& find_end_proximities();
  /// The thickness of a pair [m].
  [[nodiscard]] double thickness(const Contact& contact) const {
    return pair_thickness(setup_.thickness, contact.kind, contact.vertex);
  }

  /// The largest of any pair [m].
  [[nodiscard]] double largest_thickness() const { return setup_.thickness.largest(); }

  // For those who call responses.

  /// Repulsion is over: velocities as they are now are those before the response. Detects for the first time.
  void begin_response();
  /// Back to where the response began.
  void reset();
  /// A vertex stays where it starts: it counts as prescribed, with velocity 0, from now on.
  void stop(VertexId v);
  /// A prescribed vertex gives way like one of this inverse mass from now on; 0: no longer.
  void yield(VertexId v, double inverse_mass);
  /// Where all vertices end [m], for the velocities as they are now.
  [[nodiscard]] std::span<const Vec3> ends();
  /// Does a vertex end elsewhere than where it starts?
  [[nodiscard]] bool moves(VertexId v) const;
  /// Are all ends numbers that fit a frame?
  [[nodiscard]] bool has_finite_ends() const;
  /// The velocity of the candidate: what the integrator or a script had in mind [m/s].
  [[nodiscard]] std::span<const Vec3> candidate_velocity() const { return candidate_velocity_; }
  /// Tests every pair for the velocities as they are now, unless the first detection has just done so. What it returns
  /// is contacts() too.
  std::span<const Contact> certify();
  [[nodiscard]] const Detector::Counts& counts() const { return detector_.counts(); }
  [[nodiscard]] double detection_seconds() const { return detection_seconds_; }  ///< of this step
  [[nodiscard]] const CollisionMesh& mesh() const { return detector_.mesh(); }
  [[nodiscard]] const Surfaces& surfaces() const { return *setup_.thickness.surfaces; }

 private:
  Setup setup_;
  Detector detector_;
  StretchRows* limits_ = nullptr;
  std::span<const Guide> guides_;
  std::vector<double> inverse_mass_;
  std::vector<Vec3> candidate_end_, candidate_velocity_;
  std::vector<SpringImpulse> spring_impulses_;
  std::vector<Vec3> velocity_, velocity_before_, ends_;
  const std::vector<Proximity>* proximities_ = nullptr;
  std::optional<BroadPhase> end_broad_phase_;  ///< of find_end_proximities()
  Proximities end_proximities_;
  std::span<const Contact> contacts_;
  Zones zones_;
  bool zones_stale_ = true;
  bool prescribed_changed_ = false;  ///< by stop() or yield(), in this step
  double detection_seconds_ = 0.0;
};

}  // namespace muslin
