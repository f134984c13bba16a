#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/described.hpp>
#include <string>
#include <vector>

namespace muslin {

/// What to do with a start that intersects.
enum class StartPolicy {
  refuse,  ///< say where, and do not begin
};

/// What to do where scripts leave cloth no room: a true pinch.
enum class PinchPolicy {
  stop,   ///< scripted vertices wait; when one lags behind its script by more than `max_lag`, the run ends
  yield,  ///< scripted vertices give way like heavy cloth, and come back when there is room
};

/// Which rung of the ladder is tried first when a response fails.
enum class LadderOrder {
  rigid_first,  ///< rigid impact zones, then a shorter step: the cheap rung first
  halve_first,  ///< a shorter step down to the shortest, then rigid impact zones [Sifakis08 §3]
};

/// Which velocity a vertex has after a step that changed it: that of the integrator with the change added, or the mean
/// one over the step.
enum class VelocityUpdate {
  vertex,  ///< what a response has touched takes the mean one, what only repulsion has touched the other
  step,    ///< after a step with collisions all that was touched takes the mean one [Sifakis08 §3]
};

/// Repulsion of what is nearer than its thickness [Bridson02 §7.2].
struct RepulsionOptions {
  double stiffness = 2000.0;  ///< [N/m] k: force per overlap of a pair
  double rate = 0.05;         ///< [1] share of the overlap that goes away in one step, at most
  int sweeps = 3;             ///< over all pairs; one leaves the lower layers of a stack approaching
  /// [1] stiffness of contacts inside an implicit step, in masses per step squared: 0 leaves them to repulsion
  double implicit_stiffness = 500.0;
};

/// Impulses, one contact at a time [Bridson02 §7.3].
struct GaussSeidelOptions {
  int passes = 12;  ///< detections at most; what needs more is better left to rigid zones
  int sweeps = 20;  ///< over the contacts of one pass, at most
  /// [1] share of the gap between two elements that they may still use up in the step: 0 stops every approach
  /// [Bridson02], 1 lets them come as near as they may.
  double approach = 0.8;
};

/// Rigid impact zones [Provot97; Bridson02 §7.5].
struct RigidZonesOptions {
  int impulse_passes = 4;  ///< detections with impulses before zones become rigid
  int passes = 40;         ///< detections at most, of growing zones
  /// Vertices of a zone, beyond which it gives up while the step can still be halved: what is rigid does not deform.
  int most_vertices = 64;
};

/// What bounds friction where a zone of contacts is treated at once.
enum class FrictionLaw {
  contact,  ///< each contact's normal impulse and coefficient: Coulomb's law
  zone,     ///< the change of velocity by all normal impulses of the zone, and one coefficient [Harmon08 §4]
};

/// Inelastic projection [Harmon08].
struct InelasticProjectionOptions {
  int impulse_passes = 4;  ///< detections with impulses before; 0: none, zones take their place
  int passes = 100;        ///< detections at most, of growing zones: a stack takes one for each layer
  FrictionLaw friction = FrictionLaw::contact;
  double tolerance = 1e-6;  ///< [1] of velocities at contacts, relative to the largest of the zone
};

/// The same with complementarity [Harmon08 §2].
struct ComplementarityOptions {
  int impulse_passes = 4;   ///< as above
  int passes = 100;         ///< as above
  double approach = 0.0;    ///< [1] as in GaussSeidelOptions
  double tolerance = 1e-6;  ///< [1] as above
};

/// What is asked of the tetrahedra between pairs that collide.
enum class VolumeScheme {
  pushes,  ///< keep a share of their volume at the start; all pairs found in this step; pressures are never negative
  paper,   ///< to keep their volumes, as long as they are found to collide [Sifakis08, Table 1]
};

/// Which tetrahedra are solved for at once.
enum class VolumeCoupling {
  zones,   ///< those that share movable vertices; zones in parallel
  global,  ///< all of them
};

/// The paper's own scheme of volume-preserving impulses [Sifakis08, Table 1].
struct VolumeNewtonOptions {
  int passes = 3;        ///< N: detections at most
  int newton_steps = 5;  ///< M: with the pairs of one detection
  double damping = 0.3;  ///< γ [1]: share of a Newton step that is taken
  VolumeCoupling coupling = VolumeCoupling::zones;
  double tolerance = 1e-3;   ///< [1] of the linear solver, relative to the violation of the volumes
  int max_iterations = 200;  ///< of the linear solver
};

/// Volume-preserving impulses [Sifakis08 §5].
struct VolumePreservingOptions {
  VolumeScheme scheme = VolumeScheme::pushes;
  int passes = 40;        ///< detections at most, of growing zones
  int newton_steps = 3;   ///< with the pairs of one detection
  double approach = 0.8;  ///< [1] as in GaussSeidelOptions
  /// [1] of pressures, relative to the violation of the volumes. The next detection finds what is left, which costs
  /// less than a better answer: on `hammock` 1e-3 and 200 iterations take three times as long.
  double tolerance = 0.02;
  int max_iterations = 20;  ///< likewise
  VolumeNewtonOptions paper = {};
};

/// How a fixed obstacle slows down what slides on it, where clusters of cloth are collided.
enum class ObstacleFriction {
  contact,  ///< by Coulomb's law, with the coefficient of the two bodies
  factor,   ///< by the factor `sliding`, at any normal force [Huh01 §3.5]
};

/// Collision clusters [Huh01].
struct CollisionClustersOptions {
  int passes = 30;           ///< detections at most
  double restitution = 0.0;  ///< e [1]: share of its speed with which a cluster leaves another, or a fixed obstacle
  ObstacleFriction friction = ObstacleFriction::contact;
  double sliding = 1.0;  ///< C_f [1]: share of its sliding that a vertex keeps, with ObstacleFriction::factor
  /// [1] energy that the linear programme of a loop may gain, as a share of what its clusters have about their mean.
  /// 0: none; the paper has no limit.
  double energy_gain = 0.0;
};

/// How the linear systems of a quadratic programme are solved.
enum class QpSolver {
  automatic,  ///< the first for cables, the last for sheets
  schur,      ///< K factorised once per step, the Schur complement of the active rows updated [Raghupathi06 §5.2]
  minres,     ///< MINRES on the whole system, without inverting K [Raghupathi06 §5.1]
  condensed,  ///< conjugate gradients on what is left of it without the multipliers
};

/// QP-Collide [Raghupathi06].
struct QpCollideOptions {
  int passes = 20;  ///< detections at most; the paper has one
  QpSolver solver = QpSolver::automatic;
  double recovery = 0.1;     ///< [1] share of the thickness still missing that a pair regains in a step, at most
  int friction_rounds = 4;   ///< of normal and friction impulses; 0: no friction, as in the paper. Sheets: 1 at most
  double tolerance = 0.01;   ///< [1] of velocities, relative to the largest violation of a row; the Schur path has 1e-6
  int max_iterations = 200;  ///< of MINRES and conjugate gradients, per linear system
  int max_changes = 60;      ///< of the active set, per programme
  int max_toggles = 4;       ///< of one constraint, before it is on the watch list
};

/// How collisions are treated.
struct CollisionOptions {
  std::string response = "gauss_seidel";  ///< one of response_names()
  StartPolicy start = StartPolicy::refuse;
  PinchPolicy pinch = PinchPolicy::yield;
  VelocityUpdate velocity_update = VelocityUpdate::vertex;
  double max_lag = 0.02;  ///< [m] of PinchPolicy::stop
  double interval = 0.0;  ///< [s] longest time from one collision step to the next; 0: that of one step of the scene
  int max_substeps = 16;  ///< steps of the integrator in such an interval, at most
  int max_halvings = 3;   ///< how often a step may be halved where collisions are hard
  LadderOrder ladder = LadderOrder::halve_first;
  RepulsionOptions repulsion;
  GaussSeidelOptions gauss_seidel;
  RigidZonesOptions rigid_zones;
  InelasticProjectionOptions inelastic_projection;
  ComplementarityOptions complementarity;
  VolumePreservingOptions volume_preserving;
  CollisionClustersOptions collision_clusters;
  QpCollideOptions qp_collide;
  std::vector<SurfacePair> pairs;  ///< of bodies whose thickness or friction is a special one
};

/// What scenes may set (core/option.hpp).
void describe(Description<RepulsionOptions>& options);
void describe(Description<GaussSeidelOptions>& options);
void describe(Description<RigidZonesOptions>& options);
void describe(Description<InelasticProjectionOptions>& options);
void describe(Description<ComplementarityOptions>& options);
void describe(Description<VolumeNewtonOptions>& options);
void describe(Description<VolumePreservingOptions>& options);
void describe(Description<CollisionClustersOptions>& options);
void describe(Description<QpCollideOptions>& options);
void describe(Description<CollisionOptions>& options);

}  // namespace muslin
