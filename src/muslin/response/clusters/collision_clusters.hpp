#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// What became of clusters of faces in contact, over all attempts at a step [Huh01].
struct ClusterCounts {
  static constexpr std::string_view kKey = "clusters";
  std::int64_t clusters = 0;
  std::int64_t cyclic = 0;
  std::int64_t infeasible = 0;
  std::int64_t restrained = 0;
  double energy_gained = 0.0;

  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(
        field("count", &ClusterCounts::clusters, sum, {.about = "clusters that collided with each other"}),
        field("cyclic", &ClusterCounts::cyclic, sum,
              {.about = "zones whose clusters collide in a loop, solved by a linear programme"}),
        field("infeasible", &ClusterCounts::infeasible, sum,
              {.about = "of these: zones that have a solution only with a restitution of 0"}),
        field("restrained", &ClusterCounts::restrained, sum,
              {.about = "zones that bounced less than asked for, so as not to gain more energy than allowed"}),
        field("energy_gained", &ClusterCounts::energy_gained, sum,
              {.about = "kinetic energy that zones with a loop gained", .unit = "J"}));
  }
};

/// Collision clusters [Huh01]. Faces in contact make clusters (contact/clusters.hpp); each is a point mass at its mean
/// velocity, and those that collide bounce off each other all at once (cluster_impact.hpp). What that changes is added
/// to all vertices of a cluster, so momentum is kept. Then obstacles (cluster_obstacles.hpp). What collides after that
/// makes the clusters of the next pass: fewer and smaller ones.
///
/// It resolves means, not contacts: where the parts of a cluster move differently, and no pass gets hold of that, it
/// gives up, and the ladder goes on.
[[nodiscard]] std::unique_ptr<Response> make_collision_clusters(const CollisionClustersOptions& options = {});

}  // namespace muslin
