#pragma once
#include <algorithm>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <vector>

namespace muslin {

/// How often each rung of the ladder was taken on the way to a step.
struct Rungs {
  int response = 0;     ///< the scene's own method
  int rigid_zones = 0;  ///< after it failed
  int halvings = 0;     ///< of the step, after both failed
  int yields = 0;       ///< scripted vertices made way
  int stops = 0;        ///< zones stopped where they were

  Rungs& operator+=(const Rungs& other) {
    response += other.response;
    rigid_zones += other.rigid_zones;
    halvings += other.halvings;
    yields += other.yields;
    stops += other.stops;
    return *this;
  }
};

/// Where scripted vertices are behind their script, and how far: the farthest of them.
struct Lag {
  double length = 0.0;        ///< [m]; 0: nothing lags
  std::int32_t body = -1;     ///< that lags
  std::int32_t against = -1;  ///< the body that it could not pass; -1: not known
  VertexId vertex;            ///< of the world
  Vec3 place = Vec3::Zero();  ///< where it is [m]
};

/// What became of clusters of faces in contact, over all attempts at a step [Huh01].
struct ClusterCounts {
  std::int64_t clusters = 0;    ///< that collided with each other
  std::int64_t cyclic = 0;      ///< zones whose collision graph has a loop: solved by a linear programme
  std::int64_t infeasible = 0;  ///< of these: without a solution but for e = 0
  std::int64_t restrained =
      0;                       ///< zones with less bounce than asked for, so that no more energy is gained than allowed
  double energy_gained = 0.0;  ///< kinetic, in zones with a loop, where they gained any [J]

  ClusterCounts& operator+=(const ClusterCounts& other) {
    clusters += other.clusters;
    cyclic += other.cyclic;
    infeasible += other.infeasible;
    restrained += other.restrained;
    energy_gained += other.energy_gained;
    return *this;
  }
};

/// What a quadratic programme did, over all passes of a step [Raghupathi06].
struct QpCounts {
  std::int64_t rows = 0;       ///< constraints that there were at the end
  std::int64_t active = 0;     ///< of these, held at the end
  std::int64_t additions = 0;  ///< to the active set
  std::int64_t removals = 0;   ///< from it
  std::int64_t watched = 0;    ///< constraints that toggled often enough for the watch list
  std::int64_t dropped = 0;    ///< constraints that left the game
  std::int64_t softened = 0;   ///< constraints that others contradict, over all programmes
  std::int64_t failures = 0;   ///< programmes that were not solved to the tolerance

  QpCounts& operator+=(const QpCounts& other) {
    rows += other.rows;
    active += other.active;
    additions += other.additions;
    removals += other.removals;
    watched += other.watched;
    dropped += other.dropped;
    softened += other.softened;
    failures += other.failures;
    return *this;
  }
};

/// The vertices of the world that collided together, group by group, each ascending: to be looked at.
struct CollisionGroups {
  std::vector<std::vector<std::int32_t>> zones;
  std::vector<std::vector<std::int32_t>> clusters;  ///< of `collision_clusters`
};

/// What happened to collisions in one step.
struct CollisionReport {
  std::int64_t broad_phase_pairs = 0;  ///< pairs whose boxes overlap
  std::int64_t proximities = 0;        ///< pairs nearer than their thickness at the start
  std::int64_t contacts = 0;           ///< pairs that would have collided, before any response
  std::int64_t zones = 0;              ///< that they made
  std::int64_t largest_zone = 0;       ///< contacts in the largest
  int passes = 0;                      ///< of collision detection, over all rungs
  int iterations = 0;                  ///< of responses, over all rungs
  int rough_zones = 0;                 ///< whose friction the last response did not find to its tolerance
  int certificates = 0;                ///< asked for; the last one holds for the step as it was taken
  Rungs rungs;
  ClusterCounts clusters;
  QpCounts qp;                        ///< all zero but with qp_collide
  CollisionGroups groups;             ///< of the first detection; empty where nothing collided
  std::int64_t stopped_vertices = 0;  ///< movable ones that the last rung stopped
  Lag lag;                            ///< at the end of the step
  double energy_lost = 0.0;           ///< kinetic, by repulsion and response [J]; negative: gained
  double sliding_speed = 0.0;         ///< mean over the pairs in proximity, after the response [m/s]; 0: there is none
};

}  // namespace muslin
