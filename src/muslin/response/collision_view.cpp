#include <algorithm>
#include <muslin/contact/light_contact.hpp>
#include <muslin/core/stopwatch.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/step/step_detection.hpp>

namespace muslin {
namespace {

/// Largest allowed coordinate [m]. Frames hold floats, and no scene is as large as this.
constexpr double kMaxCoordinate = 1e30;

bool fits_frame(const Vec3& x) { return x.cwiseAbs().maxCoeff() < kMaxCoordinate && x.allFinite(); }

}  // namespace

CollisionView::CollisionView(CollisionMesh mesh) : detection_(std::make_unique<Detection>(std::move(mesh))) {}
CollisionView::~CollisionView() = default;

std::span<const Vec3> CollisionView::ends() {
  const std::size_t n = start_.size();
  ends_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (inverse_mass_[i] == 0.0 || velocity_[i] == candidate_velocity_[i]) {
      ends_[i] = candidate_end_[i];
      continue;
    }
    const Vec3 end = start_[i] + size_ * velocity_[i];
    ends_[i] = fits_frame(end) ? end : Vec3(start_[i] + size_ * velocity_before_[i]);
  }
  return ends_;
}

bool CollisionView::has_finite_ends() const {
  for (std::size_t i = 0; i < start_.size(); ++i)
    if (inverse_mass_[i] > 0.0 && !fits_frame(start_[i] + size_ * velocity_[i])) return false;
  return true;
}

bool CollisionView::has_movable_contacts() const {
  return std::any_of(contacts_.begin(), contacts_.end(),
                     [&](const Contact& contact) { return muslin::inverse_mass(contact, inverse_mass_) > 0.0; });
}

const Zones& CollisionView::zones() {
  Detection& detection = *detection_;
  if (detection.zones_are_stale) {
    detection.zones.clear(inverse_mass_);
    detection.zones.add(contacts_);
    detection.zones_are_stale = false;
  }
  return detection.zones;
}

std::span<const Contact> CollisionView::detect_again() {
  const PhaseTimer timer(detection_->seconds);
  take_contacts(detection_->detector.find_collisions(ends()));
  return contacts_;
}

void CollisionView::take_contacts(std::span<const Contact> found) {
  Detection& detection = *detection_;
  const auto is_light = [&](const Contact& contact) { return is_light_contact(contact, inverse_mass_); };
  detection.zones_are_stale = true;
  contacts_ = detection.found = found;
  if (std::none_of(found.begin(), found.end(), is_light)) return;
  detection.heavy_contacts.assign(found.begin(), found.end());
  for (Contact& contact : detection.heavy_contacts)
    if (is_light(contact)) prescribe_light_contact(contact, inverse_mass_);
  contacts_ = detection.heavy_contacts;
}

const std::vector<Proximity>& CollisionView::without_light_contacts(const std::vector<Proximity>& pairs,
                                                                    std::vector<Proximity>& copy) const {
  const auto is_light = [&](const Proximity& pair) { return is_light_contact(pair.contact, inverse_mass_); };
  if (std::none_of(pairs.begin(), pairs.end(), is_light)) return pairs;
  copy = pairs;
  for (Proximity& pair : copy)
    if (is_light(pair)) prescribe_light_contact(pair.contact, inverse_mass_);
  return copy;
}

const std::vector<Proximity>& CollisionView::find_end_proximities() {
  Detection& detection = *detection_;
  const PhaseTimer timer(detection.seconds);
  if (!detection.end_broad_phase) detection.end_broad_phase.emplace(mesh());
  const std::span<const Vec3> position = ends();
  detection.end_broad_phase->refit(position, position, 0.5 * detection.thickness.largest());
  find_proximities(*detection.end_broad_phase, position, detection.thickness, detection.end_proximities);
  return without_light_contacts(detection.end_proximities.pairs, detection.heavy_end_proximities);
}

double CollisionView::friction(const Contact& contact) const {
  return detection_->thickness.surfaces->friction(contact.vertex[0], contact.vertex[3]);
}

double CollisionView::thickness(const Contact& contact) const {
  return pair_thickness(detection_->thickness, contact.kind, contact.vertex);
}

double CollisionView::surface_thickness(const Contact& contact) const {
  return detection_->thickness.surfaces->thickness(contact.vertex[0], contact.vertex[3]);
}

double CollisionView::largest_thickness() const { return detection_->thickness.largest(); }

double CollisionView::target_gap(const Contact& contact) const {
  return 2.0 * file_separation(contact, start_, candidate_end_);
}

const CollisionMesh& CollisionView::mesh() const { return detection_->detector.mesh(); }

}  // namespace muslin
