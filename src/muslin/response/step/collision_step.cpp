#include <algorithm>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/assert.hpp>
#include <muslin/core/stopwatch.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/step/step_detection.hpp>
#include <utility>

namespace muslin {

void CollisionStep::begin(const Setup& setup) {
  [[maybe_unused]] const std::size_t n = setup.start.size();
  MUSLIN_ASSERT(setup.end.size() == n && setup.inverse_mass.size() == n && setup.size > 0.0);
  size_ = setup.size;
  start_ = setup.start;
  is_shortest_ = setup.shortest;
  is_pinched_ = setup.pinched;
  prescribed_changed_ = false;
  inverse_mass_.assign(setup.inverse_mass.begin(), setup.inverse_mass.end());
  set_candidate(setup.end, setup.implicit);
  take_contacts({});
  Detection& detection = *detection_;
  detection.thickness = setup.thickness;
  detection.zones_are_stale = true;
  const PhaseTimer timer(detection.seconds);
  detection.detector.begin(setup.start, setup.end, setup.thickness);
  proximities_ = &without_light_contacts(detection.detector.find_proximities(), detection.heavy_proximities);
}

void CollisionStep::set_candidate(std::span<const Vec3> end, const ImplicitContext* implicit) {
  const std::size_t n = start_.size();
  implicit_ = implicit;
  candidate_end_.assign(end.begin(), end.end());
  candidate_velocity_.resize(n);
  for (std::size_t i = 0; i < n; ++i) candidate_velocity_[i] = (end[i] - start_[i]) / size_;
  velocity_ = velocity_before_ = candidate_velocity_;
}

void CollisionStep::begin_response() {
  if (!has_finite_ends()) velocity_ = candidate_velocity_;
  velocity_before_ = velocity_;
  take_contacts({});
  detect_again();
}

void CollisionStep::reset() { velocity_ = velocity_before_; }

void CollisionStep::stop(VertexId v) {
  const std::size_t i = v.index();
  prescribed_changed_ = true;
  inverse_mass_[i] = 0.0;
  candidate_end_[i] = start_[i];
  candidate_velocity_[i] = velocity_[i] = velocity_before_[i] = Vec3::Zero();
}

void CollisionStep::yield(VertexId v, double inverse_mass) {
  prescribed_changed_ = true;
  inverse_mass_[v.index()] = inverse_mass;
}

void CollisionStep::weigh_contacts_again() { take_contacts(detection_->found); }

std::span<const Contact> CollisionStep::certify() {
  // The first detection of a step tests every pair. While nothing has changed since, its result is the certificate.
  if (counts().passes == 1 && !prescribed_changed_ &&
      std::equal(velocity_.begin(), velocity_.end(), velocity_before_.begin()))
    return contacts_;
  const PhaseTimer timer(detection_->seconds);
  take_contacts(detection_->detector.find_all_collisions(ends()));
  return contacts_;
}

bool CollisionStep::moves(VertexId v) const {
  const std::size_t i = v.index();
  if (inverse_mass_[i] == 0.0) return candidate_end_[i] != start_[i];
  return velocity_[i] != Vec3::Zero();
}

const Surfaces& CollisionStep::surfaces() const { return *detection_->thickness.surfaces; }
void CollisionStep::set_exemptions(Exemptions exemptions) {
  detection_->detector.set_exemptions(std::move(exemptions));
}

const Detector::Counts& CollisionStep::counts() const { return detection_->detector.counts(); }
double CollisionStep::take_detection_seconds() { return std::exchange(detection_->seconds, 0.0); }

}  // namespace muslin
