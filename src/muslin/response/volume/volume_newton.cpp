#include <algorithm>
#include <muslin/contact/volume_rows.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/math/krylov/minres.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/volume/max_displacement.hpp>
#include <muslin/response/volume/volume_newton.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <numeric>

namespace muslin {
namespace {

/// Returns true if one of the two elements consists of prescribed vertices only. It belongs to an obstacle, or is
/// pinned.
bool has_prescribed_element(const CollisionView& step, const Contact& contact) {
  const auto is_prescribed = [&](std::size_t first, std::size_t end) {
    for (std::size_t j = first; j < end; ++j)
      if (step.is_movable(contact.vertex[j])) return false;
    return true;
  };
  const std::size_t second = contact.kind == StencilKind::edge_edge ? 2 : 3;
  return is_prescribed(0, second) || is_prescribed(second, 4);
}

}  // namespace

ResponseReport VolumeNewton::resolve(CollisionView& step) {
  int iterations = 0;
  ZoneCounts counts;
  obstacle_impulses_.begin(step);
  first_displacement_ = 0.0;
  for (const Contact& contact : step.contacts())
    first_displacement_ = std::max(first_displacement_, max_displacement(step, contact));
  for (int pass = 0; pass < options_.passes && step.has_movable_contacts(); ++pass) {
    sort_contacts(step);
    counts.zones += static_cast<std::int64_t>(zones_.size());
    for (std::size_t zone = 0; zone < zones_.size(); ++zone)
      counts.contacts += static_cast<std::int64_t>(zones_.contacts(zone).size());
    if (!obstacles_.empty()) iterations += obstacle_impulses_.pass(step, obstacles_, {});
    const bool has_changed = solve(step) || !obstacles_.empty();
    iterations += options_.newton_steps;
    step.detect_again();
    if (!has_changed) break;
  }
  ResponseReport report = summarize_response(step, iterations);
  report.counters = Counters::of(counts);
  return report;
}

void VolumeNewton::sort_contacts(const CollisionView& step) {
  pairs_.clear();
  obstacles_.clear();
  for (const Contact& contact : step.contacts())
    (has_prescribed_element(step, contact) ? obstacles_ : pairs_).push_back(contact);
  zones_.clear(step.inverse_mass());
  zones_.add(pairs_);
}

bool VolumeNewton::solve(CollisionView& step) {
  if (options_.coupling == VolumeCoupling::global) {
    std::vector<std::uint32_t> contacts(pairs_.size());
    std::iota(contacts.begin(), contacts.end(), 0U);
    std::vector<VertexId> vertices;
    for (std::size_t zone = 0; zone < zones_.size(); ++zone)
      vertices.insert(vertices.end(), zones_.vertices(zone).begin(), zones_.vertices(zone).end());
    std::sort(vertices.begin(), vertices.end());
    return iterate(step, contacts, vertices);
  }
  std::vector<std::uint8_t> has_changed(zones_.size(), 0);
  parallel_for(zones_.size(), 1, [&](std::size_t zone) {
    has_changed[zone] = iterate(step, zones_.contacts(zone), zones_.vertices(zone)) ? 1 : 0;
  });
  return std::find(has_changed.begin(), has_changed.end(), 1) != has_changed.end();
}

/// Runs the inner loop with a fixed set of pairs. Writes to its own vertices only. Velocities that have grown too much
/// are reset, and the function returns false.
bool VolumeNewton::iterate(CollisionView& step, std::span<const std::uint32_t> contacts,
                           std::span<const VertexId> vertices) const {
  const std::span<const double> w = step.inverse_mass();
  const std::span<Vec3> velocity = step.velocity();
  VolumeRows rows;
  rows.assign(pairs_, contacts, vertices, w, step.start());
  rows.leave_unscaled();
  std::vector<double> defect(rows.size()), pressure(rows.size());
  std::vector<Vec3> change(rows.vertex_count());
  // The bound is that of the whole response. If it were that of one pass, N passes could grow by its N-th power, and
  // the search for collisions would find all pairs of the scene.
  const double displacement_before = std::min(max_displacement(step, pairs_, contacts), first_displacement_);
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
  if (max_displacement(step, pairs_, contacts) <= tolerance::kMaxDisplacementGrowth * displacement_before) return true;
  for (std::size_t v = 0; v < vertices.size(); ++v) velocity[vertices[v].index()] = velocity_before[v];
  return false;
}

}  // namespace muslin
