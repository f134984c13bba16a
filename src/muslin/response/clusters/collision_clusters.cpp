#include <algorithm>
#include <cmath>
#include <muslin/contact/clusters.hpp>
#include <muslin/contact/contact_set.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/contact.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/response/clusters/cluster_impact.hpp>
#include <muslin/response/clusters/cluster_obstacles.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>
#include <muslin/response/impulses/target_velocity.hpp>

namespace muslin {
namespace {

class CollisionClusters final : public Response {
 public:
  CollisionClusters(const CollisionClustersOptions& options, const GaussSeidelOptions& impulses)
      : options_(options), impulse_options_(impulses) {}

  [[nodiscard]] std::string_view name() const override { return "collision_clusters"; }
  ResponseReport resolve(CollisionView& step) override {
    update_mesh(step.mesh());
    set_.clear();
    ClusterCounts counts;
    CollisionGroups groups;
    const double energy_before = kinetic_energy(step);
    int pass = 0;
    for (; pass < std::min(options_.cluster_passes, options_.passes) && !step.contacts().empty(); ++pass) {
      set_.add(step.contacts());
      if (has_contact_found_too_often()) break;
      contacts_.assign(step.contacts().begin(), step.contacts().end());
      zones_ = find_clusters(mesh_, {contacts_, step.start(), step.inverse_mass()});
      if (pass == 0) groups = groups_of(zones_);
      combine(counts, solve_zones(step, pass == 0 ? 0.0 : std::max(0.0, energy_before - kinetic_energy(step))));
      step.detect_again();
    }
    sweeps_.begin(step);
    for (; pass < options_.passes && step.has_movable_contacts(); ++pass) {
      counts.repaired += static_cast<std::int64_t>(step.contacts().size());
      sweeps_.pass(step, impulse_options_);
      step.detect_again();
    }
    ResponseReport report = summarize_response(step, pass);
    report.counters = Counters::of(counts);
    report.groups = std::move(groups);
    return report;
  }

 private:
  void update_mesh(const CollisionMesh& mesh) {
    std::vector<Segment> cables;
    for (const EdgeId edge : mesh.loose_edges) cables.push_back(mesh.edges[edge.index()]);
    if (!mesh_.matches(mesh.vertex_count, mesh.triangles, cables))
      mesh_ = ClusterMesh(mesh.vertex_count, mesh.triangles, std::move(cables));
  }

  [[nodiscard]] static CollisionGroups groups_of(std::span<const ClusterZone> zones) {
    CollisionGroups groups;
    for (const ClusterZone& zone : zones) {
      std::vector<std::int32_t>& all = groups.zones.emplace_back();
      const std::size_t first = groups.clusters.size();
      groups.clusters.resize(first + static_cast<std::size_t>(zone.cluster_count));
      for (const ClusterMember& member : zone.members) {
        if (all.empty() || all.back() != member.vertex.value) all.push_back(member.vertex.value);
        if (member.share == 1.0)  // a vertex on a border belongs to no cluster
          groups.clusters[first + static_cast<std::size_t>(member.cluster)].push_back(member.vertex.value);
      }
    }
    return groups;
  }

  /// Kinetic energy of the movable vertices [J].
  [[nodiscard]] static double kinetic_energy(const CollisionView& step) {
    double sum = 0.0;
    for (std::size_t v = 0; v < step.velocity().size(); ++v)
      if (const double w = step.inverse_mass()[v]; w > 0.0) sum += 0.5 * step.velocity()[v].squaredNorm() / w;
    return sum;
  }

  /// Resolves cloth against cloth first, then obstacles [Huh01 §3]. Zones share no movable vertex. `energy_budget` is
  /// the energy that earlier passes have lost [J]. Contacts that collide again may use it, so that all passes together
  /// gain no energy.
  [[nodiscard]] ClusterCounts solve_zones(CollisionView& step, double energy_budget) {
    std::vector<ClusterCounts> counts(zones_.size());
    parallel_for(zones_.size(), 1, [&](std::size_t z) {
      const ClusterImpact impact = impact_of(step, zones_[z]);
      if (!impact.pairs.empty()) counts[z] = solve_zone(step, zones_[z], impact, energy_budget * share_of(zones_[z]));
      collide_with_obstacles(step, zones_[z]);
    });
    ClusterCounts sum;
    for (const ClusterCounts& zone : counts) combine(sum, zone);
    return sum;
  }

  [[nodiscard]] ClusterCounts solve_zone(CollisionView& step, const ClusterZone& zone, const ClusterImpact& impact,
                                         double energy_budget) const {
    const bool is_cyclic = impact.is_cyclic();
    const ImpactSolution solution =
        is_cyclic ? solve_cycle(impact, energy_budget + options_.energy_gain * relative_energy(impact))
                  : solve_tree(impact, energy_budget);
    apply(step, zone, impact, solution.impulse);
    return {.clusters = zone.cluster_count,
            .cyclic = is_cyclic ? 1 : 0,
            .infeasible = solution.is_infeasible ? 1 : 0,
            .restrained = solution.is_restrained ? 1 : 0,
            .energy_gained = is_cyclic ? std::max(0.0, solution.energy_gained) : 0.0};
  }

