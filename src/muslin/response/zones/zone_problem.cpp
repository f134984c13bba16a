#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/zones/zone_problem.hpp>

namespace muslin {

void ZoneProblem::assign(const CollisionView& step, std::span<const Contact> contacts,
                         std::span<const std::uint32_t> which, std::span<const VertexId> vertices,
                         std::span<const double> target_speed) {
  rows.assign(contacts, which, vertices, step.inverse_mass());
  normal.resize(which.size());
  relative.resize(which.size());
  target_velocity.resize(which.size());
  friction.resize(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Contact& contact = contacts[which[i]];
    normal[i] = contact.normal;
    relative[i] = rows.scale(i) * relative_velocity(contact, step.velocity());
    target_velocity[i] = rows.scale(i) * target_speed[which[i]];
    friction[i] = step.friction(contact);
  }
}

void ZoneProblem::relative_after(std::span<const Vec3> impulse, std::span<Vec3> after) const {
  std::vector<Vec3> vertices(rows.vertex_count());
  rows.multiply_transposed<Vec3>(impulse, vertices);
  rows.multiply<Vec3>(vertices, after);
  for (std::size_t i = 0; i < after.size(); ++i) after[i] += relative[i];
}

void ZoneProblem::apply(std::span<const Vec3> impulse, std::span<const VertexId> vertices,
                        std::span<Vec3> velocity) const {
  std::vector<Vec3> change(vertices.size());
  rows.multiply_transposed<Vec3>(impulse, change);
  // Impulses of redundant contacts may be large and cancel, but their rounding errors would add momentum. This momentum
  // is subtracted as a velocity of the whole zone, which leaves relative velocities unchanged.
  Vec3 drift = Vec3::Zero();
  if (is_free()) {
    double mass = 0.0;
    for (std::size_t v = 0; v < change.size(); ++v) {
      const double root = rows.root_inverse_mass(v);
      drift += change[v] / root;
      mass += 1.0 / (root * root);
    }
    drift /= mass;
  }
  for (std::size_t v = 0; v < vertices.size(); ++v)
    velocity[vertices[v].index()] += rows.root_inverse_mass(v) * change[v] - drift;
}

/// A zone is free if Σ cᵢ = 0 over the movable vertices of every contact.
bool ZoneProblem::is_free() const {
  std::vector<double> sum(size(), 0.0);
  rows.for_each_entry([&](std::size_t contact, std::size_t vertex, double coefficient) {
    sum[contact] += coefficient / (rows.root_inverse_mass(vertex) * rows.scale(contact));
  });
  return std::all_of(sum.begin(), sum.end(), [](double s) { return std::abs(s) <= tolerance::kWeightSumTolerance; });
}

}  // namespace muslin
