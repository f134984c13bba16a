#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Collision clusters [Huh01]. Faces in contact make clusters (contact/clusters.hpp); each is a point mass at its mean
/// velocity, and those that collide bounce off each other all at once (cluster_impact.hpp). What that changes is added
/// to all vertices of a cluster, so momentum is kept. Then obstacles (cluster_obstacles.hpp). What collides after that
/// makes the clusters of the next pass: fewer and smaller ones.
///
/// It resolves means, not contacts: where the parts of a cluster move differently, and no pass gets hold of that, it
/// gives up, and the ladder goes on.
[[nodiscard]] std::unique_ptr<Response> make_collision_clusters(const CollisionClustersOptions& options = {});

}  // namespace muslin
