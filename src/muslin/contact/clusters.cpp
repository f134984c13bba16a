#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/contact/clusters.hpp>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/tolerances/contact.hpp>
#include <utility>

namespace muslin {
namespace {

/// Both sides of a contact, and whether they are cloth.
struct Sides {
  std::array<ContactSide, 2> side;
  std::array<bool, 2> is_cloth = {};

  [[nodiscard]] bool both_are_cloth() const { return is_cloth[0] && is_cloth[1]; }
};

/// Numbers the vertices in the order in which it first meets them.
class VertexNumbers {
 public:
  std::size_t number(VertexId v) {
    const auto [place, is_new] = number_.emplace(v, vertices_.size());
    if (is_new) vertices_.push_back(v);
    return place->second;
  }
  [[nodiscard]] std::size_t known(VertexId v) const { return number_.at(v); }
  [[nodiscard]] std::span<const VertexId> vertices() const { return vertices_; }

 private:
  std::map<VertexId, std::size_t> number_;
  std::vector<VertexId> vertices_;
};

/// A zone under construction, with its clusters before any is cut or merged.
struct Draft {
  std::vector<std::uint32_t> contacts;
  struct Cluster {
    std::vector<VertexId> vertices;  ///< ascending
    std::vector<TriangleId> faces;   ///< ascending
  };
  std::vector<Cluster> clusters;
};

Vec3 mean_normal(const ClusterMesh& mesh, std::span<const TriangleId> faces, std::span<const Vec3> position) {
  Vec3 sum = Vec3::Zero();
  for (const TriangleId face : faces) sum += mesh.normal(face, position);
  const double length = sum.norm();
  return length > 0.0 ? Vec3(sum / length) : Vec3(Vec3::Zero());
}

class ClusterFinder {
 public:
  ClusterFinder(const ClusterMesh& mesh, const ClusterInput& input) : mesh_(mesh), input_(input) {
    sides_.reserve(input.contacts.size());
    for (const Contact& contact : input.contacts) {
      Sides& sides = sides_.emplace_back();
      for (int s = 0; s < 2; ++s) {
        sides.side[static_cast<std::size_t>(s)] = contact_side(contact, s);
        for (const VertexId v : sides.side[static_cast<std::size_t>(s)].vertices())
          sides.is_cloth[static_cast<std::size_t>(s)] |= is_movable(v);
      }
    }
  }

  [[nodiscard]] std::vector<ClusterZone> find() {
    std::vector<ClusterZone> zones;
    for (const Draft& draft : drafts()) zones.push_back(finish(draft));
    return zones;
  }

 private:
  [[nodiscard]] bool is_movable(VertexId v) const { return input_.inverse_mass[v.index()] > 0.0; }

  /// Calls take(contact, side) for all sides that are cloth.
  template <class Take>
  void for_each_cloth_side(Take&& take) const {
    for (std::size_t i = 0; i < sides_.size(); ++i)
      for (std::size_t s = 0; s < 2; ++s)
        if (sides_[i].is_cloth[s]) take(i, sides_[i].side[s]);
  }

