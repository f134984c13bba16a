#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/contact/impulse.hpp>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/filter/stretch_rows.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/implicit_context.hpp>
#include <muslin/response/impulses/target_velocity.hpp>
#include <muslin/response/proximity/independent_pairs.hpp>
#include <muslin/response/qp/qp_constraints.hpp>

namespace muslin {
namespace {

QpRow row_of(const Contact& contact, const Vec3& direction, double target) {
  QpRow row;
  for (std::size_t i = 0; i < 4; ++i) {
    if (contact.weight[i] == 0.0) continue;
    row.vertex[i] = contact.vertex[i];
    row.gradient[i] = contact.weight[i] * direction;
  }
  row.target = target;
  return row;
}

double distance_at(const Contact& contact, std::span<const Vec3> x) {
  return std::sqrt(closest_points(contact.kind, detail::gather(x, contact.vertex)).squared_distance);
}

/// Returns some direction perpendicular to n, always the same for the same n.
Vec3 across(const Vec3& n) {
  Eigen::Index smallest = 0;
  n.cwiseAbs().minCoeff(&smallest);
  return n.cross(Vec3::Unit(smallest)).normalized();
}

}  // namespace

void QpConstraints::clear() {
  rows_.clear(), pairs_.clear(), by_stencil_.clear(), lengths_.clear(), just_closed_.clear();
  closed_ = 0;
}

std::int32_t QpConstraints::add(const QpRow& row) {
  rows_.push_back(row);
  return static_cast<std::int32_t>(rows_.size()) - 1;
}

void QpConstraints::close(std::int32_t& row) {
  if (row < 0) return;
  const auto i = static_cast<std::size_t>(row);
  rows_[i].lower_bound = rows_[i].upper_bound = 0.0;
  just_closed_.push_back(i);
  ++closed_;
  row = -1;
}

QpConstraints::Pair& QpConstraints::pair_of(const Contact& contact) {
  const auto at =
      std::lower_bound(by_stencil_.begin(), by_stencil_.end(), contact,
                       [&](std::uint32_t i, const Contact& c) { return compare_stencils(pairs_[i].contact, c) < 0; });
  if (at != by_stencil_.end() && compare_stencils(pairs_[*at].contact, contact) == 0) return pairs_[*at];
  by_stencil_.insert(at, static_cast<std::uint32_t>(pairs_.size()));
  pairs_.emplace_back().contact = contact;
  return pairs_.back();
}

/// The target gap is the thickness. Pairs that start nearer regain it over several steps, because a single step would
/// add too much energy.
double QpConstraints::target_end_gap(const CollisionView& step, const Contact& contact) const {
  const double thickness = step.thickness(contact), distance = distance_at(contact, step.start());
  const double kept = distance >= thickness ? thickness : distance + recovery_ * (thickness - distance);
  return std::max(kept, std::min(distance, step.target_gap(contact)));
}

void QpConstraints::put(const CollisionView& step, Pair& pair, const Contact& contact, double target) {
  close(pair.normal_row);
  if (pair.friction_row >= 0) {
    std::int32_t second = pair.friction_row + 1;
    close(pair.friction_row), close(second);
  }
  pair.contact = contact;
  pair.friction = step.friction(contact);
  pair.normal_row = add(row_of(contact, contact.normal, target));
}

void QpConstraints::add_guides(const CollisionView& step) {
  if (step.implicit() == nullptr) return;
  for (const Guide& guide : step.implicit()->guides) {
    if (!step.is_movable(guide.vertex)) continue;
    QpRow row;
    row.vertex[0] = guide.vertex;
    row.gradient[0] = guide.direction;
    row.target = guide.speed;
    row.lower_bound = -row.upper_bound;
    add(row);
  }
}

void QpConstraints::add_proximities(const CollisionView& step) {
  const std::vector<Proximity>& near = step.proximities();
  const std::vector<std::uint8_t> is_independent = independent_pairs(near, step.start().size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    const Contact& contact = near[i].contact;
    const double pressing =
        is_independent[i] != 0 ? tolerance::kQpInitialRowDistanceRatio : 1.0 - tolerance::kQpDependentPairSlack;
    if (near[i].distance > pressing * near[i].thickness) continue;
    if (!(inverse_mass(contact, step.inverse_mass()) > 0.0) || !(near[i].distance > 0.0)) continue;
    Pair& pair = pair_of(contact);
    put(step, pair, contact, (target_end_gap(step, contact) - near[i].distance) / step.size());
  }
}

int QpConstraints::add_collisions(const CollisionView& step, bool keeps_thickness, const ActiveSet& active) {
  int added = 0;
  for (const Contact& contact : step.contacts()) {
    if (!(inverse_mass(contact, step.inverse_mass()) > 0.0)) continue;
    Pair& pair = pair_of(contact);
    ++pair.times_found;
    // The target gap is the thickness, and grows if that did not suffice, because elements rotate on their way.
    double speed = find_target_velocity(step, contact, pair.times_found, 1.0).speed;
    if (keeps_thickness && !(pair.normal_row >= 0 && active.is_softened(static_cast<std::size_t>(pair.normal_row)))) {
      const double kept = target_end_gap(step, contact) - std::max(0.0, normal_gap(contact, step.start()));
      speed = std::max(speed, kept / step.size());
    }
    put(step, pair, contact, speed);
    ++added;
  }
  return added;
}

int QpConstraints::add_end_proximities(CollisionView& step, double slack, const ActiveSet& active) {
  const std::vector<Proximity>& near = step.find_end_proximities();
  const std::vector<std::uint8_t> is_independent = independent_pairs(near, step.start().size());
  // A vertex that collides on its way ends on the wrong side of this element and of its neighbours. Its proximities at
  // the end are therefore ignored.
  std::vector<std::uint8_t> is_colliding(step.start().size(), 0);
  for (const Contact& contact : step.contacts())
    for (std::size_t k = 0; k < 4; ++k)
      if (step.is_movable(contact.vertex[k])) is_colliding[contact.vertex[k].index()] = 1;
  const auto collides = [&](VertexId v) { return is_colliding[v.index()] != 0; };
  int added = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const Contact& contact = near[i].contact;
    if (!(inverse_mass(contact, step.inverse_mass()) > 0.0) || !(near[i].distance > 0.0)) continue;
    const double kept = target_end_gap(step, contact);
    const double allowed = is_independent[i] != 0 ? slack : std::max(slack, tolerance::kQpDependentPairSlack);
    if (near[i].distance >= kept - allowed * near[i].thickness) continue;
    if (std::any_of(contact.vertex.begin(), contact.vertex.end(), collides)) continue;
    Pair& pair = pair_of(contact);
    if (pair.normal_row >= 0 && active.is_softened(static_cast<std::size_t>(pair.normal_row))) continue;
    if (pair.times_found > 0 || ++pair.times_near > tolerance::kQpMaxRowsPerPair) continue;
    put(step, pair, contact, (kept - normal_gap(contact, step.start())) / step.size());
    ++added;
  }
  return added;
}

