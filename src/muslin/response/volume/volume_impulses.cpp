#include <algorithm>
#include <cmath>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/math/qp/bounded_minimiser.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/target_velocity.hpp>
#include <muslin/response/volume/max_displacement.hpp>
#include <muslin/response/volume/volume_impulses.hpp>

namespace muslin {
namespace {

/// Distance between the two elements at the start [m].
double start_gap(const CollisionView& step, const Contact& contact) {
  std::array<Vec3, 4> x;
  for (std::size_t j = 0; j < 4; ++j) x[j] = step.start()[contact.vertex[j].index()];
  return std::sqrt(closest_points(contact.kind, x).squared_distance);
}

}  // namespace

VolumeImpulses::VolumeImpulses(const VolumePreservingOptions& options)
    : ZoneResponse({.impulse_passes = 0, .passes = options.passes}, {}), options_(options) {}

bool VolumeImpulses::prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) {
  pressure_.resize(set().size());
  goal_.resize(set().size());
  for (const std::uint32_t i : set().last_found()) {
    const int times_found = set().history()[i].times_found;
    if (times_found > tolerance::kMaxTimesFound) return false;
    if (times_found == 1) pressure_[i] = 0.0;
    const Contact& contact = set().contacts()[i];
    const double gap = start_gap(step, contact), kept = target_end_gap(step, contact, gap, options_.approach);
    goal_[i] = {.share = gap > 0.0 ? kept / gap : 1.0};
    // A pair that collides although it keeps its volume at the end meets on the way. It must have a gap at that time.
    if (times_found > 1)
      goal_[i] = {.height = std::ldexp(kept, times_found - 2),
                  .time = std::max(tolerance::kMinVolumeTime, contact.time)};
    if (const std::int32_t zone = zones().zone_of_contact()[i]; zone >= 0)
      must_solve[static_cast<std::size_t>(zone)] = 1;
  }
  return true;
}

/// Sequential quadratic programming: linearises the volumes about the ends of the last iteration, and finds the nearest
/// ends for which no volume is too small.
///   min ½|y|²,  B y ≥ violation,  y = Bᵀ q,  q ≥ 0 ⟂ B y - violation ≥ 0
/// y are the displacements from the candidate's ends in the units of volume_rows.hpp.
ZoneOutcome VolumeImpulses::solve(CollisionView& step, std::size_t zone) {
  const std::span<const std::uint32_t> contacts = zones().contacts(zone);
  const std::span<const VertexId> vertices = zones().vertices(zone);
  const std::span<const double> w = step.inverse_mass();
  const std::span<Vec3> velocity = step.velocity();
  const double size = step.size();
  VolumeRows rows;
  rows.assign(set().contacts(), contacts, vertices, w, step.start());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Goal& goal = goal_[contacts[i]];
    if (goal.height > 0.0)
      rows.set_target_height(i, goal.height, goal.time);
    else
      rows.set_target_share(i, goal.share);
  }
  std::vector<double> violation(rows.size()), pressure(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) pressure[i] = pressure_[contacts[i]];
  std::vector<Vec3> y(vertices.size(), Vec3::Zero()), next(vertices.size());

  // The tolerance is relative to the largest violation of the zone, which may exceed the gap of a pair by far. Such a
  // pair is found again and again. A shorter step is cheaper than accuracy, where there is one.
  int effort = 0;
  if (step.is_shortest())
    for (const std::uint32_t i : contacts) effort = std::max(effort, set().history()[i].times_found - 1);
  const BoundedMinimiserOptions accuracy{.tolerance = std::ldexp(options_.tolerance, -effort),
                                         .max_iterations = options_.max_iterations << effort};
  BoundedMinimiser<double> minimiser;
  const auto multiply = [&](std::span<const double> q, std::span<double> product) {
    rows.multiply_transposed<double>(q, next);
    rows.multiply<Vec3>(next, product);
  };
  for (int k = 0; k < options_.newton_steps; ++k) {
    rows.linearise([&](VertexId v, std::uint32_t local, double time) -> Vec3 {
      const Vec3& start = step.start()[v.index()];
      if (!(w[v.index()] > 0.0)) return start + time * (step.candidate_end()[v.index()] - start);
      return start + time * (size * velocity[v.index()] + rows.root_inverse_mass(local) * y[local]);
    });
    rows.multiply<Vec3>(y, violation);
    for (std::size_t i = 0; i < rows.size(); ++i) violation[i] += rows.defect(i);
    const auto report =
        minimiser.minimise(NonNegative{violation}, multiply, rows.largest_eigenvalue_bound(), accuracy, pressure);
    if (report.unbounded) return ZoneOutcome::pinched;
    rows.multiply_transposed<double>(pressure, next);
    std::swap(y, next);
  }

  const double displacement_before = max_displacement(step, set().contacts(), contacts);
  double energy_before = 0.0, energy_after = 0.0;
  for (std::size_t v = 0; v < y.size(); ++v) {
    Vec3& value = velocity[vertices[v].index()];
    const double w_root = rows.root_inverse_mass(v);
    energy_before += (value / w_root).squaredNorm();
    next[v] = value;
    value += w_root * y[v] / size;
    energy_after += (value / w_root).squaredNorm();
  }
  // Without prescribed vertices, zero velocity preserves all volumes, so the nearest velocities cannot have more
  // energy.
  if ((rows.is_free() && energy_after > energy_before) || !(max_displacement(step, set().contacts(), contacts) <=
                                                            tolerance::kMaxDisplacementGrowth * displacement_before)) {
    for (std::size_t v = 0; v < y.size(); ++v) velocity[vertices[v].index()] = next[v];
    return ZoneOutcome::unsolved;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) pressure_[contacts[i]] = pressure[i];
  return ZoneOutcome::solved;
}

}  // namespace muslin
