#pragma once
#include <muslin/core/types.hpp>
#include <muslin/model/material.hpp>
#include <string>
#include <vector>

namespace muslin {

/// Policy for a start that intersects.
enum class StartPolicy {
  untangle,  ///< the bodies are separated before the first frame; what cannot be separated is named and ignored
  refuse,    ///< the run reports where the start intersects, and does not begin
  keep,      ///< the start stays as it is; intersecting elements are ignored until they are apart
};

/// Policy for a pinch, in which scripts leave cloth no room.
enum class PinchPolicy {
  stop,   ///< scripted vertices wait; the run ends when one of them lags more than `max_lag` behind its script
  yield,  ///< scripted vertices give way like heavy cloth, and return when there is room
  /// Cloth that obstacles of different priority pinch ignores the lower one until it is free; where priorities are
  /// equal, scripted vertices give way as with `yield`.
  priority,
};

/// The rung of the ladder that follows a failed response.
enum class LadderOrder {
  rigid_first,  ///< rigid impact zones, which are cheap, and then a shorter step
  halve_first,  ///< shorter steps down to the shortest, and then rigid impact zones [Sifakis08 §3]
};

/// The velocity of a vertex after a step that changed it: the integrator's velocity plus the change, or the mean
/// velocity over the step.
enum class VelocityUpdate {
  vertex,  ///< mean velocity only for vertices that a response changed, not for those that repulsion alone changed
  step,    ///< after a step with collisions, mean velocity for all changed vertices [Sifakis08 §3]
};

/// Repulsion of pairs that are nearer than their thickness [Bridson02 §7.2].
struct RepulsionOptions {
  double stiffness = 2000.0;  ///< k, force per overlap of a pair [N/m]
  double rate = 0.05;         ///< largest share of the overlap that is removed in one step [1]
  int sweeps = 3;             ///< sweeps over all pairs; with a single one the lower layers of a stack still approach
  /// Stiffness of contact springs in an implicit step, in units of mass over squared step size [1]. With 0 there are no
  /// springs, and repulsion alone separates the pairs.
  double implicit_stiffness = 500.0;
};

/// Impulses that are applied to one contact at a time [Bridson02 §7.3].
struct GaussSeidelOptions {
  int passes = 12;  ///< largest number of detections; rigid zones are better for steps that need more
  int sweeps = 20;  ///< largest number of sweeps over the contacts of one pass
  /// Share of the gap between two elements by which they may still approach in the step [1]: 0 stops every approach
  /// [Bridson02], 1 lets them approach to the smallest allowed gap.
  double approach = 0.8;
  /// Whether contacts of earlier detections and the sums of their impulses are kept within a step. Without, each
  /// detection begins anew, and no impulse is taken back [Bridson02 §7.3].
  bool memory = true;
};

/// The contacts that a zone method resolves together.
enum class ZoneOrder {
  together,         ///< all contacts [Harmon08, Algorithm 1]
  obstacles_first,  ///< those with prescribed vertices, and then only those of cloth with cloth [Bridson03; Harmon08
                    ///< §3]
  /// In each detection only those that no earlier contact can influence, as long as half of the detections are left;
  /// then all [Harmon08 §5].
  causal,
};

/// Rigid impact zones [Provot97; Bridson02 §7.5].
struct RigidZonesOptions {
  int impulse_passes = 4;  ///< number of detections with impulses before zones become rigid
  int passes = 40;         ///< largest number of detections while zones grow
  /// Largest number of vertices of a zone. Because a rigid zone does not deform, the response gives up if a zone grows
  /// larger and the step can still be halved.
  int most_vertices = 64;
  ZoneOrder order = ZoneOrder::together;  ///< contacts that are resolved together
};

/// The law that bounds friction if a zone of contacts is solved as a whole.
enum class FrictionLaw {
  contact,  ///< Coulomb's law for each contact, with its own normal impulse and coefficient
  zone,     ///< one bound and coefficient for the total velocity change by the normal impulses [Harmon08 §4]
};

/// Inelastic projection [Harmon08].
struct InelasticProjectionOptions {
  int impulse_passes = 4;  ///< number of detections with impulses before zones are formed; 0 starts with zones
  int passes = 100;        ///< largest number of detections while zones grow; a stack needs one per layer
  FrictionLaw friction = FrictionLaw::contact;  ///< law that bounds friction in a zone
  double tolerance = 1e-6;                      ///< of velocities at contacts, relative to the largest of the zone [1]
  ZoneOrder order = ZoneOrder::together;        ///< contacts that are resolved together
};

/// Inelastic projection with complementarity [Harmon08 §2].
struct ComplementarityOptions {
  int impulse_passes = 4;                 ///< as in InelasticProjectionOptions
  int passes = 100;                       ///< as in InelasticProjectionOptions
  double approach = 0.0;                  ///< as in GaussSeidelOptions [1]
  double tolerance = 1e-6;                ///< as in InelasticProjectionOptions [1]
  ZoneOrder order = ZoneOrder::together;  ///< contacts that are resolved together
};

/// The constraint on the tetrahedra of colliding pairs.
enum class VolumeScheme {
  pushes,  ///< pairs found in this step keep at least a share of their initial volume; no pressure is negative
  paper,   ///< volumes stay constant for as long as the pairs are found to collide [Sifakis08, Table 1]
};

/// The sets of tetrahedra that are solved simultaneously.
enum class VolumeCoupling {
  zones,   ///< tetrahedra that share movable vertices; zones are solved in parallel
  global,  ///< all tetrahedra
};

/// The scheme of volume-preserving impulses that the paper describes [Sifakis08, Table 1].
struct VolumeNewtonOptions {
  int passes = 3;                                   ///< N, largest number of detections
  int newton_steps = 5;                             ///< M, Newton steps per detection
  double damping = 0.3;                             ///< γ, share of each Newton step that is taken [1]
  VolumeCoupling coupling = VolumeCoupling::zones;  ///< tetrahedra that are solved simultaneously
  double tolerance = 1e-3;   ///< of the linear solver, relative to the violations of the volumes [1]
  int max_iterations = 200;  ///< largest number of iterations of the linear solver
};

/// Volume-preserving impulses [Sifakis08 §5].
struct VolumePreservingOptions {
  VolumeScheme scheme = VolumeScheme::pushes;  ///< constraint on the tetrahedra
  int passes = 40;                             ///< largest number of detections while zones grow
  int newton_steps = 3;                        ///< Newton steps per detection
  double approach = 0.8;                       ///< as in GaussSeidelOptions [1]
  /// Tolerance of the pressures, relative to the violations of the volumes [1]. The next detection finds the remaining
  /// violations, which costs less than a more accurate solution: on `hammock`, 1e-3 and 200 iterations take three times
  /// as long.
  double tolerance = 0.02;
  int max_iterations = 20;         ///< largest number of iterations per solve; small for the same reason
  VolumeNewtonOptions paper = {};  ///< for VolumeScheme::paper, which uses no other option of this struct
};

/// Friction of cloth that slides on a fixed obstacle, in the collision clusters response.
enum class ObstacleFriction {
  contact,  ///< Coulomb's law, with the coefficient of the two bodies
  factor,   ///< the tangential velocity is multiplied by `sliding`, independently of the normal impulse [Huh01 §3.5]
};

/// Collision clusters [Huh01].
struct CollisionClustersOptions {
  int passes = 30;  ///< largest number of detections
  /// Number of detections that clusters resolve. What collides after them keeps its place on the other element: single
  /// impulses at the barycentric coordinates of the contacts stop it [Huh01 §3.4].
  int cluster_passes = 4;
  double restitution = 0.0;  ///< e, separating over approaching speed of clusters, also at fixed obstacles [1]
  ObstacleFriction friction = ObstacleFriction::contact;  ///< friction on fixed obstacles
  double sliding = 1.0;  ///< C_f, share of its tangential velocity that a vertex keeps (ObstacleFriction::factor) [1]
  /// Energy that the linear programme of a loop may gain, as a share of the kinetic energy of its clusters relative to
  /// their mean velocity [1]. 0 allows no gain; the paper has no limit.
  double energy_gain = 0.0;
};

/// The solver for the linear systems of a quadratic programme.
enum class QpSolver {
  automatic,  ///< `schur` for cables, `condensed` for sheets
  schur,      ///< factorises K once per step and updates the Schur complement of the active rows [Raghupathi06 §5.2]
  minres,     ///< applies MINRES to the whole system, without inverting K [Raghupathi06 §5.1]
  condensed,  ///< applies conjugate gradients to the system from which the multipliers are eliminated
};

/// What becomes of constraints that join and leave the active set again and again.
enum class ToggleRule {
  one_by_one,  ///< rows are added one at a time, and multipliers stop at their bounds, which cannot cycle
  remove,      ///< a row that toggles more often than `max_toggles` is removed from the programme [Raghupathi06 §7.2]
};

/// QP-Collide [Raghupathi06].
struct QpCollideOptions {
  int passes = 20;                        ///< largest number of detections; the paper has one
  QpSolver solver = QpSolver::automatic;  ///< solver of the linear systems
  double recovery = 0.1;  ///< largest share of its missing thickness that a pair regains in one step [1]
  /// Largest number of alternations of normal and friction impulses. 0: no friction, as in the paper. Sheets use at
  /// most 1.
  int friction_rounds = 4;
  /// Tolerance of velocities, relative to the largest violation of a row [1]. The Schur solver uses 1e-6.
  double tolerance = 0.01;
  int max_iterations = 200;  ///< largest number of iterations of MINRES or conjugate gradients per linear system
  int max_changes = 60;      ///< largest number of changes of the active set per programme
  int max_toggles = 4;       ///< changes of one constraint before it goes on the watch list
  ToggleRule toggling = ToggleRule::one_by_one;  ///< treatment of constraints that toggle
  /// L, the perturbation that makes dependent rows harmless, relative to the diagonal of the Schur complement [1]. The
  /// paper has 1e-3. For `schur` and `minres`.
  double perturbation = 1e-7;
  /// Whether further solves remove the error of L. In the paper it stays. For `schur` and `minres`.
  bool refine = true;
};

/// All options of collision handling.
struct CollisionOptions {
  std::string response = "gauss_seidel";                    ///< name of one of known_responses()
  StartPolicy start = StartPolicy::untangle;                ///< policy for a start that intersects
  PinchPolicy pinch = PinchPolicy::yield;                   ///< policy for a pinch
  VelocityUpdate velocity_update = VelocityUpdate::vertex;  ///< velocities after a step with collisions
  double max_lag = 0.02;                                    ///< largest lag with PinchPolicy::stop [m]
  double interval = 0.0;  ///< longest time from one collision step to the next [s]; 0: one step of the scene
  int max_substeps = 16;  ///< largest number of integrator steps per interval
  int max_halvings = 3;   ///< how often a step may be halved if its collisions cannot be resolved
  LadderOrder ladder = LadderOrder::halve_first;    ///< rung that follows a failed response
  RepulsionOptions repulsion;                       ///< for all responses, except those whose duty is thickness
  GaussSeidelOptions gauss_seidel;                  ///< also for the impulse passes of the zone methods
  RigidZonesOptions rigid_zones;                    ///< also for the rung of rigid zones
  InelasticProjectionOptions inelastic_projection;  ///< for "inelastic_projection"
  ComplementarityOptions complementarity;           ///< for "complementarity"
  VolumePreservingOptions volume_preserving;        ///< for "volume_preserving"
  CollisionClustersOptions collision_clusters;      ///< for "collision_clusters"
  QpCollideOptions qp_collide;                      ///< for "qp_collide"
  std::vector<SurfacePair> pairs;                   ///< pairs of bodies with a thickness or friction of their own
};

/// Describe the options that scenes may set (core/option.hpp).
/// @{
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
/// @}

/// A vertex whose velocity is prescribed in one direction and free across it: a fixed constraint of [Raghupathi06
/// §4.4]. Only the quadratic programme of QP-Collide supports guides.
struct Guide {
  VertexId vertex;                 ///< movable vertex of the body
  Vec3 direction = Vec3::UnitY();  ///< unit vector
  double speed = 0.0;              ///< velocity along the direction [m/s]
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<Guide>& options);

}  // namespace muslin