void QpConstraints::begin_rates(const CollisionView& step) {
  start_strain_.clear();
  StretchRows* const limits = step.implicit() == nullptr ? nullptr : step.implicit()->limits;
  if (limits == nullptr || !limits->has_rates()) return;
  limits->evaluate(step.start());
  for (std::size_t r = 0; r < limits->size(); ++r) start_strain_.push_back(limits->strain(r));
}

QpConstraints::StretchRange QpConstraints::range_of_rate(const CollisionView& step, std::size_t row,
                                                         double share) const {
  if (start_strain_.empty() || !(step.implicit()->limits->rate(row) > 0.0)) return {};
  const double stretch = 1.0 + start_strain_[row];
  const double change = share * step.implicit()->limits->rate(row) * step.size();
  return {.least = stretch - change, .most = stretch + change};
}

QpConstraints::Rates QpConstraints::measure_rates(const CollisionView& step, std::span<const Vec3> ends) const {
  Rates rates;
  if (start_strain_.empty()) return rates;
  StretchRows& limits = *step.implicit()->limits;
  limits.evaluate(ends);
  for (std::size_t r = 0; r < limits.size(); ++r) {
    if (!(limits.rate(r) > 0.0)) continue;
    const double change = std::abs(limits.strain(r) - start_strain_[r]);
    rates.excess = std::max(rates.excess, change - limits.rate(r) * step.size());
    rates.largest = std::max(rates.largest, change / step.size());
  }
  return rates;
}

