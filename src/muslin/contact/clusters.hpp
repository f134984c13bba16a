#pragma once
#include <cstdint>
#include <muslin/contact/cluster_parts.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Two clusters that collide.
struct ClusterPair {
  std::int32_t first = 0, second = 0;   ///< of the zone, the lower first
  Vec3 direction = Vec3::Zero();        ///< d, a unit vector from the first to the second
  std::vector<std::uint32_t> contacts;  ///< ascending
};

/// What collides together [Huh01 §2.2]: faces in contact (those around a vertex, beside an edge, or the triangle of a
/// contact), in clusters that are connected over the mesh, and the contacts between them. Clusters are cloth: what has
/// a vertex that can move. What has none, obstacles and pinned elements, joins nothing together.
struct ClusterZone {
  std::int32_t cluster_count = 0;
  std::vector<ClusterMember> members;         ///< movable vertices, by vertex; each belongs to one zone only
  std::vector<ClusterPair> pairs;             ///< by `first`, then `second`
  std::vector<std::uint32_t> fixed_contacts;  ///< between cloth and what is prescribed
  std::uint32_t inner_contacts = 0;           ///< of a cluster with itself: no velocity of the whole resolves them
};

struct ClusterInput {
  std::span<const Contact> contacts;
  std::span<const Vec3> position;        ///< that faces have their normals from [m]
  std::span<const double> inverse_mass;  ///< [1/kg] per vertex; 0: prescribed
};

/// Zones of clusters, in the order of their lowest contact. A zone that is a single cluster and collides with itself is
/// cut at sharp bends, of three or more clusters those near each other are merged (cluster_parts.hpp).
///
/// The direction of a pair is the mean of the mean normals of both, their signs aligned [Huh01 §3.3]. Beyond the paper:
/// where it is far from that of the contacts (an edge hits a face), or there are no faces (cables), the contacts
/// decide; and their normals tell which of the two ways it points.
[[nodiscard]] std::vector<ClusterZone> find_clusters(const ClusterMesh& mesh, const ClusterInput& input);

}  // namespace muslin