  /// Number of contacts of a zone over that of all zones [1].
  [[nodiscard]] double share_of(const ClusterZone& zone) const {
    std::size_t count = zone.fixed_contacts.size() + zone.inner_contacts;
    for (const ClusterPair& pair : zone.pairs) count += pair.contacts.size();
    return static_cast<double>(count) / static_cast<double>(contacts_.size());
  }

  /// The target gap of a contact grows each time it is found, which affects other contacts. At some point a shorter
  /// step is better.
  [[nodiscard]] bool has_contact_found_too_often() const {
    return std::any_of(set_.last_found().begin(), set_.last_found().end(),
                       [&](std::uint32_t i) { return set_.history()[i].times_found > tolerance::kMaxTimesFound; });
  }

  [[nodiscard]] int times_found(std::uint32_t contact) const {
    return set_.history()[set_.last_found()[contact]].times_found;
  }

  /// Represents the clusters of a zone by point masses.
  [[nodiscard]] ClusterImpact impact_of(const CollisionView& step, const ClusterZone& zone) const {
    ClusterImpact impact;
    std::vector<double> mass(static_cast<std::size_t>(zone.cluster_count), 0.0);
    impact.bodies.resize(mass.size());
    for (const ClusterMember& member : zone.members) {
      const auto cluster = static_cast<std::size_t>(member.cluster);
      const double m = member.share / step.inverse_mass()[member.vertex.index()];
      mass[cluster] += m;
      impact.bodies[cluster].velocity += m * step.velocity()[member.vertex.index()];
    }
    for (std::size_t c = 0; c < mass.size(); ++c) {
      if (!(mass[c] > 0.0)) continue;
      impact.bodies[c].inverse_mass = 1.0 / mass[c];
      impact.bodies[c].velocity /= mass[c];
    }
    for (const ClusterPair& pair : zone.pairs) {
      const auto& first = impact.bodies[static_cast<std::size_t>(pair.first)];
      const auto& second = impact.bodies[static_cast<std::size_t>(pair.second)];
      if (!(first.inverse_mass + second.inverse_mass > 0.0)) continue;
      const double u = pair.direction.dot(second.velocity - first.velocity);
      impact.pairs.push_back({pair.first, pair.second, pair.direction, min_separating_speed(step, pair, u)});
    }
    return impact;
  }

  /// Restitution applies to a pair once. Contacts that collide again must separate at a speed that removes their
  /// violation.
  [[nodiscard]] double min_separating_speed(const CollisionView& step, const ClusterPair& pair, double u) const {
    double min_velocity = 0.0;
    for (const std::uint32_t i : pair.contacts) {
      const Contact& contact = contacts_[i];
      const int times = times_found(i);
      if (times == 1) {
        min_velocity = std::max(min_velocity, -options_.restitution * u);
        continue;
      }
      const double along = std::abs(contact.normal.dot(pair.direction));
      if (along < tolerance::kMinClusterNormalCosine) continue;
      const double violation =
          find_target_velocity(step, contact, times, 0.0).speed - normal_velocity(contact, step.velocity());
      min_velocity = std::max(min_velocity, u + violation / along);
    }
    return min_velocity;
  }

  static void apply(CollisionView& step, const ClusterZone& zone, const ClusterImpact& impact,
                    const Eigen::VectorXd& impulse) {
    std::vector<Vec3> change(impact.bodies.size(), Vec3::Zero());
    for (std::size_t p = 0; p < impact.pairs.size(); ++p) {
      const ClusterImpact::Pair& pair = impact.pairs[p];
      const Vec3 impulse_vector = impulse[static_cast<Eigen::Index>(p)] * pair.direction;
      const auto first = static_cast<std::size_t>(pair.first), second = static_cast<std::size_t>(pair.second);
      change[first] -= impact.bodies[first].inverse_mass * impulse_vector;
      change[second] += impact.bodies[second].inverse_mass * impulse_vector;
    }
    for (const ClusterMember& member : zone.members)
      step.velocity()[member.vertex.index()] += member.share * change[static_cast<std::size_t>(member.cluster)];
  }

  void collide_with_obstacles(CollisionView& step, const ClusterZone& zone) const {
    std::vector<ObstacleContact> contacts;
    for (const std::uint32_t i : zone.fixed_contacts) {
      const int times = times_found(i);
      const double target_velocity =
          times == 1 ? 0.0 : std::max(0.0, find_target_velocity(step, contacts_[i], times, 0.0).speed);
      contacts.push_back({&contacts_[i], target_velocity});
    }
    if (!contacts.empty()) resolve_obstacles(step, contacts, options_);
  }

  CollisionClustersOptions options_;
  GaussSeidelOptions impulse_options_;
  ImpulseSweeps sweeps_;
  ClusterMesh mesh_;
  ContactSet set_;
  std::vector<Contact> contacts_;  ///< contacts of the last detection
  std::vector<ClusterZone> zones_;
};

}  // namespace

std::unique_ptr<Response> make_collision_clusters(const CollisionClustersOptions& options,
                                                  const GaussSeidelOptions& impulses) {
  return std::make_unique<CollisionClusters>(options, impulses);
}

}  // namespace muslin
