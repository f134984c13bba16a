#include <muslin/geometry/shapes.hpp>
#include <muslin/io/scene/scene_format.hpp>
#include <muslin/response/response.hpp>
#include <utility>

namespace muslin::detail {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the words of the table

/// More detections or sweeps than that are a slipped digit.
constexpr double kMaxPasses = 1e6;

FormatBuilder passes(double least) { return integer().from(least).to(kMaxPasses); }

std::vector<std::string> response_names() {
  std::vector<std::string> names;
  for (const ResponseInfo& response : known_responses()) names.emplace_back(response.name);
  return names;
}

ValueFormat repulsion() {
  const RepulsionOptions d;
  return object("What is nearer than its thickness is pushed apart")
      .with("stiffness", number(quantity::kForcePerLength).from(0).to(1e12), d.stiffness)
      .with("rate", number(quantity::kRatio).from(0).to(1).about("Of the overlap, in one step at most"), d.rate)
      .with("sweeps", passes(1).about("Over all pairs"), d.sweeps)
      .with("implicit_stiffness",
            number(quantity::kRatio).from(0).to(1e9).about("Of contacts inside an implicit step, in masses per step²"),
            d.implicit_stiffness);
}

ValueFormat gauss_seidel() {
  const GaussSeidelOptions d;
  return object("Impulses, one contact at a time")
      .with("passes", passes(1).about("Detections at most"), d.passes)
      .with("sweeps", passes(1).about("Over the contacts of one pass, at most"), d.sweeps)
      .with("approach",
            number(quantity::kRatio).from(0).to(1).about("Of the room between two elements, that a step may use up"),
            d.approach);
}

ValueFormat rigid_zones() {
  const RigidZonesOptions d;
  return object("Rigid impact zones; also the rung below the other responses")
      .with("impulse_passes", passes(0).about("Detections with impulses before zones become rigid"), d.impulse_passes)
      .with("passes", passes(1).about("Detections at most"), d.passes)
      .with("most_vertices",
            integer().from(3).to(1e9).about("Of a zone, beyond which the step is halved instead where it can be"),
            d.most_vertices);
}

FormatBuilder tolerance() {
  return number(quantity::kRatio).above(0).to(1).about("Of velocities at contacts, relative to the largest of a zone");
}

ValueFormat inelastic_projection() {
  const InelasticProjectionOptions d;
  return object("Contacts of a zone stop moving along their normals")
      .with("impulse_passes", passes(0).about("Detections with impulses before there are zones"), d.impulse_passes)
      .with("passes", passes(1).about("Detections at most"), d.passes)
      .with("friction", choice({"contact", "zone"}).about("Of each contact, or one bound for the zone"), "contact")
      .with("tolerance", tolerance(), d.tolerance);
}

ValueFormat complementarity() {
  const ComplementarityOptions d;
  return object("Contacts of a zone push all at once")
      .with("impulse_passes", passes(0).about("Detections with impulses before there are zones"), d.impulse_passes)
      .with("passes", passes(1).about("Detections at most"), d.passes)
      .with("approach",
            number(quantity::kRatio).from(0).to(1).about("Of the room between two elements, that a step may use up"),
            d.approach)
      .with("tolerance", tolerance(), d.tolerance);
}

ValueFormat volume_preserving() {
  const VolumePreservingOptions d;
  return object("Pairs that collide keep the volume between them")
      .with("scheme", choice({"pushes", "paper"}).about("Pressures that do not pull, or the paper's"), "pushes")
      .with("passes", passes(1).about("Detections at most"), d.passes)
      .with("newton_steps", passes(1).about("With the pairs of one detection"), d.newton_steps)
      .with("approach",
            number(quantity::kRatio).from(0).to(1).about("Of the room between two elements, that a step may use up"),
            d.approach)
      .with("tolerance", number(quantity::kRatio).above(0).to(1).about("Of pressures"), d.tolerance)
      .with("max_iterations", passes(1).about("For pressures"), d.max_iterations)
      .with(
          "paper",
          object("The paper's scheme")
              .with("passes", passes(1).about("N: detections at most"), d.paper.passes)
              .with("newton_steps", passes(1).about("M: with the pairs of one detection"), d.paper.newton_steps)
              .with("damping", number(quantity::kRatio).above(0).to(1).about("γ: share of a Newton step that is taken"),
                    d.paper.damping)
              .with("coupling", choice({"zones", "global"}).about("What is solved for at once"), "zones")
              .with("tolerance", number(quantity::kRatio).above(0).to(1).about("Of the linear solver"),
                    d.paper.tolerance)
              .with("max_iterations", passes(1).about("Of the linear solver"), d.paper.max_iterations),
          JsonValue::object());
}

ValueFormat collision_clusters() {
  const CollisionClustersOptions d;
  return object("Clusters of faces that touch bounce off each other")
      .with("passes", passes(1).about("Detections at most"), d.passes)
      .with("restitution",
            number(quantity::kRatio).from(0).to(1).about("Share of its speed with which a cluster bounces off"),
            d.restitution)
      .with("friction",
            choice({"contact", "factor"}).about("Of fixed obstacles: of each contact, or by the factor \"sliding\""),
            "contact")
      .with("sliding", number(quantity::kRatio).from(0).to(1).about("Share of its sliding that a vertex keeps"),
            d.sliding)
      .with("energy_gain",
            number(quantity::kRatio)
                .from(0)
                .to(1e6)
                .about("That clusters in a loop may gain, of what they have about their mean velocity"),
            d.energy_gain);
}

ValueFormat qp_collide() {
  const QpCollideOptions d;
  return object("Dynamics and contacts in one quadratic programme")
      .with("passes", passes(1).about("Detections at most"), d.passes)
      .with("solver", choice({"automatic", "schur", "minres", "condensed"}).about("Of its linear systems"), "automatic")
      .with("recovery",
            number(quantity::kRatio).from(0).to(1).about("Of the thickness still missing, that a step may regain"),
            d.recovery)
      .with("friction_rounds", passes(0).about("Pushes and rubs in turn; 0: no friction"), d.friction_rounds)
      .with("tolerance",
            number(quantity::kRatio).above(0).to(1).about("Of velocities, relative to the most that is lacking"),
            d.tolerance)
      .with("max_iterations", passes(1).about("Of MINRES and conjugate gradients"), d.max_iterations)
      .with("max_changes", passes(1).about("Of the active set"), d.max_changes)
      .with("max_toggles", passes(0).about("Of a constraint, before it is on the watch list"), d.max_toggles);
}

ValueFormat pairs() {
  return list(object("Thickness and friction between two bodies, or of one with itself, instead of what follows from "
                     "their own")
                  .needs("bodies", list(text(), 2, 2))
                  .with("thickness", thickness_format())
                  .with("friction", friction_format()),
              0, 1'000'000);
}

}  // namespace