int QpConstraints::add_limits(const CollisionView& step, std::span<const Vec3> ends, bool is_start) {
  StretchRows* const limits = step.implicit() == nullptr ? nullptr : step.implicit()->limits;
  if (limits == nullptr || limits->size() == 0) return 0;
  limits->evaluate(ends);
  lengths_.resize(limits->size());
  int added = 0;
  const double dt = step.size();
  // C(y) + ∇C(y)·(x - y + Δt v) ≤ 0 with y = ends, or ≥ 0 for the minimum length.
  const auto row_at = [&](std::size_t r, double sign, double value) {
    QpRow row;
    double constant = value;
    for (std::size_t k = 0; k < 3; ++k) {
      const VertexId v = limits->vertices(r)[k];
      if (!v.valid()) continue;
      const Vec3& gradient = limits->gradient(r, k);
      row.vertex[k] = v;
      row.gradient[k] = sign * gradient;
      constant += gradient.dot(step.start()[v.index()] - ends[v.index()]);
    }
    row.target = -sign * constant / dt;
    return row;
  };
  const auto can_move = [&](std::size_t r) {
    return std::any_of(limits->vertices(r).begin(), limits->vertices(r).end(),
                       [&](VertexId v) { return v.valid() && step.is_movable(v); });
  };
  for (std::size_t r = 0; r < limits->size(); ++r) {
    Length& length = lengths_[r];
    const StretchRange allowed = range_of_rate(step, r, 1.0);
    const double stretch = 1.0 + limits->strain(r);
    const bool is_long = is_start ? limits->is_taut(r) : limits->exceeds_limit(r) || stretch > allowed.most;
    const bool is_short = is_start ? limits->is_nearly_short(r) : limits->is_short(r) || stretch < allowed.least;
    if ((!is_long && !is_short) || length.times >= tolerance::kQpMaxRowsPerLength || !can_move(r)) continue;
    if (!is_start) ++length.times;
    // The tighter one of the two limits counts. What starts beyond its limit goes back as fast as it must.
    const StretchRange aim = range_of_rate(step, r, tolerance::kTargetStretchShare);
    const double most = limits->target_stretch(r);
    if (is_long) {
      close(length.upper);
      length.upper = add(row_at(r, -1.0, aim.most < most ? limits->value_below(r, aim.most) : limits->value(r)));
    }
    if (is_short) {
      close(length.lower);
      const double value = limits->short_value(r);
      length.lower = add(
          row_at(r, 1.0, aim.least > 0.0 ? std::min(value, limits->value_above(r, std::min(aim.least, most))) : value));
    }
    ++added;
  }
  return added;
}

// Coulomb's disc is approximated by a square with one axis along the sliding direction. This is exact for sliding
// contacts; for sticking contacts the bound is up to √2 too large in the direction of a corner.
double QpConstraints::bound_friction(std::span<const double> lambda, std::span<const Vec3> v) {
  double largest = 0.0, change = 0.0;
  for (Pair& pair : pairs_) {
    if (pair.normal_row < 0 || !(pair.friction > 0.0)) continue;
    const auto normal_row = static_cast<std::size_t>(pair.normal_row);
    const double normal_impulse = normal_row < lambda.size() ? std::max(0.0, lambda[normal_row]) : 0.0;
    const double bound = pair.friction * normal_impulse;
    if (pair.friction_row < 0 && !(bound > 0.0)) continue;
    const Vec3 sliding = tangential(relative_velocity(pair.contact, v), pair.contact.normal);
    const double speed = sliding.norm();
    const double before = pair.friction_row < 0 ? 0.0 : rows_[static_cast<std::size_t>(pair.friction_row)].upper_bound;
    bool must_turn = pair.friction_row < 0;
    if (!must_turn && pair.friction_row + 1 < static_cast<std::int32_t>(lambda.size()) && speed > 0.0) {
      // The contact slides at an angle to its friction.
      const auto first = static_cast<std::size_t>(pair.friction_row);
      const double weight = pair.contact.weight[3] != 0.0 ? pair.contact.weight[3] : 1.0;
      const Vec3 direction = rows_[first].gradient[3] / weight;
      const bool is_at_bound = std::abs(lambda[first]) >= before || std::abs(lambda[first + 1]) >= before;
      must_turn = is_at_bound && std::abs(direction.dot(sliding)) < tolerance::kFrictionDirectionCosine * speed;
    }
    if (must_turn) {
      if (pair.friction_row >= 0) {
        std::int32_t second = pair.friction_row + 1;
        close(pair.friction_row), close(second);
      }
      const Vec3 along = speed > 0.0 ? Vec3(sliding / speed) : across(pair.contact.normal);
      pair.friction_row = add(row_of(pair.contact, along, 0.0));
      add(row_of(pair.contact, pair.contact.normal.cross(along), 0.0));
    }
    for (std::int32_t k = 0; k < 2; ++k) {
      QpRow& row = rows_[static_cast<std::size_t>(pair.friction_row + k)];
      row.lower_bound = -bound, row.upper_bound = bound;
    }
    largest = std::max(largest, bound);
    change = std::max(change, must_turn ? bound : std::abs(bound - before));
  }
  return largest > 0.0 ? change / largest : 0.0;
}

}  // namespace muslin
