#pragma once
#include <cstdint>
#include <muslin/core/counters.hpp>
#include <muslin/core/report_fields.hpp>
#include <muslin/core/types.hpp>
#include <vector>

/// @file
/// Reports on the collisions of a step. The report of a run combines those of its steps. The description of each struct
/// explains its fields.

namespace muslin {

/// How often each rung of the ladder was taken in a step.
struct Rungs {
  int response = 0;     ///< times that the response of the scene was tried
  int rigid_zones = 0;  ///< times that rigid impact zones were tried after it failed
  int halvings = 0;     ///< times that the step was halved
  int priorities = 0;   ///< times that pinched cloth began to ignore an obstacle of lower priority
  int yields = 0;       ///< times that scripted vertices gave way
  int stops = 0;        ///< times that zones were stopped where they were
  int retries =
      0;  ///< times that a certified step was taken again, because it gained energy or stretch without a cause

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(
        field("response", &Rungs::response, sum,
              {.about = "times that the response of the scene was tried", .title = "responses", .in_csv = true}),
        field("rigid_zones", &Rungs::rigid_zones, sum,
              {.about = "times that rigid impact zones were tried after it failed",
               .title = "rigid zones",
               .in_csv = true}),
        field("halvings", &Rungs::halvings, sum,
              {.about = "times that the step was halved", .title = "halvings", .in_csv = true}),
        field("priorities", &Rungs::priorities, sum,
              {.about = "times that pinched cloth began to ignore an obstacle of lower priority"}),
        field("yields", &Rungs::yields, sum,
              {.about = "times that scripted vertices gave way", .title = "yields", .in_csv = true}),
        field("stops", &Rungs::stops, sum,
              {.about = "times that zones were stopped where they were", .title = "stops", .in_csv = true}),
        field("retries", &Rungs::retries, sum,
              {.about = "times that a step was taken again because it gained more energy or speed than gravity, wind, "
                        "scripts and collisions can supply, or because contacts stretched cloth too far at once"}));
  }
};

/// The scripted vertex that lags farthest behind its script.
struct Lag {
  double length = 0.0;        ///< distance from the place that the script asks for [m]; 0: no vertex lags
  std::int32_t body = -1;     ///< index of the body that lags; -1: none
  std::int32_t against = -1;  ///< index of the body that it could not pass; -1: not known
  VertexId vertex;            ///< number of the vertex, counted over all bodies in their order
  Vec3 place = Vec3::Zero();  ///< where the vertex is [m]

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(
        field("length", &Lag::length, step_only,
              {.about = "distance from the place that the script asks for; 0: no vertex lags", .unit = "m"}),
        field("body", &Lag::body, step_only, {.about = "index of the body that lags, in `bodies` of `run.json`"}),
        field("against", &Lag::against, step_only,
              {.about = "index of the body that it could not pass; -1: not known"}),
        field("vertex", &Lag::vertex, step_only, {.about = "its number, counted over all bodies in their order"}),
        field("place", &Lag::place, step_only, {.about = "where the vertex is", .unit = "m"}));
  }
};

/// The vertices of the world that collided together: one list per group, each in ascending order. Pictures show them.
struct CollisionGroups {
  /// Movable vertices of each zone. With `collision_clusters`, those of all its faces in contact.
  std::vector<std::vector<std::int32_t>> zones;
  /// Vertices of each cluster of `collision_clusters`. A vertex on the cut between two clusters is in none.
  std::vector<std::vector<std::int32_t>> clusters;

  /// Returns whether nothing collided; clusters are then empty too.
  [[nodiscard]] bool empty() const { return zones.empty(); }

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(field("zones", &CollisionGroups::zones, step_only,
                            {.about = "movable vertices of each zone; with `collision_clusters` those of all its faces "
                                      "in contact"}),
                      field("clusters", &CollisionGroups::clusters, step_only,
                            {.about = "vertices of each cluster of `collision_clusters`; a vertex on the cut between "
                                      "two clusters is in none"}));
  }
};

