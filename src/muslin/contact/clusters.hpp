#pragma once
#include <cstdint>
#include <muslin/contact/cluster_parts.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Two clusters of a zone that collide.
struct ClusterPair {
  std::int32_t first = 0, second = 0;   ///< numbers of the clusters in the zone, the lower first
  Vec3 direction = Vec3::Zero();        ///< d, unit vector from the first to the second
  std::vector<std::uint32_t> contacts;  ///< ascending indices
};

/// A set of clusters that collide with each other [Huh01 §2.2]. The faces in contact (those around a vertex, beside an
/// edge, or the triangle of a contact) form clusters that are connected over the mesh; the zone holds these clusters
/// and the contacts between them. Only elements with a movable vertex form clusters. Elements without one, such as
/// obstacles and pinned elements, connect nothing.
struct ClusterZone {
  std::int32_t cluster_count = 0;
  std::vector<ClusterMember> members;         ///< movable vertices, sorted; each belongs to one zone only
  std::vector<ClusterPair> pairs;             ///< sorted by `first`, then `second`
  std::vector<std::uint32_t> fixed_contacts;  ///< contacts between a cluster and prescribed elements
  std::uint32_t inner_contacts = 0;           ///< contacts of a cluster with itself, which no velocity of the whole
                                              ///< cluster resolves
};

struct ClusterInput {
  std::span<const Contact> contacts;
  std::span<const Vec3> position;        ///< positions that define the normals of the faces [m]
  std::span<const double> inverse_mass;  ///< [1/kg] per vertex; 0 for a prescribed vertex
};

/// Finds the zones of clusters, in the order of their lowest contact. A zone that consists of a single cluster in
/// contact with itself is cut at sharp bends. In a zone of three or more clusters, those near each other are merged
/// (cluster_parts.hpp).
///
/// The direction of a pair is the mean of the mean normals of both clusters, with their signs aligned [Huh01 §3.3].
/// This implementation extends the paper: where that direction is far from the contact normals (an edge hits a face),
/// or there are no faces (cables), the contact normals determine the direction; and they always determine its sign.
[[nodiscard]] std::vector<ClusterZone> find_clusters(const ClusterMesh& mesh, const ClusterInput& input);

}  // namespace muslin
