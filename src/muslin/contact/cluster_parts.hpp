#pragma once
#include <cstdint>
#include <muslin/contact/cluster_mesh.hpp>
#include <span>
#include <utility>
#include <vector>

/// Turns the clusters of a zone into clusters that can collide with each other, by cutting a single one or merging
/// several.
namespace muslin {

/// A vertex of a cluster. A vertex at the border of several clusters belongs to each of them with a share; its shares
/// sum to 1.
struct ClusterMember {
  VertexId vertex;
  std::int32_t cluster = 0;
  double share = 1.0;
};

struct ClusterParts {
  std::int32_t count = 0;
  std::vector<ClusterMember> members;  ///< sorted by vertex, then by part
};

/// Cuts the area of the given faces at its sharp bends, the edges whose two faces have N₁·N₂ < 0 (all faces of the mesh
/// count). The vertices of these edges belong to no part; each component that stays connected without them is a part
/// [Huh01 §3.1, Fig. 2]. `faces` must be ascending.
///
/// The paper does not say how the border vertices are treated. Here each of them is shared equally by the parts to
/// which it has an edge (by all parts, if it has none): in their masses, in their velocities, and in the change that it
/// receives. Because the same shares are used everywhere, momentum is conserved however different the parts are, and
/// energy does not grow. Taking merely the mean of two changes would conserve momentum only between equal masses.
[[nodiscard]] ClusterParts cut_at_sharp_bends(const ClusterMesh& mesh, std::span<const TriangleId> faces,
                                              std::span<const Vec3> position);

/// A cluster that might be merged with others.
struct NearCluster {
  std::span<const VertexId> vertices;
  Vec3 normal = Vec3::Zero();  ///< mean of the face normals; zero if there are no faces
};

/// Merges clusters that are connected by at most two edges outside both of them. It does not merge clusters whose mean
/// normals bend sharply against each other (N₁·N₂ < 0) [Huh01 §3.2, Fig. 3], nor clusters that collide with each other,
/// directly or through clusters that each of them is already merged with. Returns the new number of each cluster, in
/// the order of the lowest member of each group.
[[nodiscard]] std::vector<std::int32_t> merge_near_clusters(
    const ClusterMesh& mesh, std::span<const NearCluster> clusters,
    std::span<const std::pair<std::int32_t, std::int32_t>> colliding);

}  // namespace muslin
