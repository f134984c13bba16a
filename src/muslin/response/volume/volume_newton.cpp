#include <algorithm>
#include <muslin/contact/volume_rows.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/math/krylov/minres.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/volume/max_displacement.hpp>
#include <muslin/response/volume/volume_newton.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <numeric>
#include <vector>

namespace muslin {

ResponseReport VolumeNewton::resolve(CollisionView& step) {
  int iterations = 0;
  ZoneCounts counts;
  for (int pass = 0; pass < options_.passes && step.has_movable_contacts(); ++pass) {
    const Zones& zones = step.zones();
    counts.zones += static_cast<std::int64_t>(zones.size());
    for (std::size_t zone = 0; zone < zones.size(); ++zone)
      counts.contacts += static_cast<std::int64_t>(zones.contacts(zone).size());
    if (options_.coupling == VolumeCoupling::global) {
      std::vector<std::uint32_t> contacts(step.contacts().size());
      std::iota(contacts.begin(), contacts.end(), 0U);
      std::vector<VertexId> vertices;
      for (std::size_t zone = 0; zone < zones.size(); ++zone)
        vertices.insert(vertices.end(), zones.vertices(zone).begin(), zones.vertices(zone).end());
      std::sort(vertices.begin(), vertices.end());
      iterate(step, contacts, vertices);
    } else {
      parallel_for(zones.size(), 1,
                   [&](std::size_t zone) { iterate(step, zones.contacts(zone), zones.vertices(zone)); });
    }
    iterations += options_.newton_steps;
    step.detect_again();
  }
  ResponseReport report = summarize_response(step, iterations);
  report.counters = Counters::of(counts);
  return report;
}

/// Runs the inner loop with a fixed set of pairs. Writes to its own vertices only.
void VolumeNewton::iterate(CollisionView& step, std::span<const std::uint32_t> contacts,
                           std::span<const VertexId> vertices) const {
  const std::span<const double> w = step.inverse_mass();
  const std::span<Vec3> velocity = step.velocity();
  VolumeRows rows;
  rows.assign(step.contacts(), contacts, vertices, w, step.start());
  std::vector<double> defect(rows.size()), pressure(rows.size());
  std::vector<Vec3> change(rows.vertex_count());
  const double displacement_before = max_displacement(step, step.contacts(), contacts);
  std::vector<Vec3> velocity_before(vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) velocity_before[v] = velocity[vertices[v].index()];
  Minres minres;
  for (int k = 0; k < options_.newton_steps; ++k) {
    rows.linearise([&](VertexId v, std::uint32_t, double) -> Vec3 {
      const std::size_t i = v.index();
      return w[i] > 0.0 ? Vec3(step.start()[i] + step.size() * velocity[i]) : step.candidate_end()[i];
    });
    for (std::size_t i = 0; i < defect.size(); ++i) defect[i] = rows.defect(i);
    // Solves FᵀWF (pΔt) = V_goal - V [Sifakis08 (4)] by MINRES, because tetrahedra may be redundant and, with
    // prescribed vertices, inconsistent.
    minres.solve(
        [&](std::span<const double> x, std::span<double> y) {
          rows.multiply_transposed<double>(x, change);
          rows.multiply<Vec3>(change, y);
        },
        defect, pressure, {.tolerance = options_.tolerance, .max_iterations = options_.max_iterations});
    rows.multiply_transposed<double>(pressure, change);
    const double share = options_.damping / step.size();
    for (std::size_t v = 0; v < vertices.size(); ++v)
      velocity[vertices[v].index()] += share * rows.root_inverse_mass(v) * change[v];
  }
  if (max_displacement(step, step.contacts(), contacts) <= tolerance::kMaxDisplacementGrowth * displacement_before)
    return;
  for (std::size_t v = 0; v < vertices.size(); ++v) velocity[vertices[v].index()] = velocity_before[v];
}

}  // namespace muslin
