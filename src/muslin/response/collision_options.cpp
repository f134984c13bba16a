#include <muslin/core/option.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {
namespace {

/// Largest accepted number of detections, sweeps or iterations. A larger one is probably a typing error.
constexpr double kMaxPasses = 1e6;

constexpr const char* kAboutPasses = "Detections at most.";
constexpr const char* kAboutImpulsePasses = "Detections with single impulses before zones are made; 0 does without.";
constexpr const char* kAboutOrder =
    "Resolves all contacts together, or those with obstacles and scripted vertices first and then only cloth with "
    "cloth, or the earliest first and then those that are found again.";
constexpr const char* kAboutApproach =
    "Share of the gap between two elements that a step may use up; 0 stops every approach.";

std::vector<std::pair<std::string, ZoneOrder>> order_choices() {
  return {{"together", ZoneOrder::together},
          {"obstacles_first", ZoneOrder::obstacles_first},
          {"causal", ZoneOrder::causal}};
}

std::vector<std::pair<std::string, std::string>> response_choices() {
  std::vector<std::pair<std::string, std::string>> choices;
  for (const ResponseInfo& response : known_responses()) choices.emplace_back(response.name, response.name);
  return choices;
}

}  // namespace

void describe(Description<RepulsionOptions>& options) {
  using O = RepulsionOptions;
  options.about("Repels pairs that are nearer than their thickness.");
  options.number("stiffness", &O::stiffness, quantity::kForcePerLength)
      .from(0)
      .to(1e12)
      .about("Repulsive force per overlap of a pair.");
  options.number("rate", &O::rate).from(0).to(1).about("Share of the overlap that goes away in one step, at most.");
  options.integer("sweeps", &O::sweeps)
      .from(0)
      .to(kMaxPasses)
      .about("Sweeps over all pairs in a step; 0 switches repulsion off, and leaves everything to the response.");
  options.number("implicit_stiffness", &O::implicit_stiffness)
      .from(0)
      .to(1e9)
      .about(
          "Stiffness of contacts inside an implicit step, in masses per step squared, and more where the gap is "
          "smaller; 0 "
          "leaves contacts to impulses alone.");
}

void describe(Description<GaussSeidelOptions>& options) {
  using O = GaussSeidelOptions;
  options.about("Resolves collisions by impulses, one contact at a time.");
  options.integer("passes", &O::passes).from(1).to(kMaxPasses).about(kAboutPasses);
  options.integer("sweeps", &O::sweeps).from(1).to(kMaxPasses).about("Sweeps over the contacts of one pass, at most.");
  options.number("approach", &O::approach).from(0).to(1).about(kAboutApproach);
  options.boolean("memory", &O::memory)
      .about("Keeps the contacts of earlier detections in a step, whose impulses may be taken back; or forgets them.");
}

void describe(Description<RigidZonesOptions>& options) {
  using O = RigidZonesOptions;
  options.about("Moves colliding zones as rigid bodies; this is also the rung below the other responses.");
  options.integer("impulse_passes", &O::impulse_passes).from(0).to(kMaxPasses).about(kAboutImpulsePasses);
  options.integer("passes", &O::passes).from(0).to(kMaxPasses).about(kAboutPasses);
  options.integer("most_vertices", &O::most_vertices)
      .from(3)
      .to(1e9)
      .about("Vertices of a zone beyond which the step is halved instead, as long as it can be.");
  options.choice("order", &O::order, order_choices()).about(kAboutOrder);
}

void describe(Description<InelasticProjectionOptions>& options) {
  using O = InelasticProjectionOptions;
  options.about("Stops the contacts of a zone from moving along their normals; they go on sliding.");
  options.integer("impulse_passes", &O::impulse_passes).from(0).to(kMaxPasses).about(kAboutImpulsePasses);
  options.integer("passes", &O::passes).from(1).to(kMaxPasses).about(kAboutPasses);
  options.choice("friction", &O::friction, {{"contact", FrictionLaw::contact}, {"zone", FrictionLaw::zone}})
      .about("Coulomb's law at each contact with its own coefficient, or the paper's one bound for the whole zone.");
  options.number("tolerance", &O::tolerance)
      .above(0)
      .to(1)
      .about("Tolerance of velocities at contacts, relative to the largest of a zone.");
  options.choice("order", &O::order, order_choices()).about(kAboutOrder);
}