  /// Faces in contact that are connected form a cluster, and clusters connected by contacts form a zone.
  [[nodiscard]] std::vector<Draft> drafts() const {
    VertexNumbers numbers;
    std::vector<std::pair<std::size_t, TriangleId>> faces;  // one vertex of each face, and the face
    std::vector<std::pair<std::size_t, std::size_t>> joined;
    for_each_cloth_side([&](std::size_t, const ContactSide& side) {
      const std::size_t first = numbers.number(side.vertex[0]);
      for (const VertexId v : side.vertices()) joined.emplace_back(first, numbers.number(v));
      mesh_.for_each_face(side, [&](TriangleId face) {
        faces.emplace_back(first, face);
        for (const VertexId v : mesh_.triangle(face)) joined.emplace_back(first, numbers.number(v));
      });
    });
    DisjointSets clusters(numbers.vertices().size()), zones(numbers.vertices().size());
    for (const auto& [a, b] : joined) {
      clusters.join(a, b);
      zones.join(a, b);
    }
    const auto number_of = [&](std::size_t contact, std::size_t s) {
      return numbers.known(sides_[contact].side[s].vertex[0]);
    };
    for (std::size_t i = 0; i < sides_.size(); ++i)
      if (sides_[i].both_are_cloth()) zones.join(number_of(i, 0), number_of(i, 1));

    std::vector<Draft> result;
    std::map<std::size_t, std::size_t> zone_of_root;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (!sides_[i].is_cloth[0] && !sides_[i].is_cloth[1]) continue;  // neither side can move
      const std::size_t root = zones.find(number_of(i, sides_[i].is_cloth[0] ? 0 : 1));
      const auto [place, is_new] = zone_of_root.emplace(root, result.size());
      if (is_new) result.emplace_back();
      result[place->second].contacts.push_back(static_cast<std::uint32_t>(i));
    }
    // Vertices are numbered in the order of the contacts, and so are the clusters.
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> cluster_of_root;  // zone and cluster of each root
    const auto cluster_of = [&](std::size_t number) -> Draft::Cluster& {
      const std::size_t zone = zone_of_root.at(zones.find(number));
      const auto [place, is_new] =
          cluster_of_root.emplace(clusters.find(number), std::pair(zone, result[zone].clusters.size()));
      if (is_new) result[zone].clusters.emplace_back();
      return result[place->second.first].clusters[place->second.second];
    };
    for (std::size_t k = 0; k < numbers.vertices().size(); ++k) cluster_of(k).vertices.push_back(numbers.vertices()[k]);
    for (const auto& [number, face] : faces) cluster_of(number).faces.push_back(face);
    for (Draft& draft : result)
      for (Draft::Cluster& cluster : draft.clusters) {
        std::sort(cluster.vertices.begin(), cluster.vertices.end());
        std::sort(cluster.faces.begin(), cluster.faces.end());
        cluster.faces.erase(std::unique(cluster.faces.begin(), cluster.faces.end()), cluster.faces.end());
      }
    return result;
  }

  [[nodiscard]] ClusterZone finish(const Draft& draft) const {
    const bool has_cloth_contacts = std::any_of(draft.contacts.begin(), draft.contacts.end(),
                                                [&](std::uint32_t i) { return sides_[i].both_are_cloth(); });
    ClusterParts parts;
    if (draft.clusters.size() == 1 && has_cloth_contacts) parts = cut(draft);
    if (parts.count < 2) parts = merge(draft);

    ClusterZone zone;
    zone.cluster_count = parts.count;
    collect_pairs(draft, parts, zone);
    find_directions(draft, parts, zone);
    for (const ClusterMember& member : parts.members)
      if (is_movable(member.vertex)) zone.members.push_back(member);
    return zone;
  }

  [[nodiscard]] ClusterParts cut(const Draft& draft) const {
    return cut_at_sharp_bends(mesh_, draft.clusters.front().faces, input_.position);
  }

  [[nodiscard]] ClusterParts merge(const Draft& draft) const {
    const std::size_t n = draft.clusters.size();
    std::vector<std::int32_t> number(n);
    for (std::size_t i = 0; i < n; ++i) number[i] = static_cast<std::int32_t>(i);
    if (n >= 3) {
      std::vector<NearCluster> clusters;
      for (const Draft::Cluster& cluster : draft.clusters)
        clusters.push_back({cluster.vertices, mean_normal(mesh_, cluster.faces, input_.position)});
      std::vector<std::pair<std::int32_t, std::int32_t>> colliding;
      for (const std::uint32_t i : draft.contacts)
        if (sides_[i].both_are_cloth())
          colliding.emplace_back(cluster_with(draft, sides_[i].side[0]), cluster_with(draft, sides_[i].side[1]));
      std::sort(colliding.begin(), colliding.end());
      colliding.erase(std::unique(colliding.begin(), colliding.end()), colliding.end());
      number = merge_near_clusters(mesh_, clusters, colliding);
    }
    ClusterParts parts;
    for (std::size_t i = 0; i < n; ++i) {
      parts.count = std::max(parts.count, number[i] + 1);
      for (const VertexId v : draft.clusters[i].vertices) parts.members.push_back({v, number[i], 1.0});
    }
    std::sort(parts.members.begin(), parts.members.end(),
              [](const ClusterMember& a, const ClusterMember& b) { return a.vertex < b.vertex; });
    return parts;
  }

