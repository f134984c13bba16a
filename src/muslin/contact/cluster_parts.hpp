#pragma once
#include <cstdint>
#include <muslin/contact/cluster_mesh.hpp>
#include <span>
#include <utility>
#include <vector>

/// How the clusters of a zone become those that can collide with each other: one is cut, many are merged.
namespace muslin {

/// A vertex of a cluster. One at a border between several counts for each of them with its share; shares sum to 1.
struct ClusterMember {
  VertexId vertex;
  std::int32_t cluster = 0;
  double share = 1.0;
};

struct ClusterParts {
  std::int32_t count = 0;
  std::vector<ClusterMember> members;  ///< by vertex, then by part
};

/// Cuts the area of these faces at its sharp bends: the edges whose two faces have N₁·N₂ < 0 (all faces of the mesh
/// count). Their vertices belong to no part [Huh01 §3.1, Fig. 2]; what is connected without them is a part. `faces`
/// ascending.
///
/// The paper does not say what becomes of the border. Here each of its vertices counts in equal shares for the parts
/// that it has an edge to (for all parts, if to none), in their masses, their velocities, and the change it takes. With
/// shares that are counted everywhere alike, momentum is kept however different the parts are, and energy does not
/// grow; the mean of two changes alone keeps momentum only between equal masses.
[[nodiscard]] ClusterParts cut_at_sharp_bends(const ClusterMesh& mesh, std::span<const TriangleId> faces,
                                              std::span<const Vec3> position);

/// What is known of a cluster that might be merged.
struct NearCluster {
  std::span<const VertexId> vertices;
  Vec3 normal = Vec3::Zero();  ///< mean of its faces'; zero: it has none
};

/// Merges clusters that two edges or fewer outside of both connect, unless their mean normals bend sharply against each
/// other (N₁·N₂ < 0) [Huh01 §3.2, Fig. 3], or they collide with each other, directly or through what each of them is
/// merged with already. Returns the new number of each cluster, in the order of the lowest of each group.
[[nodiscard]] std::vector<std::int32_t> merge_near_clusters(
    const ClusterMesh& mesh, std::span<const NearCluster> clusters,
    std::span<const std::pair<std::int32_t, std::int32_t>> colliding);

}  // namespace muslin