void describe(Description<ComplementarityOptions>& options) {
  using O = ComplementarityOptions;
  options.about("Solves for the contacts of a zone at once; normal impulses are never negative.");
  options.integer("impulse_passes", &O::impulse_passes).from(0).to(kMaxPasses).about(kAboutImpulsePasses);
  options.integer("passes", &O::passes).from(1).to(kMaxPasses).about(kAboutPasses);
  options.number("approach", &O::approach).from(0).to(1).about(kAboutApproach);
  options.number("tolerance", &O::tolerance)
      .above(0)
      .to(1)
      .about("Tolerance of velocities at contacts, relative to the largest of a zone.");
  options.choice("order", &O::order, order_choices()).about(kAboutOrder);
}

void describe(Description<VolumeNewtonOptions>& options) {
  using O = VolumeNewtonOptions;
  options.about("The scheme of the paper, for \"scheme\": \"paper\".");
  options.integer("passes", &O::passes).from(1).to(kMaxPasses).about("Detections at most, the paper's N.");
  options.integer("newton_steps", &O::newton_steps)
      .from(1)
      .to(kMaxPasses)
      .about("Newton steps with the pairs of one detection, the paper's M.");
  options.number("damping", &O::damping).above(0).to(1).about("Share of a Newton step that is taken, the paper's γ.");
  options.choice("coupling", &O::coupling, {{"zones", VolumeCoupling::zones}, {"global", VolumeCoupling::global}})
      .about("Solves for the tetrahedra of each zone at once, or for all of them.");
  options.number("tolerance", &O::tolerance).above(0).to(1).about("Tolerance of the linear solver.");
  options.integer("max_iterations", &O::max_iterations)
      .from(1)
      .to(kMaxPasses)
      .about("Iterations of the linear solver, at most.");
}

void describe(Description<VolumePreservingOptions>& options) {
  using O = VolumePreservingOptions;
  options.about("Lets colliding pairs keep the volume between them.");
  options.choice("scheme", &O::scheme, {{"pushes", VolumeScheme::pushes}, {"paper", VolumeScheme::paper}})
      .about("Pressures that keep a share of the volume and never pull, or the scheme of the paper.");
  options.integer("passes", &O::passes).from(1).to(kMaxPasses).about(kAboutPasses);
  options.integer("newton_steps", &O::newton_steps)
      .from(1)
      .to(kMaxPasses)
      .about("Newton steps with the pairs of one detection.");
  options.number("approach", &O::approach).from(0).to(1).about(kAboutApproach);
  options.number("tolerance", &O::tolerance)
      .above(0)
      .to(1)
      .about("Tolerance of pressures; in the shortest step, half of it for each time that a pair was found again.");
  options.integer("max_iterations", &O::max_iterations)
      .from(1)
      .to(kMaxPasses)
      .about("Iterations for pressures, at most.");
  options.object("paper", &O::paper);
}

void describe(Description<CollisionClustersOptions>& options) {
  using O = CollisionClustersOptions;
  options.about("Groups touching faces into clusters that bounce off each other.");
  options.integer("passes", &O::passes).from(1).to(kMaxPasses).about(kAboutPasses);
  options.integer("cluster_passes", &O::cluster_passes)
      .from(1)
      .to(kMaxPasses)
      .about("Detections that clusters resolve; single impulses resolve what still collides.");
  options.number("restitution", &O::restitution)
      .from(0)
      .to(1)
      .about("Share of its speed with which a cluster leaves another cluster or a fixed obstacle.");
  options
      .choice("friction", &O::friction, {{"contact", ObstacleFriction::contact}, {"factor", ObstacleFriction::factor}})
      .about("Friction of fixed obstacles: Coulomb's law at each contact, or the factor \"sliding\".");
  options.number("sliding", &O::sliding)
      .from(0)
      .to(1)
      .about("Share of its sliding velocity that a vertex keeps, with \"friction\": \"factor\".");
  options.number("energy_gain", &O::energy_gain)
      .from(0)
      .to(1e6)
      .about("Energy that clusters in a loop may gain, as a share of their kinetic energy about their mean velocity.");
}