  [[nodiscard]] static std::int32_t cluster_with(const Draft& draft, const ContactSide& side) {
    for (std::size_t i = 0; i < draft.clusters.size(); ++i)
      if (std::binary_search(draft.clusters[i].vertices.begin(), draft.clusters[i].vertices.end(), side.vertex[0]))
        return static_cast<std::int32_t>(i);
    return -1;
  }

  /// Returns the part that most of a side of a contact belongs to; of two equal parts, the lower one.
  [[nodiscard]] static std::int32_t part_with(const ClusterParts& parts, const ContactSide& side) {
    std::map<std::int32_t, double> amount;
    for (std::size_t k = 0; k < side.size; ++k) {
      const auto before = [](const ClusterMember& member, VertexId v) { return member.vertex < v; };
      auto member = std::lower_bound(parts.members.begin(), parts.members.end(), side.vertex[k], before);
      for (; member != parts.members.end() && member->vertex == side.vertex[k]; ++member)
        amount[member->cluster] += side.weight[k] * member->share;
    }
    std::int32_t found = -1;
    double most = 0.0;
    for (const auto& [part, sum] : amount)
      if (found < 0 || sum > most) {
        found = part;
        most = sum;
      }
    return found;
  }

  void collect_pairs(const Draft& draft, const ClusterParts& parts, ClusterZone& zone) const {
    std::map<std::pair<std::int32_t, std::int32_t>, ClusterPair> pairs;
    for (const std::uint32_t i : draft.contacts) {
      if (!sides_[i].both_are_cloth()) {
        zone.fixed_contacts.push_back(i);
        continue;
      }
      const std::int32_t a = part_with(parts, sides_[i].side[0]), b = part_with(parts, sides_[i].side[1]);
      if (a == b) {
        ++zone.inner_contacts;
        continue;
      }
      ClusterPair& pair = pairs[std::minmax(a, b)];
      pair.first = std::min(a, b);
      pair.second = std::max(a, b);
      pair.contacts.push_back(i);
      pair.direction += a < b ? input_.contacts[i].normal : Vec3(-input_.contacts[i].normal);
    }
    for (auto& [clusters, pair] : pairs) zone.pairs.push_back(std::move(pair));
  }

  /// Replaces the directions, which are so far the sums of the contact normals.
  void find_directions(const Draft& draft, const ClusterParts& parts, ClusterZone& zone) const {
    std::vector<Vec3> normal(static_cast<std::size_t>(parts.count), Vec3::Zero());
    for (const Draft::Cluster& cluster : draft.clusters)
      for (const TriangleId face : cluster.faces) {
        const Triangle& corners = mesh_.triangle(face);
        const std::int32_t part = part_with(parts, {.vertex = corners, .weight = {1.0, 1.0, 1.0}, .size = 3});
        normal[static_cast<std::size_t>(part)] += mesh_.normal(face, input_.position);
      }
    for (Vec3& n : normal) n = n.norm() > 0.0 ? Vec3(n.normalized()) : Vec3(Vec3::Zero());
    for (ClusterPair& pair : zone.pairs) {
      const double length = pair.direction.norm();
      const Vec3 of_contacts =
          length > 0.0 ? Vec3(pair.direction / length) : input_.contacts[pair.contacts.front()].normal;
      const Vec3& a = normal[static_cast<std::size_t>(pair.first)];
      const Vec3& b = normal[static_cast<std::size_t>(pair.second)];
      Vec3 mean = a.dot(b) < 0.0 ? Vec3(a - b) : Vec3(a + b);
      if (mean.dot(of_contacts) < 0.0) mean = -mean;
      const double size = mean.norm();
      const bool says_something = size > 0.0 && mean.dot(of_contacts) >= tolerance::kMinClusterNormalCosine * size;
      pair.direction = says_something ? Vec3(mean / size) : of_contacts;
    }
  }

  const ClusterMesh& mesh_;
  const ClusterInput& input_;
  std::vector<Sides> sides_;
};

}  // namespace

std::vector<ClusterZone> find_clusters(const ClusterMesh& mesh, const ClusterInput& input) {
  return ClusterFinder(mesh, input).find();
}

}  // namespace muslin
