#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Counters of the collision clusters response, summed over all attempts at a step [Huh01].
struct ClusterCounts {
  static constexpr std::string_view kKey = "clusters";
  std::int64_t clusters = 0;
  std::int64_t cyclic = 0;
  std::int64_t infeasible = 0;
  std::int64_t restrained = 0;
  std::int64_t repaired = 0;
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
        field("repaired", &ClusterCounts::repaired, sum,
              {.about = "contacts that clusters left, and that single impulses were to resolve"}),
        field("energy_gained", &ClusterCounts::energy_gained, sum,
              {.about = "kinetic energy that zones with a loop gained", .unit = "J"}));
  }
};

/// Makes the collision clusters response [Huh01]. Faces in contact form clusters (contact/clusters.hpp). Each cluster
/// is a point mass with its mean velocity, and all collisions between clusters are solved simultaneously
/// (cluster_impact.hpp). The velocity change of a cluster is added to all of its vertices, so momentum is conserved.
/// Collisions with obstacles follow (cluster_obstacles.hpp). The contacts that still collide form the clusters of the
/// next pass, which are fewer and smaller.
///
/// Clusters act on mean velocities, not on individual contacts. What still collides after some passes keeps its place
/// on the other element, by single impulses at the barycentric coordinates of the contacts [Huh01 §3.4].
[[nodiscard]] std::unique_ptr<Response> make_collision_clusters(const CollisionClustersOptions& options = {},
                                                                const GaussSeidelOptions& impulses = {});

}  // namespace muslin