/// The report on the collisions of a step.
struct CollisionReport {
  std::int64_t broad_phase_pairs = 0;  ///< pairs whose boxes overlap, before the exact tests
  std::int64_t proximities = 0;        ///< pairs nearer than their thickness at the start, or at the predicted end
  std::int64_t contacts = 0;           ///< pairs that would have collided, before any response
  std::int64_t zones = 0;              ///< zones that these contacts made
  std::int64_t largest_zone = 0;       ///< contacts in the largest zone
  std::int64_t passes = 0;             ///< passes of collision detection, over all rungs of the ladder
  std::int64_t iterations = 0;         ///< iterations of responses, over all rungs of the ladder
  std::int64_t inexact_zones = 0;      ///< zones whose friction the last response did not find to its tolerance
  std::int64_t certificates = 0;       ///< certificates asked for; the last one holds for the step as taken
  std::int64_t response_vertices = 0;  ///< vertices whose velocity the scene's response changed in its last attempt
  double response_acted = 0.0;         ///< 1 if there were any, else 0; in a run the share of such steps
  Rungs rungs = {};                    ///< how often each rung of the ladder was taken
  Counters counters = {};              ///< counters of the responses, which describe them
  CollisionGroups groups = {};         ///< which vertices collided together
  std::int64_t stopped_vertices = 0;   ///< movable vertices that the last rung stopped
  Lag lag = {};                        ///< the scripted vertex farthest behind its script at the end of the step
  double energy_lost = 0.0;            ///< kinetic energy that repulsion and responses took [J]; may be negative
  double sliding_speed = 0.0;          ///< mean tangential relative speed of the pairs in `proximities` [m/s]

  /// Describes the fields for files and sums (core/report_fields.hpp).
  static constexpr auto fields() {
    using enum Combine;
    using Report = CollisionReport;
    return std::tuple(
        field("candidates", &Report::broad_phase_pairs, sum,
              {.about = "pairs whose boxes overlap, before the exact tests"}),
        field("proximities", &Report::proximities, sum,
              {.about = "pairs nearer than their thickness at the start of the step"}),
        field("contacts", &Report::contacts, sum,
              {.about = "pairs that would have collided, before any response",
               .title = "contacts",
               .in_csv = true,
               .absent = Absent::is_damage}),
        field("zones", &Report::zones, sum,
              {.about = "zones that these contacts made", .title = "zones", .in_csv = true}),
        field("largest_zone", &Report::largest_zone, max,
              {.about = "contacts in the largest zone", .title = "largest zone", .in_csv = true}),
        field("passes", &Report::passes, sum,
              {.about = "passes of collision detection, over all rungs of the ladder",
               .title = "passes",
               .in_csv = true}),
        field(
            "iterations", &Report::iterations, sum,
            {.about = "iterations of responses, over all rungs of the ladder", .title = "iterations", .in_csv = true}),
        field("rough_zones", &Report::inexact_zones, sum,
              {.about = "zones whose friction the last response did not find to its tolerance; they do not collide, "
                        "but slide or stick a little more than Coulomb's law asks",
               .in_csv = true}),
        field("certificates", &Report::certificates, sum,
              {.about = "certificates asked for; the last one holds for the step as it was taken"}),
        field(
            "response_vertices", &Report::response_vertices, sum,
            {.about = "vertices whose velocity the response of the scene changed in its last attempt", .in_csv = true}),
        field("response_acted", &Report::response_acted, mean_over_steps,
              {.about = "1 if the response of the scene changed a velocity, else 0; `response_share` of a run is the "
                        "share of its steps in which it did",
               .unit = "1",
               .run_name = "response_share",
               .title = "acted",
               .in_csv = true,
               .absent = Absent::as_unknown}),
        parts("rungs", &Report::rungs, {.about = "how often each rung of the ladder was taken"}),
        inline_parts(&Report::counters),
        field("stopped_vertices", &Report::stopped_vertices, sum,
              {.about = "movable vertices that the last rung stopped"}),
        field_of_largest("lag", &Report::lag, +[](const Report& report) { return report.lag.length; },
                         {.about = "the scripted vertex farthest behind its script at the end of the step",
                          .run_name = "largest_lag"}),
        field("energy_lost", &Report::energy_lost, sum,
              {.about = "kinetic energy that repulsion and responses took; negative: they added some",
               .unit = "J",
               .title = "energy lost",
               .in_csv = true}),
        field("sliding_speed", &Report::sliding_speed, mean_over_time,
              {.about = "mean tangential relative speed of the pairs in `proximities`, with the velocities that the "
                        "response left; each pair counts alike; 0 if there is none",
               .unit = "m/s",
               .title = "sliding",
               .in_csv = true,
               .absent = Absent::as_unknown}),
        field("groups", &Report::groups, step_only,
              {.about = "which vertices collided together, each a list of lists of vertices counted over all bodies in "
                        "their order; only in the last step of a frame in which anything collided"}));
  }
};

}  // namespace muslin
