#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/stopwatch.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/response/step/collision_step.hpp>

namespace muslin {
namespace {

/// Frames hold floats; nothing that a scene can be about is further away [m].
constexpr double kFarthest = 1e30;

bool fits(const Vec3& x) { return x.cwiseAbs().maxCoeff() < kFarthest && x.allFinite(); }

}  // namespace

void CollisionStep::begin(const Setup& setup) {
  [[maybe_unused]] const std::size_t n = setup.start.size();
  MUSLIN_ASSERT(setup.end.size() == n && setup.inverse_mass.size() == n && setup.size > 0.0);
  setup_ = setup;
  inverse_mass_.assign(setup.inverse_mass.begin(), setup.inverse_mass.end());
  set_candidate(setup.end, setup.dynamics);
  contacts_ = {};
  zones_stale_ = true;
  prescribed_changed_ = false;
  const Stopwatch watch;
  detector_.begin(setup.start, setup.end, setup.thickness);
  proximities_ = &detector_.find_proximities();
  detection_seconds_ = watch.seconds();
}

void CollisionStep::set_candidate(std::span<const Vec3> end, const BlockMatrix* dynamics) {
  const std::size_t n = setup_.start.size();
  setup_.dynamics = dynamics;
  spring_impulses_.clear();
  candidate_end_.assign(end.begin(), end.end());
  candidate_velocity_.resize(n);
  for (std::size_t i = 0; i < n; ++i) candidate_velocity_[i] = (end[i] - setup_.start[i]) / setup_.size;
  velocity_ = velocity_before_ = candidate_velocity_;
}

double CollisionStep::target_gap(const Contact& contact) const {
  return 2.0 * file_separation(contact, setup_.start, candidate_end_);
}

const Zones& CollisionStep::zones() {
  if (zones_stale_) {
    zones_.clear(inverse_mass_);
    zones_.add(contacts_);
    zones_stale_ = false;
  }
  return zones_;
}

void CollisionStep::begin_response() {
  if (!has_finite_ends()) velocity_ = candidate_velocity_;
  velocity_before_ = velocity_;
  contacts_ = {};
  detect_again();
}

void CollisionStep::reset() { velocity_ = velocity_before_; }

void CollisionStep::stop(VertexId v) {
  const std::size_t i = v.index();
  prescribed_changed_ = true;
  inverse_mass_[i] = 0.0;
  candidate_end_[i] = setup_.start[i];
  candidate_velocity_[i] = velocity_[i] = velocity_before_[i] = Vec3::Zero();
}

void CollisionStep::yield(VertexId v, double inverse_mass) {
  prescribed_changed_ = true;
  inverse_mass_[v.index()] = inverse_mass;
}

std::span<const Vec3> CollisionStep::ends() {
  const std::size_t n = setup_.start.size();
  ends_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (inverse_mass_[i] == 0.0 || velocity_[i] == candidate_velocity_[i]) {
      ends_[i] = candidate_end_[i];
      continue;
    }
    const Vec3 end = setup_.start[i] + setup_.size * velocity_[i];
    ends_[i] = fits(end) ? end : Vec3(setup_.start[i] + setup_.size * velocity_before_[i]);
  }
  return ends_;
}

bool CollisionStep::moves(VertexId v) const {
  const std::size_t i = v.index();
  if (inverse_mass_[i] == 0.0) return candidate_end_[i] != setup_.start[i];
  return velocity_[i] != Vec3::Zero();
}

bool CollisionStep::has_finite_ends() const {
  for (std::size_t i = 0; i < setup_.start.size(); ++i)
    if (inverse_mass_[i] > 0.0 && !fits(setup_.start[i] + setup_.size * velocity_[i])) return false;
  return true;
}

std::span<const Contact> CollisionStep::detect_again() {
  const Stopwatch watch;
  contacts_ = detector_.find_collisions(ends());
  zones_stale_ = true;
  detection_seconds_ += watch.seconds();
  return contacts_;
}

const std::vector<Proximity>& CollisionStep::find_end_proximities() {
  const Stopwatch watch;
  if (!end_broad_phase_) end_broad_phase_.emplace(mesh());
  const std::span<const Vec3> at = ends();
  end_broad_phase_->refit(at, at, 0.5 * setup_.thickness.largest());
  find_proximities(*end_broad_phase_, at, setup_.thickness, end_proximities_);
  detection_seconds_ += watch.seconds();
  return end_proximities_.pairs;
}

std::span<const Contact> CollisionStep::certify() {
  const Stopwatch watch;
  // The first detection of a step tests every pair; while nothing has changed since, once is enough.
  if (detector_.counts().passes == 1 && !prescribed_changed_ &&
      std::equal(velocity_.begin(), velocity_.end(), velocity_before_.begin()))
    return contacts_;
  contacts_ = detector_.find_all_collisions(ends());
  zones_stale_ = true;
  detection_seconds_ += watch.seconds();
  return contacts_;
}

}  // namespace muslin
