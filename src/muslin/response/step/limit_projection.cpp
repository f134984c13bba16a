#include <algorithm>
#include <cmath>
#include <muslin/core/stopwatch.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/target_velocity.hpp>
#include <muslin/response/step/limit_projection.hpp>
#include <utility>

namespace muslin {

void LimitProjection::begin(const CollisionView& step) {
  if (!is_idle()) attainable_ = filter_.inspect(step.candidate_end()).is_within();
}

LimitProjection::Cost LimitProjection::take_cost() { return std::exchange(cost_, {}); }

void LimitProjection::check_candidate(const CollisionView& step) {
  const PhaseTimer timer(cost_.seconds);
  projected_.assign(step.candidate_end().begin(), step.candidate_end().end());
  const FilterReport report = filter_.project(step.start(), projected_);
  attainable_ = report.is_within();
  cost_.iterations += report.iterations;
}

bool LimitProjection::holds(CollisionView& step) {
  const std::span<const Vec3> ends = step.ends();
  return (!attainable_ || filter_.inspect(ends).is_within()) && filter_.patches_are_rigid(ends);
}

bool LimitProjection::restore(CollisionView& step, std::span<const Contact> known) {
  Stopwatch watch;
  before_.assign(step.velocity().begin(), step.velocity().end());
  ends_.assign(step.ends().begin(), step.ends().end());
  set_.clear();
  contact_rows_.clear();
  set_.add(known);
  add_contact_rows(step);
  for (int pass = 0; pass < tolerance::kLimitProjectionPasses; ++pass) {
    projected_ = ends_;
    const FilterReport report = filter_.project(step.start(), projected_, contact_rows_);
    cost_.iterations += report.iterations;
    take(step, projected_);
    cost_.seconds += watch.lap();
    const bool is_within = report.is_within() || !attainable_;
    if (is_within && step.detect_again().empty()) return true;
    watch.lap();
    if (!is_within) break;
    set_.add(step.contacts());
    add_contact_rows(step);
  }
  std::copy(before_.begin(), before_.end(), step.velocity().begin());
  step.detect_again();
  return false;
}

/// Adds the contacts of the last detection. The gap of a contact grows each time it is found.
void LimitProjection::add_contact_rows(const CollisionView& step) {
  contact_rows_.resize(set_.size());
  for (const std::uint32_t i : set_.last_found()) {
    const Contact& contact = set_.contacts()[i];
    const double start_gap = normal_gap(contact, step.start());
    const double kept = target_end_gap(step, contact, std::max(start_gap, 0.0), tolerance::kMaxApproachShare);
    const int doublings = std::clamp(set_.history()[i].times_found - 1, 0, tolerance::kMaxGapDoublings);
    contact_rows_[i] = {.vertex = contact.vertex,
                        .weight = contact.weight,
                        .normal = contact.normal,
                        .gap = std::ldexp(kept, doublings)};
  }
}

void LimitProjection::fit_rigid_patches(CollisionView& step) {
  if (!has_patches()) return;
  projected_.assign(step.ends().begin(), step.ends().end());
  filter_.fit_rigid_patches(projected_);
  take(step, projected_);
}

/// Takes the projected ends. A vertex whose end does not change keeps its velocity, and with it the exact end of the
/// candidate.
void LimitProjection::take(CollisionView& step, std::span<const Vec3> ends) const {
  const std::span<const Vec3> now = step.ends();
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (step.is_movable(VertexId(i)) && ends[i] != now[i])
      step.velocity()[i] = (ends[i] - step.start()[i]) / step.size();
}

}  // namespace muslin
