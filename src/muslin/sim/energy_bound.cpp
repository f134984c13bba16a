#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/contact.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/core/tolerances/rounding.hpp>
#include <muslin/core/tolerances/sim.hpp>
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

EnergyBound::EnergyBound(System& system, std::span<const Vec3> rest_position, const Drive& drive)
    : world_(system.world()), repulsion_speed_(drive.repulsion) {
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
  driven_speed_ = std::max(wind_speed_, drive.guides);
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

/// E + W of the class comment [J].
double EnergyBound::available_energy(const State& start, double start_energy, const State& end) const {
  double lowered = 0.0;  // work of gravity
  for (std::size_t i = 0; i < start.position.size(); ++i)
    if (world_.scripted[i] == 0)
      lowered += world_.mass[i] * world_.loads.gravity.dot(end.position[i] - start.position[i]);
  return rounding_ + std::max(0.0, start_energy) + std::max(0.0, lowered) + 2.0 * mass_ * wind_speed_ * wind_speed_;
}

/// D of the class comment [m/s].
double EnergyBound::driving_speed(const CollisionStep& collision, const State& start) const {
  double squared = 0.0;
  for (std::size_t i = 0; i < start.position.size(); ++i)
    if (world_.scripted[i] != 0)
      squared = std::max(squared, (collision.candidate_end()[i] - start.position[i]).squaredNorm());
  return std::max(driven_speed_, std::sqrt(squared) / collision.size()) + repulsion_speed_;
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

/// S of the class comment [J], for vertices that are pushed at this speed [m/s].
double EnergyBound::supplied_energy(const CollisionStep& collision, const State& start, const State& end,
                                    std::span<const std::uint8_t> touching, double speed) const {
  const double size = collision.size();
  double supplied = 0.0;
  for (std::size_t i = 0; i < touching.size(); ++i) {
    if (world_.scripted[i] != 0)
      supplied += 0.5 * stiffness_[i] * (end.position[i] - start.position[i]).squaredNorm();
    else if (touching[i] != 0)
      supplied += 0.5 * (world_.mass[i] + size * size * stiffness_[i]) * speed * speed;
  }
  return supplied;
}

bool EnergyBound::allows(const CollisionStep& collision, const State& start, double start_energy, const State& end,
                         double end_energy, const Rule& rule) const {
  if (!std::isfinite(end_energy)) return false;
  const std::vector<std::uint8_t> touching = touching_vertices(collision);
  const bool is_touching = std::find(touching.begin(), touching.end(), 1) != touching.end();
  if (rule.is_stable && !is_touching) return true;
  const double available = available_energy(start, start_energy, end);
  const auto exceeds = [&](double growth, double speed) {
    const double root = std::sqrt(available) + std::sqrt(supplied_energy(collision, start, end, touching, speed));
    return !(end_energy <= growth * root * root);
  };
  if (rule.is_strict && is_touching &&
      exceeds(tolerance::kMaxStableEnergyGrowth, tolerance::kMaxDrivenSpeedGrowth * driving_speed(collision, start)))
    return false;

  const double speed = reference_speed(collision, start);
  const double pushed = tolerance::kMaxPushedSpeedGrowth * speed, levered = speed / tolerance::kMinMovableWeight;
  for (std::size_t i = 0; i < start.position.size(); ++i) {
    if (world_.scripted[i] != 0) {
      const double displacement = (end.position[i] - start.position[i]).norm();
      if (end.position[i] != collision.candidate_end()[i] && displacement > pushed * collision.size()) return false;
    } else if (touching[i] != 0 &&
               end.velocity[i].squaredNorm() >
                   std::max(levered * levered, 2.0 * tolerance::kMaxEnergyGrowth * available / world_.mass[i])) {
      return false;
    }
  }
  return !exceeds(tolerance::kMaxEnergyGrowth, pushed);
}

bool EnergyBound::slow_down(const CollisionStep& collision, const State& start, double start_energy,
                            std::span<const Vec3> integrated, bool exceeds_limits, State& end) const {
  const std::span<Vec3> velocity = end.velocity;
  double before = 0.0, at_start = 0.0, mass = 0.0, fastest = 0.0, fastest_before = 0.0;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < velocity.size(); ++i) {
    if (world_.scripted[i] != 0 || velocity[i] == integrated[i]) continue;
    changed.push_back(i);
    const double m = world_.mass[i], squared = integrated[i].squaredNorm(),
                 start_squared = start.velocity[i].squaredNorm();
    mass += m;
    before += 0.5 * m * squared;
    at_start += 0.5 * m * start_squared;
    fastest = std::max(fastest, velocity[i].squaredNorm());
    fastest_before = std::max({fastest_before, squared, start_squared});
  }
  const auto energy_below = [&](double squared) {
    double energy = 0.0;
    for (const std::size_t i : changed) energy += 0.5 * world_.mass[i] * std::min(squared, velocity[i].squaredNorm());
    return energy;
  };
  const double driven = tolerance::kMaxDrivenSpeedGrowth * driving_speed(collision, start);
  const double allowed =
      std::min(std::max(before, at_start), available_energy(start, start_energy, end)) + 0.5 * mass * driven * driven;
  double common =
      exceeds_limits || collision.has_given_way() ? std::max(fastest_before, driven * driven) : fastest;  // squared
  if (energy_below(common) > allowed) {
    // The kinetic energy is a continuous, growing function of the common speed.
    double slow = 0.0, fast = std::min(common, fastest);
    for (int k = 0; k < tolerance::kMaxEnergyBisections; ++k) {
      const double middle = 0.5 * (slow + fast);
      (energy_below(middle) > allowed ? fast : slow) = middle;
    }
    common = slow;
  }
  bool has_slowed = false;
  for (const std::size_t i : changed) {
    const double squared = velocity[i].squaredNorm();
    if (!(squared > common)) continue;
    velocity[i] *= std::sqrt(common / squared);
    has_slowed = true;
  }
  return has_slowed;
}

}  // namespace muslin