void describe(Description<QpCollideOptions>& options) {
  using O = QpCollideOptions;
  options.about("Solves dynamics and contacts in one quadratic programme.");
  options.integer("passes", &O::passes).from(1).to(kMaxPasses).about(kAboutPasses);
  options
      .choice("solver", &O::solver,
              {{"automatic", QpSolver::automatic},
               {"schur", QpSolver::schur},
               {"minres", QpSolver::minres},
               {"condensed", QpSolver::condensed}})
      .about(
          "Linear solver: K factorised once per step with its Schur complement, MINRES on the whole system, "
          "conjugate gradients without the multipliers, or the choice by kind of body.");
  options.number("recovery", &O::recovery).from(0).to(1).about("Share of a missing thickness that a step may regain.");
  options.integer("friction_rounds", &O::friction_rounds)
      .from(0)
      .to(kMaxPasses)
      .about("Rounds of normal and friction impulses in turn, at most; 0 leaves friction out.");
  options.number("tolerance", &O::tolerance)
      .above(0)
      .to(1)
      .about("Tolerance of velocities of the iterative solvers, relative to the largest violation.");
  options.integer("max_iterations", &O::max_iterations)
      .from(1)
      .to(kMaxPasses)
      .about("Iterations of MINRES and of conjugate gradients, at most.");
  options.integer("max_changes", &O::max_changes).from(1).to(kMaxPasses).about("Changes of the active set, at most.");
  options.integer("max_toggles", &O::max_toggles)
      .from(0)
      .to(kMaxPasses)
      .about("Changes of one constraint before it is on the watch list.");
  options.choice("toggling", &O::toggling, {{"one_by_one", ToggleRule::one_by_one}, {"remove", ToggleRule::remove}})
      .about(
          "What becomes of constraints that toggle: rows are added one at a time, which cannot cycle; or those on the "
          "watch list are removed, as in the paper.");
  options.number("perturbation", &O::perturbation)
      .above(0)
      .to(1)
      .about(
          "Perturbation of the system for dependent constraints, the paper's L, relative to its diagonal; the paper "
          "has 1e-3.");
  options.boolean("refine", &O::refine).about("Removes the error of this perturbation by further solves.");
}

void describe(Description<CollisionOptions>& options) {
  using O = CollisionOptions;
  options.about("How collisions are treated.");
  options.short_for("response");
  options.choice("response", &O::response, response_choices())
      .about("How collisions are resolved; `muslin list responses` says what each response does.");
  options
      .choice("start", &O::start,
              {{"untangle", StartPolicy::untangle}, {"refuse", StartPolicy::refuse}, {"keep", StartPolicy::keep}})
      .about(
          "What to do with a start that intersects: separate the bodies before the first frame, and ignore by name "
          "what "
          "cannot be separated; refuse it and say where; or keep it, and ignore what intersects until it is apart.");
  options
      .choice("pinch", &O::pinch,
              {{"stop", PinchPolicy::stop}, {"yield", PinchPolicy::yield}, {"priority", PinchPolicy::priority}})
      .about(
          "Where scripts leave cloth no room: scripted vertices wait, and the run ends when one is more than "
          "\"max_lag\" behind; or they give way like heavy cloth and come back when there is room; or the cloth "
          "ignores the obstacle of lower \"priority\" until it is free, and the run counts these intersections.");
  options.number("max_lag", &O::max_lag, quantity::kLength)
      .from(0)
      .to(kMaxShapeLength)
      .about("Distance behind its script that a vertex may lag with \"pinch\": \"stop\".");
  options.number("interval", &O::interval, quantity::kTime)
      .from(0)
      .to(10)
      .about("Longest time from one collision step to the next; 0 stands for one step of the scene.");
  options.integer("max_substeps", &O::max_substeps)
      .from(1)
      .to(1e6)
      .about("Steps of the integrator in such an interval, at most.");
  options.integer("max_halvings", &O::max_halvings)
      .from(0)
      .to(16)
      .about("How often a step may be halved where collisions are hard.");
  options
      .choice("ladder", &O::ladder,
              {{"rigid_first", LadderOrder::rigid_first}, {"halve_first", LadderOrder::halve_first}})
      .about("What is tried first when the response fails: rigid zones, or a shorter step.");
  options
      .choice("velocity_update", &O::velocity_update,
              {{"vertex", VelocityUpdate::vertex}, {"step", VelocityUpdate::step}})
      .about(
          "Which vertices take their mean velocity over the step: those that a response has touched, or after a "
          "collision also those that were only repelled.");
  options.object("repulsion", &O::repulsion);
  options.object("gauss_seidel", &O::gauss_seidel);
  options.object("rigid_zones", &O::rigid_zones);
  options.object("inelastic_projection", &O::inelastic_projection);
  options.object("complementarity", &O::complementarity);
  options.object("volume_preserving", &O::volume_preserving);
  options.object("collision_clusters", &O::collision_clusters);
  options.object("qp_collide", &O::qp_collide);
}

}  // namespace muslin