ValueFormat thickness_format() { return number(quantity::kLength).above(0).to(1.0); }
ValueFormat friction_format() { return number(quantity::kRatio).from(0).to(100); }

ValueFormat collision_format() {
  const CollisionOptions d;
  return object("How collisions are treated")
      .with("response", choice(response_names()).about("See muslin list responses"), d.response.c_str())
      .with("start", choice({"refuse"}).about("What to do with a start that intersects"), "refuse")
      .with("pinch", choice({"stop", "yield"}).about("What to do where scripts leave cloth no room"), "yield")
      .with(
          "max_lag",
          number(quantity::kLength).from(0).to(kMaxShapeLength).about("Behind its script, before \"stop\" ends a run"),
          d.max_lag)
      .with("interval",
            number(quantity::kTime).from(0).to(10).about("Longest from one collision step to the next; 0: one step"),
            d.interval)
      .with("max_substeps", integer().from(1).to(1e6).about("Steps of the integrator in an interval"), d.max_substeps)
      .with("max_halvings", integer().from(0).to(16).about("Of a step where collisions are hard"), d.max_halvings)
      .with("ladder", choice({"rigid_first", "halve_first"}).about("What is tried first when the response fails"),
            "halve_first")
      .with("velocity_update",
            choice({"vertex", "step"})
                .about("What takes its mean velocity over the step: what a response has touched, or "
                       "after a collision also what was repelled"),
            "vertex")
      .with("repulsion", repulsion(), JsonValue::object())
      .with("gauss_seidel", gauss_seidel(), JsonValue::object())
      .with("rigid_zones", rigid_zones(), JsonValue::object())
      .with("inelastic_projection", inelastic_projection(), JsonValue::object())
      .with("complementarity", complementarity(), JsonValue::object())
      .with("volume_preserving", volume_preserving(), JsonValue::object())
      .with("collision_clusters", collision_clusters(), JsonValue::object())
      .with("qp_collide", qp_collide(), JsonValue::object())
      .with("pairs", pairs(), JsonValue::list())
      .hint("thickness", "give it to the bodies, or to \"pairs\" of them")
      .hint("friction", "give it to the bodies, or to \"pairs\" of them")
      .short_for("response");
}

}  // namespace muslin::detail
