#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/sim/energy_bound.hpp>

namespace muslin {
namespace {

/// Marks the movable vertices that a pair in proximity or a response acts on.
std::vector<std::uint8_t> touching_vertices(const CollisionStep& collision) {
  std::vector<std::uint8_t> touching(collision.velocity().size(), 0);
  for (std::size_t i = 0; i < touching.size(); ++i)
    touching[i] = collision.velocity()[i] != collision.candidate_velocity()[i] ? 1 : 0;
  for (const Proximity& pair : collision.proximities())
    for (const VertexId v : pair.contact.vertex) touching[v.index()] = 1;
  return touching;
}

}  // namespace

EnergyBound::EnergyBound(System& system, std::span<const Vec3> rest_position, double guide_speed)
    : world_(system.world()) {
  const Loads& loads = world_.loads;
  system.evaluate(rest_position, std::vector<Vec3>(rest_position.size(), Vec3::Zero()), 0.0);
  stiffness_.resize(system.vertex_count());
  for (std::size_t i = 0; i < stiffness_.size(); ++i) {
    stiffness_[i] = system.row_norm(i, {.stiffness = 1.0});
    if (!system.scripted(i)) mass_ += world_.mass[i];
  }
  // A quadratic energy is a sum of terms k |x_j - x_i|² that cancel.
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  for (std::size_t i = 0; i < rest_position.size(); ++i) {
    low = i == 0 ? rest_position[i] : Vec3(low.cwiseMin(rest_position[i]));
    high = i == 0 ? rest_position[i] : Vec3(high.cwiseMax(rest_position[i]));
  }
  for (const double k : stiffness_) rounding_ += tolerance::kUnitRoundoff * k * (high - low).squaredNorm();
  wind_speed_ = (1.0 + loads.gust_strength) * loads.wind.norm();
  driven_speed_ = std::max(wind_speed_, guide_speed);
}

double EnergyBound::kinetic_energy(std::span<const Vec3> velocity) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < velocity.size(); ++i)
    if (world_.scripted[i] == 0) energy += 0.5 * world_.mass[i] * velocity[i].squaredNorm();
  return energy;
}

VertexId EnergyBound::stiffest_vertex() const {
  VertexId found;
  double most = -1.0;
  for (std::size_t i = 0; i < stiffness_.size(); ++i) {
    if (world_.scripted[i] != 0 || !(stiffness_[i] / world_.mass[i] > most)) continue;
    most = stiffness_[i] / world_.mass[i];
    found = VertexId(i);
  }
  return found;
}

/// V of the class comment [m/s].
double EnergyBound::reference_speed(const CollisionStep& collision, const State& start) const {
  double squared = driven_speed_ * driven_speed_;
  for (std::size_t i = 0; i < start.position.size(); ++i)
    squared =
        std::max(squared, world_.scripted[i] == 0 ? start.velocity[i].squaredNorm()
                                                  : (collision.candidate_end()[i] - start.position[i]).squaredNorm() /
                                                        (collision.size() * collision.size()));
  return std::sqrt(squared) + world_.loads.gravity.norm() * collision.size() +
         collision.largest_thickness() / collision.size();
}

bool EnergyBound::allows(const CollisionStep& collision, const State& start, double start_energy, const State& end,
                         double end_energy, bool is_stable) const {
  if (!std::isfinite(end_energy)) return false;
  const std::vector<std::uint8_t> touching = touching_vertices(collision);
  if (is_stable && std::find(touching.begin(), touching.end(), 1) == touching.end()) return true;
  const double size = collision.size();
  const double speed = reference_speed(collision, start);
  double lowered = 0.0;  // work of gravity
  for (std::size_t i = 0; i < start.position.size(); ++i)
    if (world_.scripted[i] == 0)
      lowered += world_.mass[i] * world_.loads.gravity.dot(end.position[i] - start.position[i]);
  const double available =
      rounding_ + std::max(0.0, start_energy) + std::max(0.0, lowered) + 2.0 * mass_ * wind_speed_ * wind_speed_;

  const double pushed = tolerance::kMaxPushedSpeedGrowth * speed, levered = speed / tolerance::kMinMovableWeight;
  double supplied = 0.0;
  for (std::size_t i = 0; i < start.position.size(); ++i) {
    if (world_.scripted[i] != 0) {
      const double displacement = (end.position[i] - start.position[i]).norm();
      supplied += 0.5 * stiffness_[i] * displacement * displacement;
      if (end.position[i] != collision.candidate_end()[i] && displacement > pushed * size) return false;
    } else if (touching[i] != 0) {
      supplied += 0.5 * (world_.mass[i] + size * size * stiffness_[i]) * pushed * pushed;
      if (end.velocity[i].squaredNorm() >
          std::max(levered * levered, 2.0 * tolerance::kMaxEnergyGrowth * available / world_.mass[i]))
        return false;
    }
  }
  const double root = std::sqrt(available) + std::sqrt(supplied);
  return end_energy <= tolerance::kMaxEnergyGrowth * root * root;
}

}  // namespace muslin
